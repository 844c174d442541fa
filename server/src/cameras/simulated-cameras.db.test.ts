import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { openCameraSources, readDeviceNetworks } from '@allclear/adapters';
import { expect, test } from 'vitest';
import { openCameraServer, watch } from '../../test/cameras/watch-camera.ts';
import { ask } from '../../test/test-server.ts';
import { cameras } from './index.ts';

const ffmpeg = ['/usr/local/bin/ffmpeg', '/usr/bin/ffmpeg', '/bin/ffmpeg'].find((path) => existsSync(path));
const startedAt = Date.UTC(2026, 5, 6, 18);
const place = { name: 'Stadium', latitude: 32.7767, longitude: -96.797, timeZone: 'America/Chicago' };

/** How many children of this process encode video. */
function encoders(): number {
  return readdirSync('/proc').filter((id) => {
    try {
      if (!/^\d+$/.test(id) || !readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('-c:v\0libx264'))
        return false;
      return readFileSync(`/proc/${id}/status`, 'utf8').includes(`PPid:\t${process.pid}\n`);
    } catch {
      return false;
    }
  }).length;
}

function openServer() {
  const read = readDeviceNetworks('');
  if ('problem' in read) throw new Error(read.problem);
  const simulation = { options: { seed: 'film', startedAt, places: [place] }, now: () => startedAt, place };
  const sources = openCameraSources({ networks: read.networks, ffmpeg: ffmpeg ?? null, simulation });
  return openCameraServer({ sources, lingerMs: 300 });
}

test.skipIf(ffmpeg === undefined)(
  'a simulated camera has one encoder however many watch, and none after the last of them (skipped without ffmpeg)',
  async () => {
    const { server, origin } = await openServer();
    try {
      const { people } = await server.organization('Our District');
      const { key } = people.admin;
      const body = { name: 'Pool', kind: 'simulated', address: 'hls' };
      const { id, simulated, address } = (
        await ask(server.app, 'POST', '/api/LiveStream/Camera', { key, body })
      ).body.data;
      expect({ simulated, address }).toEqual({ simulated: true, address: 'hls' });
      const viewers = [await watch(origin, id, key), await watch(origin, id, people['super-admin'].key)];
      for (const { state } of viewers)
        await expect.poll(() => state.address, { timeout: 25_000 }).toMatch(/\/live\.m3u8$/);
      expect(encoders()).toBe(1);
      expect(server.subjects.apiOf(cameras).counts()).toEqual({ feeds: 1, sessions: 2 });
      viewers[0]?.socket.close();
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      expect(encoders()).toBe(1);
      viewers[1]?.socket.close();
      await expect.poll(encoders, { timeout: 5_000 }).toBe(0);
    } finally {
      await server.close();
    }
  },
);

test('a simulated camera with a protocol that there is not is refused at its field', async () => {
  const { server } = await openServer();
  try {
    const { people } = await server.organization('Our District');
    const body = { name: 'Pool', kind: 'simulated', address: 'http://127.0.0.1:9/' };
    const refused = await ask(server.app, 'POST', '/api/LiveStream/Camera', { key: people.admin.key, body });
    expect(refused.status).toBe(400);
    expect(refused.body.responseException.errors).toEqual({
      Address: ['Address of a simulated camera is empty, jpeg, mjpeg, hls or rtsp'],
    });
  } finally {
    await server.close();
  }
});
