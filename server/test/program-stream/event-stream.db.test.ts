// The event stream between real processes: kills, a second process, and the examples of docs/events.md.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { recordStreamEvent } from '../../src/notifications/index.ts';
import { openStore, type Store } from '../../src/platform/database/database.ts';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/postgres.ts';
import { testActor } from '../actor.ts';
import { freePort, runServer, type ServerProcess } from '../run-server.ts';
import { type ProgramReader, positionOf, readStream } from './program-reader.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const page = path.join(root, 'docs/events.md');

let folder: string;
let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
let store: Store;
let ports: [number, number];
let main: ServerProcess;
let second: ServerProcess;
let key: string;
let organizationId: string;
const readers: ProgramReader[] = [];

const environment = { ALLCLEAR_SECRET_KEY: randomBytes(32).toString('base64url') };
const start = (name: string, port: number, seed: string, env: NodeJS.ProcessEnv = {}) =>
  runServer({
    data: path.join(folder, name),
    port,
    args: ['--weather', 'simulated', '--seed', seed],
    env: { ...environment, DATABASE_URL: postgres.url, ...env },
  });

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'allclear-events-'));
  // As root PostgreSQL runs as another user, which needs access through the folder.
  await chmod(folder, 0o711);
  postgres = await startEmbeddedPostgres({ folder: path.join(folder, 'database'), log: () => {} });
  ports = [await freePort(), await freePort()];
  main = await start('main', ports[0], 'demo');
  second = await start('second', ports[1], 'none', { ALLCLEAR_SERVICES: 'api' });
  key = (await main.demonstration()).apiKey;
  store = openStore(postgres.url, { onError: () => {} });
  ({ organization_id: organizationId } = await store.db
    .selectFrom('api_keys')
    .select('organization_id')
    .executeTakeFirstOrThrow());
}, 180_000);
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});
afterAll(async () => {
  await second?.stop();
  await main?.stop();
  await store?.close();
  await postgres?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
}, 60_000);

async function open({ url }: ServerProcess, lastId?: string): Promise<ProgramReader> {
  const reader = await readStream(url, key, lastId);
  readers.push(reader);
  expect(reader.status).toBe(200);
  await until(() => reader.frames.some(({ event }) => event === 'hello'));
  return reader;
}
const until = (question: () => boolean, timeout = 60_000) =>
  expect.poll(question, { timeout, interval: 50 }).toBe(true);
/** An event that a process writes while the ones of the test are away. */
const write = (text: string) =>
  store.db.transaction().execute((transaction) =>
    recordStreamEvent(transaction, testActor, {
      ...{ organizationId, kind: 'warning.held', placeIds: [], data: { ofTest: true, text } },
      ...{ id: crypto.randomUUID(), at: Date.now() },
    }),
  );
/** What `write` wrote; the weather may have brought warnings of its own. */
const texts = (reader: ProgramReader) =>
  reader.events().flatMap(({ data }) => (data.ofTest === true ? [data.text] : []));
const expectNoGap = (positions: readonly number[]) =>
  expect(positions).toEqual(positions.map((_, index) => (positions[0] ?? 0) + index));

test('two processes send the same events, with the states that the engine finds out', async () => {
  const [here, there] = [await open(main), await open(second)];
  // Both have the states of the beginning; a new name is a new state.
  const renamed = await fetch(`${main.url}/api/organizationLocation/Update`, {
    ...{ method: 'POST', headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' } },
    body: JSON.stringify({ id: there.frames[0]?.data.places[0].id, name: 'Renamed' }),
  });
  expect(renamed.status).toBe(200);
  const hasNewName = (one: ProgramReader) =>
    one.events().some(({ event, data }) => event === 'place.state' && data.place.name === 'Renamed');
  await until(() => [here, there].every(hasNewName));
  await write('to both');
  await until(() => [here, there].every((one) => texts(one).includes('to both')));
  for (const { frames } of [here, there]) {
    expect(frames[0]?.data.places.length).toBeGreaterThan(0);
    expect(frames[0]?.data.weather).toBe('simulated');
  }
  const same = (one: ProgramReader) =>
    one.events().filter((frame) => positionOf(frame) > positionOf({ id: there.frames[0]!.id }));
  const length = Math.min(same(here).length, same(there).length);
  expect(length).toBeGreaterThan(0);
  expect(
    same(here)
      .slice(0, length)
      .map(({ id, data }) => [id, data.id]),
  ).toEqual(
    same(there)
      .slice(0, length)
      .map(({ id, data }) => [id, data.id]),
  );
}, 120_000);

test('over kill -9 of both servers nothing is missed, nor what happened meanwhile', async () => {
  const positions: number[] = [];
  let lastId: string | undefined;
  let written = 0;
  const read: string[] = [];
  for (let round = 0; round < 3; round++) {
    const reader: ProgramReader = await open(round % 2 === 0 ? second : main, lastId);
    expect(reader.frames[0]?.event).toBe('hello');
    for (let count = 0; count < 5; count++) await write(`${written++}`);
    // In the middle of more that are written, and perhaps read.
    const busy = Promise.all(Array.from({ length: 20 }, () => write(`${written++}`)));
    await Promise.all([main.kill(), second.kill()]);
    await busy;
    await until(() => reader.isOver());
    positions.push(...reader.events().map(positionOf));
    read.push(...texts(reader));
    lastId = reader.lastId();
    for (let count = 0; count < 5; count++) await write(`${written++}`);
    main = await start('main', ports[0], 'demo');
    second = await start('second', ports[1], 'none', { ALLCLEAR_SERVICES: 'api' });
  }
  const last = await open(second, lastId);
  await until(() => read.length + texts(last).length >= written);
  positions.push(...last.events().map(positionOf));
  read.push(...texts(last));
  expectNoGap(positions);
  expect(read.map(Number).sort((a, b) => a - b)).toEqual(
    Array.from({ length: written }, (_, index) => index),
  );
}, 300_000);

describe('the example of the documentation', () => {
  const has = (program: string) => spawnSync(program, ['--version']).status === 0;
  const cases: [string, string, boolean][] = [
    ['events.sh', 'bash', has('curl')],
    ['events.py', 'python3', has('python3')],
    ['events.ts', process.execPath, true],
  ];
  test.for(cases)(
    '%s prints the present and what comes, over a break, once',
    async ([name, program, isThere], { skip }) => {
      skip(!isThere, `this machine has no ${program} or curl`);
      const example = new RegExp(`<!-- example: ${name} -->\n\`\`\`[a-z]+\n([^]*?)\n\`\`\``).exec(
        await readFile(page, 'utf8'),
      )?.[1];
      expect(example).toBeDefined();
      // Within the repository, where the client is found.
      const place = await mkdtemp(
        path.join(name.endsWith('.ts') ? path.join(root, 'client') : folder, 'example-'),
      );
      await writeFile(path.join(place, name), example ?? '');
      const child = spawn(program, [path.join(place, name)], {
        cwd: place,
        detached: true,
        env: { ...process.env, ALLCLEAR_URL: second.url, ALLCLEAR_KEY: key },
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (part: Buffer) => {
          output += part.toString();
        });
      const over = new Promise((resolve) => child.once('close', resolve));
      try {
        await expect.poll(() => output, { timeout: 60_000 }).toMatch(/^hello .*simulated/m);
        await write(`first of ${name}`);
        await expect.poll(() => output, { timeout: 30_000 }).toContain(`first of ${name}`);
        await second.kill();
        await write(`while away of ${name}`);
        second = await start('second', ports[1], 'none', { ALLCLEAR_SERVICES: 'api' });
        await write(`last of ${name}`);
        await expect.poll(() => output, { timeout: 60_000 }).toContain(`last of ${name}`);
        for (const text of ['first', 'while away', 'last'])
          expect(output.split(`${text} of ${name}`).length - 1, output.slice(-2_000)).toBe(1);
      } finally {
        // The loop of the shell has children of its own.
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
        await over;
        await rm(place, { recursive: true, force: true });
      }
    },
  );
});
