import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openDeviceNetwork } from '../device-socket/device-network.ts';
import { driverOf, drivers } from './drivers.ts';
import { simulatedDevices } from './simulators/simulators.ts';

const folder = new URL('../../../docs/hardware-samples/', import.meta.url);
const samples = readdirSync(folder).map((file) => ({
  file,
  sample: JSON.parse(readFileSync(new URL(file, folder), 'utf8')),
}));

test('each driver has a sample configuration and a simulator', () => {
  const names = drivers.map(({ name }) => name).sort();
  expect(samples.map(({ file }) => file.replace('.json', '')).sort()).toEqual(names);
  expect(simulatedDevices.map(({ driver }) => driver).sort()).toEqual(names);
});

test.each(samples)('the sample $file is right for its driver and opens', async ({ file, sample }) => {
  const driver = driverOf(sample.driver);
  expect(file).toBe(`${driver?.name}.json`);
  const { address, username, options, wiring } = sample;
  const settings = { address, username, password: '', options, wiring };
  expect(driver?.check(settings)).toEqual({});
  const network = openDeviceNetwork({ networks: '', timeoutMs: 100, wallNow: () => 0 });
  const device = driver?.open({ unitId: 'sample', ...settings }, network);
  // No network is allowed here: it opens, and reaches nothing.
  expect(await device?.isSimulator(new AbortController().signal)).toBe(false);
  await device?.close();
});
