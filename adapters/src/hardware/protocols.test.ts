import { createServer, type Server, Socket } from 'node:net';
import jsmodbus from 'jsmodbus';
import { afterEach, expect, test } from 'vitest';
import { openDeviceNetwork } from '../device-socket/device-network.ts';
import { openStandIn } from '../stand-in-server.ts';
import { driverOf } from './drivers.ts';
import type { Device, DeviceSettings } from './port.ts';
import { startModbusSimulator } from './simulators/modbus.ts';
import { startMqttRelaySimulator } from './simulators/mqtt-relay.ts';
import { startShellySimulator } from './simulators/shelly.ts';
import { machineNow } from './simulators/simulated-outputs.ts';
import { simulatedDeviceOf } from './simulators/simulators.ts';

const never = new AbortController().signal;
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function open(name: string, address: string, more: Partial<DeviceSettings> = {}): Device {
  const network = openDeviceNetwork({ networks: '127.0.0.1', timeoutMs: 10_000, wallNow: machineNow });
  const { username, options, wiring } = simulatedDeviceOf(name)!;
  const settings = { unitId: crypto.randomUUID(), address, username, password: '', options, wiring, ...more };
  return driverOf(name)!.open(settings, network);
}

const check = (name: string, more: Partial<DeviceSettings>) => {
  const { username, options, wiring } = simulatedDeviceOf(name)!;
  const settings = { address: '192.168.40.7', username, password: '', options, wiring };
  return Object.keys(driverOf(name)!.check({ ...settings, ...more }));
};

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {})));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

test('an independent server of Modbus understands the driver', async () => {
  const server = createServer();
  const coils = Buffer.alloc(1);
  new jsmodbus.server.TCP(server, { coils });
  const device = open('modbus', `127.0.0.1:${await listen(server)}`, { options: { board: 'other' } });
  expect(await device.relay({ output: '4', on: true, limitSeconds: null }, never)).toMatchObject({
    kind: 'confirmed',
  });
  expect(coils[0]).toBe(0b1_0000);
  const outcome = await device.read(never);
  expect(outcome.kind === 'reading' && outcome.reading.relays).toMatchObject({ 3: false, 4: true, 5: false });
  expect(await device.relay({ output: '4', on: false, limitSeconds: null }, never)).toMatchObject({
    kind: 'confirmed',
  });
  expect(coils[0]).toBe(0);
});

test('an independent client of Modbus understands the simulator, its timer and its exceptions', async () => {
  const simulator = await startModbusSimulator();
  ends.push(() => simulator.close());
  const socket = new Socket();
  ends.push(() => socket.destroy());
  // It learns of the connection by its event.
  const client = new jsmodbus.client.TCP(socket, 1);
  await new Promise<void>((resolve) => socket.connect(simulator.port, '127.0.0.1', resolve));
  await client.writeSingleCoil(2, true);
  expect(simulator.state().relays[2]).toBe(true);
  const { response } = await client.readCoils(0, 8);
  expect([...response.body.valuesAsArray].slice(0, 8)).toEqual([0, 0, 1, 0, 0, 0, 0, 0]);
  await expect(client.writeSingleCoil(99, true)).rejects.toBeTruthy();
  expect(simulator.commands).toHaveLength(1);
});

test('a board without a timer of its own is refused for sound, and sounds nothing', async () => {
  expect(check('modbus', { options: { board: 'other' } })).toContain('Wiring.WarningSound');
  expect(check('modbus', { options: {} })).toContain('Options.board');
  const simulator = await startModbusSimulator();
  ends.push(() => simulator.close());
  const device = open('modbus', simulator.address, { options: { board: 'other' } });
  expect(await device.sound({ signal: 'warning', seconds: 5 }, never)).toMatchObject({
    kind: 'refused',
    because: 'unsupported',
  });
  expect(simulator.commands).toEqual([]);
  const { pulsePath: _, ...options } = simulatedDeviceOf('http-hook')!.options;
  expect(check('http-hook', { options })).toContain('Wiring.WarningSound');
  expect(check('http-hook', { options: { ...options, pulsePath: '/on' } })).toContain('Options.pulsePath');
});

test('a Shelly whose nonce grows old is asked on, and each command is carried out once', async () => {
  const simulator = await startShellySimulator({ password: 'secret' });
  ends.push(() => simulator.close());
  const device = open('shelly', simulator.address, { password: 'secret' });
  for (let round = 0; round < 30; round += 1)
    expect(
      await device.relay({ output: 'switch:3', on: round % 2 === 0, limitSeconds: null }, never),
    ).toMatchObject({ kind: 'confirmed' });
  expect(simulator.commands).toHaveLength(30);
});

test('a Shelly that is on without its own timer is not confirmed', async () => {
  const server = await openStandIn((request, response) => {
    let body = '';
    request.on('data', (data) => {
      body += String(data);
    });
    request.on('end', () => {
      const { id, method } = JSON.parse(body);
      const result = method === 'Switch.Set' ? { was_on: false } : { id: 0, output: true };
      response.end(JSON.stringify({ id, result }));
    });
  });
  ends.push(() => server.close());
  const device = open('shelly', server.url.replace('http://', ''));
  expect(await device.sound({ signal: 'warning', seconds: 5 }, never)).toMatchObject({ kind: 'unknown' });
});

test('an MQTT device that has left its broker is refused before the command is published', async () => {
  const simulator = await startMqttRelaySimulator();
  ends.push(() => simulator.close());
  const device = open('mqtt-relay', simulator.address);
  simulator.setConnected(false);
  expect(await device.sound({ signal: 'warning', seconds: 1 }, never)).toMatchObject({
    kind: 'refused',
    because: 'network',
  });
  expect(await device.read(never)).toMatchObject({ kind: 'failed', because: 'network' });
  simulator.setConnected(true);
  expect(await device.sound({ signal: 'warning', seconds: 1 }, never)).toMatchObject({ kind: 'confirmed' });
  expect(simulator.commands).toHaveLength(1);
});

test('an MQTT device whose clock is ahead drops the command as late, and that is said', async () => {
  const simulator = await startMqttRelaySimulator({ fault: 'clock-off' });
  ends.push(() => simulator.close());
  const device = open('mqtt-relay', simulator.address);
  expect(await device.sound({ signal: 'warning', seconds: 1 }, never)).toMatchObject({
    kind: 'refused',
    because: 'clock',
  });
  expect(simulator.commands).toEqual([]);
});

test('ControlByWeb gets the time of a pulse before the pulse, and its credentials in a header only', async () => {
  const server = await openStandIn((_request, response) => response.end('{"relay1":"1"}'));
  ends.push(() => server.close());
  const device = open('controlbyweb', server.url.replace('http://', ''), { password: 'secret' });
  expect(await device.sound({ signal: 'warning', seconds: 5 }, never)).toMatchObject({ kind: 'confirmed' });
  expect(server.requests).toHaveLength(1);
  expect(server.requests[0]?.url).toBe('/state.json?pulseTime1=5&relay1=2');
  expect(server.requests[0]?.headers.authorization).toBe(
    `Basic ${Buffer.from('admin:secret').toString('base64')}`,
  );
});

test.each([
  ['301', 301, '{"relay1":"1"}', 'unknown'],
  ['404', 404, '', 'refused'],
  ['500', 500, '', 'unknown'],
  ['429', 429, '', 'refused'],
  ['nothing', 200, '', 'unknown'],
  ['another relay only', 200, '{"relay2":"1"}', 'unknown'],
  ['a relay that is neither', 200, '{"relay1":"maybe"}', 'unknown'],
  ['a list', 200, '[1]', 'unknown'],
  ['the name of a prototype', 200, '{"__proto__":{"relay1":"1"}}', 'unknown'],
])('an answer of %s is %s', async (_name, status, body, kind) => {
  const server = await openStandIn((_request, response) =>
    response.writeHead(status, { Location: 'http://169.254.169.254/' }).end(body),
  );
  ends.push(() => server.close());
  const device = open('controlbyweb', server.url.replace('http://', ''));
  expect((await device.sound({ signal: 'warning', seconds: 5 }, never)).kind).toBe(kind);
  expect(server.requests).toHaveLength(1);
});

test('a device that repeats the password does not bring it into an outcome', async () => {
  const server = await openStandIn((_request, response) =>
    response.end(JSON.stringify({ id: 1, error: { code: 1, message: 'no secret123\r\nallowed' } })),
  );
  ends.push(() => server.close());
  const device = open('shelly', server.url.replace('http://', ''), { password: 'secret123' });
  const outcome = await device.sound({ signal: 'warning', seconds: 5 }, never);
  expect(outcome).toMatchObject({ kind: 'refused', because: 'device' });
  expect(outcome.detail).toBe('It refuses: no (secret) allowed (1).');
});

test.each([
  ['a text', { statePointer: '', statePath: '/{output}' }, 'relay is true', 'confirmed'],
  ['a text of both', { statePointer: '', statePath: '/{output}' }, 'true or false', 'unknown'],
  ['a text of neither', { statePointer: '', statePath: '/{output}' }, 'hm', 'unknown'],
  ['a text inside the other', { statePointer: '', onText: 'on', offText: 'not on' }, 'not on', 'unknown'],
  ['a pointer into a list', { statePointer: '/a~1b/1' }, '{"a/b":[0,true]}', 'confirmed'],
  ['a pointer to nothing', { statePointer: '/outputs/{output}' }, '{}', 'unknown'],
  ['a pointer to a prototype', { statePointer: '/constructor/name', onText: 'Object' }, '{}', 'unknown'],
  ['no way to read back', { statePath: '' }, 'OK', 'sent'],
])('the state of an HTTP device by %s', async (_name, more, body, kind) => {
  const server = await openStandIn((_request, response) => response.end(body));
  ends.push(() => server.close());
  const options = { ...simulatedDeviceOf('http-hook')!.options, ...more };
  const device = open('http-hook', server.url.replace('http://', ''), { options });
  expect((await device.sound({ signal: 'warning', seconds: 5 }, never)).kind).toBe(kind);
  expect(server.requests[0]?.url).toBe('/relay/relay1/pulse?time=5');
});

test.each([
  [
    'http-hook',
    { options: { ...simulatedDeviceOf('http-hook')!.options, onPath: 'http://evil.example/' } },
    'Options.onPath',
  ],
  [
    'http-hook',
    { options: { ...simulatedDeviceOf('http-hook')!.options, onPath: '//evil.example/' } },
    'Options.onPath',
  ],
  [
    'http-hook',
    { options: { ...simulatedDeviceOf('http-hook')!.options, onPath: '/a b' } },
    'Options.onPath',
  ],
  [
    'http-hook',
    { options: { ...simulatedDeviceOf('http-hook')!.options, onPath: '/a\r\nX: y' } },
    'Options.onPath',
  ],
  [
    'http-hook',
    { options: { ...simulatedDeviceOf('http-hook')!.options, outputs: 'a, a' } },
    'Options.outputs',
  ],
  ['mqtt-relay', { options: { topic: 'grounds/+/set' } }, 'Options.topic'],
  ['mqtt-relay', { options: { topic: '#' } }, 'Options.topic'],
  ['mqtt-relay', { options: {} }, 'Options.topic'],
  ['mqtt-relay', { address: 'http://broker' }, 'Address'],
  ['modbus', { password: 'x' }, 'Password'],
  ['modbus', { options: { board: 'waveshare', unit: '0' } }, 'Options.unit'],
  ['modbus', { options: { board: 'waveshare', coils: '1e1' } }, 'Options.coils'],
  ['shelly', { username: 'root' }, 'Username'],
  ['controlbyweb', { address: 'http://relay/path' }, 'Address'],
  ['controlbyweb', { address: 'http://relay?x' }, 'Address'],
  ['controlbyweb', { address: 'ftp://relay' }, 'Address'],
  [
    'controlbyweb',
    { wiring: { warningSound: 'relay1', allClearSound: 'relay1', light: null } },
    'Wiring.AllClearSound',
  ],
  [
    'controlbyweb',
    { wiring: { warningSound: 'siren', allClearSound: null, light: null } },
    'Wiring.WarningSound',
  ],
])('%s with %j names %s', (name, more, field) => {
  expect(check(name, more)).toContain(field);
});
