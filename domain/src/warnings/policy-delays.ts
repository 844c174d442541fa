/**
 * How long policies delayed a place: each delay, and sums by local days, weeks, months and over all. Minutes are those that
 * passed, also over a change of the clocks. Time counts once however many delays of a place overlap. It counts as unknown
 * while every delay that is open is held for lost data. Instants are epoch ms.
 */
import { DAY_MS, dateText } from '../core/index.ts';
import { type LocalFilter, type LocalPiece, localCutter, type Span } from './local-filter.ts';

export type DelayEnd = 'all-clear' | 'policy-deleted' | 'location-moved' | 'location-removed';

/** One warning of a policy at a place, from its first evidence to its end. */
export interface PolicyDelay {
  readonly id: string;
  readonly placeId: string;
  readonly policyType: string;
  /** Of the first evidence. */
  readonly startedAt: number;
  /** When its all clear was earned, or it was withdrawn; null while it is open. */
  readonly endedAt: number | null;
  /** Stretches in which its data were lost; `until` null: they are lost still. */
  readonly held: readonly { readonly from: number; readonly until: number | null }[];
}

/** What of a delay, or of several, a filter lets through. */
export interface LostTime {
  /** With data. */
  readonly delayMs: number;
  /** Held for lost data. */
  readonly unknownMs: number;
}

/** A delay with the part of it that counts. */
export interface CountedDelay<Delay extends PolicyDelay> extends LostTime {
  readonly delay: Delay;
  /** It has not ended: it counts until now. */
  readonly isOpen: boolean;
}

export type DelayPeriod = 'Daily' | 'Weekly' | 'Monthly' | 'Overall';

export interface DelaySum extends LostTime {
  readonly placeId: string;
  /** Null: every chosen type of the place, in which an instant counts once. */
  readonly policyType: string | null;
  /** The days of the period within the filter, both included. A week begins on a Sunday. */
  readonly firstDay: string;
  readonly lastDay: string;
  /** Delays with time in the period; one that goes on over its end counts in the next as well. */
  readonly delays: number;
  /** Those of them that have not ended. */
  readonly openDelays: number;
}

export interface DelayQuestion {
  readonly filter: LocalFilter;
  readonly timeZoneOf: (placeId: string) => string;
  readonly now: number;
}

/** The delays of which the filter lets something through, in the order given. */
export function countedDelays<Delay extends PolicyDelay>(
  delays: readonly Delay[],
  question: DelayQuestion,
): CountedDelay<Delay>[] {
  const cutterOf = cuttersOf(question);
  return delays.flatMap((delay) => {
    const time = { delayMs: 0, unknownMs: 0 };
    for (const stretch of lostStretches([delay], question.now))
      for (const piece of cutterOf(delay.placeId)(stretch)) addPiece(time, piece, stretch.hasData);
    if (time.delayMs + time.unknownMs === 0) return [];
    return [{ delay, isOpen: delay.endedAt === null, ...time }];
  });
}

/**
 * The time of each place by periods: a sum for each of its policy types, and one over all of them. Only periods with a
 * delay are there, in the order of time; of a period first the types by name, then all of them.
 */
export function delaySums(
  delays: readonly PolicyDelay[],
  period: DelayPeriod,
  question: DelayQuestion,
): DelaySum[] {
  const cutterOf = cuttersOf(question);
  const sums: DelaySum[] = [];
  for (const [placeId, ofPlace] of Map.groupBy(delays, (delay) => delay.placeId)) {
    const cut = cutterOf(placeId);
    const parts = [
      ...[...Map.groupBy(ofPlace, (delay) => delay.policyType)].sort(([a], [b]) => (a < b ? -1 : 1)),
      [null, ofPlace] as const,
    ];
    const rows = parts.flatMap(([policyType, part]) =>
      [...sumsOf(part, period, question, cut)].map(([, sum]) => ({ placeId, policyType, ...sum })),
    );
    sums.push(...rows.sort((a, b) => (a.firstDay < b.firstDay ? -1 : Number(a.firstDay > b.firstDay))));
  }
  return sums;
}

type Sum = Omit<DelaySum, 'placeId' | 'policyType'>;

function sumsOf(
  delays: readonly PolicyDelay[],
  period: DelayPeriod,
  { filter, now }: DelayQuestion,
  cut: (span: Span) => LocalPiece[],
): Map<string, Sum> {
  const sums = new Map<string, { -readonly [Field in keyof Sum]: Sum[Field] }>();
  const sumOf = (day: string) => {
    const days = periodOf(day, period, filter);
    const sum = sums.get(days.firstDay) ?? { ...days, delays: 0, openDelays: 0, delayMs: 0, unknownMs: 0 };
    sums.set(days.firstDay, sum);
    return sum;
  };
  for (const stretch of lostStretches(delays, now))
    for (const piece of cut(stretch)) addPiece(sumOf(piece.day), piece, stretch.hasData);
  for (const { startedAt, endedAt } of delays) {
    const periods = new Set(cut({ from: startedAt, until: endedAt ?? now }).map(({ day }) => sumOf(day)));
    for (const sum of periods) {
      sum.delays++;
      if (endedAt === null) sum.openDelays++;
    }
  }
  return sums;
}

function addPiece(
  time: { delayMs: number; unknownMs: number },
  { from, until }: Span,
  hasData: boolean,
): void {
  if (hasData) time.delayMs += until - from;
  else time.unknownMs += until - from;
}

/** The days of the period that holds a day, within the filter. */
function periodOf(day: string, period: DelayPeriod, { startDate, endDate }: LocalFilter) {
  const at = Date.parse(`${day}T00:00:00Z`);
  const within = (firstDay: string, lastDay: string) => ({
    firstDay: firstDay < startDate ? startDate : firstDay,
    lastDay: lastDay > endDate ? endDate : lastDay,
  });
  if (period === 'Daily') return within(day, day);
  if (period === 'Overall') return within(startDate, endDate);
  const date = new Date(at);
  if (period === 'Weekly') {
    const sunday = at - date.getUTCDay() * DAY_MS;
    return within(dateText(sunday), dateText(sunday + 6 * DAY_MS));
  }
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return within(dateText(Date.UTC(year, month, 1)), dateText(Date.UTC(year, month + 1, 0)));
}

/** When at least one delay is open, each instant once, in the order of time; known when one of those open has data. */
export function lostStretches(
  delays: readonly PolicyDelay[],
  now: number,
): (Span & { readonly hasData: boolean })[] {
  const steps: { at: number; open: number; held: number }[] = [];
  for (const { startedAt, endedAt, held } of delays) {
    const end = endedAt ?? now;
    if (end <= startedAt) continue;
    steps.push({ at: startedAt, open: 1, held: 0 }, { at: end, open: -1, held: 0 });
    for (const { from, until } of joined(held, { from: startedAt, until: end }))
      steps.push({ at: from, open: 0, held: 1 }, { at: until, open: 0, held: -1 });
  }
  steps.sort((a, b) => a.at - b.at);
  const stretches: (Span & { hasData: boolean })[] = [];
  let [open, held, since] = [0, 0, 0];
  for (const step of steps) {
    if (open > 0 && step.at > since) {
      const hasData = open > held;
      const last = stretches.at(-1);
      if (last && last.until === since && last.hasData === hasData)
        stretches[stretches.length - 1] = { ...last, until: step.at };
      else stretches.push({ from: since, until: step.at, hasData });
    }
    since = step.at;
    open += step.open;
    held += step.held;
  }
  return stretches;
}

/** Stretches within a span, those that touch or overlap as one. */
function joined(held: PolicyDelay['held'], span: Span): Span[] {
  const within = held
    .map(({ from, until }) => ({
      from: Math.max(from, span.from),
      until: Math.min(until ?? span.until, span.until),
    }))
    .filter(({ from, until }) => from < until)
    .sort((a, b) => a.from - b.from);
  const result: Span[] = [];
  for (const stretch of within) {
    const last = result.at(-1);
    if (last && stretch.from <= last.until)
      result[result.length - 1] = { from: last.from, until: Math.max(last.until, stretch.until) };
    else result.push(stretch);
  }
  return result;
}

function cuttersOf({ filter, timeZoneOf }: DelayQuestion): (placeId: string) => (span: Span) => LocalPiece[] {
  const cutters = new Map<string, (span: Span) => LocalPiece[]>();
  return (placeId) => {
    const timeZone = timeZoneOf(placeId);
    const cutter = cutters.get(timeZone) ?? localCutter(filter, timeZone);
    cutters.set(timeZone, cutter);
    return cutter;
  };
}
