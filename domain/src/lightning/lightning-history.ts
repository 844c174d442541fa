/**
 * The status of a zone at each instant of the past: `zoneStatus` computed from what had arrived by that
 * instant. Times are epoch ms.
 *
 * Between two changes the status is constant, so a period of the past is a few dozen statuses. Data count
 * from their arrival; later data do not correct earlier statuses.
 */
import { type BatchWindow, observationOfBatches } from './blinded-batches.ts';
import { type Observation, pendingGapTimeoutMs } from './coverage.ts';
import { observationLimitMs, type ZoneStatus, zoneStatus } from './zone-status.ts';

/** The observation that applied from this instant until the next step. */
export interface ObservedStep {
  readonly at: number;
  readonly observation: Observation | null;
}

/** A strike within a zone, and its arrival. */
export interface ReceivedStrike {
  readonly at: number;
  readonly receivedAt: number;
}

/**
 * The status of a zone from an instant until another (exclusive; the end of the last stretch is inclusive).
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
 * The observation as it applied from `from` to `to`: a step at `from`, and one at each instant at which the
 * status can change. `windows` may come in any order; a window counts from its arrival.
 */
export function observedSteps(
  windows: readonly BatchWindow[],
  { from, to, limitMs = observationLimitMs }: Span,
): ObservedStep[] {
  const sorted = [...windows].sort((a, b) => a.from - b.from);
  const instants = new Set([from]);
  for (const { receivedAt } of sorted) {
    // A window changes the observation when it arrives, and gives up the pending gaps before it 120 s later.
    for (const at of [receivedAt, receivedAt + pendingGapTimeoutMs])
      if (at > from && at <= to) instants.add(at);
  }
  const ordered = [...instants].sort((a, b) => a - b);
  const steps: ObservedStep[] = [];
  for (const [i, at] of ordered.entries()) {
    const observation = observationOfBatches(
      sorted.filter(({ receivedAt }) => receivedAt <= at),
      at,
    );
    const last = steps.at(-1);
    if (last === undefined || !isSame(last.observation, observation)) steps.push({ at, observation });
    // An outage begins without any arrival, by the limit alone.
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
    one.confirmedThrough === other.confirmedThrough &&
    one.observedFrom === other.observedFrom &&
    one.gaps.length === gaps.length &&
    one.gaps.every((gap, i) => gap.from === gaps[i]?.from && gap.to === gaps[i].to)
  );
}

/**
 * The status of one zone from `from` to `to`, without a break.
 *
 * @param observed steps of the feeds that cover the place (`observedSteps` of the same span and limit)
 * @param strikes those within the zone's radius, in any order. All strikes since `from` less the timer and
 * the limit are needed.
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
    while ((observed[step + 1]?.at ?? Number.POSITIVE_INFINITY) <= at) step++;
    while ((lasts[last + 1]?.receivedAt ?? Number.POSITIVE_INFINITY) <= at) last++;
    const status = zoneStatus(
      lasts[last]?.at ?? null,
      allClearMinutes,
      observed[step]?.observation ?? null,
      at,
      limitMs,
    );
    // Thunder that was heard is not part of it: `strikes` are all that starts a delay here.
    const reason = status.kind === 'delay' && status.reason !== 'report' ? status.reason : null;
    const before = stretches.at(-1);
    if (before?.kind === status.kind && before.reason === reason) continue;
    if (before) stretches[stretches.length - 1] = { ...before, to: at };
    stretches.push({ from: at, to, kind: status.kind, reason });
  }
  return stretches;
}

/** The strikes that were the newest strike when they arrived, in order of arrival. */
function lastStrikes(strikes: readonly ReceivedStrike[], to: number): ReceivedStrike[] {
  const lasts: ReceivedStrike[] = [];
  for (const strike of [...strikes].sort((a, b) => a.receivedAt - b.receivedAt)) {
    if (strike.receivedAt > to) break;
    if (strike.at > (lasts.at(-1)?.at ?? Number.NEGATIVE_INFINITY)) lasts.push(strike);
  }
  return lasts;
}

/** The stretch that contains an instant; undefined before the first. */
export function stretchAt<S extends { readonly from: number }>(
  stretches: readonly S[],
  at: number,
): S | undefined {
  return stretches.findLast(({ from }) => from <= at);
}
