import type { Simulator } from '@allclear/adapters';
import { systemActor } from '../platform/actor.ts';
import type { Loop, Platform } from '../platform/subject.ts';
import { demonstrationDevices } from './devices.ts';
import { notePorts, removePorts } from './hardware.store.ts';

const actor = systemActor('demonstration-devices');
/** Ports are noted again at most so late after another process noted its own, real ms. */
const restMs = 10_000;

/**
 * Runs the simulated devices of the demonstration on sockets of this machine, in the process that holds the engine's
 * lock: they end with it, whatever ends it.
 */
export function demonstrationDevicesLoop({ db, clock, log }: Pick<Platform, 'db' | 'clock' | 'log'>): Loop {
  return {
    name: 'demonstration-devices',
    async run(signal) {
      const running: { name: string; simulator: Simulator }[] = [];
      try {
        for (const { name, start, unit } of demonstrationDevices)
          running.push({ name, simulator: await start({ wiring: simulatedWiring(unit.wiring) }) });
        const ports = running.map(({ name, simulator }) => ({ name, port: simulator.port }));
        while (!signal.aborted) {
          await notePorts(db, actor, ports, clock.now()).catch((error: unknown) =>
            log.error({ err: error }, 'the ports of simulated devices could not be noted'),
          );
          await clock.sleep(restMs * clock.speed, signal);
        }
        await removePorts(db, actor, ports);
      } finally {
        await Promise.all(running.map(({ simulator }) => simulator.close()));
      }
    },
  };
}

function simulatedWiring({
  warningSound,
  allClearSound,
  light,
}: (typeof demonstrationDevices)[number]['unit']['wiring']) {
  return { warningSound: warningSound ?? '', allClearSound: allClearSound ?? '', light: light ?? '' };
}
