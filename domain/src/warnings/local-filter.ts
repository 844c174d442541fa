/** Which time of a place a report counts: days of its zone, hours of a day, days of the week. Instants are epoch ms. */
import { DAY_MS, dateText, MINUTE_MS, offsetMinutes } from '../core/index.ts';

/** Each instant is judged by what the wall clock and the calendar of the zone show at it. */
export interface LocalFilter {
  /** 'YYYY-MM-DD', both included. */
  readonly startDate: string;
  readonly endDate: string;
  /**
   * Ms since midnight, `from` included and `until` not; null: the whole day. `until` before `from`: until midnight and
   * from midnight, so that the hours after midnight belong to the day that has begun. Equal: the whole day.
   */
  readonly timeOfDay: { readonly from: number; readonly until: number } | null;
  /** 0 Sunday to 6 Saturday; empty: every day. */
  readonly daysOfWeek: readonly number[];
}

export interface Span {
  readonly from: number;
  readonly until: number;
}

/** A stretch within one local day. */
export interface LocalPiece extends Span {
  /** 'YYYY-MM-DD'. */
  readonly day: string;
}

interface Offset extends Span {
  readonly offsetMs: number;
}

/** Instants around everything that a filter may let through in any zone, for a query. */
export function filterBounds({ startDate, endDate }: LocalFilter): Span {
  return { from: midnightOf(startDate) - DAY_MS, until: midnightOf(endDate) + 2 * DAY_MS };
}

/**
 * Cuts stretches at the midnights of a zone and leaves of them what a filter lets through. One cutter serves many
 * stretches: it keeps what it found of the zone. Throws a RangeError for dates that are none.
 */
export function localCutter(filter: LocalFilter, timeZone: string): (span: Span) => LocalPiece[] {
  const bounds = filterBounds(filter);
  const firstDay = midnightOf(filter.startDate) / DAY_MS;
  const lastDay = midnightOf(filter.endDate) / DAY_MS;
  const hours = hoursOf(filter.timeOfDay);
  const offsets = new Map<number, readonly Offset[]>();
  const offsetsOf = (utcDay: number) => {
    const found = offsets.get(utcDay) ?? offsetsOn(utcDay, timeZone);
    offsets.set(utcDay, found);
    return found;
  };
  const isWanted = (day: number) =>
    day >= firstDay &&
    day <= lastDay &&
    // 1970-01-01 was a Thursday.
    (filter.daysOfWeek.length === 0 || filter.daysOfWeek.includes((((day + 4) % 7) + 7) % 7));

  return (span) => {
    const from = Math.max(span.from, bounds.from);
    const until = Math.min(span.until, bounds.until);
    const pieces: LocalPiece[] = [];
    for (let utcDay = Math.floor(from / DAY_MS); utcDay * DAY_MS < until; utcDay++)
      for (const offset of offsetsOf(utcDay)) {
        // As the wall clock shows them.
        const begin = Math.max(from, offset.from) + offset.offsetMs;
        const end = Math.min(until, offset.until) + offset.offsetMs;
        for (let day = Math.floor(begin / DAY_MS); day * DAY_MS < end; day++) {
          if (!isWanted(day)) continue;
          for (const [first, past] of hours) {
            const piece = {
              day: dateText(day * DAY_MS),
              from: Math.max(begin, day * DAY_MS + first) - offset.offsetMs,
              until: Math.min(end, day * DAY_MS + past) - offset.offsetMs,
            };
            if (piece.from < piece.until) pieces.push(piece);
          }
        }
      }
    return pieces;
  };
}

function hoursOf(timeOfDay: LocalFilter['timeOfDay']): readonly (readonly [number, number])[] {
  if (timeOfDay === null || timeOfDay.from === timeOfDay.until) return [[0, DAY_MS]];
  const { from, until } = timeOfDay;
  if (from < until) return [[from, until]];
  return [
    [0, until],
    [from, DAY_MS],
  ];
}

/** By how much the wall clock is ahead of UTC over a day of UTC: one stretch, or two where clocks change. */
function offsetsOn(utcDay: number, timeZone: string): readonly Offset[] {
  const from = utcDay * DAY_MS;
  const until = from + DAY_MS;
  const offsetAt = (at: number) => offsetMinutes(at, timeZone) * MINUTE_MS;
  const first = offsetAt(from);
  const last = offsetAt(until - MINUTE_MS);
  if (first === last) return [{ from, until, offsetMs: first }];
  let before = from;
  let after = until - MINUTE_MS;
  while (after - before > MINUTE_MS) {
    const middle = before + Math.floor((after - before) / 2 / MINUTE_MS) * MINUTE_MS;
    if (offsetAt(middle) === first) before = middle;
    else after = middle;
  }
  return [
    { from, until: after, offsetMs: first },
    { from: after, until, offsetMs: last },
  ];
}

function midnightOf(date: string): number {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(midnight)) throw new RangeError(`${date} is no date`);
  return midnight;
}
