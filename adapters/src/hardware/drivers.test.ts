import { expect, test } from 'vitest';
import { controlByWeb } from './controlbyweb.ts';
import { testDriver } from './driver-suite.ts';
import { driverOf, drivers } from './drivers.ts';
import { httpHook } from './http-hook.ts';
import { modbus } from './modbus.ts';
import { mqttRelay } from './mqtt-relay.ts';
import { shelly } from './shelly.ts';
import { startControlByWebSimulator } from './simulators/controlbyweb.ts';
import { simulatedHookOptions, startHttpHookSimulator } from './simulators/http-hook.ts';
import { startModbusSimulator } from './simulators/modbus.ts';
import { simulatedTopic, startMqttRelaySimulator } from './simulators/mqtt-relay.ts';
import { startShellySimulator } from './simulators/shelly.ts';
import { startWebRelaySimulator } from './simulators/webrelay.ts';
import { webRelay } from './webrelay.ts';

test('a driver is found by its name, and no name is taken twice', () => {
  expect(new Set(drivers.map(({ name }) => name)).size).toBe(drivers.length);
  for (const driver of drivers) expect(driverOf(driver.name)).toBe(driver);
  expect(driverOf('nothing')).toBeNull();
});

const secret = 'a:Pass"word\\1';

testDriver({
  driver: controlByWeb,
  start: startControlByWebSimulator,
  ...{ username: 'admin', password: secret, relay: 'relay4' },
  wiring: { warningSound: 'relay1', allClearSound: 'relay2', light: 'relay3' },
});

// One relay: it is a siren without a light. What it says has no place for a clock or the time since its start.
testDriver({
  driver: webRelay,
  start: startWebRelaySimulator,
  ...{ username: 'none', password: secret, relay: null },
  wiring: { warningSound: 'relay', allClearSound: null, light: null },
});

testDriver({
  driver: shelly,
  start: startShellySimulator,
  ...{ username: 'admin', password: secret, relay: 'switch:3' },
  wiring: { warningSound: 'switch:0', allClearSound: 'switch:1', light: 'switch:2' },
});

testDriver({
  driver: modbus,
  start: startModbusSimulator,
  options: { board: 'waveshare' },
  ...{ username: '', password: '', relay: '3' },
  wiring: { warningSound: '0', allClearSound: '1', light: '2' },
  // Modbus has none.
  without: ['wrong-password'],
});

testDriver({
  driver: mqttRelay,
  start: startMqttRelaySimulator,
  options: { topic: simulatedTopic },
  ...{ username: 'allclear', password: secret, relay: 'relay4', provesWithPassword: true },
  wiring: { warningSound: 'relay1', allClearSound: 'relay2', light: 'relay3' },
});

testDriver({
  driver: httpHook,
  start: startHttpHookSimulator,
  options: simulatedHookOptions,
  ...{ username: 'admin', password: secret, relay: 'relay4' },
  wiring: { warningSound: 'relay1', allClearSound: 'relay2', light: 'relay3' },
});
