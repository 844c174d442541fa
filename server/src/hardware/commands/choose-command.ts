import type { CommandCause, HardwareAction } from '@allclear/domain';

/** A command that waits or is being carried out, as far as the order of a unit's commands depends on it. */
export interface OpenCommand {
  readonly id: string;
  /** Grows with each command. */
  readonly entry: number;
  readonly action: HardwareAction;
  readonly cause: CommandCause;
  /**
   * `queued`: it waits. `elsewhere`: another process carries it out. `lost`: a process that ended carried it out, and
   * what became of it is not known.
   */
  readonly state: 'queued' | 'elsewhere' | 'lost';
  /** Whether what caused it is still so: the delay of a warning lasts, the test runs, the unit is enabled. */
  readonly isWanted: boolean;
  /** Epoch ms of the wall clock. */
  readonly notBefore: number;
  readonly deadlineAt: number;
}

/** What a unit does next, and the commands that are dropped, each with the reason. */
export interface Choice {
  readonly next:
    | { readonly kind: 'none' }
    | { readonly kind: 'elsewhere' }
    /** Nothing until so many ms went by. */
    | { readonly kind: 'later'; readonly afterMs: number }
    | { readonly kind: 'command'; readonly id: string };
  readonly drops: readonly { readonly id: string; readonly because: string }[];
}

/**
 * The next of a unit's open commands (in the order of their entries) at `now`, epoch ms of the wall clock.
 *
 * A stop of the sound goes before everything and drops the sounds before it. A warning goes before what is no warning,
 * and drops tests, messages and all clears that wait to be heard. Of several commands to one output only the newest
 * counts, but a warning's light gives way to no test and no person.
 */
export function chooseCommand(open: readonly OpenCommand[], now: number): Choice {
  if (open.some(({ state }) => state === 'elsewhere')) return { next: { kind: 'elsewhere' }, drops: [] };
  const drops = open.flatMap((command) => {
    const because = reasonToDrop(command, open, now);
    return because === null ? [] : [{ id: command.id, because }];
  });
  const dropped = new Set(drops.map(({ id }) => id));
  const left = open.filter(({ id }) => !dropped.has(id));
  const ready = left
    .filter(({ state, notBefore }) => state === 'lost' || notBefore <= now)
    .toSorted((a, b) => rank(a) - rank(b) || a.entry - b.entry);
  const [first] = ready;
  if (first) return { next: { kind: 'command', id: first.id }, drops };
  if (left.length === 0) return { next: { kind: 'none' }, drops };
  return {
    next: { kind: 'later', afterMs: Math.min(...left.map(({ notBefore }) => notBefore)) - now },
    drops,
  };
}

function reasonToDrop(command: OpenCommand, open: readonly OpenCommand[], now: number): string | null {
  const later = open.filter(({ entry, isWanted }) => entry > command.entry && isWanted);
  if (isAudible(command.action)) {
    if (later.some(({ action }) => action.kind === 'stop-sound')) return 'The sound was stopped.';
    const warning = later.find(({ action, cause }) => action.kind === 'sound' && cause === 'warning');
    if (warning && command.cause !== 'warning' && command.cause !== 'person')
      return 'A warning came before it.';
    if (warning && command.cause === 'warning') return 'A newer warning replaced it.';
  }
  if (later.some((newer) => replaces(newer, command))) return 'A newer command replaced it.';
  if (!command.isWanted) return notWantedText(command.cause);
  // What was lost may have acted: its end is found out whatever the time is.
  if (command.state === 'queued' && command.deadlineAt <= now) return 'It could not begin in time.';
  return null;
}

/** What is said of a command whose cause is over. */
export function notWantedText(cause: CommandCause): string {
  switch (cause) {
    case 'warning':
      return 'The warning is over, its sound was stopped, or the unit was disabled.';
    case 'all-clear':
      return 'A warning is on, or the unit was disabled or moved.';
    case 'dark':
      return 'A warning is on.';
    default:
      return 'It is over, a warning is on, or the unit was disabled.';
  }
}

function replaces(newer: OpenCommand, { action, cause }: OpenCommand): boolean {
  if (newer.action.kind === 'light' && action.kind === 'light')
    return cause !== 'warning' || ['warning', 'all-clear', 'dark'].includes(newer.cause);
  return newer.action.kind === 'relay' && action.kind === 'relay' && newer.action.output === action.output;
}

/** Whether people can hear it. */
export function isAudible(action: HardwareAction): boolean {
  return action.kind === 'sound' || action.kind === 'play';
}

function rank({ action, cause }: OpenCommand): number {
  if (action.kind === 'stop-sound') return 0;
  return cause === 'warning' ? 1 : 2;
}
