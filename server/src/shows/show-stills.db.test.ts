import type { CameraSegment, CameraSources } from '@allclear/adapters';
import { standInJpeg } from '@allclear/adapters/cameras/stand-in-camera.ts';
import { publicShow } from '@allclear/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watch } from '../../test/cameras/watch-camera.ts';
import { openSecondServer } from '../../test/databases/second-server.ts';
import {
  addCameraOf,
  cameraFeeds,
  openCameraShowServer,
  openJpegCamera,
  quickStills,
  scenesOf,
} from '../../test/shows/camera-show.ts';
import { formOf, openStream } from '../../test/shows/show-server.ts';
import { ask } from '../../test/test-server.ts';
import { cameras } from '../cameras/index.ts';

let stand: Awaited<ReturnType<typeof openJpegCamera>>;
let at: Awaited<ReturnType<typeof openCameraShowServer>>;
beforeEach(async () => {
  stand = await openJpegCamera();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await at.server.close();
  await stand.camera.close();
});

const open = async (options = cameraFeeds(), path = '/picture.jpg', kind = 'jpeg') => {
  at = await openCameraShowServer(`${stand.camera.url}${path}`, options, kind);
};
const eventually = <T>(question: () => T | Promise<T>) =>
  expect.poll(question, { timeout: 10_000, interval: 50 });
const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const asked = () => stand.camera.requests.length;
async function stillOf(token: string) {
  await eventually(async () => (await at.scene(token)).picture).not.toBeNull();
  return (await at.scene(token)).picture!;
}
const problemOf = async (token: string) => (await at.scene(token)).problem;

test('a camera is shown by stills that know their age, over one connection however many shows and screens', async () => {
  await open();
  const [one, two] = [await at.opened(), await at.opened()];
  const screens = [await openStream(at.url, one.token), await openStream(at.url, two.token)];
  const before = Date.now();
  const picture = await stillOf(one.token);
  const view = await at.shown(one.token);
  expect(publicShow.strict().parse(view)).toEqual(view);
  expect(await at.scene(two.token)).toMatchObject({ name: 'Main gate', problem: null });
  // The clock of the weather stands at another day.
  const takenAt = Date.parse(picture.wallTakenAt);
  expect(Math.abs(takenAt - before)).toBeLessThan(10_000);
  expect(Date.parse(picture.wallGoodUntil) - takenAt).toBe(30_000);
  expect(picture.url).toMatch(/^\/api\/public\/Show\/Picture\/[\w-]{51}$/);
  const image = await fetch(`${at.url}${picture.url}`);
  const { headers } = image;
  expect([image.status, headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
    ...[200, 'image/jpeg', 'nosniff'],
  ]);
  expect(headers.get('cache-control')).toBe('private, max-age=30');
  expect(Buffer.from(await image.arrayBuffer()).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  // By names that were not made here.
  const forged = picture.url.replace(/.{22}$/, 'A'.repeat(22));
  for (const url of [forged, `${picture.url}AAAA`]) expect((await fetch(`${at.url}${url}`)).status).toBe(404);
  // The next still has another name, and the stream has it.
  const next = screens[0]!;
  for (;;) {
    const event = await next.next();
    if (event === null) throw new Error('The stream has ended.');
    const { scenes } = JSON.parse(event.data).show;
    if (scenes[0].picture && scenes[0].picture.url !== picture.url) break;
  }
  const [requests, begun] = [asked(), performance.now()];
  await later(1_000);
  expect(asked() - requests).toBeLessThanOrEqual((performance.now() - begun) / 200 + 1);
  expect(stand.state.most).toBe(1);
  // Nobody has watched live.
  expect(await at.server.store.db.selectFrom('camera_sessions').selectAll().execute()).toEqual([]);
  for (const screen of screens) screen.leave();
});

test('stills are taken only while a screen has asked lately or follows', async () => {
  await open();
  const { token } = await at.opened();
  await later(500);
  expect(asked()).toBe(0);
  await stillOf(token);
  await later(quickStills.watchMs + 700);
  const idle = asked();
  await later(1_000);
  expect(asked()).toBe(idle);
  expect(stand.camera.open()).toBe(0);
  const screen = await openStream(at.url, token);
  await eventually(asked).toBeGreaterThan(idle);
  await later(quickStills.watchMs + 1_000);
  const followed = asked();
  await eventually(asked).toBeGreaterThan(followed + 2);
  screen.leave();
  await later(quickStills.watchMs + 1_500);
  const left = asked();
  await later(1_000);
  expect(asked()).toBe(left);
  expect(at.server.subjects.apiOf(cameras).counts().feeds).toBe(0);
});

test('a still that is not renewed keeps its age, says why, and is not served once it is too old', async () => {
  await open();
  const { token } = await at.opened();
  const screen = await openStream(at.url, token);
  await stillOf(token);
  stand.state.behave = () => {};
  await eventually(() => problemOf(token)).toBe('The camera sends no picture');
  const { wallTakenAt, url } = await stillOf(token);
  expect((await fetch(`${at.url}${url}`)).status).toBe(200);
  const now = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 31_000);
  expect((await fetch(`${at.url}${url}`)).status).toBe(404);
  expect((await stillOf(token)).wallTakenAt).toBe(wallTakenAt);
  screen.leave();
});

const answer = (status: number, type: string, body: string | Buffer) => ({
  behave: (response: import('node:http').ServerResponse) =>
    response.writeHead(status, { 'content-type': type }).end(body),
});
test.each([
  ['answers with an error', 'The camera does not work now', answer(500, 'text/plain', 'no')],
  ['refuses the credentials', 'The camera refuses the connection', answer(401, 'text/plain', 'no')],
  [
    'sends no picture',
    'The camera sends no picture that can be shown',
    answer(200, 'text/html', '<script>alert(1)</script>'),
  ],
  [
    'sends 2.1 MB',
    'The picture of this camera is too large',
    answer(
      200,
      'image/jpeg',
      Buffer.concat([standInJpeg(3).subarray(0, -2), Buffer.alloc(2_100_000, 1), Buffer.from([0xff, 0xd9])]),
    ),
  ],
])(
  'a camera that %s is covered in plain words, asked again ever later, and comes back',
  async (_name, words, behavior) => {
    await open();
    Object.assign(stand.state, behavior);
    const { token } = await at.opened();
    const screen = await openStream(at.url, token);
    await eventually(() => problemOf(token)).toBe(words);
    const requests = asked();
    await later(2_000);
    // After 200, 400 and then 800 ms; a refused sign-in is two requests at most.
    expect(asked() - requests).toBeLessThanOrEqual(2 * 4);
    expect(asked()).toBeGreaterThan(requests);
    const view = await at.shown(token);
    expect(view.scenes.map(({ kind }) => kind)).toEqual(['camera', 'message']);
    expect(await at.scene(token)).toMatchObject({ picture: null, problem: words });
    expect(JSON.stringify(view)).not.toMatch(/127\.0\.0\.1|picture\.jpg|viewer|pw-secret|http:/);
    const warnings = at.server.logged.filter((line) => line.includes('no still can be taken'));
    expect(warnings).toHaveLength(1);
    expect(at.server.logged.join('')).not.toContain('pw-secret');
    stand.state.behave = null;
    await stillOf(token);
    expect(await problemOf(token)).toBeNull();
    screen.leave();
  },
);

test('a camera that is gone is named and its scene left out, one of another organization does not exist', async () => {
  await open();
  const { id, token } = await at.opened();
  const screen = await openStream(at.url, token);
  await stillOf(token);
  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, key = at.key) =>
    ask(at.server.app, method, `/api/${path}`, { key, ...(body ? { body } : {}) });
  const theirs = await at.server.organization('Their District');
  const theirCamera = await addCameraOf(at.server, theirs.people.admin.key, 'http://192.0.2.7/a.jpg');
  for (const cameraId of [theirCamera, 'no id']) {
    const form = { ...formOf(at.placeId), scenes: scenesOf(cameraId) };
    for (const path of ['Show', 'Show/Preview']) expect((await call('POST', path, form)).status).toBe(404);
  }
  const choices = await call('GET', 'Show/Choices');
  expect(choices.body.data.cameras).toEqual([{ id: at.cameraId, name: 'Main gate' }]);
  expect((await call('DELETE', `LiveStream/Camera/${at.cameraId}`)).status).toBe(200);
  const problems = ['Scene 1 (camera) is left out: its camera was deleted.'];
  await eventually(async () => (await at.shown(token)).problems).toEqual(problems);
  expect((await at.shown(token)).scenes.map(({ kind }) => kind)).toEqual(['message']);
  expect((await call('GET', `Show/${id}`)).body.data.problems).toEqual(problems);
  screen.leave();
});

test('without an allowance, with one that is used up, or without the feature nothing is taken or shown', async () => {
  await open();
  const { token } = await at.opened();
  const screen = await openStream(at.url, token);
  const { url } = await stillOf(token);
  const set = (values: object) => at.server.store.db.updateTable('organizations').set(values).execute();
  for (const [values, words] of [
    [{ camera_minutes: 0 }, 'The camera time of this month is used up'],
    [{ camera_minutes: null }, 'Live cameras are not available'],
    [{ camera_minutes: 60, withheld_features: ['live_camera.access'] }, 'Live cameras are not available'],
  ] as const) {
    await set(values);
    await eventually(() => at.scene(token)).toMatchObject({ picture: null, problem: words });
    const requests = asked();
    expect((await fetch(`${at.url}${url}`)).status).toBe(404);
    await later(1_000);
    expect(asked()).toBe(requests);
  }
  // Who may not watch a camera cannot put one into a show.
  const form = { ...formOf(at.placeId), scenes: scenesOf(at.cameraId) };
  for (const path of ['Show', 'Show/Preview'])
    expect((await ask(at.server.app, 'POST', `/api/${path}`, { key: at.key, body: form })).status).toBe(403);
  await set({ withheld_features: [] });
  await stillOf(token);
  screen.leave();
});

test('what somebody watches live is shown without another connection', async () => {
  await open(cameraFeeds(), '/video', 'mjpeg');
  const { token } = await at.opened();
  const viewer = await watch(at.url, at.cameraId, at.key);
  await eventually(() => viewer.state.bytes).toBeGreaterThan(0);
  const screen = await openStream(at.url, token);
  const { url } = await stillOf(token);
  await eventually(async () => (await stillOf(token)).url).not.toBe(url);
  expect([asked(), stand.state.most]).toEqual([1, 1]);
  viewer.socket.close();
  // From now on it is opened for each still, and closed again.
  await eventually(asked).toBeGreaterThan(3);
  expect(stand.state.most).toBe(1);
  screen.leave();
});

test.each([true, false])(
  'a still of a camera that sends video is cut where ffmpeg is (%s)',
  async (hasFfmpeg) => {
    const segment: CameraSegment = {
      ...{ sequence: 0, durationSeconds: 2, discontinuity: false, bytes: Buffer.from('video') },
      ...{ mediaType: 'video/mp2t', initialization: null },
    };
    let opened = 0;
    const sources: CameraSources = {
      source: () => ({
        ...{ sends: 'segments', problem: null },
        async run(sink, signal) {
          opened += 1;
          sink.segment(segment);
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
        },
      }),
      ...(hasFfmpeg ? { still: async () => standInJpeg(9) } : {}),
      close: async () => {},
    };
    await open(cameraFeeds(sources), '/live.m3u8', 'hls');
    const { token } = await at.opened();
    const before = Date.now();
    if (!hasFfmpeg) {
      await eventually(() => problemOf(token)).toBe('This camera can show no stills here');
      expect(opened).toBe(0);
      return;
    }
    const { wallTakenAt, url } = await stillOf(token);
    // Its first picture is as old as the segment is long.
    expect(Date.parse(wallTakenAt)).toBeLessThan(before + 3_000);
    const bytes = Buffer.from(await (await fetch(`${at.url}${url}`)).arrayBuffer());
    expect(bytes.equals(standInJpeg(9))).toBe(true);
  },
);

test('a preview has a still, and the process of another screen answers its name', async () => {
  await open();
  const body = { ...formOf(at.placeId), scenes: scenesOf(at.cameraId) };
  const preview = await ask(at.server.app, 'POST', '/api/Show/Preview', { key: at.key, body });
  const { url } = preview.body.data.scenes[0].picture;
  expect((await fetch(`${at.url}${url}`)).status).toBe(200);
  const second = await openSecondServer(at.server, cameraFeeds());
  try {
    const image = await fetch(`${second.url}${url}`);
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  } finally {
    await second.server.close();
  }
});
