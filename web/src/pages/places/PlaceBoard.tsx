import type { Location } from '@allclear/contract';
import { useElementSize } from '@mantine/hooks';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useNow } from '../../clock/use-now.ts';
import { answerIcons, isHatched } from '../../features/locations/answer/answer-icons.ts';
import classes from './PlaceBoard.module.css';
import { PlaceItems } from './PlaceItems.tsx';
import type { PlacesShown } from './PlaceList.tsx';
import { PlacePin } from './PlacePin.tsx';
import { shortNames } from './place-list.ts';
import { clockWords, type PlaceView } from './place-view.ts';

const leastTilePx = 156;
const bestTilePx = 220;
const gapPx = 12;
const rowPx = 148 + gapPx;
/** As many characters of a name as three lines of a tile have room for. */
const maxNameCharacters = 48;

/** All places as tiles: filled with the color of danger only where people should act. */
export function PlaceBoard({ places, pinned, viewOf, onPin }: PlacesShown) {
  const nowMs = useNow();
  const { ref, width } = useElementSize();
  const tilePx = width < 3 * bestTilePx ? leastTilePx : bestTilePx;
  const nameOf = useMemo(
    () =>
      shortNames(
        places.map(({ label }) => label),
        maxNameCharacters,
      ),
    [places],
  );
  const columns = Math.max(2, Math.floor((width + gapPx) / (tilePx + gapPx)));
  return (
    <div ref={ref}>
      <PlaceItems label="Places" items={places} columns={columns} rowPx={rowPx} gapPx={gapPx} onPin={onPin}>
        {(place, tabIndex) => (
          <PlaceTile
            place={place}
            name={nameOf(place.label)}
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

interface PlaceTileProps {
  place: Location;
  /** The name as the tile has room for it. */
  name: string;
  view: PlaceView;
  tabIndex: 0 | -1;
  isPinned: boolean;
  onPin: (id: string) => void;
}

function PlaceTile({ place: { id, label }, name, view, tabIndex, isPinned, onPin }: PlaceTileProps) {
  const { kind, word, clock, conditions } = view;
  const Icon = answerIcons[kind];
  const time = clock && clockWords(clock);
  return (
    <div className={`${classes.tile} ${isHatched(kind) ? 'hatched' : ''}`} data-state={kind}>
      <Link className={classes.link} to={`/?location=${encodeURIComponent(id)}`} tabIndex={tabIndex}>
        <span className={classes.state}>
          <Icon size={18} stroke={2} aria-hidden="true" />
          <strong>{word}</strong>
        </span>
        {time && (
          <span className={classes.time}>
            <strong>{time.left}</strong> <span>until {time.earliest} at least</span>
          </span>
        )}
        <bdi className={classes.name} dir="auto" title={label}>
          {name}
        </bdi>
        {conditions.kind === 'current' && (
          <span className={classes.conditions}>
            {conditions.temperature} · {conditions.wind}
          </span>
        )}
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
