import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Camera, CameraLog, ConsumedMinutes } from '@allclear/contract';
import { expect, test } from 'vitest';
import { watch } from '../../test/cameras/watch-camera.ts';
import { freePort, runServer, type ServerProcess } from '../../test/run-server.ts';

async function askerOf(server: ServerProcess) {
  const { apiKey } = await server.demonstration();
  const get = async <T>(url: string): Promise<T> => {
    const answer = await fetch(`${server.url}/api/${url}`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    expect(answer.status, url).toBe(200);
    return ((await answer.json()) as { data: T }).data;
  };
  return { apiKey, get };
}

/** What a viewer saw, noted where it was seen: wall ms of its first and newest picture. */
function noteSeen(state: { readonly bytes: number }) {
  const seen = { firstAt: 0, lastAt: 0 };
  let bytes = 0;
  const timer = setInterval(() => {
    if (state.bytes === bytes) return;
    bytes = state.bytes;
    seen.lastAt = Date.now();
    seen.firstAt ||= seen.lastAt;
  }, 20);
  return { seen, stop: () => clearInterval(timer) };
}

test('a killed server: what two viewers saw is in the log and in the consumption within two seconds', async () => {
  const data = await mkdtemp(path.join(tmpdir(), 'allclear-killed-views-'));
  // As root PostgreSQL runs as another user, which needs access through the folder.
  await chmod(data, 0o711);
  const port = await freePort();
  try {
    const killed = await runServer({ data, port });
    const notes: ReturnType<typeof noteSeen>[] = [];
    let customerId = '';
    try {
      const { apiKey, get } = await askerOf(killed);
      const person = await get<{ customerId: string }>('user/current');
      customerId = person.customerId;
      const [camera] = await get<Camera[]>(`LiveStream/CameraFeed/Customer/${customerId}`);
      if (!camera) throw new Error('The demonstration has no camera.');
      for (let viewer = 0; viewer < 2; viewer++) {
        const { state } = await watch(killed.url, camera.id, apiKey);
        notes.push(noteSeen(state));
        await expect.poll(() => state.bytes, { timeout: 30_000 }).toBeGreaterThan(0);
        await pause(2_000);
      }
      await pause(2_300);
    } finally {
      await killed.kill();
    }
    await pause(100);
    const seconds = notes
      .map(({ seen, stop }) => {
        stop();
        return (seen.lastAt - seen.firstAt) / 1_000;
      })
      .sort((a, b) => a - b);
    expect(seconds[0]).toBeGreaterThan(3);
    // A view that nobody writes any more is shown as ended after five seconds.
    const again = await runServer({ data, port });
    try {
      await pause(5_000);
      const { get } = await askerOf(again);
      const logs = await get<CameraLog[]>(`LiveStream/Logs/Customer/${customerId}`);
      const logged = logs.map(({ duration }) => duration).sort((a, b) => a - b);
      expect(logs.map(({ open }) => open)).toEqual([false, false]);
      // The log has whole seconds.
      for (const [index, duration] of logged.entries())
        expect(Math.abs(duration + 0.5 - (seconds[index] ?? 0))).toBeLessThan(2);
      const { consumedSeconds } = await get<ConsumedMinutes>(
        `LiveStream/ConsumedMinutes/Customer/${customerId}`,
      );
      const sum = (seconds[0] ?? 0) + (seconds[1] ?? 0);
      expect(consumedSeconds).toBeLessThanOrEqual(sum + 1);
      expect(consumedSeconds).toBeGreaterThan(sum - 2 * 2);
    } finally {
      await again.stop();
    }
  } finally {
    await rm(data, { recursive: true, force: true });
  }
}, 180_000);
