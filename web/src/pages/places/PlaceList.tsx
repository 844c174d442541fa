import type { Location } from '@allclear/contract';
import { useMediaQuery } from '@mantine/hooks';
import { Link } from 'react-router';
import { useNow } from '../../clock/use-now.ts';
import { answerIcons, isHatched } from '../../features/locations/answer/answer-icons.ts';
import { PlaceConditions } from './PlaceConditions.tsx';
import { PlaceItems } from './PlaceItems.tsx';
import classes from './PlaceList.module.css';
import { PlaceName } from './PlaceName.tsx';
import { PlacePin } from './PlacePin.tsx';
import { clockWords, type PlaceView } from './place-view.ts';

/** What a view of the page shows, and how it learns of a place. */
export interface PlacesShown {
  /** The places in order. */
  readonly places: readonly Location[];
  readonly pinned: ReadonlySet<string>;
  /** What is said of a place at an instant of the product clock. */
  readonly viewOf: (place: Location, nowMs: number | null) => PlaceView;
  readonly onPin: (id: string) => void;
}

/** All places in rows. Only rows in the window are drawn, with the clock of the dashboard. */
export function PlaceList({ places, pinned, viewOf, onPin }: PlacesShown) {
  const nowMs = useNow();
  const isWide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });
  return (
    <div className={classes.list}>
      <PlaceItems label="Places" items={places} columns={1} rowPx={isWide ? 64 : 68} onPin={onPin}>
        {(place, tabIndex) => (
          <PlaceRow
            place={place}
            view={viewOf(place, nowMs)}
            tabIndex={tabIndex}
            isPinned={pinned.has(place.id)}
            onPin={onPin}
          />
        )}
      </PlaceItems>
    </div>
  );
}

interface PlaceRowProps {
  place: Location;
  view: PlaceView;
  tabIndex: 0 | -1;
  isPinned: boolean;
  onPin: (id: string) => void;
}

function PlaceRow({ place: { id, label }, view, tabIndex, isPinned, onPin }: PlaceRowProps) {
  const { kind, word, detail, clock, lastStrike, thunder, conditions } = view;
  const Icon = answerIcons[kind];
  const time = clock && clockWords(clock);
  return (
    <div className={`${classes.row} ${isHatched(kind) ? 'hatched' : ''}`} data-state={kind}>
      <Link className={classes.link} to={`/?location=${encodeURIComponent(id)}`} tabIndex={tabIndex}>
        <span className={classes.state}>
          <Icon size={20} stroke={2} aria-hidden="true" />
          <strong>{word}</strong>
        </span>
        <span className={classes.place}>
          <PlaceName label={label} />
          <span className={classes.detail}>{detail}</span>
        </span>
        <span className={classes.time}>
          {time && (
            <>
              <strong>{time.left}</strong>{' '}
              <span>
                <span className={classes.before}>until </span>
                {time.earliest}
                <span className={classes.before}> at least</span>
              </span>
            </>
          )}
        </span>
        <span className={classes.strike}>
          {thunder}
          {!thunder && lastStrike && (
            <>
              <span className={classes.label}>Last strike </span>
              {lastStrike}
            </>
          )}
        </span>
        <PlaceConditions conditions={conditions} />
      </Link>
      <PlacePin
        className={classes.pin}
        label={label}
        isPinned={isPinned}
        tabIndex={tabIndex}
        onToggle={() => onPin(id)}
      />
    </div>
  );
}
