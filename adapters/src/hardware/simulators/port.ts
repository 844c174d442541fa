/**
 * Programs that act like a device, on a real socket: for tests, for `npm run simulate-device`, and for the
 * demonstration. A simulator ends limited outputs itself, with real timers, as the device would.
 */
export const simulatorFaults = [
  /** None. */
  'good',
  /** Its password is another one than anybody knows. */
  'wrong-password',
  /** Nothing listens at its port. */
  'refused',
  /** It takes the request and neither acts nor answers. */
  'silent',
  /** It acts at once and answers after `slowMs`. */
  'slow',
  /** It acts and ends the connection in the middle of its answer. */
  'half-answer',
  /** It says that it did, and does not. */
  'lies',
  /** It acts, and says ever after that its outputs are off. */
  'denies',
  /** It does not act, and puts an error into an answer that looks like success. */
  'error-inside',
  /** It does not act, and answers with a page for people. */
  'html',
  /** It has just restarted: everything is off, its time runs anew. It works as `good`. */
  'restarted',
  /** It works, and its clock is an hour ahead. */
  'clock-off',
] as const;
export type SimulatorFault = (typeof simulatorFaults)[number];

export interface SimulatorOptions {
  /** The port to listen at; without it any free one. */
  readonly port?: number;
  /** The address to listen at; 127.0.0.1 unless given. */
  readonly host?: string;
  readonly username?: string;
  /** Empty: it wants none. */
  readonly password?: string;
  /** Which of its outputs does what, for `state`. */
  readonly wiring?: {
    readonly warningSound: string;
    readonly allClearSound: string;
    readonly light: string;
  };
  readonly fault?: SimulatorFault;
  /** How late it answers when it is slow, ms. */
  readonly slowMs?: number;
  /** Epoch ms; the clock of the machine unless given. */
  readonly wallNow?: () => number;
  /** Called with each command that it has carried out. */
  readonly onCommand?: (command: SimulatedCommand) => void;
}

/** A command that arrived and was taken. */
export interface SimulatedCommand {
  /** Epoch ms. */
  readonly at: number;
  /** In words: 'relay1 on for 5 s'. */
  readonly text: string;
}

/** What it does at this moment. */
export interface SimulatorState {
  readonly sounding: 'warning' | 'all-clear' | null;
  readonly lit: boolean;
  /** By the name of the output. */
  readonly relays: Readonly<Record<string, boolean>>;
  /** What it says or plays; null for nothing. */
  readonly playing: string | null;
}

export interface Simulator {
  /** As a unit's address: '127.0.0.1:8101'. */
  readonly address: string;
  readonly port: number;
  state(): SimulatorState;
  /** The commands so far, the oldest first. */
  readonly commands: readonly SimulatedCommand[];
  readonly fault: SimulatorFault;
  /** Resolves when it behaves so. */
  setFault(fault: SimulatorFault): Promise<void>;
  close(): Promise<void>;
}

/** Starts a simulator of one kind of device. */
export type StartSimulator = (options?: SimulatorOptions) => Promise<Simulator>;
