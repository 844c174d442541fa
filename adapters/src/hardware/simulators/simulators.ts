import type { Wiring } from '../port.ts';
import { startAlgoSimulator } from './algo.ts';
import { startAxisSimulator } from './axis.ts';
import { startControlByWebSimulator } from './controlbyweb.ts';
import { simulatedHookOptions, startHttpHookSimulator } from './http-hook.ts';
import { startModbusSimulator } from './modbus.ts';
import { simulatedTopic, startMqttRelaySimulator } from './mqtt-relay.ts';
import type { StartSimulator } from './port.ts';
import { startRtpSimulator } from './rtp.ts';
import { startShellySimulator } from './shelly.ts';
import { startWebRelaySimulator } from './webrelay.ts';

/** A simulator, and how a unit is set up that it is to be. */
export interface SimulatedDevice {
  /** The name of the driver. */
  readonly driver: string;
  readonly start: StartSimulator;
  /** Empty where the protocol takes any or none. */
  readonly username: string;
  readonly options: Readonly<Record<string, string>>;
  readonly wiring: Wiring;
}

const fourRelays: Wiring = { warningSound: 'relay1', allClearSound: 'relay2', light: 'relay3' };

/** Every simulator that there is, one for each driver. */
export const simulatedDevices: readonly SimulatedDevice[] = [
  {
    driver: 'controlbyweb',
    start: startControlByWebSimulator,
    ...{ username: 'admin', options: {}, wiring: fourRelays },
  },
  {
    driver: 'webrelay',
    start: startWebRelaySimulator,
    ...{ username: '', options: {}, wiring: { warningSound: 'relay', allClearSound: null, light: null } },
  },
  {
    driver: 'shelly',
    start: startShellySimulator,
    ...{ username: 'admin', options: {} },
    wiring: { warningSound: 'switch:0', allClearSound: 'switch:1', light: 'switch:2' },
  },
  {
    driver: 'modbus',
    start: startModbusSimulator,
    ...{ username: '', options: { board: 'waveshare' } },
    wiring: { warningSound: '0', allClearSound: '1', light: '2' },
  },
  {
    driver: 'mqtt-relay',
    start: startMqttRelaySimulator,
    ...{ username: 'allclear', options: { topic: simulatedTopic }, wiring: fourRelays },
  },
  {
    driver: 'http-hook',
    start: startHttpHookSimulator,
    ...{ username: 'admin', options: simulatedHookOptions, wiring: fourRelays },
  },
  {
    driver: 'axis',
    start: startAxisSimulator,
    ...{ username: 'root', options: {} },
    wiring: {
      warningSound: 'Alarm: Horror',
      allClearSound: 'Alarm: Siren alternate',
      light: 'Alternate / red',
    },
  },
  {
    driver: 'algo',
    start: startAlgoSimulator,
    ...{ username: 'admin', options: {} },
    wiring: { warningSound: 'warble3-high.wav', allClearSound: 'chime.wav', light: '2 red 255' },
  },
  {
    driver: 'rtp',
    start: startRtpSimulator,
    ...{ username: '', options: {}, wiring: { warningSound: null, allClearSound: null, light: null } },
  },
];

/** The simulator for a driver; null when there is none. */
export function simulatedDeviceOf(driver: string): SimulatedDevice | null {
  return simulatedDevices.find((device) => device.driver === driver) ?? null;
}
