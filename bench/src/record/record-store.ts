/**
 * `record-store`: batches of 500 reports of an own station, stored with their summaries and without, in turn. No report
 * measures WBGT, so that each quarter hour needs an estimate. Goal: at least half as many a second with them.
 */
import { loadavg } from 'node:os';
import { HOUR_MS, MINUTE_MS, type StationValues, stationMeasures } from '@allclear/domain';
import { systemActor } from '@allclear/server/platform/actor.ts';
import { notify } from '@allclear/server/platform/change-feed/change-feed.store.ts';
import type { Database } from '@allclear/server/platform/database/database.ts';
import { stationOf } from '@allclear/server/stations/observations.store.ts';
import {
  insertStationReports,
  type OwnStation,
  type StationReportToStore,
  storeStationReports,
} from '@allclear/server/stations/store.ts';
import { lockStations } from '@allclear/server/stations/summaries/summaries.store.ts';
import { percentile, printed } from '../measure.ts';
import { stationId, stations, until, wantedRows, withScene } from './scene.ts';

const goalRatio = 0.5;
const batchSize = 500;
const rounds = 24;
const warmUpRounds = 4;
const actor = systemActor('bench');

export function runRecordStore(): Promise<unknown> {
  const rows = wantedRows(stations * 31 * 288);
  return withScene({ rows, stepMinutes: 5 }, async ({ store: { db }, fillSeconds }) => {
    const minutes1 = await compare(db, 1, [0, 1]);
    const minutes5 = await compare(db, 5, [2, 3]);
    const isWithinGoal = Math.min(minutes1.ratio, minutes5.ratio) >= goalRatio;
    return {
      'record-store': { rows, fillSeconds, load: loadavg()[0], minutes1, minutes5, goalRatio, isWithinGoal },
    };
  });
}

async function compare(db: Database, stepMinutes: number, [summed, bare]: [number, number]) {
  const withStation = await ownStation(db, summed);
  const withoutStation = await ownStation(db, bare);
  const withMs: number[] = [];
  const withoutMs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const reports = batchOf(until + round * batchSize * stepMinutes * MINUTE_MS, stepMinutes);
    const now = (reports.at(-1)?.upload.observedAt ?? 0) + HOUR_MS;
    const timed = async (into: number[], work: () => Promise<unknown>) => {
      const begun = performance.now();
      await work();
      if (round >= warmUpRounds) into.push(performance.now() - begun);
    };
    const first = () => timed(withMs, () => storeStationReports(db, actor, withStation, reports, now));
    const second = () => timed(withoutMs, () => storeBare(db, withoutStation, reports, now));
    // The first of a round makes the partitions; each is first as often.
    for (const work of round % 2 === 0 ? [first, second] : [second, first]) await work();
  }
  const [withSummaries, without] = [percentile(withMs, 0.5), percentile(withoutMs, 0.5)];
  return {
    withMs: tenths(withSummaries),
    withoutMs: tenths(without),
    reportsPerSecond: Math.round((batchSize / withSummaries) * 1_000),
    ratio: Math.round((without / withSummaries) * 100) / 100,
  };
}

/** As the product stores them, without summaries. */
async function storeBare(
  db: Database,
  station: OwnStation,
  reports: StationReportToStore[],
  now: number,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockStations(transaction, [station.id]);
    await insertStationReports(transaction, actor, station, reports, now);
    await notify(transaction, { topic: 'observations', ids: [station.organizationId] });
  });
}

async function ownStation(db: Database, index: number): Promise<OwnStation> {
  const row = await db
    .selectFrom('stations')
    .selectAll()
    .where('id', '=', stationId(index))
    .executeTakeFirstOrThrow();
  return { ...stationOf(row), organizationId: stationId(index) };
}

function batchOf(from: number, stepMinutes: number): StationReportToStore[] {
  const nothing = Object.fromEntries(stationMeasures.map((measure) => [measure, null])) as StationValues;
  return Array.from({ length: batchSize }, (_, index) => {
    const at = from + index * stepMinutes * MINUTE_MS;
    const wave = Math.sin(at / HOUR_MS);
    const values = {
      ...nothing,
      ...{
        temperatureC: 25 + 5 * wave,
        relativeHumidityPct: 60 + 10 * wave,
        windMps: 3 + wave,
        windGustMps: 6 + wave,
      },
      ...{
        windDirectionDeg: 180 + 90 * wave,
        solarWm2: 400 + 300 * wave,
        rainTodayMm: (at / HOUR_MS) % 24,
        rainLastHourMm: 1,
      },
      ...{ pm25Ugm3: 9 + wave, pm10Ugm3: 20 + wave },
    };
    return {
      upload: { protocol: 'ecowitt', observedAt: at, values, lastStrike: null },
      checked: { values, flagged: {} },
    };
  });
}

const tenths = (value: number) => Math.round(value * 10) / 10;

await printed(import.meta, runRecordStore);
