import { assumedCellMiles } from '@allclear/domain';
import { Link } from 'react-router';
import classes from './Scope.module.css';
import { labelCorner, type ScopeView, strikeAgeClasses } from './scope-view.ts';

/** Pixels of the drawing from the place to the outermost ring. */
const radiusPx = 64;
const [widthPx, heightPx] = [300, 148];
/** Labels are on a diagonal of their rings, where they do not touch each other. */
const diagonal = Math.SQRT1_2;

interface ScopeProps {
  view: ScopeView;
  /** The page that the map opens, and of which place. */
  href: string;
  label: string;
}

/** The small map around a place, north up. All of it is a link to Live Radar. */
export function Scope({ view, href, label }: ScopeProps) {
  const { sentence, isUnknown } = view;
  const corner = labelCorner(view);
  return (
    <Link className={`${classes.scope} ${isUnknown ? 'hatched' : ''}`} to={href}>
      <span className={classes.open}>
        Live Radar <span className="visually-hidden">at {label}</span>›
      </span>
      <svg
        className={classes.map}
        viewBox={`${-widthPx / 2} ${-heightPx / 2} ${widthPx} ${heightPx}`}
        aria-hidden="true"
      >
        <Storm storm={view.storm} />
        {view.rings.map(({ miles, share, state }) => (
          <circle key={miles} data-state={state} className={classes.ring} r={share * radiusPx} />
        ))}
        {view.dots.map(({ key, x, y, age }) => (
          <circle
            key={key}
            className={classes.strike}
            data-age={age}
            cx={x * radiusPx}
            cy={y * radiusPx}
            r={age === 'new' ? 3 : 2.4}
          />
        ))}
        {view.rings.map(({ miles, share, state }) => (
          <g
            key={miles}
            data-state={state}
            className={classes.label}
            transform={`translate(${corner.x * share * radiusPx * diagonal} ${corner.y * share * radiusPx * diagonal})`}
          >
            <rect x={-18} y={-7} width={36} height={14} rx={3} />
            <text y={4}>{miles} mi</text>
          </g>
        ))}
        <circle className={classes.place} r={2.5} />
        <Arrow storm={view.storm} />
      </svg>
      <span className={classes.words}>
        {sentence ?? (
          <span className={classes.legend}>
            Strikes
            {strikeAgeClasses.map(({ age, label: words }) => (
              <span key={age}>
                <i data-age={age} />
                {words}
              </span>
            ))}
          </span>
        )}
      </span>
    </Link>
  );
}

const stormPx = ({ outerMiles }: NonNullable<ScopeView['storm']>) =>
  Math.max(7, (assumedCellMiles / outerMiles) * radiusPx);

function Storm({ storm }: Pick<ScopeView, 'storm'>) {
  if (storm === null) return null;
  return (
    <circle className={classes.storm} cx={storm.x * radiusPx} cy={storm.y * radiusPx} r={stormPx(storm)} />
  );
}

/** The motion of the storm: above the strikes, which are thickest where it is. */
function Arrow({ storm }: Pick<ScopeView, 'storm'>) {
  if (storm === null || storm.headingDegrees === null) return null;
  const arrow = `M0 0V${-stormPx(storm) - 16}m-5 6l5 -6l5 6`;
  return (
    <g
      className={classes.arrow}
      transform={`translate(${storm.x * radiusPx} ${storm.y * radiusPx}) rotate(${storm.headingDegrees})`}
    >
      <path d={arrow} />
      <path d={arrow} />
    </g>
  );
}
