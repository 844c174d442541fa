import type { CommandCause, HardwareAction } from '../../src/hardware/index.ts';
import type { DeviceFault, World } from './world.ts';

/** A command that a device carried out. */
export interface DeviceCall {
  readonly tick: number;
  /** Of the command: a repetition has the same. */
  readonly id: number;
  readonly action: HardwareAction;
  readonly cause: CommandCause;
  readonly givenTick: number;
  readonly isResume: boolean;
  /** Of the wall clock, since the command was given. */
  readonly ageMs: number;
  /** For how long it sounds. */
  readonly seconds: number;
}

export type TestOutcome = 'done' | 'refused-network' | 'refused-device' | 'unknown';

/** A device with a light, a siren that ends by itself, and a relay, which fails as its world says. */
export class TestDevice {
  readonly calls: DeviceCall[] = [];
  lit = false;
  relayOn = false;
  private readonly world: World;
  private fault: DeviceFault = 'none';

  constructor(world: World) {
    this.world = world;
  }

  begin(tick: number): void {
    this.fault = this.world.device[tick] ?? 'none';
    if (this.fault === 'restarts') this.lit = false;
  }

  act(call: DeviceCall): TestOutcome {
    if (this.fault === 'away') return 'refused-network';
    if (this.fault === 'refuses') return 'refused-device';
    if (this.fault === 'lost-request') return 'unknown';
    this.calls.push(call);
    if (call.action.kind === 'light') this.lit = call.action.on;
    if (call.action.kind === 'relay') this.relayOn = call.action.on;
    if (this.fault === 'lost-answer') return 'unknown';
    // A device that lies about what was switched contradicts the command: the outcome is unknown.
    return this.fault === 'lies' ? 'unknown' : 'done';
  }

  /** What it says of itself; null while it does not answer. Sounds of a tick are over in the next. */
  read() {
    if (this.fault === 'away' || this.fault === 'lost-request' || this.fault === 'lost-answer') return null;
    const says = (is: boolean) => (this.fault === 'lies' ? !is : is);
    return { sounding: says(false), lit: says(this.lit), relays: { '1': says(this.relayOn) } };
  }
}
