/**
 * `ingest`: lightning as the product stores it (a batch with its flashes and its announcement in one transaction, each
 * flash once) and the same rows by COPY into an identical table (same columns, partitions and indexes, one transaction a
 * batch), in turns. The rows of both are compared at the end. Goal: at least 0.8 of COPY's rows a second.
 */
import { loadavg } from 'node:os';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Flash, LightningBatch } from '@allclear/adapters';
import { ingestBatches } from '@allclear/server/lightning/store.ts';
import { systemActor } from '@allclear/server/platform/actor.ts';
import { openStore, type Store } from '@allclear/server/platform/database/database.ts';
import { migrate } from '@allclear/server/platform/database/migrate.ts';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { withDatabase } from '../database.ts';
import { percentile, present, printed, random } from '../measure.ts';

const goalRatio = 0.8;
const warmUpRounds = 3;
const rounds = 24;
const begin = Date.parse('2026-06-06T18:00:00Z');
const batchMs = 20_000;
const feed = 'bench';
const actor = systemActor('bench');

/** A batch of a mapper in a heavy storm, and one of many minutes after an interruption. */
const sizes = [500, 5_000] as const;
const pointsOfFlash = 25;

const columns = [
  ...['at', 'feed', 'key', 'batch_id', 'latitude', 'longitude', 'points', 'energy_j', 'amplitude_ka'],
  ...['quality', 'type'],
];

export function runIngest(): Promise<unknown> {
  return withDatabase(async (url) => {
    const store = openStore(url, { onError: () => {} });
    try {
      await migrate(store.pool);
      const results: Record<string, unknown> = {};
      let isWithinGoal = true;
      for (const [index, size] of sizes.entries()) {
        const result = await compare(store, size, begin + index * 3_600_000);
        results[`batches of ${size}`] = result;
        isWithinGoal &&= result.ratio >= goalRatio;
      }
      await expectSameRows(store);
      return { ingest: { pointsOfFlash, load: loadavg()[0], ...results, goalRatio, isWithinGoal } };
    } finally {
      await store.close();
    }
  });
}

async function compare(store: Store, size: number, from: number) {
  const next = random(size);
  await store.pool.query(`
    create table if not exists flashes_copied (like flashes including all) partition by range (at);
    create table if not exists flashes_copied_day partition of flashes_copied
      for values from ('2026-06-06') to ('2026-06-07');`);
  const [productMs, copyMs]: [number[], number[]] = [[], []];
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    const batch = batchOf(from + round * batchMs, size, next);
    const timed = async (into: number[], work: () => Promise<unknown>) => {
      const began = performance.now();
      await work();
      if (round >= warmUpRounds) into.push(performance.now() - began);
    };
    const first = () =>
      timed(productMs, async () => {
        const stored = await ingestBatches(store.db, actor, feed, [batch], batch.to);
        if (stored[0]?.flashes.length !== size) throw new Error('The product did not store the batch.');
      });
    const second = () => timed(copyMs, () => copyBatch(store, batch));
    for (const work of round % 2 === 0 ? [first, second] : [second, first]) await work();
  }
  const perSecond = (ms: readonly number[]) => Math.round((size / percentile(ms, 0.5)) * 1_000);
  const [product, copy] = [perSecond(productMs), perSecond(copyMs)];
  return {
    perSecond: product,
    copyPerSecond: copy,
    ratio: Math.round((product / copy) * 100) / 100,
  };
}

function batchOf(from: number, size: number, next: () => number): LightningBatch {
  const flashes = Array.from({ length: size }, (_, index): Flash => {
    const [latitude, longitude] = [32 + next() * 2, -97 + next() * 2];
    const points = new Float64Array(pointsOfFlash * 2);
    for (let at = 0; at < points.length; at += 2) {
      points[at] = latitude + (next() - 0.5) / 5;
      points[at + 1] = longitude + (next() - 0.5) / 5;
    }
    return {
      ...{ key: `${from}-${index}`, at: from + Math.floor(next() * batchMs), latitude, longitude, points },
      ...{ energyJ: next() * 1e-13, amplitudeKa: null, quality: 0, type: 0 },
    };
  });
  return { key: String(from), from, to: from + batchMs, flashes };
}

/** The text of COPY is made within the measured time, as the arrays of the product are. */
async function copyBatch({ pool }: Store, { flashes }: LightningBatch): Promise<void> {
  const lines = flashes.map(({ at, key, latitude, longitude, points, energyJ, quality, type }) => {
    const bytes = Buffer.from(Float64Array.from(points).buffer).toString('hex');
    return [
      ...[new Date(at).toISOString(), feed, key, 0, latitude, longitude, `\\\\x${bytes}`],
      ...[energyJ, '\\N', quality, type],
    ].join('\t');
  });
  const client = await pool.connect();
  try {
    await client.query('begin');
    const copy = (client as pg.PoolClient).query(
      copyFrom(`copy flashes_copied (${columns.join(', ')}) from stdin`),
    );
    await pipeline(Readable.from([`${lines.join('\n')}\n`]), copy);
    await client.query('commit');
  } finally {
    client.release();
  }
}

async function expectSameRows({ pool }: Store): Promise<void> {
  const compared = columns.filter((name) => name !== 'batch_id').join(', ');
  const { rows } = await pool.query<{ stored: string; copied: string }>(
    `select (select md5(string_agg(t::text, chr(10) order by key)) from (select ${compared} from flashes) t) as stored,
       (select md5(string_agg(t::text, chr(10) order by key)) from (select ${compared} from flashes_copied) t) as copied`,
  );
  const { stored, copied } = present(rows[0]);
  if (stored !== copied) throw new Error('The product and COPY stored different rows.');
}

await printed(import.meta, runIngest);
