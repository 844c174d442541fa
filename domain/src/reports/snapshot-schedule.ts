import { DAY_MS, localInstants, localTime, MINUTE_MS } from '../core/index.ts';
import { type PracticeTime, practiceTimesBetween } from '../locations/index.ts';

/** When snapshots are taken by themselves. */
export type SnapshotTimes =
  /** On weekdays (0 Sunday – 6 Saturday) at a time of the wall clock, 'HH:mm'. */
  | { readonly kind: 'weekly'; readonly weekdays: readonly number[]; readonly time: string }
  /** So many minutes before each practice begins. */
  | { readonly kind: 'before-practice'; readonly minutes: number };

export interface DueSnapshot {
  /** Epoch ms. */
  readonly at: number;
  /** The practice that it is before; empty for a weekly one. */
  readonly cause: string;
}

/**
 * The snapshots due after an instant until another (included, epoch ms), in order, at most one an instant. Rounds that
 * follow each other without a gap find each exactly once, however time is cut into them. A time that the clock skips is
 * the instant of the jump; of a time that occurs twice the first counts. Times that cannot be read are never due.
 */
export function snapshotsDue(
  times: SnapshotTimes,
  practices: readonly PracticeTime[],
  timeZone: string,
  { after, until }: { after: number; until: number },
): DueSnapshot[] {
  if (!(until > after)) return [];
  const all =
    times.kind === 'weekly'
      ? weekly(times, timeZone, after, until)
      : beforePractices(times.minutes * MINUTE_MS, practices, timeZone, after, until);
  const due = new Map<number, DueSnapshot>();
  for (const one of all) {
    if (one.at <= after || one.at > until) continue;
    const same = due.get(one.at);
    const cause = same && same.cause !== one.cause ? `${same.cause}, ${one.cause}` : one.cause;
    due.set(one.at, { at: one.at, cause });
  }
  return [...due.values()].sort((a, b) => a.at - b.at);
}

/** The next snapshot within so many days; null without one. */
export function nextSnapshot(
  times: SnapshotTimes,
  practices: readonly PracticeTime[],
  timeZone: string,
  { after, days = 8 }: { after: number; days?: number },
): DueSnapshot | null {
  return snapshotsDue(times, practices, timeZone, { after, until: after + days * DAY_MS })[0] ?? null;
}

function weekly(
  { weekdays, time }: Extract<SnapshotTimes, { kind: 'weekly' }>,
  timeZone: string,
  after: number,
  until: number,
): DueSnapshot[] {
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time);
  if (!match) return [];
  const minutes = Number(match[1]) * 60 + Number(match[2]);
  const found: DueSnapshot[] = [];
  // A day more on both sides: where a zone skips a day, its times are at the jump.
  const last = dayMs(until, timeZone) + DAY_MS;
  for (let day = dayMs(after, timeZone) - DAY_MS; day <= last; day += DAY_MS)
    if (weekdays.includes(new Date(day).getUTCDay()))
      found.push({ at: localInstants(day, minutes, timeZone).first, cause: '' });
  return found;
}

function beforePractices(
  beforeMs: number,
  practices: readonly PracticeTime[],
  timeZone: string,
  after: number,
  until: number,
): DueSnapshot[] {
  // The end of a period of practices is excluded; that of the rounds is not.
  return practiceTimesBetween(practices, timeZone, after + beforeMs, until + beforeMs + 1).map(
    ({ from, name }) => ({ at: from - beforeMs, cause: name }),
  );
}

/** The date at an instant as epoch ms of its midnight in UTC. */
function dayMs(at: number, timeZone: string): number {
  const { year, month, dayOfMonth } = localTime(at, timeZone);
  return Date.UTC(year, month - 1, dayOfMonth);
}
