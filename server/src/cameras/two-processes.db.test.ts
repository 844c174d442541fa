import { cameraTexts } from '@allclear/contract';
import { afterEach, expect, test } from 'vitest';
import { addCamera, generatedCamera, openCameraServer, watch } from '../../test/cameras/watch-camera.ts';
import { openSecondServer } from '../../test/databases/second-server.ts';
import { ask, type TestServer } from '../../test/test-server.ts';
import { defaultCameraFeeds } from './index.ts';

let server: TestServer;
let other: Awaited<ReturnType<typeof openSecondServer>>;
afterEach(async () => {
  await other.server.close();
  await server.close();
});

test('viewers at two processes use the allowance up together', async () => {
  const { sources } = generatedCamera();
  const opened = await openCameraServer({ sources });
  server = opened.server;
  const feeds = { ...defaultCameraFeeds, sources: generatedCamera().sources };
  other = await openSecondServer(server, {
    overrides: { cameras: { settings: { ffmpeg: 'ffmpeg' }, feeds } },
  });
  const { organizationId, people } = await server.organization('Our District');
  const { key } = people.admin;
  const cameraId = await addCamera(server, key, 'Stadium');
  const { db } = server.store;
  await db.updateTable('organizations').set({ camera_minutes: 1 }).execute();
  // Twelve seconds are left.
  const at = Date.now() - 1_000;
  await db
    .insertInto('camera_sessions')
    .values({
      ...{ id: '00000000-0000-4000-8000-000000000001', organization_id: organizationId },
      ...{ camera_name: 'Gone', started_at: new Date(at - 48_000), last_at: new Date(at), ended: true },
    })
    .execute();
  const viewers = await Promise.all([
    ...[1, 2].map(() => watch(opened.origin, cameraId, key)),
    ...[1, 2].map(() => watch(other.url, cameraId, key)),
  ]);
  const begun = performance.now();
  for (const { closed } of viewers) expect(await closed).toEqual({ code: 4000, reason: cameraTexts.usedUp });
  // Four watch twelve seconds; two would have watched for six.
  const ms = performance.now() - begun;
  expect(ms).toBeGreaterThan(2_000);
  expect(ms).toBeLessThan(5_500);
  // Each process writes what its viewers saw once more when they end.
  const consumed = async () =>
    (await ask(server.app, 'GET', `/api/LiveStream/ConsumedMinutes/Customer/${organizationId}`, { key })).body
      .data;
  await expect.poll(async () => (await consumed()).usedUp).toBe(true);
  // Up to half a second for each viewer of the process that learns of it last.
  expect((await consumed()).consumedSeconds).toBeLessThanOrEqual(60 + 4);
});
