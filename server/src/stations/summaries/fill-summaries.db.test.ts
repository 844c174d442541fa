import { readFile } from 'node:fs/promises';
import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  type StationFlags,
  type StationValues,
  stationMeasures,
} from '@allclear/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testActor } from '../../../test/actor.ts';
import { ask, openTestServer, startAt, type TestServer } from '../../../test/test-server.ts';
import { dropPartitionsBefore } from '../../platform/database/partitions.store.ts';
import { findStation, type OwnStation, storeStationReports } from '../store.ts';
import { fillMonth, fillSummaries, stationStretches } from './fill-summaries.ts';
import { newestPendingMonth } from './fills.store.ts';
import { dropReportsBefore } from './kept-reports.store.ts';
import { storedStretches } from './summaries.store.ts';

let server: TestServer;
let station: OwnStation;
const range = { from: startAt - 70 * DAY_MS, until: startAt + DAY_MS };

function reportAt(at: number) {
  const nothing = Object.fromEntries(stationMeasures.map((measure) => [measure, null])) as StationValues;
  const hour = (at / HOUR_MS) % 24;
  const values = { ...nothing, temperatureC: 20 + hour / 4, pm10Ugm3: hour, rainTodayMm: Math.floor(hour) };
  const upload = { protocol: 'ecowitt' as const, observedAt: at, values, lastStrike: null };
  const flagged: StationFlags = hour < 1 ? { pm10Ugm3: { value: hour, reason: 'range' } } : {};
  return { upload, checked: { values: hour < 1 ? { ...values, pm10Ugm3: null } : values, flagged } };
}

const storeAt = (instants: number[], now = startAt) =>
  storeStationReports(server.store.db, testActor, station, instants.map(reportAt), now);
const stored = () =>
  Promise.all(
    (['quarter', 'hour', 'day'] as const).map((length) =>
      storedStretches(server.store.db, station.id, { length, ...range }),
    ),
  );

beforeAll(async () => {
  server = await openTestServer();
  server.clock.set(startAt);
  const ours = await server.organization('Ours');
  const { organizationId } = ours;
  const place = await server.store.db
    .insertInto('organization_locations')
    .values({
      organization_id: organizationId,
      name: 'Stadium',
      latitude: 28,
      longitude: -82,
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const added = await ask(server.app, 'POST', '/api/WeatherStation', {
    key: ours.people.admin.key,
    body: { name: 'Roof', organizationLocationId: place.id },
  });
  const found = await findStation(server.store.db, { organizationId, id: added.body.data.id });
  if (!found) throw new Error('There is no station.');
  station = found;
  await storeAt(Array.from({ length: 64 * 24 }, (_, hours) => startAt - hours * HOUR_MS));
});
afterAll(() => server.close());

/** As it was before reports were summed up: then the migration finds the months. */
async function forget(): Promise<void> {
  const { db } = server.store;
  for (const table of [
    'station_quarters',
    'station_hours',
    'station_days',
    'observations_dropped',
    'station_fills',
  ])
    await sql`delete from ${sql.table(table)}`.execute(db);
  await db.updateTable('observations').set({ pm10_ugm3: null }).execute();
  const file = new URL('../../platform/database/migrations/0052_station_fills.sql', import.meta.url);
  const migration = await readFile(file, 'utf8');
  await sql.raw(migration.slice(migration.indexOf('with months'))).execute(db);
}

const pendingMonths = async () =>
  (await server.store.db.selectFrom('station_fills').select('month_at').orderBy('month_at').execute()).map(
    ({ month_at }) => month_at.toISOString().slice(0, 7),
  );

test('reports that were stored before they were summed up are summed up month by month, newest first, once', async () => {
  const { db } = server.store;
  const before = await stored();
  await forget();
  expect(await pendingMonths()).toEqual(['2026-04', '2026-05', '2026-06']);
  const june = await newestPendingMonth(db);
  if (!june) throw new Error('No month is left.');
  // Two at once, as of the background and of a reader.
  await Promise.all([fillMonth(db, june), fillMonth(db, june)]);
  expect(await pendingMonths()).toEqual(['2026-04', '2026-05']);
  const { signal } = new AbortController();
  await fillSummaries({ db, clock: server.clock, log: server.platform.log, signal });
  expect(await pendingMonths()).toEqual([]);
  expect(await stored()).toEqual(before);
  const { rows } = await sql<{ pm10: number | null; count: number }>`
    select min(pm10_ugm3) as pm10, count(*) filter (where pm10_ugm3 is null)::int as count from observations`.execute(
    db,
  );
  // What failed its check (the first hour of each day) stays out.
  expect(rows).toEqual([{ pm10: 1, count: 64 }]);
  await fillSummaries({ db, clock: server.clock, log: server.platform.log, signal });
  expect(await stored()).toEqual(before);
});

test('a reader of months that are left gets all that is there', async () => {
  const before = await stored();
  await forget();
  const hours = { length: 'hour' as const, from: startAt - 30 * DAY_MS, until: startAt + 1 };
  expect(await stationStretches(server.store.db, station.id, hours)).toEqual(
    before[1]?.filter(({ at }) => at >= hours.from && at < hours.until),
  );
  expect(await pendingMonths()).toEqual(['2026-04']);
});

test('a report that is older than those that are kept is not stored and changes no summary', async () => {
  const { db } = server.store;
  const june = Date.UTC(2026, 5, 1);
  const days = { length: 'day' as const, from: june - 40 * DAY_MS, until: startAt };
  const before = await stationStretches(db, station.id, days);
  const late = startAt + 40 * DAY_MS;
  await dropReportsBefore(db, testActor, june + DAY_MS);
  expect(await storeAt([june - DAY_MS, june + 30 * MINUTE_MS], late)).toBe(0);
  expect(await stationStretches(db, station.id, days)).toEqual(before);
  expect(await storeAt([june + 30 * HOUR_MS + MINUTE_MS], late)).toBe(1);
});

test('summaries of quarter hours and hours are dropped by their partitions, and days stay', async () => {
  const { db } = server.store;
  const before = await storedStretches(db, station.id, { length: 'day', ...range });
  expect(await dropPartitionsBefore(db, testActor, 'station_quarters', Date.UTC(2026, 4, 20))).toContain(
    'station_quarters_202604',
  );
  expect(await dropPartitionsBefore(db, testActor, 'station_hours', Date.UTC(2027, 0, 1))).toEqual([
    'station_hours_2026',
  ]);
  const [quarters, hours, days] = await stored();
  expect(quarters?.[0]?.at).toBeGreaterThanOrEqual(Date.UTC(2026, 4, 1));
  expect([hours, days]).toEqual([[], before]);
});
