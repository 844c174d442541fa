import type { LocationObservation, WeatherStation } from '@allclear/contract';
import type { WatchedLimit } from '@allclear/domain';
import { Skeleton, Tooltip } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { timeAgo, timeOfDay } from '../../clock/time-text.ts';
import { Card } from '../../ui/Card.tsx';
import { StaleNote } from '../../ui/CardStates.tsx';
import { Delayed } from '../../ui/Delayed.tsx';
import classes from './ConditionsCard.module.css';
import { ConditionTile, WindNote } from './ConditionTile.tsx';
import { conditionsAreStale, historicalPath, tilesOf } from './conditions-view.ts';
import { stationRemarks } from './station-remarks.ts';

export const conditionsCrashText =
  'Your current conditions timeline is feeling under the weather. Try again shortly.';
const title = 'Current Conditions';

interface ConditionsCardProps {
  answer: LocationObservation | undefined;
  failed: boolean;
  loading: boolean;
  /** The policies that watch the place; undefined while loading, null when unknown. */
  policies: readonly WatchedLimit[] | null | undefined;
  /** Types of the policies whose warnings are open, separated by spaces. */
  warnedTypes?: string;
  /** Something holds the place: no value is called within policy. */
  isHeld?: boolean;
  /** The place's own stations, for what is wrong with them. */
  stations: readonly WeatherStation[];
  timeZone: string;
  nowMs: number | null;
}

/** Current Conditions of a location (spec 1 section 2.2). */
export function ConditionsCard({
  answer,
  failed,
  loading,
  policies,
  warnedTypes = '',
  isHeld = false,
  stations,
  timeZone,
  nowMs,
}: ConditionsCardProps) {
  if (!answer) {
    return (
      <Card title={title} unknown={failed}>
        {failed ? (
          <div className={classes.failed} role="alert">
            <strong>Unable to load current conditions</strong>
            <p>No data is available for this location.</p>
          </div>
        ) : (
          <Delayed>
            <Loading />
          </Delayed>
        )}
      </Card>
    );
  }
  const { weatherStation, data } = answer;
  const stale = conditionsAreStale(answer, nowMs);
  const source = weatherStation.type === 0 ? 'Nearest government station' : 'Own station';
  const whereFrom = `${weatherStation.name}${weatherStation.distanceMiles >= 0.1 ? `, ${weatherStation.distanceMiles.toFixed(1)} mi away` : ''}`;
  const weather = data.weather_code.text;
  const tiles = tilesOf(answer, policies ?? null, { stale, isHeld, warnedTypes: warnedTypes.split(' ') });
  const remarks = stationRemarks(answer, stations);
  return (
    <Card
      title={title}
      unknown={stale}
      severe={tiles.some(({ state }) => state?.kind === 'exceeded')}
      age={`${source} · ${whereFrom}`}
    >
      {stale && (
        <StaleNote>
          Last known {timeAgo(data.observationTime, nowMs)}, at {timeOfDay(data.observationTime, timeZone)}.
          We keep trying.
        </StaleNote>
      )}
      <dl className={classes.tiles} data-stale={stale || undefined}>
        {tiles.map((tile) => (
          <ConditionTile key={tile.name} tile={tile} source={whereFrom}>
            {tile.name === 'Wind' && <WindNote data={data} />}
            {tile.name === 'Temp' && weather && <span>{weather}</span>}
          </ConditionTile>
        ))}
      </dl>
      {policies === null && !stale && (
        <p className={classes.remark}>What the policies say of these values is not known just now.</p>
      )}
      {remarks.map((remark) => (
        <p key={remark} className={classes.remark}>
          {remark}
        </p>
      ))}
      <Footer answer={answer} nowMs={nowMs} historical={loading || failed ? null : historicalPath(answer)} />
    </Card>
  );
}

function Footer({
  answer,
  nowMs,
  historical,
}: {
  answer: LocationObservation;
  nowMs: number | null;
  historical: string | null;
}) {
  const { rainUpdatedTime } = answer.calibratedData;
  return (
    <footer className={classes.footer}>
      <span>Conditions updated {timeAgo(answer.data.observationTime, nowMs)}</span>
      {rainUpdatedTime && (
        <span className={classes.withIcon}>
          Precipitation updated {timeAgo(rainUpdatedTime, nowMs)}
          <Tooltip label="Radar-Correction Precipitation is enabled and rainfall totals update hourly.">
            <button type="button" className={`${classes.info} touch-area`} aria-label="About precipitation">
              <IconInfoCircle size={14} aria-hidden="true" />
            </button>
          </Tooltip>
        </span>
      )}
      {historical && (
        <Link className={`${classes.link} touch-area`} to={historical}>
          Historical
        </Link>
      )}
    </footer>
  );
}

function Loading() {
  return (
    <div className={classes.tiles} aria-hidden="true">
      {['Temp', 'Precip', 'Feels', 'WBGT', 'Wind'].map((name) => (
        <div key={name} className={classes.tile}>
          <Skeleton height={14} width={40} />
          <Skeleton height={40} width={76} mt={8} />
        </div>
      ))}
    </div>
  );
}
