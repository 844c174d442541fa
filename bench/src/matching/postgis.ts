/**
 * PostGIS of the system, in a cluster of its own that listens on a socket in a temporary folder and does not wait for
 * the disk. It has the circles in a table with an index, and joins a batch of strikes with it in one statement, with
 * as many workers as it likes. The time is that of the statement alone, which counts the matches and returns one row.
 */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import pg from 'pg';
import { countMatches, fillTables, hasPostgis, readMatches } from './postgis.store.ts';
import {
  NotStarted,
  type PrivateFolder,
  runProgram,
  withPrivateFolder,
  withServer,
} from './private-process.ts';
import type { Outcome, Scene } from './scene.ts';

const versionsFolder = '/usr/lib/postgresql';
const settings = [
  'listen_addresses=',
  'fsync=off',
  'shared_buffers=1GB',
  'work_mem=256MB',
  'maintenance_work_mem=512MB',
  'random_page_cost=1.1',
];
const rounds = 3;

/** Matches the first `count` strikes; rejects where PostGIS is not installed or does not start. */
export async function matchByPostgis(scene: Scene, count: number): Promise<Outcome> {
  const programs = await programsFolder();
  return withPrivateFolder(async (at) => {
    await runProgram(at, `${programs}/initdb`, ['-D', `${at.folder}/pg`, '-A', 'trust', '-U', 'bench']);
    const settingArgs = [`unix_socket_directories=${at.folder}`, ...settings].flatMap((one) => ['-c', one]);
    const server = {
      program: `${programs}/postgres`,
      args: ['-D', `${at.folder}/pg`, ...settingArgs],
      isReady: () => withClient(at, async () => {}),
    };
    return withServer(at, server, () => withClient(at, (client) => measure(client, scene, count)));
  });
}

async function programsFolder(): Promise<string> {
  const versions = await readdir(versionsFolder).catch(() => []);
  const newest = versions
    .filter((version) => existsSync(`${versionsFolder}/${version}/bin/initdb`))
    .toSorted((a, b) => Number(b) - Number(a))[0];
  if (newest === undefined) throw new NotStarted(`there is no server in ${versionsFolder}.`);
  return `${versionsFolder}/${newest}/bin`;
}

async function withClient<T>({ folder }: PrivateFolder, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ host: folder, user: 'bench', database: 'postgres' });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function measure(client: pg.Client, scene: Scene, count: number): Promise<Outcome> {
  if (!(await hasPostgis(client))) throw new NotStarted('PostgreSQL is there without PostGIS.');
  await fillTables(client, scene, count);
  const answer = await readMatches(client);
  let bestMs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    await countMatches(client);
    bestMs = Math.min(bestMs, performance.now() - started);
  }
  return { ...answer, strikesPerSecond: (count / bestMs) * 1_000 };
}
