import type { RollCall } from '@allclear/contract';
import { type QueryState, trustOf } from '../../api/query-state.ts';
import { timeAgo } from '../../clock/time-text.ts';
import { StaleNote } from '../../ui/CardStates.tsx';
import classes from './RollCall.module.css';
import { headlineOf } from './roll-call-words.ts';

interface RollCallNumbersProps {
  state: QueryState<RollCall> | undefined;
  nowMs: number | null;
  speed: number;
}

/** Who is missing, large. What is too old is covered: then nobody knows who is missing. */
export function RollCallNumbers({ state, nowMs, speed }: RollCallNumbersProps) {
  const live = state?.value?.live;
  if (!live) return null;
  const { tone, text, notes } = headlineOf(live);
  const trust = trustOf(state, nowMs, speed, 'rollCall');
  const asOf = state?.asOfMs ?? null;
  const age = timeAgo(asOf === null ? null : new Date(asOf).toISOString(), nowMs);
  // A roll-call that has ended hardly changes.
  const isCovered = trust === 'unknown' || trust === 'asking';
  if (isCovered)
    return (
      <section className={`${classes.numbers} hatched`} data-tone="unknown" aria-label="Who is missing">
        <p className={classes.large} role="alert">
          Who is missing is not known now
        </p>
        <ul className={classes.notes}>
          <li>
            Last known {age}: {text}
          </li>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
          <li>Go on counting: what you enter is sent when the connection is back.</li>
        </ul>
      </section>
    );
  return (
    <section className={classes.numbers} data-tone={tone} aria-label="Who is missing">
      <p className={classes.large} role="status">
        {text}
      </p>
      <ul className={classes.notes}>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      {trust === 'failing' && <StaleNote>These numbers are of {age}. The connection was lost.</StaleNote>}
    </section>
  );
}
