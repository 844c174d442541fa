import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSecondServer } from '../../test/databases/second-server.ts';
import { openShowServer, openStream, type ShowServer } from '../../test/shows/show-server.ts';
import { ask } from '../../test/test-server.ts';

let at: ShowServer;
let other: Awaited<ReturnType<typeof openSecondServer>>;
beforeEach(async () => {
  at = await openShowServer();
  other = await openSecondServer(at.server);
});
afterEach(async () => {
  await other.server.close();
  await at.server.close();
});

test('a link that is revoked in one process ends the streams of the other within two seconds', async () => {
  const show = await at.addShow();
  const [revoked, staying] = [await at.addLink(show.id), await at.addLink(show.id)];
  const screens = [
    await openStream(at.url, revoked.token),
    await openStream(other.url, revoked.token),
    await openStream(other.url, staying.token),
  ];
  expect(screens.map(({ status }) => status)).toEqual([200, 200, 200]);
  for (const screen of screens) expect((await screen.next())?.event).toBe('show');
  const path = `/api/Show/${show.id}/Link/${revoked.id}`;
  const begun = performance.now();
  const ends = screens.slice(0, 2).map(async (screen) => {
    let last = '';
    for (let event = await screen.next(); event !== null; event = await screen.next()) last = event.event;
    return { last, ms: performance.now() - begun };
  });
  expect((await ask(at.server.app, 'DELETE', path, { key: at.key })).status).toBe(200);
  for (const end of ends) {
    const { last, ms } = await end;
    expect(last).toBe('ended');
    expect(ms).toBeLessThan(2_000);
  }
  // A screen that asks is answered so at once in the one, and within two seconds in the other.
  const statusOf = async (url: string, token: string) =>
    (await fetch(`${url}/api/public/Show`, { headers: { authorization: `Bearer ${token}` } })).status;
  expect(await statusOf(at.url, revoked.token)).toBe(404);
  expect(await statusOf(other.url, revoked.token)).toBe(404);
  expect(await statusOf(other.url, staying.token)).toBe(200);
  screens[2]?.leave();
});
