import type { Device, DeviceNetwork, ReadingOutcome, RefusedBecause } from '@allclear/adapters';
import { driverOf } from '@allclear/adapters';
import type { WeatherKind } from '@allclear/domain';
import type { Database } from '../../platform/database/database.ts';
import { CannotOpen, type SecretBox } from '../../platform/secrets/secret-box.ts';
import { passwordPurpose } from '../units/unit-context.ts';
import type { StoredUnit } from '../units/units.store.ts';
import { simulatorPort } from './demonstration-devices.store.ts';
import type { SharedDevices } from './shared-devices.ts';

/** What opens devices. */
export interface DeviceContext {
  readonly db: Database;
  readonly secrets: SecretBox;
  readonly weather: WeatherKind;
  /** The way to the networks of this installation. */
  readonly network: DeviceNetwork;
  /** The way to the demonstration's simulators, which run on this machine. */
  readonly simulatorNetwork: DeviceNetwork;
  readonly shared: SharedDevices;
}

/** A unit as far as its device depends on it. */
export type UnitToOpen = Pick<
  StoredUnit,
  'id' | 'organizationId' | 'driver' | 'address' | 'username' | 'password' | 'options' | 'wiring'
>;

/** Or why nothing may be asked of it, a sentence. */
export type OpenedDevice =
  | { readonly device: Device }
  | { readonly refused: string; readonly because: RefusedBecause };

/** The address of a simulator of the demonstration. */
const simulatorAddress = /^simulator:(.+)$/;

/**
 * The device of a unit. It is shared and closed by itself; ask for it before each use. With weather that is not live
 * only a device that proves to be a simulator is given: nothing real may act on made weather.
 */
export async function openDevice(context: DeviceContext, unit: UnitToOpen): Promise<OpenedDevice> {
  const driver = driverOf(unit.driver);
  if (!driver) return refused(`There is no driver ${unit.driver}.`, 'unsupported');
  const name = simulatorAddress.exec(unit.address)?.[1];
  const port = name === undefined ? null : await simulatorPort(context.db, name);
  if (name !== undefined && port === null) return refused(`The simulator ${name} does not run.`, 'network');
  const password = passwordOf(context.secrets, unit);
  if (password === null)
    return refused('Its password was sealed with another key of this installation.', 'password');
  const { id, username, options, wiring } = unit;
  const address = port === null ? unit.address : `127.0.0.1:${port}`;
  const network = port === null ? context.network : context.simulatorNetwork;
  const openedWith = JSON.stringify([driver.name, address, username, unit.password, options, wiring]);
  const { device, isSimulator } = context.shared.get(id, openedWith, () =>
    driver.open({ unitId: id, address, username, password, options, wiring }, network),
  );
  if (context.weather !== 'live' && !(await isSimulator()))
    return refused(
      `With ${context.weather === 'simulated' ? 'simulated' : 'replayed'} weather only simulators are switched, and this device does not prove to be one.`,
      'network',
    );
  return { device };
}

function passwordOf(secrets: SecretBox, { id, password }: UnitToOpen): string | null {
  if (password === '') return '';
  try {
    return secrets.open(password, passwordPurpose(id));
  } catch (error) {
    if (error instanceof CannotOpen) return null;
    throw error;
  }
}

function refused(sentence: string, because: RefusedBecause): OpenedDevice {
  return { refused: sentence, because };
}

/** Asks the device of a unit for its state, for supervision. */
export async function askDevice(
  context: DeviceContext,
  unit: UnitToOpen,
  signal: AbortSignal,
): Promise<ReadingOutcome | { readonly refused: string }> {
  const opened = await openDevice(context, unit);
  return 'refused' in opened ? { refused: opened.refused } : opened.device.read(signal);
}
