import { SegmentedControl, Skeleton, TextInput } from '@mantine/core';
import { useState } from 'react';
import { trustOf } from '../../../api/query-state.ts';
import { timeAgo } from '../../../clock/time-text.ts';
import { useSlowNow } from '../../../clock/use-now.ts';
import { Card, GuardedCard } from '../../../ui/Card.tsx';
import { CardText, StaleNote } from '../../../ui/CardStates.tsx';
import { Delayed } from '../../../ui/Delayed.tsx';
import classes from './EvapotranspirationCard.module.css';
import { EvapotranspirationChart } from './EvapotranspirationChart.tsx';
import {
  EvapotranspirationDays,
  EvapotranspirationSources,
  EvapotranspirationTotals,
} from './EvapotranspirationDetails.tsx';
import {
  type DayRange,
  defaultDays,
  type EvapotranspirationRange,
  rangeFault,
  rangeOf,
  ranges,
} from './evapotranspiration-view.ts';
import { useEvapotranspiration } from './use-evapotranspiration.ts';

const title = 'Evapotranspiration';
const errorText = 'Error getting ET data. Unable to generate graph.';
const chartPx = 240;

interface EvapotranspirationCardProps {
  stationId: string;
  /** That of the station's place; the reader's if it is unknown. */
  timeZone: string;
  speed: number;
}

/** Reference evapotranspiration at a weather station by whole local days, its totals and what it rests on. */
export function EvapotranspirationCard(props: EvapotranspirationCardProps) {
  return (
    <GuardedCard title={title} fallback={errorText} resetKey={props.stationId}>
      <CardContent {...props} />
    </GuardedCard>
  );
}

function CardContent({ stationId, timeZone, speed }: EvapotranspirationCardProps) {
  const nowMs = useSlowNow();
  const [range, setRange] = useState<EvapotranspirationRange>('7');
  const [chosen, setChosen] = useState<DayRange | null>(null);
  const days = chosen ?? (nowMs === null ? null : defaultDays(nowMs, timeZone));
  const isCustom = range === 'custom';
  const fault = isCustom && days && nowMs !== null ? rangeFault(days, nowMs, timeZone) : null;
  const state = useEvapotranspiration(
    stationId,
    { range, days: isCustom && fault === null ? days : null },
    speed,
  );
  const found = state?.value;
  const old =
    found != null && nowMs !== null && trustOf(state, nowMs, speed, 'conditionHistory') === 'unknown';
  const failed = state !== undefined && found == null;
  return (
    <Card title={title} age={found && 'Inches of each whole day'} unknown={old || failed}>
      <div className={classes.controls}>
        <SegmentedControl
          aria-label="Range of the evapotranspiration"
          value={range}
          onChange={(value) => setRange(rangeOf(value))}
          data={Object.entries(ranges).map(([value, label]) => ({ value, label }))}
        />
        {isCustom && days && (
          <CustomDays
            days={days}
            onChange={setChosen}
            latest={nowMs === null ? '' : defaultDays(nowMs, timeZone).to}
          />
        )}
      </div>
      {fault && (
        <p className={classes.fault} role="alert">
          {fault}
        </p>
      )}
      {old && (
        <StaleNote>
          Last read {timeAgo(new Date(state?.asOfMs ?? 0).toISOString(), nowMs)}. We keep trying.
        </StaleNote>
      )}
      {failed && <CardText role="alert">{errorText}</CardText>}
      {state === undefined && fault === null && (
        <Delayed>
          <div role="status" aria-busy="true" aria-label="Loading the evapotranspiration">
            <Skeleton height={chartPx} radius={12} />
          </div>
        </Delayed>
      )}
      {found && fault === null && (
        <div className={classes.body}>
          <div>
            <EvapotranspirationChart found={found} range={range} heightPx={chartPx} />
            <EvapotranspirationDays found={found} />
          </div>
          <div>
            <EvapotranspirationTotals found={found} />
            <EvapotranspirationSources found={found} />
          </div>
        </div>
      )}
    </Card>
  );
}

interface CustomDaysProps {
  days: DayRange;
  onChange: (days: DayRange) => void;
  /** Yesterday. */
  latest: string;
}

function CustomDays({ days, onChange, latest }: CustomDaysProps) {
  return (
    <>
      <TextInput
        label="From"
        type="date"
        value={days.from}
        max={latest}
        onChange={({ currentTarget: { value } }) => onChange({ ...days, from: value })}
      />
      <TextInput
        label="Through"
        type="date"
        value={days.to}
        max={latest}
        onChange={({ currentTarget: { value } }) => onChange({ ...days, to: value })}
      />
    </>
  );
}
