/**
 * Warnings of the past: the same state machine and the same safety rule as the live engine, with stored or
 * given data. Instants are epoch ms; the product clock of a replay is the replayed instant.
 */
import { type Observation, observationLimitMs, zoneStatus } from '../lightning/index.ts';
import { nextWarning, noWarning, type WarningInput, type WarningRule, type WarningState } from './warning.ts';

export interface ReplayEvent {
  readonly event: 'started' | 'reminder' | 'held' | 'resumed' | 'all-clear';
  readonly at: number;
  readonly value: number | null;
}

/** A strike within the policy's radius. */
export interface ReplayStrike {
  readonly at: number;
  readonly distanceMiles: number;
}

/** Applies inputs in the order of their instants and records the notices that would have been sent. */
export class WarningReplay {
  readonly #rule: WarningRule;
  readonly events: ReplayEvent[] = [];
  state: WarningState = noWarning;

  constructor(rule: WarningRule) {
    this.#rule = rule;
  }

  take(input: WarningInput, now: number): void {
    const value = this.state.kind === 'open' ? this.state.value : null;
    const { state, effects } = nextWarning(this.#rule, this.state, input, now);
    this.state = state;
    for (const effect of effects) {
      if (effect.kind !== 'notify' || effect.notice === 'withdrawn' || effect.notice === 'in-effect')
        continue;
      this.events.push({ event: effect.notice, at: now, value: state.kind === 'open' ? state.value : value });
    }
  }
}

/**
 * The notices of a lightning policy at one place. `strikes` lie within its radius, oldest first;
 * `observation` is the observation to the end of the replay. A strike is notified at its own instant, the end
 * at the first instant at which the whole quiet time had been observed; a strike at that instant comes before
 * it. Time that was not observed by the end gives no notice.
 */
export function replayLightning(
  rule: WarningRule,
  strikes: readonly ReplayStrike[],
  observation: Observation,
): ReplayEvent[] {
  const replay = new WarningReplay(rule);
  // A replay begins without a past: earlier strikes are not known and start nothing.
  let last: number | null = null;
  for (const { at, distanceMiles } of strikes) {
    if (last !== null) settle(replay, rule, last, observation, at);
    replay.take({ kind: 'exceeded', at, value: distanceMiles }, at);
    last = at;
  }
  if (last !== null) settle(replay, rule, last, observation, Number.POSITIVE_INFINITY);
  return replay.events;
}

/** Continues from a strike: through reminders and outages to the all clear, if it came before `until`. */
function settle(
  replay: WarningReplay,
  rule: WarningRule,
  strikeAt: number,
  observation: Observation,
  until: number,
): void {
  const lapses = observation.gaps.filter(
    (gap) => gap.to > strikeAt && gap.to - gap.from > observationLimitMs,
  );
  const clearAt = firstClear(strikeAt, rule.allClearMinutes, observation);
  const end = Math.min(until, clearAt ?? Number.POSITIVE_INFINITY);
  const through = observation.observedThrough;
  for (const { from, to } of lapses) {
    const lostAt = from + observationLimitMs;
    if (lostAt <= strikeAt || lostAt >= end) continue;
    remindBefore(replay, rule, strikeAt, lostAt);
    replay.take({ kind: 'lost' }, lostAt);
    // Data are back, and the strike or the unseen time holds the delay.
    if (to < until) replay.take(inputAt(strikeAt, replay.state, rule, observation, to), to);
  }
  remindBefore(replay, rule, strikeAt, Math.min(end, through + 1));
  if (clearAt !== null && clearAt < until) replay.take({ kind: 'clear', at: clearAt }, clearAt);
}

/** A strike after the last notice gives a reminder once it is due, even without a further strike. */
function remindBefore(replay: WarningReplay, rule: WarningRule, strikeAt: number, until: number): void {
  const { state } = replay;
  if (
    state.kind !== 'open' ||
    state.heldSince !== null ||
    rule.reAlertMinutes <= 0 ||
    state.lastUpdateAt <= state.lastAlertAt
  )
    return;
  const dueAt = state.lastAlertAt + rule.reAlertMinutes * 60_000;
  if (dueAt < until) replay.take({ kind: 'exceeded', at: strikeAt, value: state.value }, dueAt);
}

/** The first instant at which the zone is clear, null when observation ended before. */
function firstClear(strikeAt: number, allClearMinutes: number, observation: Observation): number | null {
  let at = Math.max(strikeAt, observation.observedFrom);
  // Every delay gives the next instant to check; unseen time in between postpones it.
  for (;;) {
    const status = zoneStatus(strikeAt, allClearMinutes, upTo(observation, at), at, Number.POSITIVE_INFINITY);
    if (status.kind === 'clear') return at;
    if (status.kind === 'unknown' || status.clearAt > observation.confirmedThrough || status.clearAt <= at)
      return null;
    at = status.clearAt;
  }
}

function inputAt(
  strikeAt: number,
  state: WarningState,
  rule: WarningRule,
  observation: Observation,
  at: number,
): WarningInput {
  const status = zoneStatus(
    strikeAt,
    rule.allClearMinutes,
    upTo(observation, at),
    at,
    Number.POSITIVE_INFINITY,
  );
  if (status.kind === 'clear') return { kind: 'clear', at };
  if (status.kind === 'unknown') return { kind: 'lost' };
  const value = state.kind === 'open' ? state.value : null;
  return status.reason === 'strike'
    ? { kind: 'exceeded', at: strikeAt, value }
    : { kind: 'observing', clearAt: status.clearAt };
}

/** The observation at an instant. At an instant inside a gap it ends at the gap's begin. */
function upTo(observation: Observation, at: number): Observation {
  const gaps = observation.gaps.filter((gap) => gap.to <= at);
  const inside = observation.gaps.find((gap) => gap.from < at && at < gap.to);
  const end = inside ? inside.from : at;
  return {
    observedFrom: observation.observedFrom,
    observedThrough: Math.min(end, observation.observedThrough),
    confirmedThrough: Math.min(end, observation.confirmedThrough),
    gaps,
  };
}

/**
 * Time with an open warning within a period, ms. A warning that has not ended lasts to the end of the period.
 */
export function stoppedMs(events: readonly ReplayEvent[], from: number, to: number): number {
  let stopped = 0;
  let startedAt: number | null = null;
  for (const { event, at } of events) {
    if (event === 'started') startedAt = at;
    if (event !== 'all-clear' || startedAt === null) continue;
    stopped += Math.max(0, Math.min(at, to) - Math.max(startedAt, from));
    startedAt = null;
  }
  return startedAt === null ? stopped : stopped + Math.max(0, to - Math.max(startedAt, from));
}

/** Observed part of a period, 0 to 1. */
export function observedShare(observation: Observation | null, from: number, to: number): number {
  if (observation === null || to <= from) return 0;
  const begin = Math.max(from, observation.observedFrom);
  const end = Math.min(to, observation.observedThrough);
  if (end <= begin) return 0;
  const unseen = observation.gaps.reduce(
    (sum, gap) => sum + Math.max(0, Math.min(gap.to, end) - Math.max(gap.from, begin)),
    0,
  );
  return (end - begin - unseen) / (to - from);
}
