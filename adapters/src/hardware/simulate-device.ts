/**
 * Runs the simulator of one device until it is ended: `npm run simulate-device -- shelly --port 8101 --fault silent`.
 * Each command that it carries out is a line.
 */

import { parseArgs } from 'node:util';
import { type SimulatorOptions, simulatorFaults } from './simulators/port.ts';
import { type SimulatedDevice, simulatedDeviceOf, simulatedDevices } from './simulators/simulators.ts';

class BadArguments extends Error {}

function readArguments(args: readonly string[]): { device: SimulatedDevice; options: SimulatorOptions } {
  const { values, positionals } = parse(args);
  const [name = '', ...rest] = positionals;
  const device = simulatedDeviceOf(name);
  const names = simulatedDevices.map(({ driver }) => driver).join(', ');
  if (device === null || rest.length > 0)
    throw new BadArguments(
      `Name one device: ${names}.${name === '' ? '' : ` There is no ${positionals.join(' ')}.`}`,
    );
  const port = numberOf('port', values.port, 65_535);
  const slowMs = numberOf('slow-ms', values['slow-ms'], 600_000);
  const fault = simulatorFaults.find((one) => one === (values.fault ?? 'good'));
  if (fault === undefined) throw new BadArguments(`--fault is one of ${simulatorFaults.join(', ')}.`);
  const username = values.username ?? device.username;
  return { device, options: { port, slowMs, fault, host: values.host, username, password: values.password } };
}

function parse(args: readonly string[]) {
  try {
    const text = { type: 'string' } as const;
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        ...{ port: text, host: text, username: text, password: text, fault: text },
        'slow-ms': text,
      },
    });
  } catch (error) {
    const [line = ''] = (error instanceof Error ? error.message : '').split('\n');
    throw new BadArguments(line);
  }
}

function numberOf(name: string, text: string | undefined, largest: number): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,6}$/.test(text) || Number(text) > largest)
    throw new BadArguments(`--${name} is a number from 0 to ${largest}.`);
  return Number(text);
}

try {
  const { device, options } = readArguments(process.argv.slice(2));
  const simulator = await device.start({
    ...options,
    onCommand: ({ at, text }) => console.log(`${new Date(at).toISOString()} ${text}`),
  });
  const end = () => void simulator.close().then(() => process.exit(0));
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
  // Whoever reads this may end it at once.
  console.log(`${device.driver} at ${simulator.address}`);
} catch (error) {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  console.error(
    error instanceof BadArguments
      ? error.message
      : `It cannot listen there (${code || 'no reason is given'}).`,
  );
  process.exitCode = 1;
}
