import type { Location } from '@allclear/contract';
import type { PlaceView } from '../places/place-view.ts';
import type { JudgedLocation } from '../places/use-judged-places.ts';
import classes from './Takeover.module.css';
import { useScreenSize } from './use-screen.ts';
import { WallTile } from './WallTile.tsx';
import { wholeScreenTile } from './wall-layout.ts';

const maxOthers = 4;

interface TakeoverProps {
  /** The places at which people should act since a moment ago, the worst first. */
  places: readonly JudgedLocation[];
  viewOf: (location: Location) => PlaceView;
  dutyOf: (location: Location) => string;
}

/** A place at which people should act takes the whole screen, and is announced to screen readers. */
export function Takeover({ places, viewOf, dutyOf }: TakeoverProps) {
  const screen = useScreenSize();
  const [worst, ...others] = places;
  return (
    <>
      <p className="visually-hidden" role="alert">
        {places.map(({ label, location }) => `${label}: ${viewOf(location).word}.`).join(' ')}
      </p>
      {worst && (
        <div className={classes.takeover} aria-hidden="true" data-takeover>
          <WallTile
            label={worst.label}
            among={[]}
            view={viewOf(worst.location)}
            duty={dutyOf(worst.location)}
            sizes={wholeScreenTile(screen)}
          />
          {others.length > 0 && (
            <p className={classes.others} style={{ fontSize: wholeScreenTile(screen).linePx }}>
              Also: {othersText(others.map(({ label }) => label))}
            </p>
          )}
        </div>
      )}
    </>
  );
}

function othersText(labels: readonly string[]): string {
  const more = labels.length - maxOthers;
  return labels.slice(0, maxOthers).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
