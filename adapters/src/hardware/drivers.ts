import { algo } from './algo.ts';
import { axis } from './axis/axis.ts';
import { controlByWeb } from './controlbyweb.ts';
import { httpHook } from './http-hook.ts';
import { modbus } from './modbus.ts';
import { mqttRelay } from './mqtt-relay.ts';
import type { DeviceDriver } from './port.ts';
import { rtp } from './rtp/rtp.ts';
import { shelly } from './shelly.ts';
import { webRelay } from './webrelay.ts';

/** Every driver that there is; a new one is added here. */
export const drivers: readonly DeviceDriver[] = [
  controlByWeb,
  webRelay,
  shelly,
  modbus,
  mqttRelay,
  httpHook,
  axis,
  algo,
  rtp,
];

/** The driver of that name; null when there is none. */
export function driverOf(name: string): DeviceDriver | null {
  return drivers.find((driver) => driver.name === name) ?? null;
}
