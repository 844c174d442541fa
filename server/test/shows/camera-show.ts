import type { ServerResponse } from 'node:http';
import type { CameraSources } from '@allclear/adapters';
import {
  beginStream,
  openStandInCamera,
  partOf,
  standInJpeg,
} from '@allclear/adapters/cameras/stand-in-camera.ts';
import { openTestSources } from '@allclear/adapters/cameras/stand-in-sources.ts';
import type { PublicShow } from '@allclear/contract';
import { expect } from 'vitest';
import { type CameraFeeds, defaultCameraFeeds } from '../../src/cameras/index.ts';
import { ask, type TestServer, type TestServerOptions } from '../test-server.ts';
import { openShowServer } from './show-server.ts';

type CameraScene = Extract<PublicShow['scenes'][number], { kind: 'camera' }>;

/** A picture by URL and a stream of them, which behave as the test says; `most`: connections at once. */
export async function openJpegCamera() {
  const state = { most: 0, gray: 40, behave: null as ((response: ServerResponse) => void) | null };
  const camera = await openStandInCamera({
    '/picture.jpg': (_request, response) => {
      state.most = Math.max(state.most, camera.open());
      if (state.behave) return state.behave(response);
      state.gray = (state.gray + 1) % 256;
      response.writeHead(200, { 'content-type': 'image/jpeg' }).end(standInJpeg(state.gray));
    },
    '/video': (_request, response) => {
      state.most = Math.max(state.most, camera.open());
      beginStream(response);
      const timer = setInterval(() => response.write(partOf(standInJpeg(7))), 50);
      response.once('close', () => clearInterval(timer));
    },
  });
  return { camera, state };
}

/** As the product, but a hundred times as fast. */
export const quickStills: CameraFeeds['stills'] = {
  times: { everyMs: 200, retryMs: 200, maxRetryMs: 800 },
  ...{ takeMs: 1_000, watchMs: 1_500 },
};

export function cameraFeeds(
  sources: CameraSources = openTestSources({ ffmpeg: null }),
  stills = quickStills,
): TestServerOptions {
  const feeds: CameraFeeds = { ...defaultCameraFeeds, lingerMs: 200, sources, stills };
  return { overrides: { cameras: { settings: { ffmpeg: 'ffmpeg' }, feeds } } };
}

/** A server with a camera at `address`. */
export async function openCameraShowServer(
  address: string,
  options: TestServerOptions = cameraFeeds(),
  kind = 'jpeg',
) {
  const at = await openShowServer(options);
  const cameraId = await addCameraOf(at.server, at.key, address, kind);
  const get = (token: string) =>
    fetch(`${at.url}/api/public/Show`, { headers: { authorization: `Bearer ${token}` } });
  return {
    ...{ ...at, cameraId },
    /** The token of a show with a scene of the camera and a message. */
    async opened(): Promise<{ id: string; token: string }> {
      const { id } = await at.addShow({ scenes: scenesOf(cameraId) });
      return { id, token: (await at.addLink(id)).token };
    },
    shown: async (token: string): Promise<PublicShow> => (await (await get(token)).json()).data,
    /** The scene of the camera in what a show shows now. */
    async scene(token: string): Promise<CameraScene> {
      const { scenes } = (await (await get(token)).json()).data as PublicShow;
      const scene = scenes.find(({ kind: one }) => one === 'camera');
      if (scene?.kind !== 'camera') throw new Error('The show has no scene of a camera.');
      return scene;
    },
    setMinutes: (minutes: number | null) =>
      at.server.store.db.updateTable('organizations').set({ camera_minutes: minutes }).execute(),
  };
}

export const scenesOf = (cameraId: string) => [
  { kind: 'camera', seconds: 10, cameraId },
  { kind: 'message', seconds: 10, title: 'Gates', text: 'Gate 4 is open' },
];

export async function addCameraOf(server: TestServer, key: string, address: string, kind = 'jpeg') {
  const added = await ask(server.app, 'POST', '/api/LiveStream/Camera', {
    key,
    body: { name: 'Main gate', kind, address, username: 'viewer', password: 'pw-secret' },
  });
  expect(added.status, JSON.stringify(added.body)).toBe(200);
  return added.body.data.id as string;
}
