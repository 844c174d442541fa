/**
 * What was said of a place at each instant of the past: the verdicts of `zone-status.ts`, made anew from what
 * had come in by then. Times are epoch ms.
 *
 * Between two instants at which something changed the answer stands still, so a stretch of the past is a few
 * dozen verdicts and no ticking. What came late was not known before it came; what was known then is not
 * corrected by what is known today.
 */
import { type Observation, type ObservationWindow, observationOf, pendingGapTimeoutMs } from './coverage.ts';
import { observationLimitMs, type ZoneStatus, zoneStatus } from './zone-status.ts';

/** From this instant until the next step, what was known to be observed. */
export interface ObservedStep {
  readonly at: number;
  readonly observation: Observation | null;
}

/** A strike within a zone, and when it came in. */
export interface ReceivedStrike {
  readonly at: number;
  readonly receivedAt: number;
}

/**
 * What a zone was said to be from an instant until another, which is not included (the end of the last one
 * is).
 */
export interface ZoneStretch {
  readonly from: number;
  readonly to: number;
  readonly kind: ZoneStatus['kind'];
  /** Of a delay, else null. */
  readonly reason: 'strike' | 'observing' | null;
}

interface Span {
  readonly from: number;
  readonly to: number;
  readonly limitMs?: number;
}

/**
 * What was observed, as it was known from `from` to `to`: a step at `from`, and one wherever a verdict can
 * change. `looks` may come in any order; those that came in later than an instant are not part of it.
 */
export function observedSteps(
  windows: readonly ObservationWindow[],
  { from, to, limitMs = observationLimitMs }: Span,
): ObservedStep[] {
  const sorted = [...windows].sort((a, b) => a.from - b.from);
  const instants = new Set([from]);
  for (const { receivedAt } of sorted) {
    // A look changes what is known when it comes, and gives up the holes before it when they have waited long
    // enough.
    for (const at of [receivedAt, receivedAt + pendingGapTimeoutMs])
      if (at > from && at <= to) instants.add(at);
  }
  const ordered = [...instants].sort((a, b) => a - b);
  const steps: ObservedStep[] = [];
  for (const [i, at] of ordered.entries()) {
    const observation = observationOf(
      sorted.filter(({ receivedAt }) => receivedAt <= at),
      at,
    );
    if (steps.length === 0 || !isSame(steps.at(-1)!.observation, observation))
      steps.push({ at, observation });
    // Time alone makes an outage.
    const lostAt =
      observation === null ? Number.POSITIVE_INFINITY : Math.floor(observation.observedThrough + limitMs) + 1;
    if (lostAt > at && lostAt < (ordered[i + 1] ?? to + 1)) steps.push({ at: lostAt, observation });
  }
  return steps;
}

function isSame(one: Observation | null, other: Observation | null): boolean {
  if (one === null || other === null) return one === other;
  const { gaps } = other;
  return (
    one.observedThrough === other.observedThrough &&
    one.observedFrom === other.observedFrom &&
    one.gaps.length === gaps.length &&
    one.gaps.every((gap, i) => gap.from === gaps[i]!.from && gap.to === gaps[i]!.to)
  );
}

/**
 * What one zone was said to be from `from` to `to`, without a break.
 *
 * @param observed steps of the feeds that see the place (`observedSteps` of the same span and limit)
 * @param strikes those within the zone's radius, in any order: all that can matter, which are the ones since
 * `from` less the timer and the limit
 */
export function zoneStretches(
  {
    observed,
    strikes,
    allClearMinutes,
  }: { observed: readonly ObservedStep[]; strikes: readonly ReceivedStrike[]; allClearMinutes: number },
  { from, to, limitMs = observationLimitMs }: Span,
): ZoneStretch[] {
  const lasts = lastStrikes(strikes, to);
  const instants = [
    ...new Set([from, ...observed.map(({ at }) => at), ...lasts.map(({ receivedAt }) => receivedAt)]),
  ]
    .filter((at) => at >= from && at <= to)
    .sort((a, b) => a - b);
  const stretches: ZoneStretch[] = [];
  let step = -1;
  let last = -1;
  for (const at of instants) {
    while (step + 1 < observed.length && observed[step + 1]!.at <= at) step++;
    while (last + 1 < lasts.length && lasts[last + 1]!.receivedAt <= at) last++;
    const status = zoneStatus(
      lasts[last]?.at ?? null,
      allClearMinutes,
      observed[step]?.observation ?? null,
      at,
      limitMs,
    );
    const reason = status.kind === 'delay' ? status.reason : null;
    const before = stretches.at(-1);
    if (before?.kind === status.kind && before.reason === reason) continue;
    if (before) stretches[stretches.length - 1] = { ...before, to: at };
    stretches.push({ from: at, to, kind: status.kind, reason });
  }
  return stretches;
}

/** The strikes that were the last one when they came in, in the order of coming in. */
function lastStrikes(strikes: readonly ReceivedStrike[], to: number): ReceivedStrike[] {
  const lasts: ReceivedStrike[] = [];
  for (const strike of [...strikes].sort((a, b) => a.receivedAt - b.receivedAt)) {
    if (strike.receivedAt > to) break;
    if (strike.at > (lasts.at(-1)?.at ?? Number.NEGATIVE_INFINITY)) lasts.push(strike);
  }
  return lasts;
}

/** The stretch that an instant lies in; undefined before the first. */
export function stretchAt<S extends { readonly from: number }>(
  stretches: readonly S[],
  at: number,
): S | undefined {
  return stretches.findLast(({ from }) => from <= at);
}
