import type { StationCurrent } from '@allclear/contract';
import { timeAgo, timeOfDay } from '../../clock/time-text.ts';
import { ConditionTile } from '../../features/conditions/ConditionTile.tsx';
import { Card } from '../../ui/Card.tsx';
import { StaleNote } from '../../ui/CardStates.tsx';
import { currentTiles, windNote } from './current-tiles.ts';
import classes from './StationPage.module.css';

export const currentCrashText = 'The current conditions of this station cannot be shown.';

interface CurrentCardProps {
  station: StationCurrent;
  /** The answer itself is old. */
  isOld: boolean;
  features: readonly { readonly displayName: string }[];
  nowMs: number;
}

/** Current Conditions of a weather station. */
export function CurrentCard({ station, isOld, features, nowMs }: CurrentCardProps) {
  const { lastUpdated, timeZone } = station;
  const isStale = station.stale || isOld;
  return (
    <Card title="Current Conditions" unknown={isStale}>
      {isStale && (
        <StaleNote>
          {lastUpdated === null
            ? 'No report of the last hours is there.'
            : `Last report ${timeAgo(lastUpdated, nowMs)}, at ${timeOfDay(lastUpdated, timeZone)}.`}{' '}
          We keep trying.
        </StaleNote>
      )}
      <dl className={classes.tiles} data-stale={isStale || undefined}>
        {currentTiles(station).map((tile) => (
          <ConditionTile key={tile.name} tile={tile} source="">
            {tile.name === 'Wind' && windNote(station) !== '' && <span>{windNote(station)}</span>}
            {tile.name === 'Precip' && <span>today</span>}
          </ConditionTile>
        ))}
      </dl>
      {features.length > 0 && (
        <p className={classes.features}>
          Measures {features.map(({ displayName }) => displayName).join(', ')}
        </p>
      )}
    </Card>
  );
}
