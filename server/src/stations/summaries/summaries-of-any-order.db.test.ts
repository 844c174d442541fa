import { randomUUID } from 'node:crypto';
import {
  aqi,
  celsiusFromFahrenheit,
  DAY_MS,
  fahrenheitFromCelsius,
  feelsLikeF,
  HOUR_MS,
  heatIndexF,
  localDayOf,
  MINUTE_MS,
  mphFromMps,
  QUARTER_MS,
  relativeHumidityPct,
  type StationValues,
  stationMeasures,
  windChillF,
} from '@allclear/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testActor } from '../../../test/actor.ts';
import { freshStore } from '../../../test/fresh-store.ts';
import type { Store } from '../../platform/database/database.ts';
import { estimatedWbgtF } from '../current-readings.ts';
import { type Observation, precipitationSince, type Station, storeReports } from '../observations.store.ts';
import { findStation, type OwnStation, storeStationReports } from '../store.ts';
import { type StationStretch, storedStretches } from './summaries.store.ts';

/** Local midnight in New York is an hour later after the clocks change on November 1, 2026. */
const begin = Date.UTC(2026, 9, 31, 20);
const zone = 'America/New_York';
const now = Date.UTC(2026, 10, 10);
const place = { latitude: 40.7, longitude: -74 };

let store: Store;
let organizationId: string;
beforeAll(async () => {
  store = await freshStore();
  const organization = { name: 'Ours', support_email: '', support_phone: '', created_at: new Date(now) };
  const { id } = await store.db
    .insertInto('organizations')
    .values(organization)
    .returning('id')
    .executeTakeFirstOrThrow();
  organizationId = id;
});
afterAll(() => store.close());

// --- What is stored, at random

/** Minutes since `begin`: near the bounds of quarter hours, hours, days and of the change of clocks more often. */
const minutes = fc.oneof(
  fc.integer({ min: 0, max: 44 * 60 }),
  fc
    .tuple(fc.constantFrom(0, 4, 8, 9, 10, 32, 33, 34), fc.integer({ min: -2, max: 17 }))
    .map(([h, m]) => h * 60 + m),
);
const value = (max: number) =>
  fc.option(
    fc.integer({ min: 0, max: max * 4 }).map((quarters) => quarters / 4),
    { freq: 4 },
  );
const measured = fc.record({
  at: minutes.map((minute) => begin + minute * MINUTE_MS),
  temperatureC: value(35),
  dewPointC: value(20),
  windMps: value(20),
  windGustMps: value(30),
  windDirectionDeg: fc.option(fc.integer({ min: 0, max: 359 })),
  rainTodayMm: value(20),
  rainLastHourMm: value(10),
  solarWm2: value(900),
  pm25Ugm3: value(80),
  pm10Ugm3: value(90),
  wbgtC: fc.option(fc.integer({ min: 10, max: 30 }), { freq: 1 }),
  corrected: fc.integer({ min: 0, max: 3 }),
});
type Measured = typeof measured extends fc.Arbitrary<infer Of> ? Of : never;
const batch = fc.record({
  isOwn: fc.boolean(),
  reports: fc.array(measured, { minLength: 1, maxLength: 12 }),
});
/** Each step stores two batches at once. */
const steps = fc.array(fc.tuple(batch, batch), { minLength: 1, maxLength: 4 });

const storeGovernment = (stationId: string, reports: Measured[]) =>
  storeReports(
    store.db,
    testActor,
    'test',
    reports.map(({ at, windDirectionDeg, corrected, rainLastHourMm, ...values }) => ({
      ...place,
      ...{ stationId, stationName: stationId, elevationM: 10, observedAt: at },
      ...{ temperatureC: values.temperatureC, dewPointC: values.dewPointC, windMps: values.windMps },
      ...{ windGustMps: values.windGustMps, windDirection: windDirectionDeg, altimeterHpa: null },
      ...{ visibilityMiles: null, visibilityAtLeast: false, precipitationLastHourMm: rainLastHourMm },
      ...{ cloudCover: null, weatherText: null, thunder: 'unknown' as const, raw: `${corrected}` },
    })),
    now,
  );

/** A value whose turn it is fails its check. */
function storeOwn(station: OwnStation, reports: Measured[]) {
  const nothing = Object.fromEntries(stationMeasures.map((measure) => [measure, null])) as StationValues;
  return storeStationReports(
    store.db,
    testActor,
    station,
    reports.map(({ at, corrected, dewPointC, ...sent }) => {
      const values = { ...nothing, ...sent, relativeHumidityPct: dewPointC === null ? null : 50 + dewPointC };
      const passed = corrected === 0 ? { ...values, rainTodayMm: null, temperatureC: null } : values;
      const upload = { protocol: 'ecowitt' as const, observedAt: at, values, lastStrike: null };
      return { upload, checked: { values: passed, flagged: {} } };
    }),
    now,
  );
}

// --- What is expected, from the rows alone

type Row = Pick<
  Observation,
  | (
      | 'temperatureC'
      | 'dewPointC'
      | 'windMps'
      | 'windGustMps'
      | 'windDirectionDeg'
      | 'solarWm2'
      | 'cloudCover'
    )
  | ('wbgtC' | 'pm25Ugm3' | 'pm10Ugm3' | 'rainTodayMm')
> & { readonly at: number; readonly rainHourMm: number | null };

async function rowsOf(stationId: string): Promise<Row[]> {
  const rows = await store.db
    .selectFrom('observations')
    .selectAll()
    .where('station_id', '=', stationId)
    .orderBy('observed_at')
    .execute();
  return rows.map((row) => ({
    at: row.observed_at.getTime(),
    ...{ temperatureC: row.temperature_c, dewPointC: row.dew_point_c, windMps: row.wind_mps },
    ...{ windGustMps: row.wind_gust_mps, windDirectionDeg: row.wind_direction_deg, solarWm2: row.solar_wm2 },
    ...{ cloudCover: row.cloud_cover, wbgtC: row.wbgt_c, pm25Ugm3: row.pm25_ugm3, pm10Ugm3: row.pm10_ugm3 },
    ...{ rainTodayMm: row.rain_today_mm, rainHourMm: row.precipitation_last_hour_mm },
  }));
}

const floor = (at: number, ms: number) => Math.floor(at / ms) * ms;
const present = (values: (number | null)[]) => values.filter((one) => one !== null);
const mean = (values: (number | null)[]) => {
  const there = present(values);
  return there.length === 0 ? null : there.reduce((sum, one) => sum + one, 0) / there.length;
};

/** The values that each measure sums up in the rows of one quarter hour. */
function valuesOf(rows: Row[], station: Station): Record<string, (number | null)[]> {
  const all = (read: (row: Row) => number | null) => rows.map(read);
  const humidity = (row: Row) => relativeHumidityPct(row.temperatureC, row.dewPointC);
  const air = (row: Row) => fahrenheitFromCelsius(row.temperatureC);
  const estimate = celsiusFromFahrenheit(
    estimatedWbgtF({
      station,
      observation: {
        observedAt: mean(all(({ at }) => at)) ?? Number.NaN,
        temperatureC: mean(all((row) => row.temperatureC)),
        dewPointC: mean(all((row) => row.dewPointC)),
        windMps: mean(all((row) => row.windMps)),
        solarWm2: mean(all((row) => row.solarWm2)),
        cloudCover: mean(all((row) => row.cloudCover)),
        wbgtC: null,
      },
    }),
  );
  const wbgt = all((row) => row.wbgtC);
  const feels = (row: Row) =>
    feelsLikeF(
      { temperatureF: air(row), relativeHumidityPct: humidity(row), windMph: mphFromMps(row.windMps) },
      'from-5-mph',
    );
  return {
    temperatureC: all((row) => row.temperatureC),
    dewPointC: all((row) => row.dewPointC),
    humidityPct: all(humidity),
    feelsLikeC: all((row) => celsiusFromFahrenheit(feels(row))),
    heatIndexC: all((row) => celsiusFromFahrenheit(heatIndexF(air(row), humidity(row)))),
    windChillC: all((row) =>
      celsiusFromFahrenheit(windChillF(air(row), mphFromMps(row.windMps), 'from-5-mph')),
    ),
    wbgtC: present(wbgt).length > 0 ? wbgt : [estimate],
    windMps: all((row) => row.windMps),
    gustMps: all((row) => row.windGustMps),
    solarWm2: all((row) => row.solarWm2),
    cloudCover: all((row) => row.cloudCover),
    pm25Ugm3: all((row) => row.pm25Ugm3),
    pm10Ugm3: all((row) => row.pm10Ugm3),
    pm25Aqi: [aqi('PM2.5', mean(all((row) => row.pm25Ugm3)))],
    pm10Aqi: [aqi('PM10', mean(all((row) => row.pm10Ugm3)))],
  };
}

/** The rain of the quarter hour that begins at an instant. */
function rainOf(quarter: number, rows: Row[]): number | null {
  const within = rows.filter(({ at }) => floor(at, QUARTER_MS) === quarter);
  const counters = rows.filter(({ rainTodayMm }) => rainTodayMm !== null);
  const recent = counters.some(({ at }) => at < quarter && at >= quarter - DAY_MS);
  const counted = within.filter(({ rainTodayMm }) => rainTodayMm !== null);
  if (counted.length > 0)
    return counted.reduce((sum, row) => {
      const last = counters[counters.indexOf(row) - 1];
      const [mm, before] = [row.rainTodayMm ?? 0, last?.rainTodayMm ?? 0];
      const midnight = localDayOf(row.at, zone).from;
      const isFirst = !last || last.at < quarter - DAY_MS;
      const slept = last && last.at < midnight && row.at >= midnight + HOUR_MS && row.at >= last.at + HOUR_MS;
      return sum + (isFirst || slept || mm < before ? mm : mm - before);
    }, 0);
  if (recent) return null;
  const ofHour = (until: number) =>
    present(
      rows.filter(({ at }) => at >= floor(quarter, HOUR_MS) && at < until).map((row) => row.rainHourMm),
    );
  if (present(within.map((row) => row.rainHourMm)).length === 0) return null;
  return Math.max(0, ...ofHour(quarter + QUARTER_MS)) - Math.max(0, ...ofHour(quarter));
}

/** The stretches of a length, each by the quarter hours that begin in it. */
function expected(rows: Row[], station: Station, startOf: (at: number) => number) {
  const quarters = [...Map.groupBy(rows, ({ at }) => floor(at, QUARTER_MS))].sort(([a], [b]) => a - b);
  return [...Map.groupBy(quarters, ([quarter]) => startOf(quarter))].map(([at, parts]) => {
    const all = parts.flatMap(([, ofQuarter]) => ofQuarter);
    const perQuarter = parts.map(([, ofQuarter]) => valuesOf(ofQuarter, station));
    const measures = Object.keys(perQuarter[0] ?? {}).map((measure) => {
      const values = present(perQuarter.flatMap((of) => of[measure] ?? []));
      if (values.length === 0) return [measure, null];
      const sum = values.reduce((total, one) => total + one, 0);
      return [
        measure,
        { least: Math.min(...values), greatest: Math.max(...values), sum, count: values.length },
      ];
    });
    const winds = all.flatMap(({ windMps: mps, windDirectionDeg: from }) =>
      mps === null || from === null ? [] : [{ mps, towards: ((from + 180) * Math.PI) / 180 }],
    );
    const rain = present(parts.map(([quarter]) => rainOf(quarter, rows)));
    const hourly = present(all.map((row) => row.rainHourMm));
    return {
      at,
      reports: all.length,
      quarters: parts.length,
      measures: Object.fromEntries(measures),
      windEastSum: winds.reduce((sum, { mps, towards }) => sum + mps * Math.sin(towards), 0),
      windNorthSum: winds.reduce((sum, { mps, towards }) => sum + mps * Math.cos(towards), 0),
      windVectors: winds.length,
      rainMm: rain.length === 0 ? null : rain.reduce((sum, mm) => sum + mm, 0),
      maxRainHourMm: hourly.length === 0 ? null : Math.max(...hourly),
    };
  });
}

/** Equal, numbers to 1e-9 of their size. */
function expectSame(found: unknown, wanted: unknown, path: string): void {
  if (typeof found === 'number' && typeof wanted === 'number') {
    if (Math.abs(found - wanted) <= 1e-9 * Math.max(1, Math.abs(wanted))) return;
    throw new Error(`${path} is ${found}, not ${wanted}`);
  }
  if (found === null || wanted === null || typeof found !== 'object' || typeof wanted !== 'object') {
    if (found === wanted) return;
    throw new Error(`${path} is ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`);
  }
  const [a, b] = [Object.entries(found).sort(), Object.entries(wanted).sort()];
  if (a.length !== b.length) throw new Error(`${path} has ${a.length} entries, not ${b.length}`);
  for (const [index, [name, one]] of a.entries()) expectSame(one, b[index]?.[1], `${path}.${name}`);
}

async function expectSummedUp(station: Station): Promise<void> {
  const rows = await rowsOf(station.id);
  const range = { from: begin - 3 * DAY_MS, until: now };
  const of = (length: 'quarter' | 'hour' | 'day'): Promise<StationStretch[]> =>
    storedStretches(store.db, station.id, { length, ...range });
  expectSame(
    await of('quarter'),
    expected(rows, station, (at) => at),
    'quarters',
  );
  expectSame(
    await of('hour'),
    expected(rows, station, (at) => floor(at, HOUR_MS)),
    'hours',
  );
  expectSame(
    await of('day'),
    expected(rows, station, (at) => localDayOf(at, zone).from),
    'days',
  );
}

let runs = 0;
async function newStations(): Promise<{ government: Station; own: OwnStation }> {
  runs += 1;
  const { id } = await store.db
    .insertInto('stations')
    .values({
      id: randomUUID(),
      ...{ ...place, organization_id: organizationId, vendor: 'own', name: `Roof ${runs}`, elevation_m: 10 },
      ...{ updated_at: new Date(now), created_at: new Date(now) },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const own = await findStation(store.db, { organizationId, id });
  if (!own) throw new Error('There is no station.');
  return { own, government: { ...own, id: `K${runs}`, organizationId: null } };
}

test('reports in any order, doubled, corrected, flagged, late, from two writers at once: the summaries are those of the stored rows', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (stepsOfRun) => {
      const { own, government } = await newStations();
      for (const step of stepsOfRun) {
        await Promise.all(
          step.map(({ isOwn, reports }) =>
            isOwn ? storeOwn(own, reports) : storeGovernment(government.id, reports),
          ),
        );
        await expectSummedUp(own);
        await expectSummedUp(government);
      }
      const midnight = localDayOf(begin + DAY_MS, zone).from;
      const day = (
        await storedStretches(store.db, government.id, { length: 'day', from: midnight, until: midnight + 1 })
      )[0];
      const until = localDayOf(midnight, zone).until - 1;
      const answered = await precipitationSince(store.db, government.id, midnight, until);
      expect(answered?.mm ?? null).toBe(day?.rainMm ?? null);
    }),
    { numRuns: 50 },
  );
}, 60_000);
