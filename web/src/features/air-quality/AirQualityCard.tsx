import type { AirQualityPollutant } from '@allclear/contract';
import { Button, Skeleton } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { type QueryState, trustOf } from '../../api/query-state.ts';
import { timeAgo, timeOfDay } from '../../clock/time-text.ts';
import { Card } from '../../ui/Card.tsx';
import { CardText, FailedCard, HeldNote, LoadingCard, StaleNote } from '../../ui/CardStates.tsx';
import classes from './AirQualityCard.module.css';
import { aqiColor, mainPollutant, reachNotice, sourceText } from './air-quality-view.ts';
import { Gauge } from './Gauge.tsx';

export const airQualityCrashText = "Your AQI data is taking a breather. Hang tight and we'll be back soon!";
const title = 'Air Quality';
// Loaded on demand.
const AirQualityDialog = lazy(() => import('./AirQualityDialog.tsx'));

interface AirQualityCardProps {
  pollutants: QueryState<readonly AirQualityPollutant[]> | undefined;
  /** What else holds the place, in words. */
  held?: string | null;
  timeZone: string;
  nowMs: number | null;
  speed: number;
}

/** Air quality at a location (spec 1 section 2.8). */
export function AirQualityCard({ pollutants, held = null, timeZone, nowMs, speed }: AirQualityCardProps) {
  // Null until it was asked for; a dialog that closes is still there to fade away.
  const [opened, setOpened] = useState<boolean | null>(null);
  if (pollutants === undefined) {
    return (
      <LoadingCard title={title}>
        <Loading />
      </LoadingCard>
    );
  }
  if (pollutants.value === null && !pollutants.none) {
    return <FailedCard title={title}>{airQualityCrashText}</FailedCard>;
  }
  const unrenewed =
    trustOf(pollutants, nowMs, speed, 'airQuality') === 'unknown' && pollutants.value !== null;
  const main = mainPollutant(pollutants.value ?? []);
  if (!main) {
    return (
      <Card title={title} unknown={unrenewed}>
        <CardText>
          <strong>No data is available for this location</strong>
          <p>{reachNotice}</p>
        </CardText>
      </Card>
    );
  }
  const { nowCastIndex } = main.aqiData;
  const stale = unrenewed || main.stale;
  return (
    <Card title={title} unknown={stale} age={`Updated ${timeAgo(main.utcTimeStamp, nowMs)}`}>
      {stale && (
        <StaleNote>
          Last known {timeAgo(main.utcTimeStamp, nowMs)}, at {timeOfDay(main.utcTimeStamp, timeZone)}. We keep
          trying.
        </StaleNote>
      )}
      {held !== null && <HeldNote>Air only: {held}.</HeldNote>}
      <div className={classes.body}>
        <Gauge index={nowCastIndex.value} />
        <div className={classes.words}>
          <p className={classes.category}>
            <i style={{ background: aqiColor(nowCastIndex.value) }} aria-hidden="true" />
            {nowCastIndex.shortDescription ?? 'N/A'}
          </p>
          {main.isMainPollutant && <p>{main.pollutantName} is the main pollutant</p>}
          <p className={classes.source}>{sourceText(main)}</p>
        </div>
      </div>
      <footer className={classes.footer}>
        <span>{main.attribution}</span>
        <Button variant="subtle" aria-haspopup="dialog" onClick={() => setOpened(true)}>
          Details
        </Button>
      </footer>
      {opened !== null && (
        <Suspense>
          <AirQualityDialog
            opened={opened}
            onClose={() => setOpened(false)}
            pollutants={pollutants.value ?? []}
            timeZone={timeZone}
            nowMs={nowMs}
          />
        </Suspense>
      )}
    </Card>
  );
}

function Loading() {
  return (
    <div className={classes.body} role="status" aria-busy="true" aria-label="Loading the air quality">
      <Skeleton height={100} width={190} radius={12} />
      <div className={classes.words}>
        <Skeleton height={20} width={110} />
        <Skeleton height={16} width={150} mt={8} />
      </div>
    </div>
  );
}
