import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { notify } from '../../src/platform/change-feed/change-feed.store.ts';
import { startJobs } from '../../src/platform/jobs/start-jobs.ts';
import { storeReports } from '../../src/stations/observations.store.ts';
import { testActor } from '../actor.ts';
import { ask, openTestServer, startAt, type TestServer, testChannels } from '../test-server.ts';

export const minute = 60_000;
export const sirenWiring = { warningSound: 'relay1', allClearSound: 'relay2', light: 'relay3' };

/** A voice that is a program, as in an installation that has one: 60 ms of a tone a character. */
const voice = fileURLToPath(new URL('../../../adapters/src/speech/fixtures/voice.mjs', import.meta.url));

export type SirenStage = Awaited<ReturnType<typeof openSirenStage>>;

/** A server with an organization, a place that was observed for two hours, and units that tests add. */
export async function openSirenStage() {
  const server = await openTestServer(testChannels(), {
    overrides: {
      hardware: {
        settings: {
          networks: '127.0.0.0/8 192.0.2.0/24',
          speechCommand: `"${process.execPath}" "${voice}"`,
          speechUrl: null,
        },
      },
    },
  });
  const { organizationId, people } = await server.organization('Fields');
  const { key } = people.admin;
  const closing: (() => Promise<unknown>)[] = [];
  const { db } = server.store;

  async function addPlace(name: string, at: { latitude?: number; longitude?: number } = {}): Promise<string> {
    const { id } = await db
      .insertInto('organization_locations')
      .values({
        ...{ organization_id: organizationId, name, address: '', latitude: 28, longitude: -82, ...at },
        created_at: new Date(startAt),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }
  const placeId = await addPlace('Stadium');

  async function addUnit(fields: Record<string, unknown>): Promise<string> {
    const { id } = await db
      .insertInto('hardware_units')
      .values({
        ...{ organization_id: organizationId, name: `Unit ${randomUUID().slice(0, 4)}`, model: 'OWS' },
        ...{ organization_location_id: placeId, driver: 'controlbyweb', address: '192.0.2.9' },
        ...{ wiring: JSON.stringify(sirenWiring), duration_seconds: 1, plays: 1 },
        ...{ all_clear_duration_seconds: 1, all_clear_minutes: 30 },
        ...{ created_at: new Date(startAt), updated_at: new Date(startAt), ...fields },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  /** The parts of a process with the service `engine` that a test names; the job alone without names. */
  function start(loopNames: readonly string[], isWorking = true): () => Promise<void> {
    const stopping = new AbortController();
    const loops = server.subjects.loops.filter(({ name }) => loopNames.includes(name));
    const running = Promise.all(loops.map((loop) => loop.run(stopping.signal)));
    const jobs = isWorking
      ? startJobs({
          url: server.store.url,
          jobs: server.subjects.jobs.filter(({ name }) => name === 'carry-out-commands'),
          log: pino({ level: 'warn' }),
        })
      : null;
    let isStopped = false;
    const stop = async () => {
      if (isStopped) return;
      isStopped = true;
      stopping.abort();
      await running;
      await jobs?.stop();
    };
    closing.push(stop);
    return stop;
  }

  /** The clock goes to `to`, and everything until then is observed, with these strikes. */
  async function observe(from: number, to: number, strikes: Parameters<TestServer['batch']>[2] = []) {
    server.clock.set(to);
    await server.batch(from, to, strikes);
  }
  await observe(startAt - 120 * minute, startAt);

  /** What the wind is at the place now, meters a second. */
  async function reportWind(windMps: number): Promise<void> {
    const now = server.clock.now();
    const report = {
      ...{ stationId: 'KTST', stationName: 'Airfield', latitude: 28, longitude: -82, elevationM: 8 },
      ...{ observedAt: now, temperatureC: 20, dewPointC: 10, windMps, windGustMps: windMps },
      ...{ windDirection: 200, altimeterHpa: 1015, visibilityMiles: 10, visibilityAtLeast: true },
      ...{ precipitationLastHourMm: null, cloudCover: 0, weatherText: null, thunder: 'no' as const, raw: '' },
    };
    await storeReports(db, testActor, 'metar', [report], now);
  }

  async function addPolicy(fields: object): Promise<string> {
    const answer = await ask(server.app, 'POST', '/api/policy', {
      key,
      body: {
        ...{ name: 'Policy', allGroups: true, sites: [], allClearMinutes: 30, reAlertMinutes: 0 },
        ...{ notificationActions: [{ allClear: false, message: '' }], ...fields },
      },
    });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    const { id } = await db
      .selectFrom('policies')
      .select('id')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow();
    return id;
  }

  return {
    ...{ server, db, organizationId, people, key, placeId, addPlace, addUnit, start, observe },
    ...{ reportWind, addPolicy },
    call: (method: 'GET' | 'POST', path: string, body?: unknown, as = key) =>
      ask(server.app, method, `/api/${path}`, { key: as, body }),
    announce: (topic = 'hardware') =>
      db.transaction().execute((transaction) => notify(transaction, { topic })),
    commandsOf: (unitId: string) =>
      db
        .selectFrom('hardware_commands')
        .select(['action', 'cause', 'state', 'detail', 'content', 'plays_done', 'cause_details'])
        .where('unit_id', '=', unitId)
        .orderBy('entry')
        .execute(),
    /** Closed with the server, before it. */
    closesWith(close: () => Promise<unknown>) {
      closing.push(close);
    },
    async close() {
      for (const close of closing) await close();
      await server.close();
    },
  };
}
