/**
 * `record-read`: what a station measured in 90 days and in 5 years, by local days, from summaries and from the reports
 * themselves (one aggregating query, as good as SQL has it), in turn. Goal: 20 times as fast, with equal values.
 */
import { loadavg } from 'node:os';
import { DAY_MS, localDayOf, type MeasureSummary } from '@allclear/domain';
import type { Database } from '@allclear/server/platform/database/database.ts';
import { stationStretches } from '@allclear/server/stations/summaries/fill-summaries.ts';
import { sql } from 'kysely';
import { percentile, printed } from '../measure.ts';
import { stationId, stations, until, wantedRows, withScene, zone } from './scene.ts';

const goalRatio = 20;
/** As the routes of histories read them. */
const measures = ['temperatureC', 'windMps', 'gustMps', 'wbgtC'] as const;
const fiveYearsOfRows = stations * 5 * 365 * 288;

export function runRecordRead(): Promise<unknown> {
  const rows = wantedRows(fiveYearsOfRows);
  return withScene({ rows, stepMinutes: 5 }, async ({ store, from, fillSeconds }) => {
    const ranges = [
      { name: '90 days', from: Math.max(from, localDayOf(until - 90 * DAY_MS, zone).from), rounds: 9 },
      { name: 'all', from: localDayOf(from + DAY_MS, zone).from, rounds: 5 },
    ];
    const results = [];
    for (const range of ranges) results.push(await compare(store.db, range));
    const load = loadavg()[0];
    return {
      'record-read': {
        rows,
        fillSeconds,
        load,
        goalRatio,
        isWithinGoal: results.every((one) => one.ratio >= goalRatio),
        results,
      },
    };
  });
}

async function compare(db: Database, { name, from, rounds }: { name: string; from: number; rounds: number }) {
  const summaryMs: number[] = [];
  const reportsMs: number[] = [];
  let days = 0;
  for (let round = 0; round < rounds; round++) {
    const id = stationId(round % stations);
    const begun = performance.now();
    const found = await fromSummaries(db, id, from);
    const between = performance.now();
    const wanted = await fromReports(db, id, from);
    const ended = performance.now();
    requireEqual(found, wanted);
    days = found.length;
    // The first one of each opens connections and fills caches.
    if (round > 0) {
      summaryMs.push(between - begun);
      reportsMs.push(ended - between);
    }
  }
  const [summaries, reports] = [percentile(summaryMs, 0.5), percentile(reportsMs, 0.5)];
  return {
    name,
    days,
    summariesMs: tenths(summaries),
    reportsMs: tenths(reports),
    ratio: tenths(reports / summaries),
  };
}

type Answer = (number | null)[];

async function fromSummaries(db: Database, id: string, from: number): Promise<Answer[]> {
  const days = await stationStretches(db, id, { length: 'day', from, until, measures });
  const of = (one: MeasureSummary | null) =>
    one ? [one.least, one.greatest, one.sum / one.count] : [null, null, null];
  return days.map(({ at, reports, measures, rainMm }) => [
    ...[at, reports, ...of(measures.temperatureC), ...of(measures.windMps), ...of(measures.gustMps)],
    ...[...of(measures.wbgtC), rainMm],
  ]);
}

async function fromReports(db: Database, id: string, from: number): Promise<Answer[]> {
  const of = (name: string) => sql.raw(`min(${name}), max(${name}), avg(${name})`);
  const { rows } = await sql<{ answer: Answer }>`
    select json_build_array(extract(epoch from day) * 1000, count(*), ${of('temperature_c')}, ${of('wind_mps')},
      ${of('wind_gust_mps')}, ${of('wbgt_c')}, sum(fallen)) as answer
    from (
      select *, date_trunc('day', observed_at, ${zone}) as day,
        case when before is null or rain_today_mm < before then rain_today_mm else rain_today_mm - before end as fallen
      from (
        select observed_at, temperature_c, wind_mps, wind_gust_mps, wbgt_c, rain_today_mm,
          lag(rain_today_mm) over (order by observed_at) as before
        from observations
        where station_id = ${id} and observed_at >= ${new Date(from - DAY_MS)} and observed_at < ${new Date(until)}
      ) reports
    ) reports
    where observed_at >= ${new Date(from)}
    group by day order by day`.execute(db);
  return rows.map(({ answer }) => answer);
}

function requireEqual(found: Answer[], wanted: Answer[]): void {
  if (found.length !== wanted.length || found.length === 0) throw new Error('The answers differ in length.');
  for (const [index, day] of found.entries())
    for (const [part, value] of day.entries()) {
      const other = wanted[index]?.[part];
      if (value === other) continue;
      if (
        typeof value === 'number' &&
        typeof other === 'number' &&
        Math.abs(value - other) <= 1e-9 * Math.abs(other)
      )
        continue;
      throw new Error(`Day ${index} has ${value}, not ${other}, in part ${part}.`);
    }
}

const tenths = (value: number) => Math.round(value * 10) / 10;

await printed(import.meta, runRecordRead);
