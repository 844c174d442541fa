import { afterEach, describe, expect, test } from 'vitest';
import { openDeviceNetwork } from '../../device-socket/device-network.ts';
import { testDriver } from '../driver-suite.ts';
import type { DeviceSettings } from '../port.ts';
import { startRtpSimulator } from '../simulators/rtp.ts';
import { rtp } from './rtp.ts';

testDriver({
  ...{ driver: rtp, start: startRtpSimulator, username: '', password: '', relay: null },
  wiring: { warningSound: null, allClearSound: null, light: null },
});

const never = new AbortController().signal;
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const settings = (address: string, options = {}): DeviceSettings => ({
  ...{ unitId: 'unit', address, username: '', password: '', options },
  wiring: { warningSound: null, allClearSound: null, light: null },
});
async function open(options: Parameters<typeof startRtpSimulator>[0] = {}, networks = '127.0.0.0/8') {
  const simulator = await startRtpSimulator(options);
  const network = openDeviceNetwork({
    ...{ networks, timeoutMs: 500, wallNow: () => Date.now(), multicastInterface: '127.0.0.1' },
  });
  const device = rtp.open(settings(simulator.address), network);
  closers.push(simulator.close, () => device.close());
  return { simulator, network, device };
}
const sound = (seconds: number) => Uint8Array.from({ length: seconds * 8_000 }, (_, n) => n % 251);

test('a play arrives whole, in order and in time', async () => {
  const { simulator, device } = await open();
  const begun = performance.now();
  expect(await device.play({ kind: 'audio', ulaw: sound(2) }, never)).toMatchObject({ kind: 'sent' });
  expect(performance.now() - begun).toBeGreaterThan(2_100);
  await expect.poll(() => simulator.streams()[0]?.packets).toBe(110);
  const [stream] = simulator.streams();
  expect(stream!.faults).toEqual([]);
  expect(
    Buffer.from(stream!.ulaw)
      .subarray(1_600)
      .equals(Buffer.from(sound(2))),
  ).toBe(true);
  expect(stream!.meanSpacingMs).toBeGreaterThan(19);
  expect(stream!.meanSpacingMs).toBeLessThan(25);
  // The first packet may come late by what the machine is busy with; then the others seem early.
  expect(stream!.maxEarlyMs).toBeLessThan(60);
});
test('a multicast group is one target', async () => {
  const { simulator, device } = await open({ group: '239.255.77.1' }, '127.0.0.0/8, 239.255.0.0/16');
  expect(await device.play({ kind: 'audio', ulaw: sound(0.2) }, never)).toMatchObject({ kind: 'sent' });
  await expect.poll(() => simulator.streams()[0]?.packets).toBe(20);
  expect(simulator.streams()[0]!.faults).toEqual([]);
});
test('each play is a stream of its own', async () => {
  const { simulator, device } = await open();
  for (let n = 0; n < 2; n++) await device.play({ kind: 'audio', ulaw: sound(0.1) }, never);
  await expect.poll(() => simulator.streams().length).toBe(2);
  const [one, other] = simulator.streams();
  expect(one!.source).not.toBe(other!.source);
});
test('an abort ends the sound at once, and says that it may have been played', async () => {
  const { simulator, device } = await open();
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 400);
  expect(await device.play({ kind: 'audio', ulaw: sound(20) }, stop.signal)).toMatchObject({
    kind: 'unknown',
  });
  const packets = simulator.streams()[0]!.packets;
  expect(packets).toBeLessThan(60);
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(simulator.streams()[0]!.packets).toBeLessThanOrEqual(packets + 1);
  expect(await device.stopSound(never)).toMatchObject({ kind: 'sent' });
});
test('it cannot be asked, and does nothing but play sound', async () => {
  const { simulator, device } = await open();
  expect(await device.read(never)).toMatchObject({ kind: 'failed', because: 'unsupported' });
  const refused = { kind: 'refused', because: 'unsupported' };
  expect(await device.play({ kind: 'speech', text: 'Hello' }, never)).toMatchObject(refused);
  expect(await device.play({ kind: 'clip', name: 'chime' }, never)).toMatchObject(refused);
  expect(await device.play({ kind: 'audio', ulaw: new Uint8Array() }, never)).toMatchObject(refused);
  expect(await device.play({ kind: 'audio', ulaw: new Uint8Array(61 * 8_000) }, never)).toMatchObject(
    refused,
  );
  expect(await device.sound({ signal: 'warning', seconds: 5 }, never)).toMatchObject(refused);
  expect(await device.light({ on: true, limitSeconds: null }, never)).toMatchObject(refused);
  expect(simulator.commands).toEqual([]);
});
test('an address outside the networks is refused', async () => {
  const { device, simulator } = await open({}, '10.0.0.0/8');
  expect(await device.play({ kind: 'audio', ulaw: sound(0.1) }, never)).toMatchObject({
    kind: 'refused',
    because: 'network',
  });
  expect(simulator.streams()).toEqual([]);
});
test('a simulator proves itself, a silent one does not', async () => {
  const { device, simulator } = await open();
  expect(await device.isSimulator(never)).toBe(true);
  await simulator.setFault('silent');
  expect(await device.isSimulator(never)).toBe(false);
});

describe('what is wrong with the settings', () => {
  const wiring = { warningSound: null, allClearSound: null, light: null };
  test.each([
    ['224.0.2.60:50002', {}, []],
    ['speakers.example.org', { ttl: '1' }, []],
    ['224.0.2.60:50003', {}, ['Address']],
    ['http://224.0.2.60/', {}, ['Address']],
    ['224.0.2.60:50002', { ttl: '0' }, ['Options.ttl']],
    ['224.0.2.60:50002', { ttl: '256' }, ['Options.ttl']],
    ['224.0.2.60:50002', { ttl: 'far' }, ['Options.ttl']],
  ])('%s %o', (address, options, fields) => {
    const check = rtp.check({ address, username: '', password: '', options, wiring });
    expect(Object.keys(check)).toEqual(fields);
  });
  test('it has no signals of its own', () => {
    const wired = { warningSound: 'a', allClearSound: 'b', light: 'c' };
    const check = rtp.check({ address: 'a', username: '', password: '', options: {}, wiring: wired });
    expect(Object.keys(check)).toEqual(['Wiring.WarningSound', 'Wiring.AllClearSound', 'Wiring.Light']);
  });
});
