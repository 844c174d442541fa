import type { Timeline, TimelineEntry } from '@allclear/contract';
import { localDayOf, localText, localTime, type TimelineKind, timelineKinds } from '@allclear/domain';

/** The kinds that an address shows: all when it names none. */
export function readKinds(text: string | null): readonly TimelineKind[] {
  const wanted = (text ?? '').split(',');
  const kinds = timelineKinds.filter((kind) => wanted.includes(kind));
  return kinds.length === 0 ? timelineKinds : kinds;
}

/** '3:42:07 PM': seconds tell apart what follows each other. */
export function timeText(atMs: number, timeZone: string): string {
  const [clock = '', half = ''] = localText(atMs, timeZone).split(' ');
  const seconds = String(Math.floor(atMs / 1_000) % 60).padStart(2, '0');
  return `${clock}:${seconds} ${half}`;
}

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });

/** 'Saturday, June 6, 2026' at the place. */
export function dayText(atMs: number, timeZone: string): string {
  const { year, month, dayOfMonth } = localTime(atMs, timeZone);
  return dateFormat.format(Date.UTC(year, month - 1, dayOfMonth));
}

/** The span in words, with the zone of both ends: an hour of autumn comes twice. */
export function spanText({ fromUtc, toUtc, timeZone }: Timeline): string {
  const [from, to] = [Date.parse(fromUtc), Date.parse(toUtc)];
  const end = (atMs: number) => `${dayText(atMs, timeZone)}, ${localText(atMs, timeZone, true)}`;
  return `${end(from)} – ${end(to)}`;
}

/** The day before or after the one in which a span begins, 'YYYY-MM-DD'. */
export function otherDay({ fromUtc, timeZone }: Timeline, step: -1 | 1): string {
  const day = localDayOf(Date.parse(fromUtc), timeZone);
  // What began on an earlier day is of its day.
  return localDayOf(step < 0 ? day.from - 1 : day.until, timeZone).day;
}

/** When an entry was, and until when: '3:42:07 PM', '2:03:00 PM – 2:20:00 PM', 'since 2:03:00 PM'. */
export function whenText({ atUtc, untilUtc, isOpen }: TimelineEntry, timeZone: string): string {
  const at = timeText(Date.parse(atUtc), timeZone);
  if (isOpen) return `since ${at}`;
  return untilUtc === null ? at : `${at} – ${timeText(Date.parse(untilUtc), timeZone)}`;
}

/** The entries of some kinds, by day of the place. */
export function byDay(
  { entries, timeZone }: Timeline,
  kinds: readonly TimelineKind[],
): [string, TimelineEntry[]][] {
  const shown = entries.filter(({ kind }) => kinds.includes(kind));
  return [...Map.groupBy(shown, ({ atUtc }) => dayText(Date.parse(atUtc), timeZone))];
}
