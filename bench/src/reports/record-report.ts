/**
 * A report of 500,000 rows (hours of 92 days of 227 stations), made from the summaries and stored as the server does it,
 * against the plain method: COPY of the same rows into a table. Then how long the main thread is held while a PDF of 60
 * pages is made, and while such a report and a PDF of two hundred pages are, and how much memory ten reports at once
 * take.
 */
import { loadavg } from 'node:os';
import type { ReportRequest } from '@allclear/contract';
import { DAY_MS, HOUR_MS, maxPdfRows } from '@allclear/domain';
import { liveClock } from '@allclear/server/platform/clock/clock.ts';
import { openStore, type Store } from '@allclear/server/platform/database/database.ts';
import { migrate } from '@allclear/server/platform/database/migrate.ts';
import { startJobs } from '@allclear/server/platform/jobs/start-jobs.ts';
import { reportedEvapotranspiration } from '@allclear/server/reports/generated/evapotranspiration.ts';
import { makeReportJob } from '@allclear/server/reports/generated/make-report.ts';
import { readFile } from '@allclear/server/reports/generated/report-files.store.ts';
import { requestReport } from '@allclear/server/reports/generated/reports.store.ts';
import { ensureSummaryPartitions } from '@allclear/server/stations/summaries/summaries.store.ts';
import { testActor } from '@allclear/server/test/actor.ts';
import { addPeople } from '@allclear/server/test/notified-people.ts';
import type { Submittable } from 'pg';
import pino from 'pino';
import { withDatabase } from '../database.ts';
import { present, printed } from '../measure.ts';
import { stalls } from '../stalls.ts';

const stations = 227;
const days = 92;
const startDate = '2026-03-01';
const endDate = '2026-05-31';
/** Three stations have 2,448 rows from then on: 60 pages. */
const pdfStartDate = '2026-04-28';
const rounds = 3;
const goals = { shareOfCopy: 0.4, stallP99Ms: 10, memoryMb: 200 };

export function runRecordReport(): Promise<unknown> {
  return withDatabase(async (url) => {
    const store = openStore(url, { onError: () => {} });
    try {
      await migrate(store.pool);
      return await measure(store);
    } finally {
      await store.close();
    }
  });
}

async function measure(store: Store) {
  const { organizationId, userIds } = await addPeople(store.db, 10);
  await addHours(store, organizationId);
  const ids = Array.from({ length: stations }, (_, index) => `bench-${index}`);
  const clock = liveClock();
  const worker = startJobs({
    ...{ url: store.url, log: pino({ level: 'silent' }) },
    jobs: [makeReportJob({ clock, evapotranspiration: reportedEvapotranspiration })],
  });
  const ask = (userId: string, HardwareIds: readonly string[], format: 0 | 1, from = startDate) => {
    const request = requestOf([...HardwareIds], format, from);
    const report = { organizationId, userId, name: request.Name, request, startDate: from, endDate };
    return requestReport(store.db, testActor, report, clock.now());
  };
  const owner = present(userIds[0]);
  const made = async (reports: readonly string[]) => {
    for (;;) {
      const { rows } = await store.pool.query<{ state: string; error: string | null }>(
        'select r.state, j.error from reports r join job_records j on j.id = r.job_id where r.id = any($1::uuid[])',
        [reports],
      );
      const failed = rows.find(({ state }) => state === 'failed');
      if (failed) throw new Error(`A report failed: ${failed.error}`);
      if (rows.every(({ state }) => state === 'done')) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  try {
    const makeMs: number[] = [];
    const copyMs: number[] = [];
    let copied = { rows: 0, bytes: 0 };
    // In turn, so that other load on the machine meets both.
    for (let round = 0; round < rounds; round++) {
      const beginMs = performance.now();
      const report = await ask(owner, ids, 0);
      await made([report]);
      makeMs.push(performance.now() - beginMs);
      const { ms, ...copy } = await copyRows(store, report);
      copyMs.push(ms);
      copied = copy;
    }
    const pdfOf60Pages = await measurePdf(store, async () => {
      const id = await ask(owner, ids.slice(0, 3), 1, pdfStartDate);
      await made([id]);
      return id;
    });
    const held = await stalls(async () => {
      const pdfStations = ids.slice(0, Math.floor(maxPdfRows / (days * 24)));
      await made([await ask(owner, ids, 0), await ask(owner, pdfStations, 1)]);
    });
    globalThis.gc?.();
    const before = process.memoryUsage.rss();
    let peak = before;
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage.rss());
    }, 20);
    const beginMs = performance.now();
    await made(await Promise.all(userIds.map((userId) => ask(userId, ids, 0))));
    clearInterval(watch);
    const [best, copy] = [Math.min(...makeMs), Math.min(...copyMs)];
    return {
      'record-report': {
        ...{ ...copied, load: loadavg()[0] },
        ...{ makeMs: makeMs.map(Math.round), copyMs: copyMs.map(Math.round) },
        ...{ shareOfCopy: Math.round((copy / best) * 100) / 100, goalShareOfCopy: goals.shareOfCopy },
        pdfOf60Pages,
        ...{ stallP99Ms: tenth(held.p99Ms), goalStallP99Ms: goals.stallP99Ms },
        longestStallMs: tenth(held.longestMs),
        ...{ tenMs: Math.round(performance.now() - beginMs), tenMb: Math.round((peak - before) / 2 ** 20) },
        goalTenMb: goals.memoryMb,
      },
    };
  } finally {
    await worker.stop();
  }
}

function requestOf(HardwareIds: string[], format: 0 | 1, from: string): ReportRequest {
  return {
    ...{ Name: 'Bench', Recipients: [], UnitType: 0, ReportType: 0, FileFormats: [format] },
    HardwareFilters: {
      ...{ DataInterval: 60, HardwareIds },
      ObservationTypes: { AmbientTemperature: ['max', 'min', 'avg'], Precipitation: ['sum'] },
      TimeFilter: {
        ...{ StartDate: from, EndDate: endDate, DaysOfWeek: [] },
        ...{ StartTimeOfDay: null, EndTimeOfDay: null },
      },
    },
  };
}

/** Hours of all stations, as their reports would have left them. */
async function addHours(store: Store, organizationId: string): Promise<void> {
  const begin = Date.parse(`${startDate}T00:00:00Z`);
  await ensureSummaryPartitions(
    store.db,
    Array.from({ length: days + 2 }, (_, day) => begin + day * DAY_MS),
  );
  await store.pool.query(
    `insert into stations (id, vendor, name, latitude, longitude, organization_id, updated_at)
     select 'bench-' || n, 'bench', 'Station ' || n, 41.9, -87.6, $1, now() from generate_series(0, $2::int - 1) as n`,
    [organizationId, stations],
  );
  await store.pool.query(
    `insert into station_hours (station_id, at, reports, quarters, wind_east_sum, wind_north_sum, wind_vectors,
       temperature_c_least, temperature_c_greatest, temperature_c_sum, temperature_c_count, rain_mm)
     select s.id, at, 12, 4, 0, 0, 0, 10 + random(), 12 + random(), 130 + random(), 12, random()
     from stations s, generate_series(to_timestamp($1), to_timestamp($2), interval '1 hour') as at where s.vendor = 'bench'`,
    [begin / 1_000, (begin + (days + 1) * DAY_MS) / 1_000 - HOUR_MS / 1_000],
  );
  await store.pool.query('vacuum analyze station_hours');
}

/** How long the main thread is held while a PDF is made; `make` returns the report's id. */
async function measurePdf(store: Store, make: () => Promise<string>) {
  let id = '';
  const beginMs = performance.now();
  const { p99Ms, longestMs } = await stalls(async () => {
    id = await make();
  });
  const makeMs = Math.round(performance.now() - beginMs);
  return {
    ...{ pages: pagesIn(await bytesOf(store, id, 'pdf')), makeMs },
    ...{ stallP99Ms: tenth(p99Ms), longestStallMs: tenth(longestMs), goalStallP99Ms: goals.stallP99Ms },
  };
}

const tenth = (value: number) => Math.round(value * 10) / 10;

async function bytesOf(store: Store, reportId: string, format: 'csv' | 'pdf'): Promise<Buffer> {
  const { rows } = await store.pool.query<{ bytes: string }>(
    'select bytes from report_files where report_id = $1 and format = $2',
    [reportId, format],
  );
  const bytes = Number(present(rows[0]).bytes);
  const parts: Uint8Array[] = [];
  for await (const part of readFile(store.db, { reportId, format, name: '', bytes })) parts.push(part);
  return Buffer.concat(parts);
}

/** The pages of a PDF: their dictionaries are not compressed. */
const pagesIn = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;

/** How long COPY takes for the rows of a report, ms. */
async function copyRows(store: Store, reportId: string) {
  const csv = (await bytesOf(store, reportId, 'csv')).subarray(3);
  await store.pool.query(`create table if not exists raw_rows (station text, local_time text, utc timestamptz, coverage int,
    max double precision, min double precision, avg double precision, rain double precision)`);
  await store.pool.query('truncate raw_rows');
  const beginMs = performance.now();
  await copyIn(store, 'copy raw_rows from stdin with (format csv, header)', csv);
  const ms = performance.now() - beginMs;
  const { rows } = await store.pool.query<{ count: number }>('select count(*)::int as count from raw_rows');
  return { ms, rows: present(rows[0]).count, bytes: csv.length + 3 };
}

/** Sends bytes to a COPY, as its client does. */
async function copyIn(store: Store, text: string, bytes: Buffer): Promise<void> {
  const client = await store.pool.connect();
  try {
    await new Promise<void>((resolve, reject) => {
      client.query({
        submit: (connection) => connection.query(text),
        handleCopyInResponse(connection: CopyConnection) {
          for (let start = 0; start < bytes.length; start += 65_536)
            connection.sendCopyFromChunk(bytes.subarray(start, start + 65_536));
          connection.endCopyFrom();
        },
        handleCommandComplete: () => {},
        handleError: reject,
        handleReadyForQuery: () => resolve(),
      } as Submittable);
    });
  } finally {
    client.release();
  }
}

interface CopyConnection {
  sendCopyFromChunk(bytes: Buffer): void;
  endCopyFrom(): void;
}

await printed(import.meta, runRecordReport);
