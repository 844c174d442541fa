import { Skeleton } from '@mantine/core';
import { IconCheck, IconHandStop } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { timeAgo, timeOfDay } from '../../clock/time-text.ts';
import { useCheckAtZero } from '../../clock/use-check-at-zero.ts';
import { Card } from '../../ui/Card.tsx';
import { HeldNote } from '../../ui/CardStates.tsx';
import { Delayed } from '../../ui/Delayed.tsx';
import classes from './LightningCard.module.css';
import { LightningUnavailable } from './LightningUnavailable.tsx';
import { type LightningView, strikeText, thunderText } from './lightning-view.ts';
import { QuietTape } from './tape/QuietTape.tsx';
import type { ShownTape } from './tape/use-tape.ts';
import { useStrikePulse } from './use-strike-pulse.ts';
import { ZoneRings } from './ZoneRings.tsx';

export const lightningCrashText =
  "Your lightning data is on strike. We're in negotiations and will be back to work soon.";

export interface LightningCardProps {
  view: LightningView;
  /** Warnings of other policies hold the place: its lightning zones may be clear, the place is not. */
  isHeld?: boolean;
  /** An admin keeps the place closed: nothing here says clear. */
  isClosed?: boolean;
  label: string;
  timeZone: string;
  nowMs: number | null;
  support: { email: string; phone: string } | null;
  tape: ShownTape;
  /** The small map beside the tape. */
  scope?: ReactNode;
  /** Asks the server now: a countdown that reaches 0:00 never turns to All Clear by itself. */
  onRefresh: () => void;
}

/** Lightning Status of a location (spec 1 section 2.3). */
export function LightningCard(props: LightningCardProps) {
  const { view, isHeld = false, isClosed = false, label, timeZone, nowMs, tape, scope, onRefresh } = props;
  const atZero = view.kind === 'delay' && view.atZero;
  useCheckAtZero(atZero, onRefresh);
  const pulsing = useStrikePulse(label, view.kind === 'delay' ? (view.lastStrike?.at ?? null) : null);
  const observed =
    view.kind === 'delay' || view.kind === 'clear'
      ? `observed through ${timeOfDay(view.answer.observedThrough, timeZone, true)}`
      : null;

  return (
    <Card
      title="Lightning Status"
      age={observed}
      severe={view.kind === 'delay'}
      unknown={view.kind === 'unavailable' || view.kind === 'not-covered'}
      className={`${classes.card} ${pulsing ? classes.pulse : ''}`}
    >
      <div className={classes.container}>
        <div className={classes.parts} data-kind={view.kind}>
          <div className={classes.status}>
            <Content {...props} isHeld={isHeld} isClosed={isClosed} />
          </div>
          {nowMs !== null && isTaped(view) && (
            <div className={classes.tape}>
              <QuietTape view={view} shown={tape} nowMs={nowMs} timeZone={timeZone} isClosed={isClosed} />
            </div>
          )}
          {scope && isTaped(view) && <div className={classes.scope}>{scope}</div>}
        </div>
      </div>
      {(view.kind === 'delay' || view.kind === 'clear') && (
        <Details view={view} nowMs={nowMs} timeZone={timeZone} />
      )}
      <p className={classes.standing}>
        Allclear does not guarantee safety. If you hear thunder or see lightning, take shelter, even when no
        signal is given.
      </p>
    </Card>
  );
}

/** Whether a place has a tape: it is covered by a feed and its status has been answered. */
export function isTaped({ kind }: LightningView): boolean {
  return kind !== 'loading' && kind !== 'not-covered';
}

type ContentProps = Pick<LightningCardProps, 'view' | 'timeZone' | 'nowMs' | 'support'> & {
  isHeld: boolean;
  isClosed: boolean;
};

function Content({ view, isHeld, isClosed, timeZone, nowMs, support }: ContentProps) {
  switch (view.kind) {
    case 'loading':
      return (
        <div className={classes.loading} aria-hidden="true">
          <Delayed>
            <Skeleton height="100%" radius={8} />
          </Delayed>
        </div>
      );
    case 'not-covered':
      return (
        <div className={classes.state} data-tone="unknown">
          <span>
            <strong>No lightning feed covers this place.</strong> There is no lightning status here: watch and
            listen yourselves.
          </span>
        </div>
      );
    case 'unavailable':
      return (
        <LightningUnavailable
          lastKnown={view.lastKnown}
          remark={view.remark}
          thunder={view.thunder}
          timeZone={timeZone}
          nowMs={nowMs}
          support={support}
        />
      );
    case 'clear':
      return <Clear view={view} isHeld={isHeld} isClosed={isClosed} timeZone={timeZone} />;
    case 'delay':
      // The band above the page says what to do.
      return <ZoneRings zones={view.zones} governing={view.governing} isClosed={isClosed} />;
  }
}

interface ClearProps {
  view: Extract<LightningView, { kind: 'clear' }>;
  isHeld: boolean;
  isClosed: boolean;
  timeZone: string;
}

/** Every zone is clear; of a place that is closed it says only that no lightning was seen. */
function Clear({ view, isHeld, isClosed, timeZone }: ClearProps) {
  const Icon = isClosed ? IconHandStop : IconCheck;
  return (
    <>
      <div className={classes.state} data-tone={isHeld || isClosed ? 'neutral' : 'clear'}>
        <Icon size={20} stroke={isClosed ? 2 : 2.5} aria-hidden="true" />
        <span>
          <strong>{isClosed ? 'This place is closed.' : 'All Clear'}</strong> {isClosed && 'No lightning in '}
          {view.ranges.map((range, i) => (
            // The line may break between ranges, not within one.
            <Fragment key={range}>
              <span className={classes.whole}>
                {i < view.ranges.length - 1 || view.since ? `${range},` : range}
              </span>{' '}
            </Fragment>
          ))}
          {view.since && <span className={classes.whole}>since {timeOfDay(view.since, timeZone)}</span>}
        </span>
      </div>
      {isHeld && <HeldNote>Lightning only: other warnings in effect.</HeldNote>}
    </>
  );
}

function Details({
  view,
  nowMs,
  timeZone,
}: {
  view: Extract<LightningView, { kind: 'delay' | 'clear' }>;
  nowMs: number | null;
  timeZone: string;
}) {
  const { answer, lastStrike, thunder } = view;
  const outer = Math.max(...answer.zones.map((zone) => zone.radiusMiles));
  const affected = answer.strikeCount === 1 ? '1 strike' : `${answer.strikeCount || 'No'} strikes`;
  return (
    <div className={classes.facts}>
      {thunder && (
        <p>
          <strong>{thunderText(thunder, timeOfDay(thunder.at, timeZone))}</strong>,{' '}
          <span className={classes.whole}>{timeAgo(thunder.at, nowMs, 'short')}</span>
        </p>
      )}
      {!thunder && lastStrike && (
        <p>
          <strong>{strikeText(lastStrike)}</strong>,{' '}
          <span className={classes.whole}>{timeAgo(lastStrike.at, nowMs, 'short')}</span>{' '}
          <span className={classes.whole}>({timeOfDay(lastStrike.at, timeZone)})</span>
        </p>
      )}
      <p>
        {affected} within {outer} mi in the last 30 minutes.
        {view.kind === 'delay' && ` All clear needs ${answer.allClearMinutes} quiet minutes in every zone.`}
      </p>
      {answer.remark && <p className={classes.note}>{answer.remark}</p>}
      {view.kind === 'delay' && view.paused && (
        <p className={classes.note}>
          <strong>Countdown paused:</strong> nothing has been observed since{' '}
          {timeOfDay(answer.observedThrough, timeZone, true)}.
        </p>
      )}
      {view.kind === 'delay' && !view.paused && view.atZero && (
        <p className={classes.note}>Checking with the server…</p>
      )}
      {answer.note && (
        <p
          className={classes.note}
        >{`All-clear timer of ${answer.allClearMinutes} minutes: ${lowerFirst(answer.note)}.`}</p>
      )}
    </div>
  );
}

function lowerFirst(text: string): string {
  return (text.charAt(0).toLowerCase() + text.slice(1)).replace(/\.$/, '');
}
