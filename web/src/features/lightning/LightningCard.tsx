import { Skeleton } from '@mantine/core';
import { IconBoltFilled, IconCheck, IconEye } from '@tabler/icons-react';
import { Fragment } from 'react';
import { timeAgo, timeOfDay } from '../../clock/time-text.ts';
import { useCheckAtZero } from '../../clock/use-check-at-zero.ts';
import { Card } from '../../ui/Card.tsx';
import { HeldNote } from '../../ui/CardStates.tsx';
import { Delayed } from '../../ui/Delayed.tsx';
import classes from './LightningCard.module.css';
import { LightningUnavailable } from './LightningUnavailable.tsx';
import { type LightningView, strikeText } from './lightning-view.ts';
import { useStrikePulse } from './use-strike-pulse.ts';
import { ZoneRings } from './ZoneRings.tsx';

export const lightningCrashText =
  "Your lightning data is on strike. We're in negotiations and will be back to work soon.";

export interface LightningCardProps {
  view: LightningView;
  /** Warnings of other policies hold the place: its lightning zones may be clear, the place is not. */
  isHeld?: boolean;
  label: string;
  timeZone: string;
  nowMs: number | null;
  support: { email: string; phone: string } | null;
  /** Asks the server now: a countdown that reaches 0:00 never turns to All Clear by itself. */
  onRefresh: () => void;
}

/** Lightning Status of a location (spec 1 section 2.3). */
export function LightningCard(props: LightningCardProps) {
  const { view, isHeld = false, label, timeZone, nowMs, support, onRefresh } = props;
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
      className={pulsing ? classes.pulse : undefined}
    >
      <Content view={view} isHeld={isHeld} timeZone={timeZone} nowMs={nowMs} support={support} />
      <p className={classes.standing}>
        Allclear does not guarantee safety. If you hear thunder or see lightning, take shelter, even when no
        signal is given.
      </p>
    </Card>
  );
}

function Content({
  view,
  isHeld,
  timeZone,
  nowMs,
  support,
}: Pick<LightningCardProps, 'view' | 'timeZone' | 'nowMs' | 'support'> & { isHeld: boolean }) {
  switch (view.kind) {
    case 'loading':
      return (
        <Delayed>
          <div className={classes.loading} aria-hidden="true">
            <Skeleton height={44} radius={8} />
            <Skeleton height={168} circle />
          </div>
        </Delayed>
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
          timeZone={timeZone}
          nowMs={nowMs}
          support={support}
        />
      );
    case 'clear':
      return (
        <>
          <div className={classes.state} data-tone={isHeld ? 'neutral' : 'clear'}>
            <IconCheck size={20} stroke={2.5} aria-hidden="true" />
            <span>
              <strong>All Clear</strong>{' '}
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
          <Details view={view} nowMs={nowMs} timeZone={timeZone} />
        </>
      );
    case 'delay':
      return (
        <>
          <DelayLine view={view} />
          <ZoneRings zones={view.zones} governing={view.governing} />
          <Details view={view} nowMs={nowMs} timeZone={timeZone} />
        </>
      );
  }
}

function DelayLine({ view }: { view: Extract<LightningView, { kind: 'delay' }> }) {
  const innermost = view.zones.find((zone) => zone.state === 'strike');
  if (!innermost) {
    return (
      <div className={classes.state} data-tone="observing">
        <IconEye size={20} aria-hidden="true" />
        <span>
          <strong>Observing</strong> Quiet not yet seen long enough for an all clear.
        </span>
      </div>
    );
  }
  return (
    <div className={classes.state} data-tone="danger">
      <IconBoltFilled size={20} aria-hidden="true" />
      <strong>
        {innermost === view.zones[0]
          ? 'Delay: stay inside'
          : `Delay: lightning within ${innermost.range.split('-').at(-1)}`}
      </strong>
    </div>
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
  const { answer, lastStrike } = view;
  const outer = Math.max(...answer.zones.map((zone) => zone.radiusMiles));
  const affected = answer.strikeCount === 1 ? '1 strike' : `${answer.strikeCount || 'No'} strikes`;
  return (
    <div className={classes.facts}>
      {lastStrike && (
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
