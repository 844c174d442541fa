import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type Archive,
  type ArchiveResponse,
  type HttpClient,
  openReplayingHttpClient,
} from '../../http-client/index.ts';
import { createGlmFeed } from './glm.ts';
import { createDecodePool } from './glm-decode-pool.ts';
import { granuleFileName, hourPrefix } from './granule-name.ts';
import type { LightningBatch, LightningFeed } from './port.ts';
import { writeGranule } from './write-granule.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const T = Date.UTC(2026, 9, 10, 8, 59, 40);
const BUCKET = 'https://noaa-goes19.s3.amazonaws.com/';

interface Stored {
  start: number;
  created?: number;
  bytes: Uint8Array;
  /** What the listing claims. */
  size?: number;
  status?: number;
}

let directory: string;
// One decoder for all tests: starting a thread for each would be most of their time.
const decoder = createDecodePool({ source: 'glm', size: 1 });
afterAll(() => decoder.close());
let feed: LightningFeed;
let http: HttpClient;
let faults: Error[];
let requested: string[];
const known = new Set<string>();

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'glm-'));
  faults = [];
  requested = [];
  known.clear();
});
afterEach(async () => {
  await feed.close();
  await rm(directory, { recursive: true });
});

const nameOf = ({ start, created }: Stored) =>
  granuleFileName({ platform: 'G19', start, end: start + 20 * SECOND, created: created ?? start + 22_500 });

/** A granule of one flash, `offsetMs` after its start. */
async function granuleAt(start: number, changes: Partial<Stored> = {}, offsetMs = 5000): Promise<Stored> {
  const base = new Date(start).toISOString().replace('T', ' ').slice(0, 21);
  const bytes = await writeGranule({
    base,
    encoding: 'unsigned',
    flashes: [{ id: 1, latitude: 28, longitude: -82.5, offsetMs }],
  });
  return { start, bytes, ...changes };
}

function listing(objects: readonly Stored[], hour: number, more = ''): string {
  const contents = objects.map(
    (object) =>
      `<Contents><Key>${hourPrefix(hour)}${nameOf(object)}</Key><Size>${object.size ?? object.bytes.length}</Size></Contents>`,
  );
  return `<ListBucketResult>${more || '<IsTruncated>false</IsTruncated>'}${contents.join('')}</ListBucketResult>`;
}

const answer = (
  url: string,
  text: string,
  query: Record<string, string> = {},
  status = 200,
): ArchiveResponse => ({
  at: 0,
  url: new URL(url),
  query,
  status,
  contentType: 'application/xml',
  body: { text },
});

/** The bucket with these objects, as the replaying HTTP client returns it. */
async function openFeed(
  objects: readonly Stored[],
  extra: readonly ArchiveResponse[] = [],
  outages: Archive['outages'] = [],
): Promise<void> {
  const responses: ArchiveResponse[] = [];
  for (let hour = Math.floor(T / HOUR) * HOUR - 3 * HOUR; hour <= T + HOUR; hour += HOUR) {
    const own = objects.filter(({ start }) => start >= hour && start < hour + HOUR);
    responses.push(answer(BUCKET, listing(own, hour), { prefix: hourPrefix(hour) }));
    for (const object of own) {
      const file = path.join(directory, nameOf(object));
      await writeFile(file, object.bytes);
      responses.push({
        ...answer(BUCKET + hourPrefix(hour) + nameOf(object), '', {}, object.status ?? 200),
        body: { file },
      });
    }
  }
  const archive: Archive = {
    directory,
    name: 'test',
    note: '',
    start: T,
    end: T,
    places: [],
    outages,
    responses: [...responses, ...extra],
  };
  const replay = openReplayingHttpClient(archive, () => T);
  http = {
    ...replay,
    get: (request) => {
      requested.push(request.url);
      return replay.get(request);
    },
  };
  feed = createGlmFeed({ satellite: 19, http, decoder });
}

async function poll(now: number, since = now - HOUR): Promise<LightningBatch[]> {
  const batches: LightningBatch[] = [];
  const onFault = (error: unknown) => faults.push(error as Error);
  const request = {
    now,
    since,
    onFault,
    known: (key: string) => known.has(key),
    signal: new AbortController().signal,
  };
  for await (const batch of feed.poll(request)) batches.push(batch);
  for (const { key } of batches) known.add(key);
  return batches;
}

describe('what is fetched', () => {
  test('both hours, the newest first, each once', async () => {
    const starts = [T - 20 * SECOND, T, T + 20 * SECOND];
    await openFeed(await Promise.all(starts.map((start) => granuleAt(start))));
    const batches = await poll(T + MINUTE);
    expect(batches.map(({ from }) => from).sort()).toEqual(starts);
    const newest = batches.find(({ from }) => from === T + 20 * SECOND)!;
    expect(newest).toMatchObject({ key: 'G19:s20262830900000', from: T + 20 * SECOND, to: T + 40 * SECOND });
    expect(newest.flashes[0]).toMatchObject({
      key: 'G19:s20262830900000:1',
      at: expect.closeTo(T + 25 * SECOND, -1),
    });
    expect(requested.filter((url) => url.endsWith('.nc'))[0]).toContain('s20262830900000');
    expect(await poll(T + MINUTE)).toEqual([]);
    expect(requested.filter((url) => url.endsWith('.nc'))).toHaveLength(3);
  });
  test('with the number of events and what the file says of lost data', async () => {
    const base = new Date(T).toISOString().replace('T', ' ').slice(0, 21);
    const bytes = await writeGranule({
      base,
      encoding: 'unsigned',
      flashes: [],
      eventCount: 91_234,
      uncorrectableErrors: 0.02,
    });
    await openFeed([{ start: T, bytes }]);
    expect(await poll(T + MINUTE)).toMatchObject([{ eventCount: 91_234, dataLost: true, flashes: [] }]);
    expect(feed.sunWindow?.(Date.UTC(2026, 2, 20, 5, 8))).toBe(true);
    expect(feed.sunWindow?.(Date.UTC(2026, 2, 20, 9, 16))).toBe(false);
  });
  test('only what ends after `since`, from as many hours back as that takes', async () => {
    await openFeed(
      await Promise.all([T - 2 * HOUR, T - 90 * MINUTE, T - 20 * SECOND].map((start) => granuleAt(start))),
    );
    expect(await poll(T, T - 10 * SECOND)).toHaveLength(1);
    known.clear();
    expect(await poll(T, T - 100 * MINUTE)).toHaveLength(2);
    known.clear();
    expect(await poll(T, T - 2 * HOUR + 10 * SECOND)).toHaveLength(3);
  });
  test('of two files of the same window the later one', async () => {
    const [early, late] = [
      await granuleAt(T, {}, 5000),
      await granuleAt(T, { created: T + 40 * SECOND }, 9000),
    ];
    await openFeed([late, early]);
    const batches = await poll(T + MINUTE);
    expect(batches).toHaveLength(1);
    expect(batches[0]!.flashes[0]!.at).toBeCloseTo(T + 9000, -1);
  });
  test('an hour that is known without a gap is not listed again', async () => {
    const hour = Math.floor(T / HOUR) * HOUR;
    const starts = Array.from({ length: 180 }, (_, index) => hour + index * 20 * SECOND);
    await openFeed(starts.map((start) => ({ start, bytes: Buffer.from('never fetched') })));
    for (const start of starts)
      known.add(`G19:s2026283${new Date(start).toISOString().slice(11, 19).replaceAll(':', '')}0`);
    const listed = () => requested.splice(0).filter((url) => url.includes(hourPrefix(hour))).length;
    const now = hour + HOUR + 30 * MINUTE;
    await poll(now, now - HOUR);
    expect(listed()).toBe(1);
    await poll(now, now - HOUR);
    expect(listed()).toBe(0);
    // Asked further back than the hours known to be complete, it lists again.
    await poll(now, hour);
    expect(listed()).toBe(1);
  });
  test('a listing of several pages', async () => {
    const hour = Math.floor(T / HOUR) * HOUR;
    const [first, second] = [await granuleAt(T - 20 * SECOND), await granuleAt(T)];
    const more = '<IsTruncated>true</IsTruncated><NextContinuationToken>a/b=</NextContinuationToken>';
    const query = { prefix: hourPrefix(hour) };
    await openFeed(
      [first, second],
      [
        answer(BUCKET, listing([first], hour, more), query),
        answer(BUCKET, listing([second], hour), { ...query, 'continuation-token': 'a/b=' }),
      ],
    );
    expect(await poll(T + 30 * SECOND)).toHaveLength(2);
  });
});

describe('what is wrong with one granule does not stop the others', () => {
  test.each([
    ['cut short in transfer', { size: 99_999 }, 'malformed', /bytes instead of 99999/],
    ['garbage', { bytes: Buffer.from('garbage') }, 'malformed', /not an HDF5 file/],
    ['a page', { bytes: Buffer.from('<html>Service unavailable</html>') }, 'malformed', /not an HDF5 file/],
    ['gone', { status: 404 }, 'upstream', /404/],
    ['slowed down', { status: 503 }, 'upstream', /503/],
  ])('%s', async (_name, changes, kind, message) => {
    await openFeed([
      await granuleAt(T - 40 * SECOND),
      await granuleAt(T - 20 * SECOND, changes),
      await granuleAt(T),
    ]);
    const batches = await poll(T + MINUTE);
    expect(batches.map(({ from }) => from).sort()).toEqual([T - 40 * SECOND, T]);
    expect(faults).toEqual([
      expect.objectContaining({ kind, source: 'glm-goes19', message: expect.stringMatching(message) }),
    ]);
  });
  test('one that ends in the future is not believed', async () => {
    await openFeed([await granuleAt(T), await granuleAt(T + 70 * SECOND)]);
    expect(await poll(T + 20 * SECOND)).toHaveLength(1);
    expect(faults).toEqual([
      expect.objectContaining({ kind: 'malformed', message: expect.stringContaining('future') }),
    ]);
    expect(await poll(T + 40 * SECOND)).toHaveLength(1);
  });
  test('a bad one is asked for again, less and less often', async () => {
    await openFeed([await granuleAt(T, { bytes: Buffer.from('garbage') })]);
    for (let now = T + 20 * SECOND; now < T + 10 * MINUTE; now += 10 * SECOND) await poll(now);
    const attempts = requested.filter((url) => url.endsWith('.nc')).length;
    expect(attempts).toBeGreaterThan(4);
    expect(attempts).toBeLessThan(10);
  });
});

describe('when the source cannot be read', () => {
  test.each([
    ['unreachable', null, '', 'refused'],
    ['busy', 503, '', 'upstream'],
    ['closed to us', 403, '', 'auth'],
    ['a page instead of a listing', 200, '<html><body>Welcome</body></html>', 'malformed'],
  ] as const)('%s', async (_name, status, body, kind) => {
    await openFeed(
      [await granuleAt(T)],
      [],
      [{ host: 'noaa-goes19.s3.amazonaws.com', from: T - 1, to: T + 1, status, body }],
    );
    await expect(poll(T + MINUTE)).rejects.toMatchObject({ kind, source: 'glm-goes19' });
  });
  test('one hour that cannot be listed is a fault, the other is read', async () => {
    const hour = Math.floor(T / HOUR) * HOUR;
    await openFeed(
      [await granuleAt(T)],
      [answer(BUCKET, 'slow down', { prefix: hourPrefix(hour - HOUR) }, 503)],
    );
    expect(await poll(T + 20 * SECOND, T - HOUR)).toHaveLength(1);
    expect(faults).toEqual([expect.objectContaining({ kind: 'upstream' })]);
  });
  test('names that are not known are malformed, not a quiet sky', async () => {
    const hour = Math.floor(T / HOUR) * HOUR;
    const renamed =
      '<ListBucketResult><IsTruncated>false</IsTruncated><Contents><Key>GLM3_x.nc</Key><Size>1</Size></Contents></ListBucketResult>';
    await openFeed(
      [],
      [hour, hour - HOUR].map((start) => answer(BUCKET, renamed, { prefix: hourPrefix(start) })),
    );
    await expect(poll(T)).rejects.toMatchObject({ kind: 'malformed' });
  });
  test('it gives up when every granule fails to come', async () => {
    const starts = Array.from({ length: 30 }, (_, index) => T - index * 20 * SECOND);
    await openFeed(starts.map((start) => ({ start, bytes: Buffer.from('x'), status: 503 })));
    await expect(poll(T + 30 * SECOND)).rejects.toMatchObject({ status: 503 });
    expect(requested.filter((url) => url.endsWith('.nc')).length).toBeLessThan(15);
  });
});

test('leaving early and canceling end the work', async () => {
  await openFeed(
    await Promise.all(Array.from({ length: 10 }, (_, index) => granuleAt(T - index * 20 * SECOND))),
  );
  const stop = new AbortController();
  const request = {
    now: T + 30 * SECOND,
    since: T - HOUR,
    known: () => false,
    onFault: () => {},
    signal: stop.signal,
  };
  for await (const batch of feed.poll(request)) {
    expect(batch.flashes).toHaveLength(1);
    break;
  }
  const batches: LightningBatch[] = [];
  for await (const batch of feed.poll(request)) {
    batches.push(batch);
    stop.abort();
  }
  expect(batches).toHaveLength(1);
});

test('a satellite without a mapper is refused', async () => {
  await openFeed([]);
  expect(() => createGlmFeed({ satellite: 15, http })).toThrow(/GOES-15/);
});
