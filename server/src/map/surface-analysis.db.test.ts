import { createWpcFronts } from '@allclear/adapters';
import { openFailingService } from '@allclear/adapters/feeds/failing-service.ts';
import { permissionsOf } from '@allclear/domain';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ZodType } from 'zod';
import { testActor } from '../../test/actor.ts';
import { freshStore } from '../../test/fresh-store.ts';
import { ask, handClock, openTestServer, startAt, type TestServer } from '../../test/test-server.ts';
import { storeSnapshot } from '../platform/feeds/snapshots.store.ts';
import { createSnapshotsLive } from '../platform/feeds/snapshots-live.ts';
import { handleErrors, invalidInput } from '../platform/http/errors.ts';
import { createAnswerOnce } from '../platform/http/idempotency.ts';
import { surfaceAnalysisRoutes } from './surface-analysis.routes.ts';

const hour = 3_600_000;
let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await openTestServer();
  key = (await server.organization('Our District')).people.customer.key;
});
afterAll(() => server.close());

test('where layers are: those that there are', async () => {
  const get = (query: string) => ask(server.app, 'GET', `/api/map/url?${query}`, { key });
  expect((await ask(server.app, 'GET', '/api/map/url?product=surface-analysis')).status).toBe(401);
  expect((await get('product=tropical-spaghetti-plot-us&mask=us')).body.data.url).toBe(
    '/api/map/TropicalForecast',
  );
  // Before the first list.
  expect((await get('product=road-condition')).status).toBe(503);
  expect((await get('product=elsewhere')).status).toBe(400);
  // There is no source of fronts here.
  expect((await get('product=surface-analysis')).status).toBe(404);
  expect((await ask(server.app, 'GET', '/api/map/SurfaceAnalysis', { key })).status).toBe(404);
});

describe('road conditions', () => {
  test('as layers, once there is a list: frames as those of radar, what the colors mean, and that they are modeled', async () => {
    for (const feed of server.radar.feeds.filter(({ kind }) => kind.startsWith('road'))) {
      const { asOf, data } = await feed.poll({ now: startAt, signal: new AbortController().signal });
      await storeSnapshot(
        server.store.db,
        testActor,
        { kind: feed.kind, vendor: feed.vendor, asOf, data },
        startAt,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const layerOf = async (product: string) =>
      (await ask(server.app, 'GET', `/api/map/url?product=${product}&mask=us`, { key })).body.data;
    const current = await layerOf('road-condition-current-hires');
    expect(current).toMatchObject({
      format: 'tiles',
      layer: {
        type: 'current-road-conditions',
        modelled: true,
        stale: false,
        attribution: 'Simulated weather',
        minZoom: 4,
      },
    });
    expect(current.url).toBe(current.layer.frames.at(-1).tileUrl);
    expect(current.layer.legend.map(({ label }: { label: string }) => label)).toEqual([
      ...['Flooded', 'Slippery', 'Patchy Ice', 'Ice', 'Snow', 'Heavy Snow'],
    ]);
    const future = await layerOf('road-condition');
    expect(future.url).toBe(future.layer.frames[0].tileUrl);
    expect(future.layer.frames).toHaveLength(12);
    const types = await ask(server.app, 'GET', '/api/map/future-road-conditions', { key });
    expect(types.body.data.frames).toEqual(future.layer.frames);
    expect(
      (await ask(server.app, 'GET', '/api/map/current-road-conditions?future=true', { key })).body.data
        .product,
    ).toBe('road-condition');
    expect(
      (await ask(server.app, 'GET', '/api/map/past?product=road-condition', { key })).body.data.frames,
    ).toEqual(future.layer.frames);
    const tile = await server.app.inject({
      url: current.url.replace('{z}/{x}/{y}', '8/69/107'),
      headers: { authorization: `Bearer ${key}` },
    });
    expect([tile.statusCode, tile.headers['content-type']]).toEqual([200, 'image/png']);
  });
  test('at a point, now and by the hour', async () => {
    const get = (query: string) => ask(server.app, 'GET', `/api/map/RoadCondition?${query}`, { key });
    expect((await ask(server.app, 'GET', '/api/map/RoadCondition?latitude=28&longitude=-82')).status).toBe(
      401,
    );
    expect((await get('latitude=28')).status).toBe(400);
    const { data } = (await get('latitude=28&longitude=-82')).body;
    expect(data).toMatchObject({
      modelled: true,
      stale: false,
      current: { condition: 'none', label: 'No hazard' },
    });
    expect(data.current.surfaceTemperature.value).toBeGreaterThan(32);
    expect(data.hours).toHaveLength(12);
  });
});

test('fronts and centers as GeoJSON, stale after six hours and gone after twelve', async () => {
  const [service, store] = await Promise.all([openFailingService(), freshStore()]);
  const clock = handClock(startAt);
  const fronts = createWpcFronts(service);
  const app: FastifyInstance = Fastify();
  app.setValidatorCompiler(({ schema }) => (value) => {
    const result =
      schema instanceof ZodType ? schema.safeParse(value) : { success: true as const, data: value };
    return result.success ? { value: result.data } : { error: invalidInput(result.error.issues) };
  });
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  handleErrors(app);
  app.decorateRequest('principal', null);
  const principal = {
    userId: '1',
    organizationId: '1',
    role: 'customer',
    permissions: permissionsOf('customer', []),
    via: 'token',
    credential: null,
    places: null,
    impersonatedBy: null,
  } as const;
  app.decorate('authenticate', async () => principal);
  app.decorate('answerOnce', createAnswerOnce(store.db));
  surfaceAnalysisRoutes(app, {
    snapshots: createSnapshotsLive(store.db),
    clock,
    radar: server.radar,
    fronts,
    hasTropical: false,
  });
  try {
    const get = () => ask(app, 'GET', '/api/map/SurfaceAnalysis');
    expect((await get()).status).toBe(503);
    service.answer(() => ({ body: 'VALID 060618Z\nHIGHS 1021 2750872\nCOLD WK 3380670 3370684\n' }));
    const { asOf, data } = await fronts.poll({ now: startAt, signal: new AbortController().signal });
    await storeSnapshot(
      store.db,
      testActor,
      { kind: fronts.kind, vendor: fronts.vendor, asOf, data },
      startAt,
    );
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect((await get()).body.data).toMatchObject({
      validAt: '2026-06-06T18:00:00.000Z',
      stale: false,
      features: [
        {
          geometry: {
            type: 'LineString',
            coordinates: [
              [-67, 33.8],
              [-68.4, 33.7],
            ],
          },
          properties: { Kind: 'cold', Strength: 'weak' },
        },
        {
          geometry: { type: 'Point', coordinates: [-87.2, 27.5] },
          properties: { Kind: 'high', PressureMb: 1021 },
        },
      ],
    });
    clock.set(asOf + 7 * hour);
    expect((await get()).body.data.stale).toBe(true);
    clock.set(asOf + 13 * hour);
    expect((await get()).status).toBe(503);
    expect((await ask(app, 'GET', '/api/map/url?product=surface-analysis')).body.data.url).toBe(
      '/api/map/SurfaceAnalysis',
    );
  } finally {
    await app.close();
    await store.close();
    await service.close();
  }
});
