import type { DeviceDriver } from '@allclear/adapters';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';

/** What the routes of units need. */
export interface UnitContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly secrets: SecretBox;
  readonly drivers: readonly DeviceDriver[];
  /**
   * Why no device at an address may be asked or commanded, a sentence for people: it is not inside the networks of the
   * installation. Null when one may.
   */
  readonly addressFault: (driver: DeviceDriver, address: string) => string | null | Promise<string | null>;
}

/** The driver of that name; undefined when there is none. */
export function driverNamed(
  { drivers }: Pick<UnitContext, 'drivers'>,
  name: string,
): DeviceDriver | undefined {
  return drivers.find((driver) => driver.name === name);
}

/** For what the password of a unit is sealed. */
export const passwordPurpose = (unitId: string) => `hardware ${unitId}`;
