import type { CameraSegment, CameraSources } from '@allclear/adapters';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addCamera, openCameraServer, watch } from '../../test/cameras/watch-camera.ts';
import { ask, type TestServer } from '../../test/test-server.ts';

let server: TestServer;
let origin: string;
let push: (segment: Partial<CameraSegment> & Pick<CameraSegment, 'sequence'>) => void;

/** A camera that sends segments when the test says so. */
const sources: CameraSources = {
  source: () => ({
    sends: 'segments',
    problem: null,
    run: (sink, signal) =>
      new Promise((resolve) => {
        push = (segment) =>
          sink.segment({
            ...{ durationSeconds: 2, discontinuity: false, mediaType: 'video/mp4' },
            ...{ bytes: Buffer.from(`part ${segment.sequence}`), initialization: start, ...segment },
          });
        signal.addEventListener('abort', () => resolve());
      }),
  }),
  close: async () => {},
};
const start = Buffer.from('how it starts');

beforeEach(async () => {
  ({ server, origin } = await openCameraServer({ sources }));
});
afterEach(() => server.close());

test('a video is offered as a playlist of its newest six parts, and each part that is fetched counts', async () => {
  const { people, organizationId } = await server.organization('Our District');
  const { key } = people.admin;
  const cameraId = await addCamera(server, key, 'Stadium');
  const { socket, state } = await watch(origin, cameraId, key, { reads: false });
  await expect.poll(() => typeof push).toBe('function');
  // Long, and out of the window later: what the playlist says of the longest one stays.
  push({ sequence: 0, durationSeconds: 2.4 });
  await expect.poll(() => state.address).toMatch(/\/live\.m3u8$/);
  for (let sequence = 1; sequence < 9; sequence += 1) push({ sequence, discontinuity: sequence === 7 });
  const at = (name: string) => fetch(state.address.replace('live.m3u8', name));

  const playlist = await at('live.m3u8');
  expect(playlist.headers.get('content-type')).toBe('application/vnd.apple.mpegurl');
  expect(playlist.headers.get('cache-control')).toBe('no-store');
  expect(await playlist.text()).toBe(
    [
      ...['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-TARGETDURATION:3', '#EXT-X-MEDIA-SEQUENCE:3'],
      '#EXT-X-MAP:URI="start-3.mp4"',
      ...[3, 4, 5, 6].flatMap((n) => ['#EXTINF:2.000,', `part-${n}.mp4`]),
      ...['#EXT-X-DISCONTINUITY', '#EXTINF:2.000,', 'part-7.mp4', '#EXTINF:2.000,', 'part-8.mp4', ''],
    ].join('\n'),
  );
  const logs = async () =>
    (await ask(server.app, 'GET', `/api/LiveStream/Logs/Customer/${organizationId}`, { key })).body.data;
  expect(await (await at('start-3.mp4')).text()).toBe('how it starts');
  expect(await logs()).toEqual([]);
  expect(await (await at('part-8.mp4')).text()).toBe('part 8');
  await expect.poll(async () => (await logs()).length).toBe(1);
  // Out of the window, and never there.
  for (const name of ['part-2.mp4', 'part-99.ts', '..%2f..%2fsecret', 'live.mjpeg'])
    expect((await at(name)).status).toBe(404);
  socket.close();
  await expect.poll(async () => (await at('live.m3u8')).status).toBe(404);
});
