/**
 * From the start of the process to /readyz, with the embedded PostgreSQL, which starts too: on an empty data folder,
 * again on the same folder, and again with 400 days of data (`--days=40` shortens it). The weather is replayed, so
 * that lightning is kept as long as live lightning is. The yardstick is a bare `node -e 0`.
 */
import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { openStore } from '@allclear/server/platform/database/database.ts';
import { startEmbeddedPostgres } from '@allclear/server/platform/database/embedded/postgres.ts';
import { freePort, runServer } from '@allclear/server/test/run-server.ts';
import { percentile, printed } from '../measure.ts';
import { countRows, fillPastDays } from './past-days.store.ts';

const restarts = 5;
const goalAgainMs = 1_000;
/** When the replayed weather begins. */
const replayBegin = Date.UTC(2026, 5, 6, 19);
// A day less than lightning is kept, so that nothing is dropped at the start.
const days = Number(process.argv.find((argument) => argument.startsWith('--days='))?.split('=')[1] ?? 399);

export async function runStartTime(): Promise<unknown> {
  const folder = await mkdtemp(path.join(tmpdir(), 'allclear-start-'));
  await chmod(folder, 0o711);
  const [data, archive] = [path.join(folder, 'data'), path.join(folder, 'archive')];
  try {
    await writeArchive(archive);
    const port = await freePort();
    const start = async () => {
      const server = await runServer({
        ...{ data, port, args: ['--weather', `replay:${archive}`, '--seed', 'demo'] },
        env: { ALLCLEAR_GLM_SATELLITES: '19', LOG_LEVEL: 'warn' },
      });
      await server.stop();
      return server.readyAfterMs;
    };
    const firstMs = await start();
    const emptyMs = await medianOf(start);
    const rows = await fill(data);
    // The first start after the fill reads a cold database.
    await start();
    const againMs = await medianOf(start);
    const bareMs = await medianOf(bareNode);
    return {
      start: {
        load: Math.round((loadavg()[0] ?? Number.NaN) * 100) / 100,
        firstMs: Math.round(firstMs),
        againWithoutDataMs: Math.round(emptyMs),
        days,
        rows,
        againMs: Math.round(againMs),
        goalAgainMs,
        isWithinGoal: againMs <= goalAgainMs,
        bareNodeMs: Math.round(bareMs),
        ratioToBareNode: Math.round((againMs / bareMs) * 10) / 10,
        ratioToNoData: Math.round((againMs / emptyMs) * 100) / 100,
      },
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** An archive in which no service answers. */
async function writeArchive(folder: string): Promise<void> {
  const [start, end] = [new Date(replayBegin), new Date(replayBegin + 86_400_000)].map((at) =>
    at.toISOString(),
  );
  const archive = { name: 'silent', note: '', start, end, places: [], outages: [], responses: [] };
  await mkdir(folder);
  await writeFile(path.join(folder, 'archive.json'), JSON.stringify(archive));
}

async function medianOf(measure: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < restarts; run++) times.push(await measure());
  return percentile(times, 0.5);
}

async function fill(data: string): Promise<Record<string, number>> {
  const postgres = await startEmbeddedPostgres({ folder: data, log: () => {} });
  const store = openStore(postgres.url, { onError: () => {} });
  try {
    await fillPastDays(store, { until: replayBegin, days });
    return await countRows(store);
  } finally {
    await store.close();
    await postgres.stop();
  }
}

async function bareNode(): Promise<number> {
  const started = performance.now();
  await new Promise((resolve) => spawn(process.execPath, ['-e', '0']).once('close', resolve));
  return performance.now() - started;
}

await printed(import.meta, runStartTime);
