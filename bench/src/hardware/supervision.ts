/**
 * Supervision: 1,000 units on simulators of real sockets, each asked once a minute, of which 10 never answer. Measured
 * is the CPU of the process that supervises, in the share of one core, without that of the simulators (a process of
 * their own) and of PostgreSQL; and how late units were asked. `--seconds=150` and `--units=1000` set the size.
 */
import { fork } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openDeviceNetwork } from '@allclear/adapters';
import { askDevice, type DeviceContext } from '@allclear/server/hardware/devices/open-device.ts';
import { SharedDevices } from '@allclear/server/hardware/devices/shared-devices.ts';
import { superviseHardware } from '@allclear/server/hardware/supervision/supervise.ts';
import { createChangeBus } from '@allclear/server/platform/change-feed/change-bus.ts';
import { liveClock, wallNow } from '@allclear/server/platform/clock/clock.ts';
import { openStore, type Store } from '@allclear/server/platform/database/database.ts';
import { startEmbeddedPostgres } from '@allclear/server/platform/database/embedded/postgres.ts';
import { migrate } from '@allclear/server/platform/database/migrate.ts';
import { createSecretBox } from '@allclear/server/platform/secrets/secret-box.ts';
import pino from 'pino';
import { percentile, printed } from '../measure.ts';

const setting = (name: string, defaults: number) =>
  Number(process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1] ?? defaults);
const seconds = setting('seconds', 150);
const units = setting('units', 1_000);
const hanging = 10;

export async function runHardwareSupervision(): Promise<unknown> {
  const folder = await mkdtemp(path.join(tmpdir(), 'allclear-bench-supervision-'));
  await chmod(folder, 0o711);
  const postgres = await startEmbeddedPostgres({ folder, log: () => {} });
  const store = openStore(postgres.url, { onError: () => {} });
  const simulators = fork(fileURLToPath(new URL('supervised-simulators.ts', import.meta.url)), []);
  try {
    const ports = await new Promise<{ good: number; silent: number }>((resolve) =>
      simulators.once('message', (message) => resolve(message as { good: number; silent: number })),
    );
    await migrate(store.pool);
    await addUnits(store, ports);
    return await measured(store);
  } finally {
    simulators.kill();
    await store.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function addUnits({ pool }: Store, ports: { good: number; silent: number }): Promise<void> {
  await pool.query(
    `with organization as (
       insert into organizations (name, support_email, support_phone, created_at)
       values ('Benchmark', '', '', now()) returning id
     )
     insert into hardware_units (organization_id, name, model, driver, address, wiring, created_at, updated_at)
     select organization.id, 'Unit ' || n, 'OWS', 'controlbyweb',
       '127.0.0.1:' || case when n <= $2 then $4::int else $3::int end,
       '{"warningSound": "relay1", "allClearSound": "relay2", "light": "relay3"}', now(), now()
     from organization, generate_series(1, $1::int) n`,
    [units, hanging, ports.good, ports.silent],
  );
}

async function measured(store: Store): Promise<unknown> {
  const clock = liveClock();
  const network = openDeviceNetwork({ networks: '127.0.0.0/8', timeoutMs: 5_000, wallNow });
  const devices: DeviceContext = {
    ...{ db: store.db, secrets: createSecretBox(Buffer.alloc(32, 1)), weather: 'live' },
    ...{ shared: new SharedDevices(), network, simulatorNetwork: network },
  };
  const askedAt = new Map<string, number[]>();
  const answerMs: number[] = [];
  const stopping = new AbortController();
  const running = superviseHardware({
    ...{
      db: store.db,
      clock,
      log: pino({ level: 'warn' }),
      changes: createChangeBus(),
      weather: 'live',
      evidenceOf: async () => null,
    },
    async ask(unit, signal) {
      const began = performance.now();
      askedAt.set(unit.id, [...(askedAt.get(unit.id) ?? []), began]);
      const answer = await askDevice(devices, unit, signal);
      if ('kind' in answer && answer.kind === 'reading') answerMs.push(performance.now() - began);
      return answer;
    },
  }).run(stopping.signal);
  // The first minute opens what stays open.
  const warmUpSeconds = Math.min(62, seconds / 2);
  await pause(warmUpSeconds * 1_000);
  const before = process.cpuUsage();
  const began = performance.now();
  await pause((seconds - warmUpSeconds) * 1_000);
  const used = process.cpuUsage(before);
  const elapsedMs = performance.now() - began;
  stopping.abort();
  await running;
  await devices.shared.close();
  const gaps = [...askedAt.values()].flatMap((times) => times.slice(1).map((at, n) => at - (times[n] ?? at)));
  return {
    benchmark: 'hardware-supervision',
    ...{ units, hanging, seconds: Math.round(elapsedMs / 1_000) },
    coreShare: Number(((used.user + used.system) / 1_000 / elapsedMs).toFixed(4)),
    coreShareLimit: 0.05,
    unitsAsked: askedAt.size,
    secondsBetweenQuestions: {
      p50: Number((percentile(gaps, 0.5) / 1_000).toFixed(1)),
      p99: Number((percentile(gaps, 0.99) / 1_000).toFixed(1)),
      max: Number((Math.max(...gaps) / 1_000).toFixed(1)),
    },
    answerMs: {
      p50: Number(percentile(answerMs, 0.5).toFixed(1)),
      p99: Number(percentile(answerMs, 0.99).toFixed(1)),
    },
  };
}

await printed(import.meta, runHardwareSupervision);
