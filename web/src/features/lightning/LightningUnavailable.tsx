import { IconHelpCircle } from '@tabler/icons-react';
import { timeAgo, timeOfDay } from '../../clock/time-text.ts';
import classes from './LightningCard.module.css';
import { type LastKnown, strikeText, type ThunderZone, thunderText } from './lightning-view.ts';

interface LightningUnavailableProps {
  lastKnown: LastKnown | null;
  /** What hinders the observation, where that is known. */
  remark?: string | undefined;
  /** The zones that thunder holds, observed or not. */
  thunder?: readonly ThunderZone[] | undefined;
  timeZone: string;
  nowMs: number | null;
  support: { email: string; phone: string } | null;
}

/**
 * Lightning is unknown: shows the last known state, its age, and the support contact. It never says clear.
 */
export function LightningUnavailable({
  lastKnown,
  remark,
  thunder = [],
  timeZone,
  nowMs,
  support,
}: LightningUnavailableProps) {
  return (
    <>
      <div className={classes.state} data-tone="unknown" role="alert">
        <IconHelpCircle size={20} aria-hidden="true" />
        <strong>Lightning status is temporarily unavailable.</strong>
      </div>
      <div className={classes.facts}>
        <ThunderLine zones={thunder} timeZone={timeZone} />
        {remark && <p>{remark}</p>}
        {lastKnown ? (
          <LastKnownText lastKnown={lastKnown} timeZone={timeZone} nowMs={nowMs} />
        ) : (
          <p>Nothing is known of the lightning here yet.</p>
        )}
        <p>Treat this place as if lightning were near until this card is back. We keep trying.</p>
        {support && (support.email || support.phone) && (
          <p>
            Support: {support.email && <a href={`mailto:${support.email}`}>{support.email}</a>}
            {support.email && support.phone && ' · '}
            {support.phone && <a href={`tel:${support.phone.replace(/[^+\d]/g, '')}`}>{support.phone}</a>}
          </p>
        )}
      </div>
    </>
  );
}

/** Thunder needs no feed: it holds the place while nothing is observed. */
function ThunderLine({ zones, timeZone }: { zones: readonly ThunderZone[]; timeZone: string }) {
  const [last] = zones.toSorted((a, b) => Date.parse(b.thunder.at) - Date.parse(a.thunder.at));
  if (!last) return null;
  const until = zones.reduce((latest, { until }) => (until > latest ? until : latest), last.until);
  return (
    <p>
      <strong>{thunderText(last.thunder, timeOfDay(last.thunder.at, timeZone))}</strong>. It holds this place
      until {timeOfDay(until, timeZone)} at least.
    </p>
  );
}

function LastKnownText({
  lastKnown,
  timeZone,
  nowMs,
}: {
  lastKnown: LastKnown;
  timeZone: string;
  nowMs: number | null;
}) {
  const { inDelay, lastStrike, observedThrough } = lastKnown;
  const state = inDelay.length > 0 ? `in delay (${inDelay.join(', ')})` : 'no zone in delay';
  return (
    <>
      <p>
        <strong>Last known {observedThrough ? timeAgo(observedThrough, nowMs) : 'some time ago'}</strong>
        {observedThrough && ` (${timeOfDay(observedThrough, timeZone)})`}: {state}.
      </p>
      {lastStrike && (
        <p>
          {strikeText(lastStrike)} at {timeOfDay(lastStrike.at, timeZone)}.
        </p>
      )}
    </>
  );
}
