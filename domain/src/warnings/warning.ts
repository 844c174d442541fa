// Over 300 lines: one state machine, read from top to bottom.
/**
 * The state machine of one policy's warning at one place: (state, input, now) → (state, effects). Pure;
 * instants are epoch ms, `now` is the product clock and does not go back. The caller passes the inputs of
 * `now` (`warning-inputs.ts`), as often as it likes: a repeated input changes nothing except that due
 * reminders are sent.
 *
 * Thunder that somebody heard starts and prolongs a lightning warning as a strike does. Once the report is taken back,
 * or no feed covers the place, what followed from it alone is withdrawn, which is no all clear.
 *
 * An all clear cannot lie. Lightning ends when the whole quiet time has been observed, an alert when its
 * office ends it, and a reading only by readings. The clock alone, or data that are missing, stale or dated
 * in the future, never end a warning.
 */

export interface WarningRule {
  readonly evidence: 'lightning' | 'reading' | 'alert';
  /** For lightning the timer of the place's lightning status. */
  readonly allClearMinutes: number;
  /** 0 for no reminders. */
  readonly reAlertMinutes: number;
  /**
   * How long a reading counts as current, and the largest interval between readings of one unbroken quiet
   * time, ms.
   */
  readonly readingLimitMs: number;
}

export interface OpenWarning {
  readonly kind: 'open';
  /**
   * `quiet` for readings that are back under the threshold; lightning and alerts are `exceeded` until they
   * are clear.
   */
  readonly phase: 'exceeded' | 'quiet';
  /** Instant of the evidence that started it. */
  readonly startedAt: number;
  /** Of the newest evidence, in the policy's unit (lightning: miles away); null for alerts. */
  readonly value: number | null;
  /** The newest strike or reading. */
  readonly evidenceAt: number;
  /** The newest evidence is thunder that was heard, not a strike. */
  readonly isReported?: boolean;
  readonly lastExceededAt: number;
  /**
   * Start of the quiet time: the first reading under the threshold, null while exceeded and after an edit;
   * for lightning the last strike, or the end of the unseen time after it. Null for alerts.
   */
  readonly allClearTime: number | null;
  /**
   * Product time of the last notice that it is exceeded ('started', 'reminder', or 'resumed' in that phase).
   */
  readonly lastAlertAt: number;
  /** Product time since which data are lost, null while they arrive. */
  readonly heldSince: number | null;
  /** Product time at which the newest evidence was applied. */
  readonly lastUpdateAt: number;
}

export type WarningState = { readonly kind: 'none' } | OpenWarning;

/** `at` is the instant of the evidence. */
interface Evidence {
  readonly at: number;
  readonly value: number | null;
  /** Thunder that was heard, at a place that is observed, or is not. Absent for a strike or a reading. */
  readonly report?: 'observed' | 'unobserved';
}

export type WarningInput =
  | ({ readonly kind: 'exceeded' } & Evidence)
  | { readonly kind: 'under'; readonly at: number; readonly value: number | null }
  /** Lightning: only unseen time prevents the all clear, until `clearAt` at the earliest. */
  | { readonly kind: 'observing'; readonly clearAt: number }
  /** Lightning and alerts: the all clear has been earned; for alerts by cancellation or expiry. */
  | { readonly kind: 'clear'; readonly at: number }
  /**
   * No current data. `strike` is the last known one within the radius: it may start a warning. `isUncovered`: no feed
   * covers the place at all.
   */
  | {
      readonly kind: 'lost';
      readonly strike?: { readonly at: number; readonly value: number };
      readonly isUncovered?: boolean;
    }
  /** The report that is the newest evidence was taken back; `standing` is what is on without it. */
  | { readonly kind: 'report-taken-back'; readonly standing: Evidence | null }
  | { readonly kind: 'policy-edited' }
  | { readonly kind: 'policy-deleted' }
  | { readonly kind: 'location-moved' }
  | { readonly kind: 'location-removed' }
  /** The group's alert times opened or closed. */
  | { readonly kind: 'hours-opened' }
  | { readonly kind: 'hours-closed' };

export type Notice = 'started' | 'reminder' | 'held' | 'resumed' | 'in-effect' | 'all-clear' | 'withdrawn';

/** `at` is the product time of the step. */
export type WarningEffect =
  | { readonly kind: 'notify'; readonly notice: Notice; readonly at: number }
  | {
      readonly kind: 'ended';
      readonly at: number;
      readonly reason:
        | 'all-clear'
        | 'policy-deleted'
        | 'location-moved'
        | 'location-removed'
        | 'report-taken-back'
        | 'not-observed';
    };

export interface WarningStep {
  readonly state: WarningState;
  readonly effects: readonly WarningEffect[];
}

export const noWarning: WarningState = { kind: 'none' };

/**
 * The next state and its effects: notices and the end.
 *
 * - `started` when the threshold is exceeded by current evidence; `reminder` every `reAlertMinutes` while it
 *   is exceeded (for lightning only with a new strike since the last notice).
 * - `held` once when data are lost, `resumed` once when they are back (it counts as a reminder while
 *   exceeded); a loss of data never ends a warning.
 * - `in-effect` when the hours of a group open while the warning is open.
 * - `all-clear` with `ended`; `withdrawn`, which is not an all clear, with `ended` when policy or place are
 *   removed, when the report that it follows from is taken back, and when nobody can observe whether it is over.
 *
 * The state `none` has no memory: the caller must pass the newest reading, never an older one after it.
 */
export function nextWarning(
  rule: WarningRule,
  state: WarningState,
  input: WarningInput,
  now: number,
): WarningStep {
  if (state.kind === 'none') return start(rule, input, now);
  switch (input.kind) {
    case 'exceeded':
      return rule.evidence === 'reading'
        ? exceededReading(rule, state, input, now)
        : exceeded(rule, state, input, now);
    case 'under':
      return rule.evidence === 'reading' ? underReading(rule, state, input, now) : unchanged(state);
    case 'observing':
      return hold(rule.evidence === 'lightning' ? countedUntil(rule, state, input.clearAt) : state, now);
    case 'lost':
      if (input.isUncovered && isReportOver(rule, state, now)) return end('not-observed', now);
      return hold(
        rule.evidence === 'lightning' && input.strike ? withNewerEvidence(state, input.strike, now) : state,
        now,
      );
    case 'clear':
      return isClear(rule, state, input.at, now) ? end('all-clear', now) : unchanged(state);
    case 'report-taken-back':
      return withoutReport(state, input.standing, now);
    case 'policy-deleted':
    case 'location-moved':
    case 'location-removed':
      return end(input.kind, now);
    case 'policy-edited':
      return unchanged(rule.evidence === 'reading' ? { ...state, allClearTime: null } : state);
    case 'hours-opened':
      return { state, effects: [notify('in-effect', now)] };
    case 'hours-closed':
      return unchanged(state);
  }
}

/**
 * 'Next possible clear' (specification 1, section 4), epoch ms: `allClearTime` plus `allClearMinutes`,
 * otherwise `lastUpdateAt` plus `allClearMinutes`. It may be in the past while data are lost. Null without a
 * warning, and for alerts: only their office decides.
 */
export function nextClearAt(
  rule: Pick<WarningRule, 'evidence' | 'allClearMinutes'>,
  state: WarningState,
): number | null {
  if (state.kind === 'none' || rule.evidence === 'alert') return null;
  return (state.allClearTime ?? state.lastUpdateAt) + minutes(rule.allClearMinutes);
}

function start(rule: WarningRule, input: WarningInput, now: number): WarningStep {
  const evidence = startingEvidence(rule, input, now);
  if (evidence === null) return unchanged(noWarning);
  const at = Math.min(evidence.at, now);
  const state: OpenWarning = {
    kind: 'open',
    phase: 'exceeded',
    startedAt: at,
    value: evidence.value,
    evidenceAt: at,
    ...(evidence.report ? { isReported: true } : {}),
    lastExceededAt: at,
    allClearTime: rule.evidence === 'lightning' ? at : null,
    lastAlertAt: now,
    heldSince: null,
    lastUpdateAt: now,
  };
  return { state, effects: [notify('started', now)] };
}

function startingEvidence(rule: WarningRule, input: WarningInput, now: number): Evidence | null {
  if (input.kind === 'exceeded')
    return rule.evidence !== 'reading' || isFresh(rule, input.at, now) ? input : null;
  // A strike counts even while the feed lags behind its limit; one that is older than the quiet time starts
  // nothing.
  const strike = input.kind === 'lost' && rule.evidence === 'lightning' ? input.strike : undefined;
  return strike && now < strike.at + minutes(rule.allClearMinutes) ? strike : null;
}

/** Lightning and alerts: the input applies at `now`, so data are back whatever its instant. */
function exceeded(rule: WarningRule, state: OpenWarning, evidence: Evidence, now: number): WarningStep {
  const next = withNewerEvidence(state, evidence, now);
  // Thunder brings no data back: who was told that they are lost is told of it, and not that they are back.
  if (evidence.report === 'unobserved' && state.heldSince !== null)
    return next === state
      ? unchanged(state)
      : { state: { ...next, lastAlertAt: now }, effects: [notify('reminder', now)] };
  return remind(rule, { ...next, allClearTime: rule.evidence === 'lightning' ? next.evidenceAt : null }, now);
}

/** The state with newer evidence; unchanged when the evidence is not newer. */
function withNewerEvidence(state: OpenWarning, evidence: Evidence, now: number): OpenWarning {
  const at = Math.min(evidence.at, now);
  if (at <= state.evidenceAt) return state;
  const counted = state.allClearTime === null ? null : Math.max(state.allClearTime, at);
  return {
    ...withoutReportMark(state),
    evidenceAt: at,
    ...(evidence.report ? { isReported: true } : {}),
    lastExceededAt: at,
    value: evidence.value,
    allClearTime: counted,
    lastUpdateAt: now,
  };
}

function withoutReportMark({ isReported: _, ...state }: OpenWarning): OpenWarning {
  return state;
}

/** Whether only thunder that was heard holds the warning, for longer than its quiet time. */
function isReportOver(rule: WarningRule, state: OpenWarning, now: number): boolean {
  return (
    rule.evidence === 'lightning' &&
    state.isReported === true &&
    now >= state.evidenceAt + minutes(rule.allClearMinutes)
  );
}

/** The report is taken back: what else is on goes on, and a warning that followed from it alone is withdrawn. */
function withoutReport(state: OpenWarning, standing: Evidence | null, now: number): WarningStep {
  if (state.isReported !== true) return unchanged(state);
  if (standing === null) return end('report-taken-back', now);
  const at = Math.min(standing.at, now);
  return unchanged({
    ...withoutReportMark(state),
    ...(standing.report ? { isReported: true } : {}),
    ...{ startedAt: Math.min(state.startedAt, at), evidenceAt: at, lastExceededAt: at, allClearTime: at },
    value: standing.value,
    lastUpdateAt: now,
  });
}

function countedUntil(rule: WarningRule, state: OpenWarning, clearAt: number): OpenWarning {
  return { ...state, allClearTime: Math.max(state.evidenceAt, clearAt - minutes(rule.allClearMinutes)) };
}

/**
 * Whether an all clear covers the newest evidence. For lightning it counts only after the full quiet time
 * since the last known strike, for an alert only without newer evidence: a late, older all clear ends
 * nothing. An all clear that is passed again after that time counts, so a warning whose strikes no longer
 * concern the place (a smaller radius) ends too.
 */
function isClear(rule: WarningRule, state: OpenWarning, at: number, now: number): boolean {
  const quietIsOver = now >= state.evidenceAt + minutes(rule.allClearMinutes);
  return rule.evidence === 'lightning'
    ? quietIsOver
    : rule.evidence === 'alert' && (quietIsOver || at >= state.evidenceAt);
}

function exceededReading(
  rule: WarningRule,
  state: OpenWarning,
  input: { at: number; value: number | null },
  now: number,
): WarningStep {
  const at = Math.min(input.at, now);
  if (at < state.evidenceAt) {
    // A late reading: it breaks the quiet time that contains it, which then restarts at the newest reading.
    const broken = state.allClearTime !== null && at >= state.allClearTime;
    const lastExceededAt = Math.max(state.lastExceededAt, at);
    return unchanged({
      ...state,
      lastExceededAt,
      allClearTime: broken ? state.evidenceAt : state.allClearTime,
    });
  }
  const next: OpenWarning = {
    ...taken(state, at, input.value, now),
    phase: 'exceeded',
    lastExceededAt: at,
    allClearTime: null,
  };
  return isFresh(rule, at, now) ? remind(rule, next, now) : unchanged(next);
}

function underReading(
  rule: WarningRule,
  state: OpenWarning,
  { at, value }: { at: number; value: number | null },
  now: number,
): WarningStep {
  // A reading dated in the future would count quiet time that has not been observed yet.
  if (at > now || at < state.evidenceAt) return unchanged(state);
  const continues = state.phase === 'quiet' && at - state.evidenceAt <= rule.readingLimitMs;
  const allClearTime = (continues ? state.allClearTime : null) ?? at;
  const next: OpenWarning = { ...taken(state, at, value, now), phase: 'quiet', allClearTime };
  if (!isFresh(rule, at, now)) return unchanged(next);
  return at >= allClearTime + minutes(rule.allClearMinutes) ? end('all-clear', now) : resume(next, now);
}

function taken(state: OpenWarning, at: number, value: number | null, now: number): OpenWarning {
  return { ...state, evidenceAt: at, value, lastUpdateAt: at > state.evidenceAt ? now : state.lastUpdateAt };
}

function isFresh(rule: WarningRule, at: number, now: number): boolean {
  return now - at <= rule.readingLimitMs;
}

/** The notice that data are back, or a due reminder. */
function remind(rule: WarningRule, state: OpenWarning, now: number): WarningStep {
  if (state.heldSince !== null) return resume({ ...state, lastAlertAt: now }, now);
  const isDue = rule.reAlertMinutes > 0 && now - state.lastAlertAt >= minutes(rule.reAlertMinutes);
  const isNews = rule.evidence !== 'lightning' || state.lastUpdateAt > state.lastAlertAt;
  return isDue && isNews
    ? { state: { ...state, lastAlertAt: now }, effects: [notify('reminder', now)] }
    : unchanged(state);
}

function resume(state: OpenWarning, now: number): WarningStep {
  return state.heldSince === null
    ? unchanged(state)
    : { state: { ...state, heldSince: null }, effects: [notify('resumed', now)] };
}

function hold(state: OpenWarning, now: number): WarningStep {
  return state.heldSince === null
    ? { state: { ...state, heldSince: now }, effects: [notify('held', now)] }
    : unchanged(state);
}

function end(reason: Extract<WarningEffect, { kind: 'ended' }>['reason'], now: number): WarningStep {
  return {
    state: noWarning,
    effects: [
      notify(reason === 'all-clear' ? 'all-clear' : 'withdrawn', now),
      { kind: 'ended', at: now, reason },
    ],
  };
}

function unchanged(state: WarningState): WarningStep {
  return { state, effects: [] };
}

function notify(notice: Notice, at: number): WarningEffect {
  return { kind: 'notify', notice, at };
}

function minutes(count: number): number {
  return count * 60_000;
}
