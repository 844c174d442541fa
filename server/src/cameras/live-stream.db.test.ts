import { cameraTexts } from '@allclear/contract';
import { afterEach, expect, test } from 'vitest';
import {
  addCamera,
  generatedCamera,
  openCameraServer,
  refusal,
  watch,
} from '../../test/cameras/watch-camera.ts';
import { ask, type TestServer } from '../../test/test-server.ts';
import { cameras, defaultCameraFeeds } from './index.ts';

let server: TestServer;
let origin: string;
let key: string;
let organizationId: string;
let people: Awaited<ReturnType<TestServer['organization']>>['people'];
let camera: ReturnType<typeof generatedCamera>;
let cameraId: string;

async function open(feeds: Parameters<typeof openCameraServer>[0] = {}) {
  camera = generatedCamera();
  ({ server, origin } = await openCameraServer({ sources: camera.sources, lingerMs: 200, ...feeds }));
  ({ organizationId, people } = await server.organization('Our District'));
  key = people.admin.key;
  cameraId = await addCamera(server, key, 'Stadium');
}
afterEach(() => server.close());

const get = async (path: string) => (await ask(server.app, 'GET', `/api/${path}`, { key })).body.data;
const consumed = () => get(`LiveStream/ConsumedMinutes/Customer/${organizationId}`);
const setMinutes = (minutes: number | null) =>
  server.store.db
    .updateTable('organizations')
    .set({ camera_minutes: minutes })
    .where('id', '=', organizationId)
    .execute();

test('pictures come to many over one connection, and the log says within two seconds what was seen', async () => {
  await open();
  const first = await watch(origin, cameraId, key);
  const second = await watch(origin, cameraId, people['super-admin'].key);
  expect(first.socket.protocol).toBe('allclear.stream');
  await expect.poll(() => Math.min(first.state.bytes, second.state.bytes)).toBeGreaterThan(20_000);
  expect(camera.state).toMatchObject({ runs: 1, open: 1 });
  expect(server.subjects.apiOf(cameras).counts()).toEqual({ feeds: 1, sessions: 2 });
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  const logs = await get(`LiveStream/Logs/Customer/${organizationId}`);
  expect(logs).toHaveLength(2);
  for (const log of logs) {
    expect(log).toMatchObject({ cameraFeedName: 'Stadium', open: true });
    expect(log.duration).toBeGreaterThanOrEqual(1);
  }
  first.socket.close();
  second.socket.close();
  await expect.poll(() => camera.state.open).toBe(0);
  const isOpen = async () => (await get(`LiveStream/Logs/Customer/${organizationId}`))[0].open;
  await expect.poll(isOpen, { timeout: 2_000 }).toBe(false);
  expect((await consumed()).consumedSeconds).toBeGreaterThanOrEqual(4);
  await expect.poll(() => first.state.ended).toBe(true);
  expect((await fetch(first.state.address)).status).toBe(404);
});

test('what may not be watched is refused before the upgrade', async () => {
  await open();
  const other = await server.organization('Another District');
  const withheld = await server.organization('Third District', ['live_camera.access']);
  const stream = 'allclear.stream';
  expect(await refusal(origin, cameraId, [])).toBe(400);
  expect(await refusal(origin, cameraId, [stream])).toBe(400);
  expect(await refusal(origin, cameraId, [stream, 'forged'])).toBe(401);
  expect(await refusal(origin, cameraId, [stream, `camera_${'a'.repeat(43)}`])).toBe(401);
  expect(await refusal(origin, cameraId, [stream, other.people.admin.key])).toBe(404);
  expect(await refusal(origin, 'none', [stream, key])).toBe(404);
  expect(await refusal(origin, cameraId, [stream, withheld.people.admin.key])).toBe(403);
  expect(await refusal(origin, cameraId, [stream, people['assistant-admin'].key])).toBe(404);
  expect(await refusal(origin, cameraId, [stream, key], { origin: 'https://elsewhere.example' })).toBe(403);
  await setMinutes(0);
  expect(await refusal(origin, cameraId, [stream, key])).toBe(403);
  await setMinutes(null);
  expect(await refusal(origin, cameraId, [stream, key])).toBe(404);
  expect(await get(`LiveStream/CameraFeed/Customer/${organizationId}`)).toEqual([]);
  expect(server.logged.join('')).not.toContain(key);
});

test('a token that is offered alone is served, and a forged address is not', async () => {
  await open({ limits: { ...defaultCameraFeeds.limits, perPerson: 1 } });
  const viewer = await watch(origin, cameraId, key, { protocols: [key] });
  expect(viewer.socket.protocol).toBe(key);
  await expect.poll(() => viewer.state.bytes).toBeGreaterThan(0);
  const [id] = new URL(viewer.state.address).pathname.split('/')[3]!.split('.');
  expect((await fetch(`${origin}/Stream/session/${id}.${'A'.repeat(43)}/live.mjpeg`)).status).toBe(404);
  expect(await refusal(origin, cameraId, ['allclear.stream', key])).toBe(429);
  viewer.socket.close();
});

test('a viewer who does not continue, or answers no texts, is disconnected', async () => {
  const times = { connectMs: 2_000, viewingMs: 1_500, continueMs: 500, keepAliveMs: 200 };
  await open({ times });
  const begun = performance.now();
  const [idle, silent, goesOn] = [
    await watch(origin, cameraId, key),
    await watch(origin, cameraId, key, { pongs: false }),
    await watch(origin, cameraId, key),
  ];
  setTimeout(() => goesOn.socket.send('continue'), 1_200);
  await silent.closed;
  expect(performance.now() - begun).toBeLessThan(1_900);
  expect(await idle.closed).toEqual({ code: 1000, reason: cameraTexts.inactive });
  const idleMs = performance.now() - begun;
  expect(idleMs).toBeGreaterThan(1_900);
  expect(await goesOn.closed).toEqual({ code: 1000, reason: cameraTexts.inactive });
  expect(performance.now() - begun - idleMs).toBeGreaterThan(500);
});

test('a camera that sends nothing cannot be connected to, and one that hangs up ends its sessions', async () => {
  await open({ times: { ...defaultCameraFeeds.times, connectMs: 600 } });
  camera.state.silent = true;
  const early = await watch(origin, cameraId, key);
  expect(await early.closed).toEqual({ code: 4000, reason: cameraTexts.unable });
  camera.state.silent = false;
  const viewer = await watch(origin, cameraId, key);
  await expect.poll(() => viewer.state.bytes).toBeGreaterThan(0);
  camera.state.fail.abort();
  expect(await viewer.closed).toEqual({ code: 4000, reason: cameraTexts.stopped });
});

test('parallel viewers use the allowance up together', async () => {
  await open();
  await setMinutes(1);
  const at = new Date(Date.now() - 1_000);
  await server.store.db
    .insertInto('camera_sessions')
    .values({
      ...{ id: '00000000-0000-4000-8000-000000000001', organization_id: organizationId },
      ...{ camera_name: 'Gone', started_at: new Date(at.getTime() - 54_000), last_at: at, ended: true },
    })
    .execute();
  const begun = performance.now();
  const viewers = await Promise.all([1, 2, 3].map(() => watch(origin, cameraId, key)));
  for (const { closed } of viewers) expect(await closed).toEqual({ code: 4000, reason: cameraTexts.usedUp });
  // Three watch the six seconds that are left.
  expect(performance.now() - begun).toBeGreaterThan(1_500);
  // At once: what ended them is what is stored.
  expect(await consumed()).toMatchObject({ usedUp: true, consumedSeconds: expect.toSatisfy((s) => s <= 90) });
});

test('a deleted camera, a deactivated person and a revoked link end within two seconds', async () => {
  await open();
  const post = (path: string, body: object) =>
    ask(server.app, 'POST', `/api/LiveStream/${path}`, { key, body });
  const link = { name: 'Parents', cameraId, hours: 2 };
  expect((await post('ShareLink', link)).status).toBe(409);
  await ask(server.app, 'PUT', '/api/LiveStream/Sharing', { key, body: { sharing: true } });
  const { token, id } = (await post('ShareLink', link)).body.data;
  const opened = await ask(server.app, 'POST', '/api/public/CameraLink', { body: { token } });
  expect(opened.body.data).toMatchObject({ cameraName: 'Stadium', organizationName: 'Our District' });
  const stored = await server.store.db.selectFrom('camera_links').selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain(token);

  const ends = async (
    viewer: Awaited<ReturnType<typeof watch>>,
    end: () => Promise<unknown>,
    text: string,
  ) => {
    await expect.poll(() => viewer.state.bytes).toBeGreaterThan(0);
    await end();
    const begun = performance.now();
    expect((await viewer.closed).reason).toBe(text);
    expect(performance.now() - begun).toBeLessThan(2_000);
  };
  const shared = await watch(origin, cameraId, token);
  await ends(
    shared,
    () => ask(server.app, 'DELETE', `/api/LiveStream/ShareLink/${id}`, { key }),
    cameraTexts.linkEnded,
  );
  expect(await refusal(origin, cameraId, ['allclear.stream', token])).toBe(401);
  const newest = async () => (await get(`LiveStream/Logs/Customer/${organizationId}`))[0]?.userName;
  await expect.poll(newest, { timeout: 2_000 }).toBe('admin (Parents)');

  const other = (await post('ShareLink', link)).body.data;
  const past = () =>
    server.store.db
      .updateTable('camera_links')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where('id', '=', other.id)
      .execute();
  await ends(await watch(origin, cameraId, other.token), past, cameraTexts.linkEnded);
  expect(await refusal(origin, cameraId, ['allclear.stream', other.token])).toBe(401);

  const person = people['super-admin'];
  await ends(
    await watch(origin, cameraId, person.key),
    () =>
      server.store.db.updateTable('users').set({ is_active: false }).where('id', '=', person.id).execute(),
    cameraTexts.noAccess,
  );
  await ends(
    await watch(origin, cameraId, key),
    () => ask(server.app, 'DELETE', `/api/LiveStream/Camera/${cameraId}`, { key }),
    cameraTexts.gone,
  );
});
