import { createServer } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { openDeviceNetwork } from '../device-socket/device-network.ts';
import { algo } from './algo.ts';
import { algoHmacHeaders } from './algo-request.ts';
import { testDriver } from './driver-suite.ts';
import type { DeviceSettings } from './port.ts';
import { type AlgoSimulatorOptions, startAlgoSimulator } from './simulators/algo.ts';

const credentials = { username: 'admin', password: 'algo-secret' };
const wiring = { warningSound: 'warble3-high.wav', allClearSound: 'chime.wav', light: '2 red 255' };
testDriver({
  ...{ driver: algo, start: startAlgoSimulator, ...credentials, wiring, relay: null },
  // The firmware is asked before a sound, so these end there; below they happen to the command itself.
  without: ['slow', 'half-answer'],
  outcomes: {
    ...{ good: ['sent'], lies: ['sent'], denies: ['sent'] },
    ...{ silent: ['refused'], html: ['refused'], 'error-inside': ['refused'] },
  },
});

const never = new AbortController().signal;
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function open(options: AlgoSimulatorOptions = {}, settings: Partial<DeviceSettings> = {}) {
  const simulator = await startAlgoSimulator({ ...credentials, slowMs: 1_000, ...options });
  const network = openDeviceNetwork({ networks: '127.0.0.1', timeoutMs: 700, wallNow: () => Date.now() });
  const at = { unitId: 'unit', address: simulator.address, ...credentials, options: {}, wiring };
  const device = algo.open({ ...at, ...settings }, network);
  closers.push(simulator.close, () => device.close());
  return { simulator, device };
}
const warning = { signal: 'warning', seconds: 5 } as const;

describe('the signature', () => {
  const at = Date.UTC(2026, 10, 23, 12, 0, 0) + 345;
  test('of a request without a body', () => {
    expect(
      algoHmacHeaders(
        { username: 'admin', password: 'algo' },
        { method: 'GET', path: '/api/info/about', body: '' },
        ...([at, '49'] as const),
      ),
    ).toEqual({
      Date: 'Mon, 23 Nov 2026 12:00:00 GMT',
      // printf 'GET:/api/info/about:1795435200:49' | openssl dgst -sha256 -hmac algo
      Authorization: 'hmac admin:49:d3e0a519db5c4c3e76219d144df1a99e1f3addcbee03e22dd04d1359fc0e2222',
    });
  });
  test('of a request with a body', () => {
    expect(
      algoHmacHeaders(
        { username: 'admin', password: 'algo' },
        { method: 'POST', path: '/api/controls/tone/start', body: '{"path":"chime.wav","loop":false}' },
        ...([at, '49'] as const),
      ),
    ).toMatchObject({
      'Content-Type': 'application/json',
      'Content-MD5': '9f83adeac6f92d24f848e9354646dae1',
      // The text is METHOD:PATH:MD5:application/json:SECONDS:NONCE.
      Authorization: 'hmac admin:49:845dc2da63122d5a6c04aed2ea9910ad0133ff07e3bd8702e6237a2cf34d3aef',
    });
  });
});

describe('the clock', () => {
  test('a device whose clock is off refuses the right password, and that is called the clock', async () => {
    const { simulator, device } = await open({ fault: 'clock-off' });
    const detail = expect.stringContaining('3600 s');
    expect(await device.read(never)).toEqual({ kind: 'failed', because: 'clock', detail });
    expect(await device.sound(warning, never)).toEqual({ kind: 'refused', because: 'clock', detail });
    expect(simulator.commands).toEqual([]);
  });
  test('20 s are accepted, and shown', async () => {
    const { device } = await open({ wallNow: () => Date.now() - 20_000 });
    const outcome = await device.read(never);
    expect(outcome).toMatchObject({ kind: 'reading' });
    if (outcome.kind === 'reading') expect(outcome.reading.clockOffsetMs).toBeCloseTo(-20_000, -4);
    expect(await device.sound(warning, never)).toMatchObject({ kind: 'sent' });
  });
  test('a wrong password with the right time is the password', async () => {
    const { device } = await open({}, { password: 'another' });
    expect(await device.read(never)).toMatchObject({ kind: 'failed', because: 'password' });
    expect(await device.light({ on: true, limitSeconds: null }, never)).toMatchObject({
      because: 'password',
    });
  });
  test('Basic authentication asks for no clock', async () => {
    const basic = { options: { authentication: 'basic' } };
    const { device } = await open({ authentication: 'basic', fault: 'clock-off' }, basic);
    expect(await device.sound(warning, never)).toMatchObject({ kind: 'sent' });
  });
});

describe('the limit of a sound', () => {
  test.each([
    ['5.7', true],
    ['5.7.1', true],
    ['5.10', true],
    ['6.0', true],
    ['5.6.3', false],
    ['5.4', false],
    ['4.9', false],
  ])('firmware %s: %s', async (firmware, canSound) => {
    const { simulator, device } = await open({ firmware });
    const outcome = await device.sound(warning, never);
    expect(outcome).toMatchObject(canSound ? { kind: 'sent' } : { kind: 'refused', because: 'unsupported' });
    expect(simulator.commands.map(({ text }) => text)).toEqual(
      canSound ? ['warble3-high.wav on for 5 s'] : [],
    );
    const reading = await device.read(never);
    if (reading.kind === 'reading') expect(reading.reading.faults).toHaveLength(canSound ? 0 : 1);
  });
  test('a short tone is repeated only where that is set', async () => {
    const once = await open();
    await once.device.sound({ signal: 'warning', seconds: 30 }, never);
    expect(once.simulator.commands[0]!.text).toBe('warble3-high.wav on for 10 s');
    const repeated = await open({}, { options: { repeats: 'yes' } });
    await repeated.device.sound({ signal: 'warning', seconds: 30 }, never);
    expect(repeated.simulator.commands[0]!.text).toBe('warble3-high.wav on for 30 s');
  });
  test.each([
    ['slow', 1],
    ['half-answer', 1],
    ['silent', 0],
  ] as const)('the answer to the command itself is %s: unknown', async (fault, times) => {
    const { simulator, device } = await open();
    // The firmware is known after the first sound.
    await device.sound({ signal: 'all-clear', seconds: 1 }, never);
    await simulator.setFault(fault);
    // An empty answer has no half.
    const expected = fault === 'half-answer' ? ['sent', 'unknown'] : ['unknown'];
    expect(expected).toContain((await device.sound(warning, never)).kind);
    expect(simulator.commands.filter(({ text }) => text.startsWith('warble'))).toHaveLength(times);
  });
});

test('clips are tones on the device; a text and sound are refused', async () => {
  const { simulator, device } = await open();
  expect(await device.play({ kind: 'clip', name: 'gong.wav' }, never)).toMatchObject({ kind: 'sent' });
  expect(simulator.commands.map(({ text }) => text)).toEqual(['gong.wav on for 10 s']);
  expect(await device.stopSound(never)).toMatchObject({ kind: 'sent' });
  expect(simulator.state().relays['gong.wav']).toBe(false);
  expect(await device.play({ kind: 'clip', name: 'nothing.wav' }, never)).toMatchObject({
    kind: 'refused',
    because: 'device',
    detail: expect.stringContaining('nothing.wav not found'),
  });
  for (const request of [
    { kind: 'speech', text: 'Hello' } as const,
    { kind: 'audio', ulaw: new Uint8Array(800) } as const,
  ])
    expect(await device.play(request, never)).toMatchObject({ kind: 'refused', because: 'unsupported' });
});
test('the strobe has a limit where one is given', async () => {
  const { simulator, device } = await open();
  await device.light({ on: true, limitSeconds: 60 }, never);
  await device.light({ on: false, limitSeconds: null }, never);
  expect(simulator.commands.map(({ text }) => text)).toEqual(['2 red 255 on for 60 s', '2 red 255 off']);
});
test('a tone that the device does not have is a fault before it is needed', async () => {
  const { device } = await open({}, { wiring: { ...wiring, warningSound: 'lightning.wav' } });
  expect(await device.read(never)).toMatchObject({
    kind: 'reading',
    reading: { sounding: null, lit: null, faults: ['It has no tone lightning.wav.'] },
  });
});
test.each([
  [404, 'RESTful API is switched off'],
  [500, 'with an error (500)'],
  [307, 'with another address (307)'],
])('an answer of %i gives no reading', async (status, detail) => {
  const server = createServer((_, response) => response.writeHead(status).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(() => resolve())));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const { device } = await open({}, { address: `127.0.0.1:${address.port}` });
  expect(await device.read(never)).toMatchObject({ kind: 'failed', detail: expect.stringContaining(detail) });
  expect(await device.sound(warning, never)).toMatchObject({ kind: 'refused', because: 'device' });
});

test.each([
  [
    { options: { authentication: 'digest', repeats: 'maybe' } },
    ['Options.authentication', 'Options.repeats'],
  ],
  [{ wiring: { ...wiring, warningSound: '../../etc/passwd' } }, ['Wiring.WarningSound']],
  [{ wiring: { ...wiring, allClearSound: wiring.warningSound } }, ['Wiring.AllClearSound']],
  [{ wiring: { ...wiring, light: '2 purple 255' } }, ['Wiring.Light']],
  [{ wiring: { ...wiring, light: '2 red 256' } }, ['Wiring.Light']],
  [{ wiring: { ...wiring, light: '3 amber' } }, []],
])('settings that are wrong: %j', (change, fields) => {
  const settings = { address: 'https://horn.example.org', ...credentials, options: {}, wiring };
  expect(Object.keys(algo.check({ ...settings, ...change }))).toEqual(fields);
});
