import { assumedCellMiles } from '@allclear/domain';
import { Link } from 'react-router';
import classes from './Scope.module.css';
import { type ScopeView, strikeAgeClasses } from './scope-view.ts';

/** Pixels of the drawing from the place to the outermost ring. */
const radiusPx = 64;
const [widthPx, heightPx] = [300, 148];

interface ScopeProps {
  view: ScopeView;
  /** The page that the map opens, and of which place. */
  href: string;
  label: string;
}

/** The small map around a place, north up. All of it is a link to Live Radar. */
export function Scope({ view, href, label }: ScopeProps) {
  const { sentence, isUnknown } = view;
  return (
    <Link
      className={`${classes.scope} ${isUnknown ? 'hatched' : ''}`}
      to={href}
      aria-label={`Live Radar at ${label}${sentence === null ? '' : `. ${sentence}`}`}
    >
      <span className={classes.open}>Live Radar ›</span>
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
          <g key={miles} data-state={state} className={classes.label}>
            <rect x={-18} y={share * radiusPx - 7} width={36} height={14} rx={3} />
            <text y={share * radiusPx + 4}>{miles} mi</text>
          </g>
        ))}
        <circle className={classes.place} r={2.5} />
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

function Storm({ storm }: Pick<ScopeView, 'storm'>) {
  if (storm === null) return null;
  const { x, y, outerMiles, headingDegrees } = storm;
  const sizePx = Math.max(7, (assumedCellMiles / outerMiles) * radiusPx);
  return (
    <g className={classes.storm} transform={`translate(${x * radiusPx} ${y * radiusPx})`}>
      <circle r={sizePx} />
      {headingDegrees !== null && (
        <path
          d={`M0 0V${-sizePx - 14}m-4 5l4 -5l4 5`}
          transform={`rotate(${headingDegrees})`}
          strokeLinejoin="round"
        />
      )}
    </g>
  );
}
