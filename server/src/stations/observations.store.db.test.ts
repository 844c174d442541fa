import type { StationReport } from '@allclear/adapters';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testActor } from '../../test/actor.ts';
import { freshStore } from '../../test/fresh-store.ts';
import type { Store } from '../platform/database/database.ts';
import {
  governmentStationsIn,
  latestReports,
  newestReports,
  reportsAround,
  storeReports,
} from './observations.store.ts';
import { listStations, newestReport, ownReportsAround, reportsOfPlace } from './store.ts';

const minute = 60_000;
const now = Date.UTC(2026, 5, 6, 20);
const box = { south: 27, north: 29, west: -83, east: -81 };

let store: Store;
let organizationId: string;
let placeId: string;

const report = (stationId: string, minutesAgo: number): StationReport => ({
  stationId,
  stationName: `Station ${stationId}`,
  observedAt: now - minutesAgo * minute,
  latitude: 28,
  longitude: -82,
  elevationM: 3,
  raw: `${stationId} ${minutesAgo}`,
  temperatureC: 20 + minutesAgo / 10,
  dewPointC: 10,
  windMps: 3,
  windGustMps: null,
  windDirection: 90,
  altimeterHpa: 1_013,
  visibilityMiles: 10,
  visibilityAtLeast: false,
  precipitationLastHourMm: null,
  cloudCover: 0,
  weatherText: null,
  thunder: 'no',
});

beforeAll(async () => {
  store = await freshStore();
  const { db } = store;
  const organization = await db
    .insertInto('organizations')
    .values({ name: 'District', support_email: '', support_phone: '', created_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  organizationId = organization.id;
  const place = await db
    .insertInto('organization_locations')
    .values({
      organization_id: organizationId,
      name: 'Field',
      latitude: 28,
      longitude: -82,
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  placeId = place.id;
  // Two government stations, one of which is silent by now, and three of the organization's own.
  const government = ['KAAA', 'KBBB'].flatMap((id) =>
    [5, 65, 125].map((ago) => report(id, ago + (id === 'KBBB' ? 300 : 0))),
  );
  const own = ['1', '2', '3'].map((end) => `00000000-0000-4000-8000-00000000000${end}`);
  const ownReports = own.flatMap((id, index) => [2, 4, 8, 16].map((ago) => report(id, ago * (index + 1))));
  const future = own.map((id) => report(id, -30));
  await storeReports(db, testActor, 'test', [...government, ...ownReports, ...future], now);
  for (const [index, id] of own.entries())
    await db
      .updateTable('stations')
      .set({
        organization_id: organizationId,
        organization_location_id: index === 2 ? null : placeId,
        wind_height_m: 2,
        created_at: new Date(),
      })
      .where('id', '=', id)
      .execute();
});
afterAll(() => store.close());

const bySince = [3, 7, 30, 90, 1_000].map((minutes) => [minutes] as const);

test.each(bySince)(
  'one query for many stations answers as one query for each: %i minutes back',
  async (minutes) => {
    const { db } = store;
    const since = now - minutes * minute;
    const stations = await listStations(db, organizationId);
    expect(stations).toHaveLength(3);
    const oneByOne = [];
    for (const station of stations) {
      const row = await db
        .selectFrom('observations')
        .select(['station_id', 'observed_at', 'raw'])
        .where('station_id', '=', station.id)
        .where('observed_at', '>=', new Date(since))
        .where('observed_at', '<=', new Date(now))
        .orderBy('observed_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      const newest = await newestReport(db, station, since, now);
      expect(newest?.raw).toBe(row?.raw);
      if (newest) oneByOne.push({ station, observation: newest });
    }
    expect(await newestReports(db, stations, since, now)).toEqual(oneByOne);
    const byId = (a: { station: { id: string } }, b: { station: { id: string } }) =>
      a.station.id < b.station.id ? -1 : 1;
    expect((await ownReportsAround(db, organizationId, box, since, now)).sort(byId)).toEqual(
      oneByOne.sort(byId),
    );
    expect((await reportsOfPlace(db, organizationId, placeId, since, now)).sort(byId)).toEqual(
      oneByOne.filter(({ station }) => station.organizationLocationId === placeId).sort(byId),
    );
  },
);

test('a box holds the government stations only, and a station without a report is left out', async () => {
  const stations = await governmentStationsIn(store.db, box);
  expect(stations.map(({ id }) => id).sort()).toEqual(['KAAA', 'KBBB']);
  expect(stations[0]).not.toHaveProperty('keyHash');
  const around = await reportsAround(store.db, box, now - 60 * minute, now);
  expect(around.map(({ observation }) => observation.raw)).toEqual(['KAAA 5']);
  expect(await newestReports(store.db, [], 0, now)).toEqual([]);
});

test('the latest reports of all stations: own ones must be newer than those of governments', async () => {
  const latest = await latestReports(store.db, { since: now - 60 * minute, ownSince: now - 5 * minute }, now);
  // In no order.
  expect(latest.map(({ observation }) => observation.observedAt).sort((a, b) => a - b)).toEqual([
    now - 5 * minute,
    now - 4 * minute,
    now - 2 * minute,
  ]);
});
