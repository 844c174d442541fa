import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { openDeviceNetwork } from '../device-socket/device-network.ts';
import { driverOf } from './drivers.ts';
import { machineNow } from './simulators/simulated-outputs.ts';
import { simulatedDeviceOf } from './simulators/simulators.ts';

const program = fileURLToPath(new URL('simulate-device.ts', import.meta.url));
const soon = { timeout: 20_000, interval: 20 };
const never = new AbortController().signal;
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

function run(...args: string[]) {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  const printed = { out: '', error: '' };
  child.stdout?.on('data', (data) => {
    printed.out += String(data);
  });
  child.stderr?.on('data', (data) => {
    printed.error += String(data);
  });
  return { child, printed, exited: once(child, 'exit') };
}

test('it prints its address, logs commands and ends when asked to', async () => {
  const { child, printed, exited } = run('shelly', '--password', 'secret');
  await vi.waitFor(() => expect(printed.out).toMatch(/^shelly at 127\.0\.0\.1:\d+\n/), soon);
  const address = /at (\S+)/.exec(printed.out)?.[1] ?? '';
  const network = openDeviceNetwork({ networks: '127.0.0.1', timeoutMs: 5_000, wallNow: machineNow });
  const { options, wiring } = simulatedDeviceOf('shelly')!;
  const settings = { unitId: 'unit', address, username: 'admin', password: 'secret', options, wiring };
  const device = driverOf('shelly')!.open(settings, network);
  expect(await device.isSimulator(never)).toBe(true);
  expect(await device.sound({ signal: 'warning', seconds: 5 }, never)).toMatchObject({ kind: 'confirmed' });
  await vi.waitFor(() => expect(printed.out).toMatch(/\n\S+Z switch:0 on for 5 s\n$/), soon);
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
  expect(printed.error).toBe('');
  expect(printed.out).not.toContain('secret');
}, 60_000);

test('SIGINT ends it, in the middle of a sound too', async () => {
  const { child, printed, exited } = run('modbus', '--fault', 'clock-off', '--port', '0');
  await vi.waitFor(() => expect(printed.out).toContain('modbus at'), soon);
  child.kill('SIGINT');
  expect(await exited).toEqual([0, null]);
}, 60_000);

test.each([
  [[], 'Name one device: controlbyweb'],
  [['toaster'], 'There is no toaster'],
  [['shelly', 'modbus'], 'Name one device'],
  [['shelly', '--port', '70000'], '--port'],
  [['shelly', '--port', 'x'], '--port'],
  [['shelly', '--fault', 'bored'], '--fault is one of good'],
  [['shelly', '--colr', 'red'], '--colr'],
  [['shelly', '--host', '203.0.113.9'], 'cannot listen'],
])(
  '%j is refused in one line',
  async (args, text) => {
    const { printed, exited } = run(...args);
    expect(await exited).toEqual([1, null]);
    expect(printed.error).toContain(text);
    expect(printed.error.trimEnd().split('\n')).toHaveLength(1);
    expect(printed.out).toBe('');
  },
  60_000,
);
