import { openDeviceNetwork } from '@allclear/adapters';
import { wallNow } from '../../platform/clock/clock.ts';
import type { Platform } from '../../platform/subject.ts';
import { weatherKind } from '../../platform/weather/weather-source.ts';
import type { HardwareSettings } from '../settings.ts';
import type { DeviceContext } from './open-device.ts';
import { SharedDevices } from './shared-devices.ts';

/** The longest exchange with a device, ms: one that hangs is given up then. */
const timeoutMs = 5_000;
/** Where the simulators of the demonstration are. */
const thisMachine = '127.0.0.1/32';

/** What opens the devices of this installation; `close` closes those that are open. */
export function createDeviceContext(
  { db, secrets, weather }: Pick<Platform, 'db' | 'secrets' | 'weather'>,
  { networks }: HardwareSettings,
): DeviceContext {
  return {
    ...{ db, secrets, weather: weatherKind(weather), shared: new SharedDevices() },
    network: openDeviceNetwork({ networks, timeoutMs, wallNow }),
    simulatorNetwork: openDeviceNetwork({ networks: thisMachine, timeoutMs, wallNow }),
  };
}
