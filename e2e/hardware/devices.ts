import type { Simulator } from '@allclear/adapters';
import type { StartSimulator } from '@allclear/adapters/hardware/simulators/port.ts';
import { simulatedDeviceOf } from '@allclear/adapters/hardware/simulators/simulators.ts';
import type { OwnLocation } from '../journey.ts';
import type { ServerUnderTest } from '../server-under-test.ts';

/** Simulators listen on this machine. */
export const deviceNetworks = { ALLCLEAR_DEVICE_NETWORKS: '127.0.0.0/8' };

export interface Place {
  readonly id: string;
  readonly name: string;
}

export interface AddedUnit {
  readonly id: string;
  readonly revision: number;
}

/** Simulators of a journey, which are closed with it. */
export interface Devices {
  start(driver: string): Promise<Simulator>;
  close(): Promise<void>;
}

export function openDevices(): Devices {
  const running: Simulator[] = [];
  return {
    async start(driver) {
      const { start, wiring } = simulatedOf(driver);
      const { warningSound, allClearSound, light } = wiring;
      const simulator = await start({
        wiring: {
          ...{ warningSound: warningSound ?? '', allClearSound: allClearSound ?? '', light: light ?? '' },
        },
      });
      running.push(simulator);
      return simulator;
    },
    async close() {
      await Promise.all(running.map((simulator) => simulator.close()));
    },
  };
}

export function simulatedOf(driver: string): {
  start: StartSimulator;
  username: string;
  wiring: {
    readonly warningSound: string | null;
    readonly allClearSound: string | null;
    readonly light: string | null;
  };
} {
  const found = simulatedDeviceOf(driver);
  if (found === null) throw new Error(`There is no simulator for ${driver}.`);
  return found;
}

/** Removes the demonstration's units; weather stations are their provider's. */
export async function withoutUnits(server: ServerUnderTest): Promise<void> {
  for (const { id, driver } of await server.api<{ id: string; driver: string | null }[]>('GET', 'Hardware'))
    if (driver !== null) await server.api('DELETE', `Hardware/${id}`);
}

/** The organization location of a location. */
export async function placeOf(
  server: ServerUnderTest,
  label: string,
): Promise<{ location: OwnLocation; place: Place }> {
  const locations = await server.api<(OwnLocation & { organizationLocationId: string | null })[]>(
    'GET',
    'location',
  );
  const location = locations.find((one) => one.label === label);
  const places = await server.api<Place[]>('GET', 'organizationLocation');
  const place = places.find(({ id }) => id === location?.organizationLocationId);
  if (!location || !place) throw new Error(`There is no place ${label}.`);
  return { location, place };
}

export interface UnitToAdd {
  readonly name: string;
  readonly model: 'OWS' | 'PAS' | 'RLY';
  readonly driver: string;
  readonly address: string;
  readonly placeId: string;
}

/** Adds a unit as its simulator is wired. */
export async function addUnit(
  server: ServerUnderTest,
  { name, model, driver, address, placeId }: UnitToAdd,
): Promise<AddedUnit> {
  const { wiring, username } = simulatedOf(driver);
  return server.api<AddedUnit>('POST', 'Hardware', {
    ...{ name, modelId: model, driver, ipAddress: address, organizationLocationId: placeId, username },
    wiring: model === 'OWS' ? wiring : { warningSound: null, allClearSound: null, light: null },
  });
}

/** The signals as short as they can be, and sounded at any hour. */
export const shortSignals = {
  ...{ duration: 5, frequency: 1, allClearDuration: 5, allClearFrequency: 1, lifeSafety: true },
};

/** The commands of a simulator with this text at its start. */
export function commandsOf(simulator: Simulator, start: string): string[] {
  return simulator.commands.map(({ text }) => text).filter((text) => text.startsWith(start));
}
