import type { PlaceHold } from '../locations/index.ts';

/** The automation of a relay. */
export interface RelaySettings {
  /** The state while a warning of its policy is open. */
  readonly onAtStart: boolean;
  /** The state on the earned clear. */
  readonly onAtClear: boolean;
  /** Once on, it stays on for so long; null for no limit. */
  readonly shortestOnSeconds: number | null;
  /** It goes off after so long, also while the warning lasts; null for no limit. */
  readonly longestOnSeconds: number | null;
}

/** What is known at an instant. All of it is of the same instant. */
export interface RelayEvidence {
  /** The warnings of its policy at the unit's place. `held`: open, and its data are lost. */
  readonly warning: 'open' | 'held' | 'none' | 'unknown';
  /** Everything that holds the place, from its one answer; empty exactly when it is clear. */
  readonly placeHolds: readonly PlaceHold[];
  /** Whether the relay is on that must not be on together with it, null while that is not known; false for none. */
  readonly isExcludedOn: boolean | null;
}

export type RelayInput =
  | { readonly kind: 'evidence'; readonly evidence: RelayEvidence }
  /** A person switched it. While automation is at work it has a reason (`checkRelayToggle`). */
  | {
      readonly kind: 'person';
      readonly on: boolean;
      readonly reason: string;
      readonly evidence: RelayEvidence;
    }
  /** It was switched off so that the relay that excludes it can go on. */
  | { readonly kind: 'displaced' }
  /** Its switch to the state on clear was dropped before it went out: it is decided again. */
  | { readonly kind: 'resume-dropped' }
  /** Its policy was deleted, its automation changed, its unit disabled or moved: it stays as it is switched. */
  | { readonly kind: 'withdrawn' };

export interface RelaySwitch {
  readonly on: boolean;
  /** The device switches it off itself after so long, where it can. */
  readonly limitSeconds: number | null;
  readonly cause: 'automation' | 'person';
  /** Goes to the state of the earned clear: only while the place is clear. */
  readonly isResume: boolean;
  /** For people. */
  readonly text: string;
}

export type RelayEffect =
  | ({ readonly kind: 'switch' } & RelaySwitch)
  /** The relay that excludes this one goes off first; its own machine gets `displaced`. */
  | { readonly kind: 'excluded-off' };

export interface RelayStep {
  readonly state: RelayState;
  readonly effects: readonly RelayEffect[];
}

/** What the automation of a relay does. Epoch ms of the product clock. */
export interface RelayState {
  /** `active` while a warning lasts; `ending` when it is over, until nothing holds the place any more. */
  readonly phase: 'idle' | 'active' | 'ending';
  /** A person's toggle, or the relay that excludes it, holds it until the warning ends. */
  readonly heldByPerson: boolean;
  /**
   * A switch that waits for the other relay to be off, or for the shortest time. `askedAt`: when the other one was asked
   * to go off.
   */
  readonly wanted: {
    readonly on: boolean;
    readonly cause: 'automation' | 'person';
    readonly isResume: boolean;
    readonly askedAt: number | null;
  } | null;
  /** As it was switched last; false before the first switch. */
  readonly isOn: boolean;
  readonly onSince: number | null;
}

export const idleRelay: RelayState = {
  ...{ phase: 'idle', heldByPerson: false, wanted: null, isOn: false, onSince: null },
};

/** An excluded relay that is not confirmed off is asked again after so long. */
const askAgainMs = 60_000;

/**
 * The next state of the automation of a relay, epoch ms of the product clock.
 *
 * - A warning of its policy begins: the state on start. `held` and `unknown` begin and end nothing.
 * - Its earned clear, and nothing holds the place: the state on clear. From held or unknown nothing resumes.
 * - A person's toggle holds until the warning ends by its earned clear.
 * - It stays on for its shortest time, and goes off after its longest.
 * - A resume that was dropped before it went out: `ending` again, until it is earned.
 * - Two relays that exclude each other: the other goes off first, and this one on when that is confirmed.
 */
export function nextRelay(
  settings: RelaySettings,
  state: RelayState,
  input: RelayInput,
  now: number,
): RelayStep {
  switch (input.kind) {
    case 'withdrawn':
      return { state: { ...state, phase: 'idle', heldByPerson: false, wanted: null }, effects: [] };
    case 'displaced':
      return {
        state: { ...state, wanted: null, isOn: false, onSince: null, heldByPerson: state.phase !== 'idle' },
        effects: [],
      };
    case 'resume-dropped':
      return {
        state: state.phase === 'idle' ? { ...state, phase: 'ending', wanted: null } : state,
        effects: [],
      };
    case 'person': {
      const heldByPerson = state.phase !== 'idle';
      const wanted = { on: input.on, cause: 'person', isResume: false, askedAt: null } as const;
      return carryOut(settings, { ...state, heldByPerson, wanted }, input.evidence, now);
    }
    case 'evidence':
      return carryOut(settings, follow(settings, state, input.evidence), input.evidence, now);
  }
}

/**
 * What a relay needs after a restart of its device or a command that was lost, while a warning lasts: the state that it
 * was switched to. Null for nothing, also while it cannot be read or a command waits. After the warning nothing is
 * corrected: a person may have switched it at the device.
 */
export function relayToCorrect(
  settings: RelaySettings,
  state: RelayState,
  isOn: boolean | null,
  isBusy: boolean,
): RelaySwitch | null {
  if (state.phase !== 'active' || state.wanted !== null || isBusy || isOn === null || isOn === state.isOn)
    return null;
  return {
    ...switchTo(settings, state.isOn, 'automation', false),
    text: `Relay ${state.isOn ? 'on' : 'off'} again: it was not as the automation left it.`,
  };
}

/** What is wrong with a toggle by a person, by field label; empty when nothing is. */
export function checkRelayToggle(state: RelayState, reason: string): Record<string, string[]> {
  return state.phase !== 'idle' && reason.trim() === ''
    ? { Reason: ['Automation is active: enter a reason'] }
    : {};
}

/** Whether the place is clear, so that a relay may go back to its state on clear. */
export function mayResume({ warning, placeHolds }: RelayEvidence): boolean {
  return warning === 'none' && placeHolds.length === 0;
}

function follow(settings: RelaySettings, state: RelayState, evidence: RelayEvidence): RelayState {
  if (state.phase !== 'active' && evidence.warning === 'open') {
    const wanted = { on: settings.onAtStart, cause: 'automation', isResume: false, askedAt: null } as const;
    return { ...state, phase: 'active', heldByPerson: false, wanted };
  }
  if (state.phase === 'idle') return withoutLostResume(state, evidence);
  if (mayResume(evidence)) {
    const wanted = { on: settings.onAtClear, cause: 'automation', isResume: true, askedAt: null } as const;
    return { ...state, phase: 'idle', heldByPerson: false, wanted };
  }
  return state.phase === 'active' && evidence.warning === 'none' ? { ...state, phase: 'ending' } : state;
}

/** A resume that waits (for its shortest time, for the other relay) is dropped when it is no longer earned. */
function withoutLostResume(state: RelayState, evidence: RelayEvidence): RelayState {
  return state.wanted?.isResume && !mayResume(evidence) ? { ...state, phase: 'ending', wanted: null } : state;
}

function carryOut(
  settings: RelaySettings,
  state: RelayState,
  evidence: RelayEvidence,
  now: number,
): RelayStep {
  const { wanted } = state;
  if (wanted === null) return endLongest(settings, state, now);
  if (wanted.on && evidence.isExcludedOn !== false) {
    const isDue = wanted.askedAt === null || Math.abs(now - wanted.askedAt) >= askAgainMs;
    return isDue
      ? { state: { ...state, wanted: { ...wanted, askedAt: now } }, effects: [{ kind: 'excluded-off' }] }
      : { state, effects: [] };
  }
  // A person switches at once; automation leaves it on for its shortest time.
  if (!wanted.on && wanted.cause === 'automation' && isTooShort(settings, state, now))
    return { state, effects: [] };
  // A person who switches on what is on gives it its time anew.
  const isOnAlready = state.isOn && wanted.cause === 'automation';
  if (wanted.on && isOnAlready) {
    const end = endLongest(settings, { ...state, wanted: null }, now);
    if (end.effects.length > 0) return end;
  }
  const onSince = wanted.on ? ((isOnAlready ? state.onSince : null) ?? now) : null;
  return {
    state: { ...state, wanted: null, isOn: wanted.on, onSince },
    effects: [switchTo(settings, wanted.on, wanted.cause, wanted.isResume)],
  };
}

function endLongest(settings: RelaySettings, state: RelayState, now: number): RelayStep {
  const { longestOnSeconds } = settings;
  const isOver =
    state.isOn &&
    state.onSince !== null &&
    longestOnSeconds !== null &&
    now - state.onSince >= longestOnSeconds * 1_000;
  if (!isOver) return { state, effects: [] };
  const off = switchTo(settings, false, 'automation', false);
  return {
    state: { ...state, isOn: false, onSince: null },
    effects: [{ ...off, text: `Relay off: it was on for its longest time, ${longestOnSeconds} s.` }],
  };
}

function isTooShort(
  { shortestOnSeconds }: RelaySettings,
  { isOn, onSince }: RelayState,
  now: number,
): boolean {
  if (!isOn || onSince === null || shortestOnSeconds === null) return false;
  const onMs = now - onSince;
  // A clock that went back counts as none.
  return onMs >= 0 && onMs < shortestOnSeconds * 1_000;
}

function switchTo(
  { longestOnSeconds }: RelaySettings,
  on: boolean,
  cause: RelaySwitch['cause'],
  isResume: boolean,
): { kind: 'switch' } & RelaySwitch {
  const why = cause === 'person' ? 'by hand' : isResume ? 'on the all clear' : 'when the warning started';
  return {
    ...{ kind: 'switch', on, cause, isResume, limitSeconds: on ? longestOnSeconds : null },
    text: `Relay ${on ? 'on' : 'off'} ${why}.`,
  };
}
