import { cameraTexts } from '@allclear/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { testActor } from '../../test/actor.ts';
import { addCamera, generatedCamera, refusal, watch } from '../../test/cameras/watch-camera.ts';
import { freePort } from '../../test/run-server.ts';
import { signInStandIn } from '../../test/sign-in-stand-in.ts';
import { openTestServer, type TestServer, testChannels } from '../../test/test-server.ts';
import { hashPassword } from '../identity/passwords/passwords.ts';
import { endSignIns } from '../identity/sessions/sign-outs.store.ts';
import { openStore } from '../platform/database/database.ts';
import { defaultCameraFeeds } from './index.ts';

let server: TestServer;
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

const minute = 60_000;
const account = { email: 'ada@bay.example', password: 'a storm over the bay' };

/** An admin who has signed in to an organization with a camera. */
async function signedIn() {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const { sources } = generatedCamera();
  // So that the minutes in which a token expires are no reason to end.
  const times = { ...defaultCameraFeeds.times, viewingMs: 60 * minute };
  const feeds = { ...defaultCameraFeeds, sources, times };
  server = await openTestServer(testChannels(), {
    settings: { url },
    overrides: { cameras: { settings: { ffmpeg: 'ffmpeg' }, feeds } },
  });
  await server.app.listen({ port, host: 'localhost' });
  const { organizationId, people } = await server.organization('Bay Schools');
  await server.store.db.updateTable('organizations').set({ camera_minutes: 600 }).execute();
  const { id: userId } = await server.store.db
    .insertInto('users')
    .values({
      ...{ organization_id: organizationId, email: account.email, user_name: account.email, role: 'admin' },
      ...{ first_name: 'Ada', last_name: 'Bay', password_hash: await hashPassword(account.password) },
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const tokens = await signInStandIn(url).signIn(account);
  return {
    url,
    userId,
    token: tokens.access_token,
    cameraId: await addCamera(server, people.admin.key, 'Pool'),
  };
}

test('an access token that expires does not end the view, the end of the sign-in does within two seconds', async () => {
  const { url, userId, token, cameraId } = await signedIn();
  const viewer = await watch(url, cameraId, token);
  await expect.poll(() => viewer.state.bytes).toBeGreaterThan(0);
  // A token is good for ten minutes.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * minute, shouldAdvanceTime: true });
  expect(await refusal(url, cameraId, ['allclear.stream', token])).toBe(401);
  const before = viewer.state.bytes;
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(viewer.state.ended).toBe(false);
  expect(viewer.state.bytes).toBeGreaterThan(before + 10_000);
  // As another process ends it.
  const elsewhere = openStore(server.store.url, { onError: () => {} });
  try {
    await endSignIns(elsewhere.db, testActor, { userId, now: Date.now() });
    const begun = performance.now();
    expect(await viewer.closed).toEqual({ code: 4000, reason: cameraTexts.noAccess });
    expect(performance.now() - begun).toBeLessThan(2_000);
  } finally {
    await elsewhere.close();
  }
  await expect.poll(() => viewer.state.ended).toBe(true);
});
