import {
  holdsText,
  isAllClearEarned,
  isQuietHere,
  isStrikeOn,
  type SignalEvidence,
} from './signal-evidence.ts';

/**
 * The machine of a unit that signals: (settings, state, event, evidence) → (state, effects). Pure; instants are epoch ms
 * of the product clock. The caller passes the evidence of `now` as often as it likes: the same evidence twice changes
 * nothing.
 *
 * An all clear cannot lie: it follows only from what is known, never from time alone or from what is missing.
 */

/** The settings of a unit that signals. */
export interface SignalSettings {
  readonly canSound: boolean;
  readonly canLight: boolean;
  /** The quiet time after the last strike within the unit's radius. */
  readonly allClearMinutes: number;
  readonly durationSeconds: number;
  readonly plays: number;
  readonly allClearDurationSeconds: number;
  readonly allClearPlays: number;
  /** Spoken by another unit after the signal; empty for nothing, and where no unit speaks. */
  readonly postWarnMessage: string;
  readonly postAllClearMessage: string;
  /** Sounds outside its alert times too. */
  readonly lifeSafety: boolean;
}

/**
 * What a unit signals. Epoch ms of the product clock.
 *
 * `warning`: from the strike (or warning) to the earned clear. `wasSounded`: the warning signal was sounded, so the all
 * clear is too. `waiting`: the lightning is over and its light is dark; the all-clear signal waits for what still
 * holds the place.
 */
export type SignalState =
  /** `clearedAt`: when its all-clear signal was earned; absent before the first, and once it is withdrawn. */
  | { readonly kind: 'none'; readonly clearedAt?: number }
  | {
      readonly kind: 'warning';
      readonly since: number;
      /** The newest strike of lightning that fired it; null when only warnings of policies did. */
      readonly strikeAt: number | null;
      /** Its own lightning is not over yet. */
      readonly isLightningOn: boolean;
      /** The warnings that fired it and are open. */
      readonly warningIds: readonly string[];
      /** Of what fired it and is on: what was sounded, `lightning` or the id of a warning. The rest is muted. */
      readonly sounded: readonly string[];
      readonly wasSounded: boolean;
    }
  | { readonly kind: 'waiting'; readonly since: number; readonly clearedAt: number };

/** What happened, apart from what is known. */
export type SignalEvent =
  /** The evidence changed, or time went by. */
  | 'evidence'
  /** Disabled, removed, or its place moved or removed: no all clear. */
  | 'withdrawn'
  /**
   * A policy that fired it was deleted, or fires it no more: its warnings end without an all clear. What else fires the
   * unit stays.
   */
  | 'policy-withdrawn';

export type SignalEffect =
  /** The warning signal, then its words. A test of the unit ends before. */
  | { readonly kind: 'sound-warning' }
  | { readonly kind: 'light'; readonly on: boolean; readonly cause: 'warning' | 'all-clear' | 'dark' }
  /** The all-clear signal, then its words: nothing holds the place. */
  | { readonly kind: 'sound-all-clear' }
  /** Words only, by the unit that speaks: lightning is over, and this still holds the place. */
  | { readonly kind: 'say-holds'; readonly text: string };

export interface SignalStep {
  readonly state: SignalState;
  readonly effects: readonly SignalEffect[];
}

export const noSignal: SignalState = { kind: 'none' };

/** How long an all-clear signal waits for what still holds the place; after it the unit stays silent. */
export const waitingLimitMs = 4 * 3_600_000;

/**
 * The next state of a unit and what it does.
 *
 * - A strike within the radius, or an open warning of a firing policy: light on, and the warning signal when its alert
 *   times are open or it is life safety; otherwise when they open and it is still on. Each lightning delay and each
 *   warning is sounded once. A strike counts while observation lags (`unknown`), as it does for warnings.
 * - The earned clear: nothing fires it, its own lightning is clear, no lightning zone of the place is in delay, observing
 *   or unknown, and what it needs to know is known: light off. Where it was sounded, the all-clear signal follows once
 *   nothing holds the place and no place in earshot is in delay, outside its alert times too; until then words say once
 *   what still holds.
 * - Anything missing, held or not observed changes nothing.
 */
export function nextSignal(
  settings: SignalSettings,
  state: SignalState,
  event: SignalEvent,
  evidence: SignalEvidence,
  now: number,
): SignalStep {
  if (event === 'withdrawn') return withdrawn(settings, state);
  if (event === 'policy-withdrawn') return policyWithdrawn(settings, state, evidence, now);
  const firing = firingCauses(settings, evidence, now);
  if (firing.length > 0) return warn(settings, state, firing, evidence, now);
  switch (state.kind) {
    case 'none':
      return unchanged(state);
    case 'warning':
      return isQuietHere(evidence) && isOwnLightningOver(settings, state, evidence, now)
        ? clear(settings, state, evidence, now)
        : unchanged(settled(settings, state, evidence, now));
    case 'waiting':
      return wait(state, evidence, now);
  }
}

/** Whether something that fired the unit has not been sounded: its alert times keep it silent. */
export function isMuted(state: SignalState): boolean {
  return state.kind === 'warning' && causesOf(state).some((cause) => !state.sounded.includes(cause));
}

const lightning = 'lightning';
const quietMs = (settings: SignalSettings) => settings.allClearMinutes * 60_000;

function firingCauses(settings: SignalSettings, evidence: SignalEvidence, now: number): string[] {
  const warnings = (evidence.policyWarnings ?? []).filter(({ isHeld }) => !isHeld).map(({ id }) => id);
  return isStrikeOn(evidence, quietMs(settings), now) ? [lightning, ...warnings] : warnings;
}

function warn(
  settings: SignalSettings,
  state: SignalState,
  firing: readonly string[],
  evidence: SignalEvidence,
  now: number,
): SignalStep {
  const before: Warning =
    state.kind === 'warning'
      ? settled(settings, state, evidence, now)
      : {
          ...{
            kind: 'warning',
            since: now,
            strikeAt: null,
            isLightningOn: false,
            warningIds: [],
            sounded: [],
          },
          // People whom it sounded in, and who have not been sounded out.
          wasSounded: state.kind === 'waiting',
        };
  const isLightning = firing.includes(lightning);
  const strikeAt = isLightning ? newestStrike(before, evidence, now) : before.strikeAt;
  const warningIds = union(
    before.warningIds,
    firing.filter((cause) => cause !== lightning),
  );
  const hasSignal = settings.canSound || settings.postWarnMessage !== '';
  const sounds =
    hasSignal &&
    (evidence.isInAlertTimes || settings.lifeSafety) &&
    firing.some((cause) => !before.sounded.includes(cause));
  const next: Warning = {
    ...{ ...before, strikeAt, warningIds, isLightningOn: before.isLightningOn || isLightning },
    sounded: sounds ? union(before.sounded, firing) : before.sounded,
    wasSounded: before.wasSounded || sounds,
  };
  const isNew = state.kind !== 'warning';
  return {
    state: state.kind === 'warning' && isSame(state, next) ? state : next,
    effects: [
      ...(isNew && settings.canLight ? [{ kind: 'light', on: true, cause: 'warning' } as const] : []),
      ...(sounds ? [{ kind: 'sound-warning' } as const] : []),
    ],
  };
}

type Warning = Extract<SignalState, { kind: 'warning' }>;

function newestStrike(state: Warning, { lightning: zone }: SignalEvidence, now: number): number {
  // A strike dated in the future is one of now.
  const seen = zone?.lastStrikeAt == null ? null : Math.min(zone.lastStrikeAt, now);
  return Math.max(state.strikeAt ?? seen ?? now, seen ?? Number.NEGATIVE_INFINITY);
}

/** The state without what is known to be over. */
function settled(settings: SignalSettings, state: Warning, evidence: SignalEvidence, now: number): Warning {
  const isQuiet = isOwnLightningOver(settings, state, evidence, now);
  const open = evidence.policyWarnings?.map(({ id }) => id) ?? state.warningIds;
  const next: Warning = {
    ...state,
    // A clock that was ahead and is right again: the quiet time counts from now.
    strikeAt: state.strikeAt === null ? null : Math.min(state.strikeAt, now),
    isLightningOn: state.isLightningOn && !isQuiet,
    warningIds: state.warningIds.filter((id) => open.includes(id)),
    sounded: state.sounded.filter((cause) => (cause === lightning ? !isQuiet : open.includes(cause))),
  };
  return isSame(state, next) ? state : next;
}

/**
 * Also after the full quiet time since the last strike that was signalled, so that a smaller radius does not end its
 * delay before.
 */
function isOwnLightningOver(
  settings: SignalSettings,
  { strikeAt }: Warning,
  { lightning: zone }: SignalEvidence,
  now: number,
): boolean {
  return zone?.kind === 'clear' && (strikeAt === null || now >= strikeAt + quietMs(settings));
}

function clear(settings: SignalSettings, state: Warning, evidence: SignalEvidence, now: number): SignalStep {
  const dark = settings.canLight ? [{ kind: 'light', on: false, cause: 'all-clear' } as const] : [];
  if (!state.wasSounded) return { state: noSignal, effects: dark };
  if (isAllClearEarned(evidence))
    return { state: cleared(now), effects: [...dark, { kind: 'sound-all-clear' }] };
  return {
    state: { kind: 'waiting', since: state.since, clearedAt: now },
    effects: [...dark, { kind: 'say-holds', text: holdsText(evidence) }],
  };
}

function wait(
  state: Extract<SignalState, { kind: 'waiting' }>,
  evidence: SignalEvidence,
  now: number,
): SignalStep {
  if (now - state.clearedAt > waitingLimitMs) return unchanged(noSignal);
  if (isAllClearEarned(evidence)) return { state: cleared(now), effects: [{ kind: 'sound-all-clear' }] };
  // A clock that went back: it waits no longer than it may from now.
  return unchanged(now < state.clearedAt ? { ...state, clearedAt: now } : state);
}

function cleared(now: number): SignalState {
  return { kind: 'none', clearedAt: now };
}

function withdrawn(settings: SignalSettings, state: SignalState): SignalStep {
  const wasLit = state.kind === 'warning' && settings.canLight;
  return {
    state: noSignal,
    effects: wasLit ? [{ kind: 'light', on: false, cause: 'dark' }] : [],
  };
}

function policyWithdrawn(
  settings: SignalSettings,
  state: SignalState,
  evidence: SignalEvidence,
  now: number,
): SignalStep {
  if (state.kind !== 'warning') return unchanged(state.kind === 'none' ? state : noSignal);
  const next = settled(settings, state, evidence, now);
  // Lightning that was part of it ends it by its own clear, and so do warnings that ended before.
  const wasOnlyThis = state.strikeAt === null && state.warningIds.length > 0 && next.warningIds.length === 0;
  return wasOnlyThis && firingCauses(settings, evidence, now).length === 0
    ? withdrawn(settings, state)
    : unchanged(next);
}

function causesOf(state: Warning): string[] {
  return state.isLightningOn ? [lightning, ...state.warningIds] : [...state.warningIds];
}

function union(a: readonly string[], b: readonly string[]): string[] {
  return [...new Set([...a, ...b])];
}

function isSame(a: Warning, b: Warning): boolean {
  return (
    a.strikeAt === b.strikeAt &&
    a.isLightningOn === b.isLightningOn &&
    a.wasSounded === b.wasSounded &&
    a.warningIds.join() === b.warningIds.join() &&
    a.sounded.join() === b.sounded.join()
  );
}

function unchanged(state: SignalState): SignalStep {
  return { state, effects: [] };
}
