import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openStandIn, type StandIn } from '../stand-in-server.ts';
import { readArchive } from './archive.ts';
import { openLiveHttpClient } from './live-http-client.ts';
import { openRecordingHttpClient } from './recording-http-client.ts';
import { openReplayingHttpClient } from './replaying-http-client.ts';

const T = Date.UTC(2026, 9, 10, 8);
let directory: string;
let service: StandIn;
let now: number;
let answer: { status: number; body: string };

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'recording-'));
  now = T;
  answer = { status: 200, body: '{"n":1}' };
  service = await openStandIn((request, response) => {
    if (request.headers['if-none-match']) response.writeHead(304).end();
    else
      response.writeHead(answer.status, { 'content-type': 'application/json', etag: '"1"' }).end(answer.body);
  });
});
afterEach(async () => {
  await service.close();
  await rm(directory, { recursive: true });
});

const open = () => openRecordingHttpClient(openLiveHttpClient({ userAgent: 'test' }), directory, () => now);

test('what was recorded is what is replayed, failures too', async () => {
  const http = await open();
  const url = `${service.url}/list?prefix=p&apiKey=s3cr3t`;
  await http.get({ source: 's', url });
  now = T + 10_000;
  await http.get({ source: 's', url });
  now = T + 20_000;
  answer = { status: 503, body: 'busy' };
  await expect(http.get({ source: 's', url })).rejects.toMatchObject({ kind: 'upstream', status: 503 });
  now = T + 30_000;
  answer = { status: 200, body: '{"n":2}' };
  await http.get({ source: 's', url });
  await http.close();

  const archive = await readArchive(directory);
  expect(archive).toMatchObject({ start: T, end: T + 30_000 });
  expect(archive.responses.map(({ at, status }) => [at - T, status])).toEqual([
    [0, 200],
    [20_000, 503],
    [30_000, 200],
  ]);
  expect(await readFile(path.join(directory, 'archive.json'), 'utf8')).not.toMatch(/s3cr3t|apiKey/);
  const replay = async (at: number) => {
    const { bytes } = await openReplayingHttpClient(archive, () => at).get({
      source: 's',
      url: `${service.url}/list?prefix=p&apiKey=another`,
    });
    return Buffer.from(bytes).toString();
  };
  expect(await replay(T + 19_999)).toBe('{"n":1}');
  await expect(replay(T + 20_000)).rejects.toMatchObject({ status: 503 });
  expect(await replay(T + 30_000)).toBe('{"n":2}');
});

test('an answer to a wider question does not hide a narrower one that repeats', async () => {
  const http = await open();
  const ask = (query: string) => http.get({ source: 's', url: `${service.url}/list${query}` });
  await ask('?prefix=p');
  now += 1000;
  answer = { status: 200, body: 'all' };
  await ask('');
  now += 1000;
  answer = { status: 200, body: '{"n":1}' };
  await ask('?prefix=p');
  await http.close();
  const replay = openReplayingHttpClient(await readArchive(directory), () => now);
  expect(
    Buffer.from((await replay.get({ source: 's', url: `${service.url}/list?prefix=p` })).bytes).toString(),
  ).toBe('{"n":1}');
});

test('the archive is whole while the recording still runs, and a later run goes on with it', async () => {
  const crashed = await open();
  await crashed.get({ source: 's', url: `${service.url}/a` });
  await vi.waitFor(async () => expect((await readArchive(directory)).responses).toHaveLength(1), 5000);
  now = T + 60_000;
  const next = await open();
  await next.get({ source: 's', url: `${service.url}/b`, conditional: true });
  await next.get({ source: 's', url: `${service.url}/b`, conditional: true });
  await next.close();
  const archive = await readArchive(directory);
  expect(archive.responses.map(({ url }) => url.pathname)).toEqual(['/a', '/b']);
  expect(archive).toMatchObject({ start: T, end: T + 60_000 });
  expect((await readdir(path.join(directory, 'bodies'))).filter((name) => name.endsWith('.part'))).toEqual(
    [],
  );
  await crashed.close();
});

test('a folder that holds something else is refused', async () => {
  await writeFile(path.join(directory, 'archive.json'), '[]');
  await expect(open()).rejects.toThrow(/is not a recording; choose an empty folder/);
});

test('a full or missing disk is reported and does not stop the weather', async () => {
  const faults: unknown[] = [];
  const http = await openRecordingHttpClient(
    openLiveHttpClient({ userAgent: 'test' }),
    directory,
    () => now,
    {
      onFault: (fault) => faults.push(fault),
      places: [{ label: 'Pier', latitude: 27.77, longitude: -82.62 }],
    },
  );
  await rm(path.join(directory, 'bodies'), { recursive: true });
  expect((await http.get({ source: 's', url: `${service.url}/a` })).status).toBe(200);
  await http.close();
  expect(faults).toHaveLength(1);
  expect(await readArchive(directory)).toMatchObject({ responses: [], places: [{ label: 'Pier' }] });
});
