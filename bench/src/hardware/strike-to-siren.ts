/**
 * From a strike that a feed delivers to the command at the siren: through the transaction, the index, the machine of the
 * unit, its commands and their jobs, and a real socket to a simulator. 500 units, 500 strikes a second, one unit that
 * never answers; once as 50 organizations whose sirens are affected one after the other, and once as one organization
 * all of whose sirens one strike affects. The yardstick in the same run is the same number of bare commands to the same
 * simulators. `--units=500` sets how many there are.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { LightningBatch, LightningFeed, Simulator } from '@allclear/adapters';
import { driverOf, openDeviceNetwork } from '@allclear/adapters';
import { startControlByWebSimulator } from '@allclear/adapters/hardware/simulators/controlbyweb.ts';
import { commandsJob } from '@allclear/server/hardware/commands/commands-job.ts';
import type { DeviceContext } from '@allclear/server/hardware/devices/open-device.ts';
import { SharedDevices } from '@allclear/server/hardware/devices/shared-devices.ts';
import { signalLoop } from '@allclear/server/hardware/signals/signal-loop.ts';
import { createLightningLive } from '@allclear/server/lightning/lightning-live.ts';
import { pollLightning } from '@allclear/server/lightning/poll-lightning.ts';
import { createChangeBus } from '@allclear/server/platform/change-feed/change-bus.ts';
import { followChanges } from '@allclear/server/platform/change-feed/follow-changes.ts';
import { StoreMemory } from '@allclear/server/platform/change-feed/store-memory.ts';
import { liveClock, wallNow } from '@allclear/server/platform/clock/clock.ts';
import { openStore, type Store } from '@allclear/server/platform/database/database.ts';
import { startEmbeddedPostgres } from '@allclear/server/platform/database/embedded/postgres.ts';
import { migrate } from '@allclear/server/platform/database/migrate.ts';
import { everyPlace } from '@allclear/server/platform/engine/place-share.ts';
import { startJobs } from '@allclear/server/platform/jobs/start-jobs.ts';
import { createSecretBox } from '@allclear/server/platform/secrets/secret-box.ts';
import pino from 'pino';
import { percentile, present, printed, random } from '../measure.ts';

const setting = (name: string, defaults: number) =>
  Number(process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1] ?? defaults);
const unitCount = setting('units', 500);
const strikesPerSecond = 500;
const batchEveryMs = 100;
const wiring = { warningSound: 'relay1', allClearSound: 'relay2', light: 'relay3' };
/** So long nothing is aimed at units, ms: the loops start. */
const settleMs = 5_000;
/** In which units that are affected one after the other all have been, ms. */
const spreadMs = 15_000;
const waitMs = 15_000;

export async function runStrikeToSiren(): Promise<unknown> {
  return {
    benchmark: 'strike-to-siren',
    ...{ units: unitCount, strikesPerSecond, goalP99Ms: 1_000 },
    oneAfterTheOther: await inDatabase((store) => measured(store, 50, false)),
    oneStrikeForAll: await inDatabase((store) => measured(store, 1, true)),
  };
}

async function inDatabase<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'allclear-bench-sirens-'));
  await chmod(folder, 0o711);
  const postgres = await startEmbeddedPostgres({ folder, log: () => {} });
  const store = openStore(postgres.url, { onError: () => {} });
  try {
    await migrate(store.pool);
    return await work(store);
  } finally {
    await store.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Siren {
  readonly simulator: Simulator;
  readonly latitude: number;
  readonly longitude: number;
  /** When the first strike was delivered that affects it (`performance.now()`). */
  aimedAt: number | null;
  soundedAt: number | null;
}

async function measured(store: Store, organizations: number, isTogether: boolean): Promise<unknown> {
  const log = pino({ level: 'silent' });
  const sirens = await openSirens(isTogether);
  // One takes requests and never answers.
  await present(sirens[0]).simulator.setFault('silent');
  await addUnits(store, sirens, organizations);
  const clock = liveClock();
  const feeds = [{ vendor: 'bench', providesCoverage: true, covers: () => true }];
  const live = createLightningLive({ db: store.db, clock, feeds });
  const bus = createChangeBus();
  const changes = await followChanges({
    ...{ databaseUrl: store.url, bus, log },
    memory: new StoreMemory(),
    handlers: [],
  });
  const devices = openDevices(store);
  const jobs = startJobs({
    ...{ url: store.url, log },
    jobs: [commandsJob({ devices, voice: null, evidenceOf: async () => null, mayResume: async () => false })],
  });
  const stopping = new AbortController();
  const { signal } = stopping;
  const feed = createFeed(sirens, isTogether);
  const running = Promise.all([
    signalLoop({ db: store.db, clock, live, changes: bus, log, share: everyPlace }).run(signal),
    pollLightning({ feed, db: store.db, live, clock, log, signal }),
  ]);
  await pause(settleMs + (isTogether ? 0 : spreadMs) + waitMs);
  stopping.abort();
  await running;
  await jobs.stop();
  const yardstick = await bareCommands(sirens, devices);
  await changes.close();
  await devices.shared.close();
  await Promise.all(sirens.map(({ simulator }) => simulator.close()));
  const aimed = sirens.slice(1).filter(({ aimedAt }) => aimedAt !== null);
  const times = aimed.map(({ aimedAt, soundedAt }) => (soundedAt ?? Infinity) - (aimedAt ?? 0));
  const p99Ms = Math.round(percentile(times, 0.99));
  return {
    ...{ organizations, affected: aimed.length, silent: times.filter((ms) => ms === Infinity).length },
    ...{ p50Ms: Math.round(percentile(times, 0.5)), p99Ms, yardstick },
    ratio: Math.round((10 * p99Ms) / yardstick.p99Ms) / 10,
  };
}

function openDevices({ db }: Store): DeviceContext {
  const network = openDeviceNetwork({ networks: '127.0.0.0/8', timeoutMs: 5_000, wallNow });
  return {
    ...{ db, network, simulatorNetwork: network, weather: 'live', shared: new SharedDevices() },
    secrets: createSecretBox(Buffer.alloc(32, 1)),
  };
}

/** Simulators, and where their units are: around one point, or far from each other. */
async function openSirens(isTogether: boolean): Promise<Siren[]> {
  return Promise.all(
    Array.from({ length: unitCount }, async (_, index) => {
      const siren: Siren = {
        simulator: await startControlByWebSimulator({
          wiring,
          onCommand({ text }) {
            if (text.startsWith('relay1 on')) siren.soundedAt ??= performance.now();
          },
        }),
        latitude: isTogether ? 35 + (index % 25) / 1_000 : 25 + Math.floor(index / 25) * 1.1,
        longitude: isTogether ? -95 + Math.floor(index / 25) / 1_000 : -120 + (index % 25) * 2,
        ...{ aimedAt: null, soundedAt: null },
      };
      return siren;
    }),
  );
}

async function addUnits({ db }: Store, sirens: readonly Siren[], organizations: number): Promise<void> {
  const now = new Date();
  const owners = await db
    .insertInto('organizations')
    .values(
      Array.from({ length: organizations }, (_, index) => ({
        ...{ name: `Bench ${index}`, support_email: '', support_phone: '', created_at: now },
      })),
    )
    .returning('id')
    .execute();
  const ownerOf = (index: number) => present(owners[index % organizations]).id;
  const places = await db
    .insertInto('organization_locations')
    .values(
      sirens.map(({ latitude, longitude }, index) => ({
        ...{ organization_id: ownerOf(index), name: `Place ${index}`, address: '', latitude, longitude },
        created_at: now,
      })),
    )
    .returning(['id', 'name'])
    .execute();
  const placeIds = new Map(places.map(({ id, name }) => [name, id]));
  await db
    .insertInto('hardware_units')
    .values(
      sirens.map(({ simulator }, index) => ({
        ...{ organization_id: ownerOf(index), name: `Siren ${index}`, model: 'OWS', driver: 'controlbyweb' },
        ...{
          organization_location_id: present(placeIds.get(`Place ${index}`)),
          wiring: JSON.stringify(wiring),
        },
        ...{ address: simulator.address, created_at: now, updated_at: now },
      })),
    )
    .execute();
}

/** 500 strikes a second far from all units, and those that affect them. */
function createFeed(sirens: readonly Siren[], isTogether: boolean): LightningFeed {
  const next = random(7);
  return {
    ...{ vendor: 'bench', pollEveryMs: 1_000, covers: () => true, close: async () => {} },
    async *poll({ signal }) {
      const begun = performance.now();
      let [last, aimed] = [wallNow() - 3_600_000, 0];
      for (let number = 0; !signal.aborted; number++) {
        await pause(batchEveryMs);
        const sinceMs = performance.now() - begun - settleMs;
        const due = isTogether
          ? Math.sign(Math.max(0, sinceMs)) * sirens.length
          : Math.min(sirens.length, Math.max(0, Math.ceil((sinceMs / spreadMs) * sirens.length)));
        const hit = sirens.slice(aimed, due);
        aimed = Math.max(aimed, due);
        for (const siren of hit) siren.aimedAt = performance.now();
        const to = wallNow();
        const others = Array.from({ length: (strikesPerSecond * batchEveryMs) / 1_000 - 1 }, () => ({
          ...{ latitude: -40 + next() * 20, longitude: -120 + next() * 60 },
        }));
        const points = [...(isTogether ? hit.slice(0, 1) : hit), ...others];
        const flashes = points.map(({ latitude, longitude }, index) => ({
          ...{ key: `${number}-${index}`, at: to - 10, latitude, longitude },
          ...{ points: Float64Array.of(latitude, longitude), energyJ: null, amplitudeKa: null },
          ...{ quality: 0, type: 0 as const },
        }));
        yield { key: `s${number}`, from: last, to, flashes } satisfies LightningBatch;
        last = to;
      }
    },
  };
}

/** As many commands to the same simulators at once, without store or queue. */
async function bareCommands(sirens: readonly Siren[], { network }: DeviceContext) {
  const driver = present(driverOf('controlbyweb'));
  const begun = performance.now();
  const times: number[] = [];
  await Promise.all(
    sirens.slice(1).map(async ({ simulator: { address } }) => {
      const device = driver.open(
        { unitId: 'bench', address, username: '', password: '', options: {}, wiring },
        network,
      );
      await device.sound({ signal: 'warning', seconds: 1 }, new AbortController().signal);
      times.push(performance.now() - begun);
      await device.close();
    }),
  );
  return { p50Ms: Math.round(percentile(times, 0.5)), p99Ms: Math.round(percentile(times, 0.99)) };
}

await printed(import.meta, runStrikeToSiren);
