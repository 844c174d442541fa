import type { Duplex } from 'node:stream';

/**
 * Devices that act: sirens, lights, relays, loudspeakers. A driver knows the protocol of one make; the registry
 * (`drivers.ts`) lists them. A device is asked and commanded one call after the other.
 */

/** What a driver can do. What is not listed is refused before anything is sent. */
export interface DriverAbilities {
  /**
   * `limited`: the device itself ends each sound after the time that it was given, so that it falls silent without
   * us. A driver that cannot do that is not for sound (`none`).
   */
  readonly sound: 'limited' | 'none';
  /** A light that stays on until it is switched off, or until the limit that it was given. */
  readonly light: boolean;
  readonly relays: boolean;
  /**
   * What it plays: a text that the device speaks itself, a recorded clip that lies on the device, or sound that is
   * sent to it.
   */
  readonly plays: readonly ('speech' | 'clip' | 'audio')[];
  /** Whether it can say what its outputs are doing. Without, a command that it accepted is 'sent, not confirmed'. */
  readonly readsBack: boolean;
}

/** One device, as an Admin has set it up. */
export interface DeviceSettings {
  /** The id of the unit, in lower case. For logs, and for topics and request ids that must not repeat. */
  readonly unitId: string;
  /** `host`, `host:port`, or what the driver's `addressHint` says. */
  readonly address: string;
  readonly username: string;
  /** Password, token or key; empty for none. Never logged. */
  readonly password: string;
  /** What the driver's `options` describe, checked by `readOptions`. */
  readonly options: Readonly<Record<string, string>>;
  readonly wiring: Wiring;
}

/** Which output of the device does what; null where it has none for it. Names of outputs are those of the driver. */
export interface Wiring {
  /** The output, tone or pattern of the warning signal. */
  readonly warningSound: string | null;
  /** Of the all-clear signal, which differs from it. */
  readonly allClearSound: string | null;
  readonly light: string | null;
}

/** How a driver is set up, for the form. */
export interface DriverOption {
  readonly name: string;
  readonly label: string;
  /** Empty: it must be given. */
  readonly fallback: string;
  readonly hint: string;
}

/**
 * What a device answered to a command. `confirmed`: read back, the output is as asked. `sent`: it accepted the command
 * and cannot say more. `refused`: it was not carried out and nothing is switched. `unknown`: the answer was lost, is
 * unreadable, or contradicts the command, so the output may be either way.
 */
export type CommandOutcome =
  | { readonly kind: 'confirmed'; readonly detail: string }
  | { readonly kind: 'sent'; readonly detail: string }
  | { readonly kind: 'refused'; readonly because: RefusedBecause; readonly detail: string }
  | { readonly kind: 'unknown'; readonly detail: string };

/**
 * `network`: no connection was made, or the address is not allowed. `password`: it wants another one. `clock`: its
 * clock is off. `device`: it says that it cannot. `unsupported`: the driver or this wiring cannot.
 */
export type RefusedBecause = 'network' | 'password' | 'clock' | 'device' | 'unsupported';

/** What a device says of itself; null: it cannot say. */
export interface DeviceReading {
  readonly sounding: boolean | null;
  readonly lit: boolean | null;
  /** By the name of the output. */
  readonly relays: Readonly<Record<string, boolean>>;
  /** Volts of its supply or battery. */
  readonly voltage: number | null;
  /** Its clock minus ours, ms. */
  readonly clockOffsetMs: number | null;
  /** Since its last start, seconds. */
  readonly uptimeSeconds: number | null;
  /** What the device itself reports as wrong, in words for people. */
  readonly faults: readonly string[];
}

/** Either a reading or why there is none. */
export type ReadingOutcome =
  | { readonly kind: 'reading'; readonly reading: DeviceReading }
  | {
      readonly kind: 'failed';
      readonly because: RefusedBecause | 'silent' | 'malformed';
      readonly detail: string;
    };

export type Signal = 'warning' | 'all-clear';

/** What is played. Times in seconds. */
export type PlayRequest =
  | { readonly kind: 'speech'; readonly text: string }
  | { readonly kind: 'clip'; readonly name: string }
  /** G.711 µ-law, 8,000 samples a second, mono. */
  | { readonly kind: 'audio'; readonly ulaw: Uint8Array };

/**
 * An open device. No method throws for what a device or the network does; each resolves within `timeoutMs` of the
 * client that it was opened with, or soon after `signal` aborts (`unknown` where it may have acted). None repeats a
 * command by itself.
 */
export interface Device {
  read(signal: AbortSignal): Promise<ReadingOutcome>;
  /** One play of a signal, which the device ends by itself after `seconds` (1–30). */
  sound(request: { signal: Signal; seconds: number }, signal: AbortSignal): Promise<CommandOutcome>;
  /** `limitSeconds`: the device switches it off itself after so long, where it can; null without an end. */
  light(request: { on: boolean; limitSeconds: number | null }, signal: AbortSignal): Promise<CommandOutcome>;
  relay(
    request: { output: string; on: boolean; limitSeconds: number | null },
    signal: AbortSignal,
  ): Promise<CommandOutcome>;
  /** One play. */
  play(request: PlayRequest, signal: AbortSignal): Promise<CommandOutcome>;
  /** Ends sound and speech at once; light and relays stay as they are. */
  stopSound(signal: AbortSignal): Promise<CommandOutcome>;
  /**
   * Whether it is a simulator: it answers a fresh challenge as only simulators do (`src/simulator-proof.ts`). A real
   * device, a silent one and a wrong answer are none. Switches nothing.
   */
  isSimulator(signal: AbortSignal): Promise<boolean>;
  close(): Promise<void>;
}

export interface DeviceDriver {
  /** As the store and the wire name it: lower-case letters and hyphens. It never changes. */
  readonly name: string;
  /** As people call it. */
  readonly label: string;
  readonly abilities: DriverAbilities;
  readonly addressHint: string;
  readonly options: readonly DriverOption[];
  /** Words for `wiring`: which outputs, tones or patterns it takes. */
  readonly outputHint: string;
  /**
   * What is wrong with the settings, sentences by field (`Address`, `Options.topic`, `Wiring.WarningSound`); empty when
   * nothing is. Whether an address is allowed is not asked here.
   */
  check(settings: Omit<DeviceSettings, 'unitId'>): Readonly<Record<string, readonly string[]>>;
  open(settings: DeviceSettings, network: DeviceNetwork): Device;
}

/**
 * The ways to devices: HTTP requests and sockets that end only inside the networks that the installation allows
 * (`ALLCLEAR_DEVICE_NETWORKS`), never link-local, whatever a name resolves to. `device-socket/` implements it.
 */
export interface DeviceNetwork {
  /** Milliseconds of a whole exchange, from the lookup of the name to the last byte of the answer. */
  readonly timeoutMs: number;
  /** Epoch ms of the wall clock, against which the clocks of devices are compared. */
  readonly wallNow: () => number;
  request(request: DeviceHttpRequest): Promise<DeviceHttpAnswer>;
  /** A TCP connection; rejects with `DeviceNetworkError`. */
  connect(target: { host: string; port: number }, signal: AbortSignal): Promise<DeviceSocket>;
  /**
   * A connection for a client of a protocol (MQTT), with TLS where `secure`. `timeoutMs` limits the connecting only;
   * the client ends it. Rejects with `DeviceNetworkError`, always `before`.
   */
  connectStream(
    target: { host: string; port: number; secure: boolean },
    signal: AbortSignal,
  ): Promise<Duplex>;
  /** Sends datagrams to an address or multicast group, one every `everyMs`; `timeoutMs` does not limit them. */
  sendDatagrams(
    target: { host: string; port: number; ttl: number },
    datagrams: Iterable<Uint8Array>,
    everyMs: number,
    signal: AbortSignal,
  ): Promise<void>;
  /** One datagram and the first answer of that address; null when none comes in time. */
  askDatagram(
    target: { host: string; port: number },
    datagram: Uint8Array,
    signal: AbortSignal,
  ): Promise<Uint8Array | null>;
}

export interface DeviceHttpRequest {
  readonly method: 'GET' | 'POST';
  /** `http:` or `https:`; certificates that devices sign themselves are accepted. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Some old devices answer without a status line (HTTP/0.9): then the status is 200 and there are no headers. */
  readonly allowsBareAnswer?: boolean;
  readonly signal: AbortSignal;
}

/** Header names in lower case. At most 1 MiB of body. Redirects are not followed. */
export interface DeviceHttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

export interface DeviceSocket {
  write(bytes: Uint8Array): Promise<void>;
  /** Exactly so many bytes; rejects when the connection ends or time is up. */
  read(length: number): Promise<Uint8Array>;
  /** Up to and with this byte, at most `maxLength` bytes. */
  readUntil(byte: number, maxLength: number): Promise<Uint8Array>;
  close(): void;
}

/**
 * `before`: no byte of the request left, so nothing was switched. `after`: it may have arrived.
 */
export class DeviceNetworkError extends Error {
  readonly when: 'before' | 'after';
  readonly because: 'not-allowed' | 'refused' | 'timeout' | 'malformed' | 'aborted';

  constructor(message: string, when: 'before' | 'after', because: DeviceNetworkError['because']) {
    super(message);
    this.when = when;
    this.because = because;
  }
}
