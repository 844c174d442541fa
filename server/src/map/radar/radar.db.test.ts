import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createIemComposite, createRasterPool } from '@allclear/adapters';
import {
  badAnswers,
  type FailingService,
  openFailingService,
} from '@allclear/adapters/feeds/failing-service.ts';
import { drawGrid } from '@allclear/adapters/raster/draw-grid.ts';
import { isPng, readPng } from '@allclear/adapters/raster/read-png.ts';
import { tileBox } from '@allclear/adapters/raster/web-mercator.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testActor } from '../../../test/actor.ts';
import { freshStore } from '../../../test/fresh-store.ts';
import { ask, handClock, openTestServer, startAt, type TestServer } from '../../../test/test-server.ts';
import { readSnapshot, storeSnapshot } from '../../platform/feeds/snapshots.store.ts';
import { createSnapshotsLive } from '../../platform/feeds/snapshots-live.ts';
import { type DiskCache, openDiskCache } from './disk-cache.ts';
import { createRadar } from './radar.ts';

const minute = 60_000;
const signal = new AbortController().signal;
let server: TestServer;
let key: string;

/** The engine's part: reads the lists and stores them. */
async function readLists(): Promise<void> {
  for (const feed of server.radar.feeds) {
    const { asOf, data } = await feed.poll({ now: server.clock.now(), signal });
    await storeSnapshot(
      server.store.db,
      testActor,
      { kind: feed.kind, vendor: feed.vendor, asOf, data },
      server.clock.now(),
    );
  }
}

beforeAll(async () => {
  server = await openTestServer();
  key = (await server.organization('Our District')).people.customer.key;
});
afterAll(() => server.close());

const get = (path: string) => ask(server.app, 'GET', `/api/map/${path}`, { key });
const imageAt = async (path: string) => {
  const answer = await server.app.inject({
    method: 'GET',
    url: path,
    headers: { authorization: `Bearer ${key}` },
  });
  return {
    status: answer.statusCode,
    type: answer.headers['content-type'],
    keep: answer.headers['cache-control'],
    bytes: answer.rawPayload,
  };
};

describe('radar', () => {
  test('needs a sign-in; is not there before the first list', async () => {
    expect((await ask(server.app, 'GET', '/api/map/past')).status).toBe(401);
    expect((await ask(server.app, 'GET', '/api/map/past/TMS/simulated-1/0/0/0.png')).status).toBe(401);
    expect(await get('past')).toMatchObject({
      status: 503,
      body: { responseException: { code: 'unavailable' } },
    });
  });
  test('frames with their times, tiles and images that can be fetched', async () => {
    server.clock.set(startAt + 12 * minute);
    await readLists();
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const { body } = await get('Radar');
    expect(body.data).toMatchObject({
      type: 'radar',
      product: 'n0q',
      stale: false,
      attribution: 'Simulated weather',
      tileSize: 256,
    });
    expect(body.data.frames).toHaveLength(13);
    const { frame, time, tileUrl, imageUrl } = body.data.frames.at(-1);
    expect(time).toBe(new Date(startAt + 10 * minute).toISOString());
    const tile = await imageAt(tileUrl.replace('{z}', '8').replace('{x}', '69').replace('{y}', '107'));
    expect(tile).toMatchObject({ status: 200, type: 'image/png', keep: 'private, max-age=3600, immutable' });
    expect(readPng(tile.bytes, 'test').pixels.some((pixel) => pixel !== 0)).toBe(true);
    const box = { top: '29.00001', right: '-82', bottom: '27', left: '-83', width: '640', height: '480' };
    const url = Object.entries(box).reduce(
      (text, [name, value]) => text.replace(`{${name}}`, value),
      imageUrl as string,
    );
    const image = await imageAt(url);
    expect(image.type).toBe('image/png');
    expect(readPng(image.bytes, 'test')).toMatchObject({ widthPx: 640, heightPx: 480 });
    // Without a frame it is the newest; the same box to four decimals is the same image.
    const newest = await imageAt(
      '/api/map/past/WMS?top=29.00003&right=-82&bottom=27&left=-83&width=640&height=480',
    );
    expect(newest.bytes.equals(image.bytes)).toBe(true);
    expect(newest.keep).toBe('private, max-age=60');
    expect((await get(`past?frame=${frame}`)).body.data.frames).toHaveLength(1);
    expect((await get('past?frame=-1')).body.data.frames[0].frame).toBe(frame);
  });
  test('future and extended are what the model expects', async () => {
    const future = (await get('future')).body.data;
    expect(future.product).toBe('hrrr');
    expect(future.frames.every(({ time }: { time: string }) => Date.parse(time) > server.clock.now())).toBe(
      true,
    );
    expect((await get('radar?future=true')).body.data.frames).toEqual(future.frames);
    // One frame an hour, whether or not the model has any on the full hours.
    const hours = (await get('extended')).body.data.frames.map(({ time }: { time: string }) =>
      Math.round(Date.parse(time) / 3_600_000),
    );
    expect(hours.length).toBeGreaterThan(1);
    expect(hours).toEqual(hours.map((_: number, i: number) => hours[0] + i));
    expect((await get('past/WMS?product=hrrr')).body.data.frames.length).toBeGreaterThan(0);
  });
  test.each<[string, number]>([
    ['past/WMS?top=29&right=-82&bottom=27&left=-83&width=3001&height=10', 400],
    ['past/WMS?top=29&right=-82&bottom=27&left=-83', 400],
    ['past/WMS?top=27&right=-82&bottom=29&left=-83&width=10&height=10', 400],
    ['past/WMS?top=x&right=-82&bottom=29&left=-83&width=10&height=10', 400],
    ['past/TMS/simulated-1/4/4/6.png', 404],
    ['past/TMS/..%2F..%2Fsecret/4/4/6.png', 400],
    ['past/TMS/simulated-1/4/99/6.png', 404],
    ['past/TMS/simulated-1/25/0/0.png', 400],
    ['past?frame=500', 404],
    ['international', 404],
    ['yesterday', 400],
  ])('%s is %i', async (path, status) => {
    const { status: answered, body } = await get(path);
    expect(answered).toBe(status);
    expect(body.responseException.code).toBe(status === 404 ? 'not-found' : 'bad-input');
  });
  test('a list that got old says so, and no image of it passes for now', async () => {
    const { frames } = (await get('past')).body.data;
    server.clock.advance(25 * minute);
    expect((await get('past')).body.data).toMatchObject({ stale: true });
    const box = 'top=29&right=-82&bottom=27&left=-83&width=10&height=10';
    expect((await get(`past/WMS?${box}`)).status).toBe(503);
    expect((await imageAt(`/api/map/past/WMS?${box}&frame=${frames[0].frame}`)).status).toBe(200);
  });
});

describe('a real source', () => {
  const box = { north: 50, south: 20, west: -130, east: -60 };
  const levels = Uint8Array.from({ length: 70 * 30 }, (_, index) => (index * 7) % 256);
  const tilePng = (path: string) => {
    const [z, x, y] = /(\d+)\/(\d+)\/(\d+)\.png$/.exec(path)!.slice(1).map(Number) as [
      number,
      number,
      number,
    ];
    return drawGrid(
      { box, columns: 70, rows: 30, levels },
      { box: tileBox(z, x, y), widthPx: 256, heightPx: 256 },
    );
  };
  const list = () => JSON.stringify({ meta: { valid: new Date(startAt - 2 * minute).toISOString() } });
  const place = { z: 4, x: 4, y: 6 };
  let service: FailingService;
  let store: Awaited<ReturnType<typeof freshStore>>;
  beforeAll(async () => {
    service = await openFailingService();
    store = await freshStore();
  });
  afterAll(async () => {
    await service.close();
    await store.close();
  });

  async function open(disk: DiskCache | null = null) {
    service.answer((path) => ({ body: path.endsWith('.json') ? list() : tilePng(path) }));
    const feed = createIemComposite(service);
    const { asOf, data } = await feed.poll({ now: startAt, signal });
    await storeSnapshot(store.db, testActor, { kind: feed.kind, vendor: feed.vendor, asOf, data }, startAt);
    service.asked.length = 0;
    const pool = createRasterPool();
    const radar = createRadar({
      feeds: [feed],
      snapshots: createSnapshotsLive(store.db),
      clock: handClock(),
      pool,
      cacheBytes: 8e6,
      disk,
    });
    return { radar, frame: data.frames.at(-1)!.key };
  }

  test('a thousand viewers of a tile cost it one request, and an image only tiles', async () => {
    const { radar, frame } = await open();
    await Promise.all(Array.from({ length: 1000 }, () => radar.tile('past', frame, place)));
    expect(service.asked).toHaveLength(1);
    const view = { box: tileBox(3, 2, 3), widthPx: 512, heightPx: 512 };
    const image = (await radar.image('past', frame, view))!;
    expect(isPng(image)).toBe(true);
    expect(service.asked).toHaveLength(4);
    await radar.image('past', frame, view);
    expect(service.asked).toHaveLength(4);
    expect(readPng(image, 'test').pixels).toEqual(
      readPng(drawGrid({ box, columns: 70, rows: 30, levels }, view), 'test').pixels,
    );
    await radar.close();
  });
  test('a restart asks for no tile again that is on disk', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'allclear-radar-'));
    const disk = () => openDiskCache({ folder, maxBytes: 1e6, onError: () => {} });
    const { radar, frame } = await open(await disk());
    const tile = (await radar.tile('past', frame, place))!;
    await radar.close();
    const again = await open(await disk());
    expect(Buffer.from((await again.radar.tile('past', frame, place))!).equals(tile)).toBe(true);
    expect(service.asked).toHaveLength(0);
    await again.radar.close();
    await rm(folder, { recursive: true });
  });
  test.each(badAnswers)(
    '%s is no picture, neither a tile nor an image, and is not asked for again at once',
    async (_name, answer) => {
      const { radar, frame } = await open();
      service.answer(() => answer);
      await expect(radar.tile('past', frame, place)).rejects.toMatchObject({ name: 'AdapterError' });
      await expect(radar.tile('past', frame, place)).rejects.toMatchObject({ name: 'AdapterError' });
      expect(service.asked).toHaveLength(1);
      await expect(
        radar.image('past', frame, { box: tileBox(3, 2, 3), widthPx: 512, heightPx: 512 }),
      ).rejects.toMatchObject({ name: 'AdapterError' });
      await radar.close();
    },
  );
  test('a day without the source costs it a request a minute, however many tiles are asked for', async () => {
    const { radar, frame } = await open();
    service.answer(() => ({ status: 503, body: '<html>busy</html>' }));
    for (let x = 0; x < 100; x++) await radar.tile('past', frame, { z: 8, x, y: 90 }).catch(() => {});
    expect(service.asked).toHaveLength(3);
    await radar.close();
  });
  test('a snapshot that is older than the stored one does not take its place', async () => {
    const at = (asOf: number) =>
      storeSnapshot(store.db, testActor, { kind: 'k', vendor: 'v', asOf, data: { asOf } }, startAt);
    expect(await at(startAt)).toBe(startAt);
    expect(await at(startAt - minute)).toBe(startAt);
    expect((await readSnapshot(store.db, 'k', 'v'))?.data).toEqual({ asOf: startAt });
  });
});
