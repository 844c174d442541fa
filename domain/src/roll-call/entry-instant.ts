import { type PressAge, type PressTimes, pressAge } from '../lightning/index.ts';

/** An entry that is so old when it is received joined later, real ms. */
export const joinedLaterMs = 60_000;
/** An entry that was made so shortly after the end was on its way, real ms. */
export const endedGraceMs = 60_000;

export type EntryInstant =
  | {
      readonly kind: 'counts';
      /** When it was made, product clock, within the roll-call. */
      readonly at: number;
      /** Real ms; null where the phone's clock was set in between. */
      readonly ageMs: number | null;
      readonly joinedLater: boolean;
    }
  /** It says that it was made after it was sent. */
  | { readonly kind: 'future' }
  /** It was made before the roll-call began. */
  | { readonly kind: 'before' }
  /** It was made after the roll-call had ended. */
  | { readonly kind: 'after' };

/**
 * When an entry of a roll-call was made: a phone that was offline sends it later. Where the phone's clock was set in
 * between it counts from its receipt, or from the end of the roll-call.
 *
 * @param times by the phone's own clock
 * @param received product and wall clock at receipt, epoch ms, and how many times as fast as real time the product's runs
 * @param call start and end of the roll-call, product clock; the end is null while it is open
 */
export function entryInstant(
  times: PressTimes,
  received: { readonly at: number; readonly wallAt: number; readonly speed: number },
  call: { readonly startedAt: number; readonly endedAt: number | null },
): EntryInstant {
  const age: PressAge = pressAge(times, received.wallAt);
  if (age.kind === 'future') return { kind: 'future' };
  const graceMs = endedGraceMs * received.speed;
  const latest = call.endedAt ?? received.at;
  const isOver = call.endedAt !== null;
  if (age.kind === 'clock-stepped')
    return { kind: 'counts', at: Math.min(received.at, latest), ageMs: null, joinedLater: true };
  const { ageMs } = age;
  const madeAt = received.at - ageMs * received.speed;
  if (madeAt < call.startedAt - graceMs) return { kind: 'before' };
  if (madeAt > latest + graceMs) return { kind: 'after' };
  return {
    kind: 'counts',
    at: Math.min(Math.max(madeAt, call.startedAt), latest),
    ageMs: Math.round(ageMs),
    joinedLater: isOver || ageMs >= joinedLaterMs,
  };
}
