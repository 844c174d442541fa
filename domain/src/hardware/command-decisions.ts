import type { CommandCause, HardwareAction } from './hardware-action.ts';
import type { SignalState } from './signal.ts';
import { isAllClearEarned, isDarkEarned, type SignalEvidence } from './signal-evidence.ts';

/** A command as far as decisions about it need it. Instants of the wall clock, epoch ms. */
export interface CommandToDecide {
  readonly cause: CommandCause;
  readonly action: HardwareAction;
  /** When it was given. */
  readonly givenAt: number;
  /** Not begun after it. */
  readonly deadlineAt: number;
  /** A relay goes back to its state on clear, or words are of an all clear: it calms. */
  readonly isResume?: boolean;
}

/** An all clear is dropped after so long (signal, words, and a relay that resumes). */
export const allClearLifeMs = 120_000;

/**
 * Whether a command may begin, or be repeated, now. Null when it may, otherwise why not, for the record.
 *
 * @param holds whether what it was decided on still holds (`decisionHolds`): for an all clear that it is still earned
 * @param wallNow the wall clock, epoch ms. A clock that went back behind `givenAt` drops what calms.
 */
export function whyNot(command: CommandToDecide, holds: boolean, wallNow: number): string | null {
  const calms = isCalming(command);
  if (!holds)
    return calms ? 'Dropped: the all clear is no longer earned.' : 'Dropped: what caused it is over.';
  if (calms && !(wallNow >= command.givenAt && wallNow - command.givenAt <= allClearLifeMs))
    return 'Dropped: an all clear goes out within two minutes or not at all.';
  return wallNow > command.deadlineAt ? 'Dropped: it is too late.' : null;
}

/** Whether a command may begin now, see `whyNot`. */
export function mayStillGo(command: CommandToDecide, holds: boolean, wallNow: number): boolean {
  return whyNot(command, holds, wallNow) === null;
}

/** The signal and the words of an all clear, and a relay that resumes. A light goes dark under `isDarkEarned`. */
export function isCalming({ cause, action, isResume = false }: CommandToDecide): boolean {
  return isResume || (cause === 'all-clear' && action.kind !== 'light');
}

/**
 * Whether what a command of the machine was decided on still holds, for the causes of the machine. Causes of people,
 * tests and drills hold until they are stopped, which drops their commands; relays hold as their own machine says.
 *
 * @param evidence of now; null while it cannot be had: nothing calming holds then
 */
export function decisionHolds(
  { cause, action }: Pick<CommandToDecide, 'cause' | 'action'>,
  state: SignalState,
  evidence: SignalEvidence | null,
): boolean {
  switch (cause) {
    case 'warning':
      // What says why it is not clear yet is said while it waits.
      return state.kind === 'warning' || (state.kind === 'waiting' && action.kind === 'play');
    case 'all-clear':
      if (state.kind === 'warning' || evidence === null) return false;
      return action.kind === 'light'
        ? isDarkEarned(evidence)
        : // A unit that was disabled or moved since has nothing to clear.
          state.kind === 'none' && state.clearedAt !== undefined && isAllClearEarned(evidence);
    case 'dark':
      return state.kind !== 'warning';
    default:
      return true;
  }
}

/** What was read back, as far as the command is concerned; null where it cannot be read. */
export type ReadBack = 'as-asked' | 'otherwise' | null;

/**
 * What becomes of a command whose outcome is unknown: its answer was lost, or its process died while it was carried out.
 * `again`: it is carried out once more. `done`: it is confirmed by what was read. `unknown`: it stays unknown, and is
 * not repeated. `read-back`: the device is asked first.
 */
export type LostDecision = 'again' | 'done' | 'read-back' | 'unknown';

/**
 * - A warning is read back and, if it is not seen on (or cannot be seen), carried out again while it holds. Sounding
 *   twice is better than not at all; a further play is limited by the device like the first.
 * - An all clear is never repeated, whatever is read back: at most once.
 * - A light that goes dark is idempotent: repeated while its decision holds.
 * - Tests, drills and words of people are never repeated: somebody waits for them, sees that they failed, and can press
 *   again. A relay or light that a person switched is read back and stays unknown when that says nothing.
 * - Automation switches to a state, so twice is as good as once: read back, then again while its machine wants it; a
 *   resume is never repeated.
 * - Stopping the sound, and what supervision corrects, are repeated: they only make quieter or restore.
 *
 * @param mayGo whether it still may (`mayStillGo`)
 * @param readBack undefined before it was asked
 */
export function afterLostOutcome(
  command: CommandToDecide,
  mayGo: boolean,
  readBack: ReadBack | undefined,
): LostDecision {
  const { cause, action } = command;
  if (isCalming(command)) return 'unknown';
  // Words are not seen in any reading.
  const isReadable = action.kind !== 'play';
  if (isReadable && readBack === undefined && canBeRead(cause)) return 'read-back';
  if (readBack === 'as-asked') return 'done';
  return mayGo && isRepeated(cause, action) ? 'again' : 'unknown';
}

/**
 * What becomes of a command that a device refused, or that never reached it. Nothing is switched, so what protects is
 * tried again while it may go; `failed` otherwise. An all clear may follow within its two minutes: it did not go out.
 *
 * @param because `network` and `clock` may pass; a warning is tried on where somebody can help meanwhile (`password`,
 * `device`); what is `unsupported` stays so
 */
export function afterRefusal(
  { cause }: CommandToDecide,
  because: 'network' | 'password' | 'clock' | 'device' | 'unsupported',
  mayGo: boolean,
): 'again' | 'failed' {
  const passes =
    because === 'network' ||
    because === 'clock' ||
    (cause === 'warning' && (because === 'device' || because === 'password'));
  const isTried = cause !== 'test' && cause !== 'drill' && cause !== 'person';
  return mayGo && passes && isTried ? 'again' : 'failed';
}

/** Milliseconds before a refused command is tried again: short at first, never long while a warning waits. */
export function retryAfterMs(attempts: number): number {
  return Math.min(1_000 * 2 ** Math.max(0, attempts - 1), 15_000);
}

/**
 * What a reading says about a command. A signal that is over may have sounded, so silence is `otherwise` only within
 * its time; after it nothing can be seen.
 *
 * @param sinceBegunMs since it was sent
 */
export function readBackOf(
  action: HardwareAction,
  reading: {
    readonly sounding: boolean | null;
    readonly lit: boolean | null;
    readonly relays: Readonly<Record<string, boolean>>;
  },
  sinceBegunMs: number,
): ReadBack {
  const seen = (is: boolean | null | undefined, wanted: boolean): ReadBack =>
    is == null ? null : is === wanted ? 'as-asked' : 'otherwise';
  switch (action.kind) {
    case 'sound':
      return sinceBegunMs < action.seconds * 1_000 ? seen(reading.sounding, true) : null;
    case 'stop-sound':
      return seen(reading.sounding, false);
    case 'light':
      return seen(reading.lit, action.on);
    case 'relay':
      return seen(
        Object.hasOwn(reading.relays, action.output) ? reading.relays[action.output] : null,
        action.on,
      );
    case 'play':
      return null;
  }
}

/**
 * What the light of a unit needs after a restart of the device, a command that was lost, or a hand at its panel: on in a
 * warning, off where nothing fires it and darkness is earned. Null for nothing, also while it is not known, a test or
 * drill runs, or commands wait. `off` is given with the cause `all-clear`, so that it goes out only while it is earned.
 */
export function lightToCorrect(
  state: SignalState,
  lit: boolean | null,
  evidence: SignalEvidence | null,
  isBusy: boolean,
): 'on' | 'off' | null {
  if (lit === null || isBusy) return null;
  if (state.kind === 'warning') return lit ? null : 'on';
  return lit && evidence !== null && isDarkEarned(evidence) ? 'off' : null;
}

function canBeRead(cause: CommandCause): boolean {
  return cause !== 'test' && cause !== 'drill';
}

function isRepeated(cause: CommandCause, action: HardwareAction): boolean {
  switch (cause) {
    case 'warning':
    case 'dark':
    case 'supervision':
    case 'automation':
      return true;
    // Only its light gets here.
    case 'all-clear':
      return true;
    case 'person':
    case 'test':
    case 'drill':
      return action.kind === 'stop-sound';
  }
}
