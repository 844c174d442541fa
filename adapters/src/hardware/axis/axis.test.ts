import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { openDeviceNetwork } from '../../device-socket/device-network.ts';
import { testDriver } from '../driver-suite.ts';
import type { Device, DeviceSettings } from '../port.ts';
import { startAxisSimulator } from '../simulators/axis.ts';
import type { SimulatorOptions } from '../simulators/port.ts';
import { axis } from './axis.ts';

const credentials = { username: 'root', password: 'open sesame' };
const wiring = {
  warningSound: 'Alarm: Horror',
  allClearSound: 'Alarm: Siren alternate',
  light: 'Alternate / blue, red',
};
testDriver({
  driver: axis,
  start: startAxisSimulator,
  ...credentials,
  wiring,
  simulated: { wiring },
  relay: null,
});

const never = new AbortController().signal;
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function open(options: SimulatorOptions = {}, settings: Partial<DeviceSettings> = {}) {
  const simulator = await startAxisSimulator({ ...credentials, wiring, ...options });
  const network = openDeviceNetwork({ networks: '127.0.0.1', timeoutMs: 2_000, wallNow: () => Date.now() });
  const at = { unitId: 'unit', address: simulator.address, ...credentials, options: {}, wiring };
  const device = axis.open({ ...at, ...settings }, network);
  closers.push(simulator.close, () => device.close());
  return { simulator, device };
}
async function readingOf(device: Device) {
  const outcome = await device.read(never);
  if (outcome.kind !== 'reading') throw new Error(outcome.detail);
  return outcome.reading;
}
const warning = { signal: 'warning', seconds: 5 } as const;

describe('priorities', () => {
  test('a siren that a higher priority keeps silent is not confirmed, and does not count as sounding', async () => {
    const { simulator, device } = await open();
    simulator.occupy('siren', 10);
    const outcome = await device.sound(warning, never);
    expect(outcome).toMatchObject({ kind: 'unknown', detail: expect.stringContaining('higher priority 10') });
    expect(simulator.state().sounding).toBeNull();
    expect(await readingOf(device)).toMatchObject({
      sounding: false,
      faults: [expect.stringContaining('higher priority 10')],
    });
  });
  test('a lower one is pushed aside, and goes on after ours is stopped', async () => {
    const { simulator, device } = await open();
    simulator.occupy('siren', 3);
    expect(await device.sound(warning, never)).toMatchObject({ kind: 'confirmed' });
    expect((await readingOf(device)).sounding).toBe(true);
    const stopped = await device.stopSound(never);
    expect(stopped).toMatchObject({ kind: 'confirmed', detail: expect.stringContaining('Something else') });
    expect(simulator.state().sounding).toBeNull();
    // Not `all`: that would have ended it too.
    expect(await readingOf(device)).toMatchObject({ sounding: false, faults: [] });
    expect((await open()).simulator.state().sounding).toBeNull();
  });
  test('switching off the light leaves the light of others', async () => {
    const { simulator, device } = await open();
    await device.light({ on: true, limitSeconds: null }, never);
    simulator.occupy('light', 9);
    expect((await readingOf(device)).lit).toBe(false);
    expect(await device.light({ on: false, limitSeconds: null }, never)).toMatchObject({ kind: 'confirmed' });
    expect((await readingOf(device)).faults).toEqual([expect.stringContaining('higher priority 9')]);
  });
  test('maintenance mode is a fault and keeps it silent', async () => {
    const { simulator, device } = await open();
    simulator.occupy('siren', 11);
    simulator.occupy('light', 11);
    expect((await readingOf(device)).faults).toEqual(['It is in maintenance mode and does nothing.']);
    expect(await device.sound(warning, never)).toMatchObject({ kind: 'unknown' });
    expect(await device.light({ on: true, limitSeconds: null }, never)).toMatchObject({ kind: 'unknown' });
    simulator.free('siren', 11);
    expect(await device.sound(warning, never)).toMatchObject({ kind: 'confirmed' });
  });
});
test('the light ends by itself where it has a limit', async () => {
  const { simulator, device } = await open();
  expect(await device.light({ on: true, limitSeconds: 1 }, never)).toMatchObject({ kind: 'confirmed' });
  expect(simulator.state().lit).toBe(true);
  await expect.poll(() => simulator.state().lit, { timeout: 3_000 }).toBe(false);
  expect((await readingOf(device)).lit).toBe(false);
});
test('the second signal takes the place of the first', async () => {
  const { simulator, device } = await open();
  await device.sound(warning, never);
  expect(await device.sound({ signal: 'all-clear', seconds: 5 }, never)).toMatchObject({ kind: 'confirmed' });
  expect(simulator.state().sounding).toBe('all-clear');
});
test('stopping what is silent is confirmed', async () => {
  const { device } = await open();
  expect(await device.stopSound(never)).toMatchObject({ kind: 'confirmed' });
});
test('what the device found when it checked itself is a fault', async () => {
  const { simulator, device } = await open();
  simulator.healthErrors.push('Speaker element is broken');
  expect((await readingOf(device)).faults).toEqual([
    'Its last check of itself found: Speaker element is broken',
  ]);
});
test('a pattern that it does not have is refused', async () => {
  const { device } = await open({}, { wiring: { ...wiring, warningSound: 'Alarm: Nothing' } });
  expect(await device.sound(warning, never)).toMatchObject({
    kind: 'refused',
    because: 'device',
    detail: expect.stringContaining('2200'),
  });
});

describe('a speaker', () => {
  const speaker = { wiring: { warningSound: null, allClearSound: null, light: null } };
  const sound = (seconds: number) => new Uint8Array(seconds * 8_000).fill(0x55);
  test('plays a clip by its name, and stops it', async () => {
    const { simulator, device } = await open({}, speaker);
    expect(await device.play({ kind: 'clip', name: 'Go inside' }, never)).toMatchObject({ kind: 'sent' });
    expect(simulator.state().playing).toBe('Go inside');
    expect(await device.stopSound(never)).toMatchObject({ kind: 'sent' });
    expect(simulator.state().playing).toBeNull();
    expect(await device.play({ kind: 'clip', name: 'No such clip' }, never)).toMatchObject({
      kind: 'refused',
      because: 'device',
    });
  });
  test('takes sound in the time in which it plays it', async () => {
    const { simulator, device } = await open({}, speaker);
    const begun = performance.now();
    expect(await device.play({ kind: 'audio', ulaw: sound(2) }, never)).toMatchObject({ kind: 'sent' });
    expect(performance.now() - begun).toBeGreaterThan(1_400);
    expect(simulator.audio).toEqual([2_000]);
  });
  test('longer than the time limit of a call', async () => {
    const { simulator, device } = await open({}, speaker);
    expect(await device.play({ kind: 'audio', ulaw: sound(4) }, never)).toMatchObject({ kind: 'sent' });
    expect(simulator.audio).toEqual([4_000]);
  });
  test('an abort in the middle ends it, and says that it may have been played', async () => {
    const { simulator, device } = await open({}, speaker);
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 300);
    const begun = performance.now();
    expect(await device.play({ kind: 'audio', ulaw: sound(9) }, stop.signal)).toMatchObject({
      kind: 'unknown',
    });
    expect(performance.now() - begun).toBeLessThan(1_000);
    expect(simulator.audio).toEqual([]);
  });
  test.each([
    ['wrong-password', 'refused'],
    ['refused', 'refused'],
    ['silent', 'refused'],
  ] as const)('%s: no sound is sent', async (fault, kind) => {
    const { simulator, device } = await open({ fault }, speaker);
    expect(await device.play({ kind: 'audio', ulaw: sound(1) }, never)).toMatchObject({ kind });
    expect(simulator.audio).toEqual([]);
  });
  test('without a password it is asked for none', async () => {
    const { simulator, device } = await open({ password: '' }, { ...speaker, password: '' });
    expect(await device.play({ kind: 'audio', ulaw: sound(0.5) }, never)).toMatchObject({ kind: 'sent' });
    expect(simulator.audio).toEqual([500]);
  });
  test('no text, no silence of no length, no hour', async () => {
    const { simulator, device } = await open({}, speaker);
    for (const request of [
      { kind: 'speech', text: 'Hello' } as const,
      { kind: 'audio', ulaw: sound(0) } as const,
      { kind: 'audio', ulaw: sound(61) } as const,
    ])
      expect(await device.play(request, never)).toMatchObject({ kind: 'refused', because: 'unsupported' });
    expect(simulator.audio).toEqual([]);
  });
  test('is asked for its clips, and says nothing of sound and light', async () => {
    const { device } = await open({}, speaker);
    expect(await readingOf(device)).toMatchObject({ sounding: null, lit: null, faults: [] });
  });
});

/** A device of which each answer is given. */
async function openAt(server: Server, settings: Partial<DeviceSettings> = {}) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(() => resolve())));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return (await open({}, { address: `127.0.0.1:${address.port}`, password: '', ...settings })).device;
}
/** Answers each method with its data. */
const answering =
  (data: Readonly<Record<string, unknown>>): RequestListener =>
  async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method } = JSON.parse(body);
    response.end(JSON.stringify({ apiVersion: '1.0', method, data: data[method] }));
  };

describe('a status of another shape', () => {
  test.each([
    ['operations that are no list', { siren: {} }],
    ['an operation that is none', { siren: [7] }],
    ['a priority that is no number', { light: [{ priority: 'high' }] }],
    ['no object', 'idle'],
  ])('%s is malformed', async (_, getStatus) => {
    const device = await openAt(createServer(answering({ getStatus, getLastHealthCheck: {} })));
    expect(await device.read(never)).toMatchObject({ kind: 'failed', because: 'malformed' });
  });
  test('an operation without a priority has the default one, which is not ours', async () => {
    const getStatus = { siren: [{ sirenId: 1 }] };
    const device = await openAt(createServer(answering({ getStatus, getLastHealthCheck: {} })));
    expect((await readingOf(device)).sounding).toBe(false);
  });
  test.each([
    ['as long as asked', { sirenId: 4, priority: 8, durationLeft: 5 }, 'confirmed'],
    ['as an object', { sirenId: 4, priority: 8, durationLeft: { unit: 'seconds', value: 5 } }, 'confirmed'],
    ['not said', { sirenId: 4, priority: 8 }, 'confirmed'],
    ['longer than asked', { sirenId: 4, priority: 8, durationLeft: 600 }, 'unknown'],
    ['of another operation', { sirenId: 3, priority: 8, durationLeft: 5 }, 'unknown'],
  ])('the time that is left %s', async (_, operation, kind) => {
    const data = { start: { sirenId: 4 }, getStatus: { siren: [operation] } };
    const device = await openAt(createServer(answering(data)));
    expect(await device.sound(warning, never)).toMatchObject({ kind });
  });
  test('the answer to another question is none', async () => {
    const device = await openAt(
      createServer((_, response) => response.end(JSON.stringify({ method: 'getProfiles', data: {} }))),
    );
    expect(await device.sound(warning, never)).toMatchObject({ kind: 'unknown' });
  });
});

describe('how a speaker answers to sound', () => {
  const ulaw = new Uint8Array(8_000).fill(0x55);
  const none = { warningSound: null, allClearSound: null, light: null };
  /** Answers at the first byte, or after all of the sound. */
  const speaker = (answer: string | null, isEarly: boolean) =>
    createTcpServer((socket: Socket) => {
      let length = 0;
      let isAnswered = false;
      socket.on('error', () => {});
      socket.on('data', (chunk) => {
        length += chunk.length;
        if (isAnswered || answer === null || !(isEarly || length > ulaw.byteLength)) return;
        isAnswered = true;
        if (isEarly && answer !== '') socket.write(answer);
        else socket.end(answer);
      });
    });
  test.each([
    ['success at the end', 'HTTP/1.1 200 OK\r\n\r\n', false, 'sent', 450],
    ['success at the beginning', 'HTTP/1.1 200 OK\r\n\r\n', true, 'sent', 900],
    ['continue, then success', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No\r\n\r\n', false, 'sent', 450],
    ['the end of the connection', '', false, 'sent', 450],
    ['the end of the connection at once', '', true, 'sent', 0],
    ['busy', 'HTTP/1.1 409 Conflict\r\n\r\n', true, 'refused', 0],
    ['another password', 'HTTP/1.1 401 Unauthorized\r\n\r\n', true, 'refused', 0],
    ['an error of its own', 'HTTP/1.1 500 Internal\r\n\r\n', true, 'unknown', 0],
    ['half a line', 'HTTP/1.1 2', false, 'unknown', 450],
    ['nothing', null, false, 'unknown', 2_000],
  ])('%s', async (_, answer, isEarly, kind, leastMs) => {
    const device = await openAt(speaker(answer, isEarly), { wiring: none });
    const begun = performance.now();
    expect(await device.play({ kind: 'audio', ulaw }, never)).toMatchObject({ kind });
    expect(performance.now() - begun).toBeGreaterThanOrEqual(leastMs);
  });
});

describe('what is wrong with the settings', () => {
  const settings = { address: 'https://siren.example.org', ...credentials, options: {}, wiring };
  test.each([
    [{ options: { priority: '11' } }, ['Options.priority']],
    [
      { options: { sirenIntensity: 'loud', lightSpeed: '0' } },
      ['Options.sirenIntensity', 'Options.lightSpeed'],
    ],
    [{ username: '' }, ['Username']],
    [{ wiring: { ...wiring, light: 'Flash / red / blue' } }, ['Wiring.Light']],
    [{ wiring: { ...wiring, light: 'Flash /' } }, ['Wiring.Light']],
    [{ wiring: { ...wiring, warningSound: ' ' } }, ['Wiring.WarningSound']],
    [{ wiring: { ...wiring, allClearSound: wiring.warningSound } }, ['Wiring.AllClearSound']],
    [{ wiring: { ...wiring, light: 'Flash' } }, []],
  ])('%j', (change, fields) => {
    expect(Object.keys(axis.check({ ...settings, ...change }))).toEqual(fields);
  });
});
