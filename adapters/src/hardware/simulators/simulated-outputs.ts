import type { SimulatedCommand, SimulatorFault, SimulatorOptions, SimulatorState } from './port.ts';

/** The outputs of a simulated board, with the timers of the device, its clock and its commands. */
export interface SimulatedOutputs {
  fault: SimulatorFault;
  /** Switches, unless the fault keeps it from acting. `seconds`: it goes back by itself. */
  set(name: string, on: boolean, seconds?: number | null): void;
  has(name: string): boolean;
  isOn(name: string): boolean;
  /** As the device says it, which may be another thing. */
  says(): Readonly<Record<string, boolean>>;
  /** Seconds for which the timer of an output was set; null when none runs. */
  timerOf(name: string): number | null;
  state(): SimulatorState;
  readonly commands: readonly SimulatedCommand[];
  /** Epoch ms of its clock. */
  now(): number;
  uptimeSeconds(): number;
  /** All off, and the time since the start runs anew. */
  restart(): void;
}

const neverActs: readonly SimulatorFault[] = [
  'wrong-password',
  'refused',
  'silent',
  'lies',
  'error-inside',
  'html',
];
const hourMs = 3_600_000;
const uptimeAtStart = 86_400;

/** The clock of the machine. */
export function machineNow(): number {
  return performance.timeOrigin + performance.now();
}

export function createOutputs(names: readonly string[], options: SimulatorOptions): SimulatedOutputs {
  const { wallNow = machineNow, onCommand } = options;
  const [first = '', second = '', third = ''] = names;
  const wiring = options.wiring ?? { warningSound: first, allClearSound: second, light: third };
  const on = new Map<string, { timer: NodeJS.Timeout | undefined; seconds: number | null }>();
  const commands: SimulatedCommand[] = [];
  // It has run for a day, so that a restart shows.
  let startedAt = wallNow() - uptimeAtStart * 1_000;

  const off = (name: string) => {
    clearTimeout(on.get(name)?.timer);
    on.delete(name);
  };
  const outputs: SimulatedOutputs = {
    fault: options.fault ?? 'good',
    set(name, isOn, seconds = null) {
      if (neverActs.includes(outputs.fault)) return;
      const command = {
        at: wallNow(),
        text: `${name} ${isOn ? 'on' : 'off'}${isOn && seconds !== null ? ` for ${seconds} s` : ''}`,
      };
      commands.push(command);
      off(name);
      if (isOn) {
        const timer = seconds === null ? undefined : setTimeout(() => on.delete(name), seconds * 1_000);
        timer?.unref();
        on.set(name, { timer, seconds });
      }
      onCommand?.(command);
    },
    has: (name) => names.includes(name),
    isOn: (name) => on.has(name),
    says: () =>
      Object.fromEntries(names.map((name) => [name, outputs.fault === 'denies' ? false : on.has(name)])),
    timerOf: (name) => on.get(name)?.seconds ?? null,
    state: () => ({
      sounding: on.has(wiring.warningSound) ? 'warning' : on.has(wiring.allClearSound) ? 'all-clear' : null,
      lit: on.has(wiring.light),
      relays: Object.fromEntries(names.map((name) => [name, on.has(name)])),
      playing: null,
    }),
    commands,
    now: () => wallNow() + (outputs.fault === 'clock-off' ? hourMs : 0),
    uptimeSeconds: () => Math.floor((wallNow() - startedAt) / 1_000),
    restart() {
      for (const name of names) off(name);
      startedAt = wallNow();
    },
  };
  if (outputs.fault === 'restarted') outputs.restart();
  return outputs;
}
