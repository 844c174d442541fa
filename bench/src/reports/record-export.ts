import { get, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { openCopyOut } from '@allclear/server/platform/database/copy-out.store.ts';
import { openStore } from '@allclear/server/platform/database/database.ts';
import { migrate } from '@allclear/server/platform/database/migrate.ts';
import { recordCsv } from '@allclear/server/reports/exports/record-csv.store.ts';
import Fastify from 'fastify';
import pg from 'pg';
import { withDatabase } from '../database.ts';
import { present, printed } from '../measure.ts';

const rows = 525_600;
const quarterMs = 15 * 60_000;
const from = Date.UTC(2010, 0, 1);
const until = from + rows * quarterMs;
const MB = 1_048_576;

/**
 * The export of a station's quarter hours: as many rows as a year of minutes, from the database through a server to a
 * reader. Against a COPY of the same rows that nothing formats and nobody receives; in memory, also for ten at once and
 * for a reader of a kilobyte a second; and whether a reader who leaves frees the connection.
 */
export async function runRecordExport() {
  return withDatabase(async (url) => {
    const store = openStore(url, { onError: () => {} });
    const copies = openCopyOut(url, { onError: () => {} });
    const app = Fastify();
    app.get('/', async (_request, reply) =>
      reply.send(
        await recordCsv(
          copies,
          { stationId: 'bench', timeZone: 'America/New_York', rainFactor: 1.1 },
          { kind: 'quarters', from, until },
        ),
      ),
    );
    try {
      await migrate(store.pool);
      await fill(store.pool);
      const origin = await app.listen({ port: 0, host: '127.0.0.1' });
      await download(origin);
      const raw = Math.min(await rawCopy(url), await rawCopy(url));
      const idle = await settledMemory();
      const one = await withPeak(() => download(origin));
      const again = await withPeak(() => download(origin));
      const slow = await withPeak(() => readSlowly(origin, 10));
      const ten = await withPeak(() => Promise.all(Array.from({ length: 10 }, () => download(origin))));
      const freedMs = await leave(origin, () => copies.underWay, store.pool);
      const seconds = Math.min(one.seconds, again.seconds);
      return {
        benchmark: 'record-export',
        rows,
        megabytes: round(one.result / MB),
        rawCopySeconds: round(raw),
        exportSeconds: round(seconds),
        shareOfRawCopy: round(raw / seconds),
        idleMb: round(idle / MB),
        oneAboveIdleMb: round((Math.max(one.peak, again.peak) - idle) / MB),
        tenAtOnce: { seconds: round(ten.seconds), aboveIdleMb: round((ten.peak - idle) / MB) },
        oneKilobyteASecond: { readForSeconds: 10, aboveIdleMb: round((slow.peak - idle) / MB) },
        connectionFreedMs: Math.round(freedMs),
      };
    } finally {
      await app.close();
      await copies.close();
      await store.close();
    }
  });
}

const round = (value: number) => Math.round(value * 100) / 100;

/** Quarter hours with every value that the file has. */
async function fill(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into stations (id, vendor, name, latitude, longitude, updated_at) values ('bench', 'bench', 'Bench', 28, -82, now())`,
  );
  for (let year = 2010; year <= 2025; year++)
    await pool.query(
      `create table if not exists station_quarters_${year} partition of station_quarters for values from ('${year}-01-01Z') to ('${year + 1}-01-01Z')`,
    );
  const measures = [
    ...[
      'temperature_c',
      'feels_like_c',
      'heat_index_c',
      'wind_chill_c',
      'wbgt_c',
      'humidity_pct',
      'dew_point_c',
    ],
    ...['wind_mps', 'gust_mps', 'solar_wm2', 'pm25_aqi', 'pm10_aqi'],
  ];
  const columns = measures.flatMap((name) =>
    ['least', 'greatest', 'sum', 'count'].map((part) => `${name}_${part}`),
  );
  const values = measures.flatMap((_, i) => [
    ...[`${i} + random() * 20`, `${i} + 20 + random() * 5`, `(${i} + 20) * 3 + random() * 9`, '3'],
  ]);
  await pool.query(
    `insert into station_quarters (station_id, at, reports, quarters, ${columns.join(', ')}, wind_east_sum, wind_north_sum, wind_vectors, rain_mm, max_rain_hour_mm)
     select 'bench', at, 3, 1, ${values.join(', ')}, random() * 9 - 4, random() * 9 - 4, 3, random(), random() * 4
     from generate_series($1::timestamptz, $2::timestamptz - interval '1 second', interval '15 minutes') at`,
    [new Date(from), new Date(until)],
  );
  await pool.query('analyze station_quarters');
}

/** Seconds of a COPY of the whole rows that are thrown away as they come. */
async function rawCopy(url: string): Promise<number> {
  const { to } = await import('pg-copy-streams');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const began = performance.now();
  const stream = client.query(
    to(
      `copy (select * from station_quarters where station_id = 'bench' order by at) to stdout with (format csv, header)`,
    ),
  );
  for await (const _part of stream);
  const seconds = (performance.now() - began) / 1_000;
  await client.end();
  return seconds;
}

const opened = (origin: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get(origin, { agent: false }, resolve).on('error', reject);
  });

/** The bytes of a whole file. */
async function download(origin: string): Promise<number> {
  let bytes = 0;
  let lines = 0;
  for await (const part of await opened(origin)) {
    const chunk = part as Buffer;
    bytes += chunk.length;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
  }
  if (lines !== rows + 1) throw new Error(`The file has ${lines} lines.`);
  return bytes;
}

/** A reader that takes a kilobyte each second for so many seconds, and leaves. */
async function readSlowly(origin: string, seconds: number): Promise<void> {
  const response = await opened(origin);
  response.pause();
  for (let i = 0; i < seconds; i++) {
    response.read(1_024);
    await pause(1_000);
  }
  response.destroy();
}

/** The milliseconds until the connection of a reader who left is free, in the server and in the database. */
async function leave(origin: string, underWay: () => number, pool: pg.Pool): Promise<number> {
  const response = await opened(origin);
  await new Promise((resolve) => response.once('data', resolve));
  const before = performance.now();
  response.destroy();
  while (true) {
    const { rows: found } = await pool.query<{ busy: string }>(
      `select count(*) as busy from pg_stat_activity where application_name = 'allclear export' and state <> 'idle'`,
    );
    if (underWay() === 0 && present(found[0]).busy === '0') return performance.now() - before;
    if (performance.now() - before > 10_000)
      throw new Error('The connection of a reader who left is not free.');
    await pause(5);
  }
}

async function settledMemory(): Promise<number> {
  globalThis.gc?.();
  await pause(1_000);
  return process.memoryUsage().rss;
}

/** The most memory of the process during some work, and how long it took. */
async function withPeak<T>(work: () => Promise<T>): Promise<{ result: T; peak: number; seconds: number }> {
  await settledMemory();
  let peak = process.memoryUsage().rss;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);
  const began = performance.now();
  try {
    const result = await work();
    return {
      result,
      peak: Math.max(peak, process.memoryUsage().rss),
      seconds: (performance.now() - began) / 1_000,
    };
  } finally {
    clearInterval(timer);
  }
}

await printed(import.meta, runRecordExport);
