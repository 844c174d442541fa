import { afterEach, beforeEach, expect, test } from 'vitest';
import { testActor } from '../../test/actor.ts';
import { addPlace, formOf, openShowServer, type ShowServer } from '../../test/shows/show-server.ts';
import { ask } from '../../test/test-server.ts';
import { wallNow } from '../platform/clock/clock.ts';
import { dropLinksExpiredBefore, maxShowLinks } from './show-links.store.ts';
import { maxShows } from './shows.store.ts';

const nobody = '00000000-0000-4000-8000-000000000000';

let at: ShowServer;
beforeEach(async () => {
  at = await openShowServer();
});
afterEach(() => at.server.close());

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, key = at.key) =>
  ask(at.server.app, method, `/api/${path}`, { key, ...(body ? { body } : {}) });
const audited = async () =>
  (
    await at.server.store.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('action', 'like', 'show%')
      .orderBy('sequence')
      .execute()
  ).map((row) => ({ action: row.action, text: JSON.stringify(row) }));

test('a show is made, listed, changed and deleted, each change with its entry in the audit', async () => {
  const { id } = await at.addShow();
  const show = { ...formOf(at.placeId), id, revision: 1, links: 0, problems: [] };
  expect((await call('GET', `Show/${id}`)).body.data).toMatchObject(show);
  expect((await call('GET', 'Show')).body.data).toMatchObject([show]);
  expect((await call('GET', 'Show/Choices')).body.data.places).toMatchObject([
    { id: at.placeId, name: 'Stadium', latitude: 28, longitude: -82 },
  ]);
  const changed = await call('PUT', `Show/${id}`, { ...formOf(at.placeId), ticker: 'Rain', revision: 1 });
  expect(changed.body.data).toMatchObject({ ticker: 'Rain', revision: 2 });
  expect((await call('DELETE', `Show/${id}`)).body.data).toEqual({ id });
  expect((await call('GET', `Show/${id}`)).status).toBe(404);
  expect((await call('DELETE', `Show/${id}`)).status).toBe(404);
  expect((await audited()).map(({ action }) => action)).toEqual([
    'show.added',
    'show.changed',
    'show.deleted',
  ]);
});

test('a change that is based on another revision is a conflict that says what changed', async () => {
  const { id } = await at.addShow();
  const change = (values: object) => call('PUT', `Show/${id}`, { ...formOf(at.placeId), ...values });
  expect((await change({ ticker: 'One', revision: 1 })).status).toBe(200);
  const late = await change({ ticker: 'Two', revision: 1 });
  expect([late.status, Object.keys(late.body.responseException.errors)]).toEqual([409, ['Ticker']]);
  expect((await change({ ticker: 'Two' })).body.data).toMatchObject({ ticker: 'Two', revision: 3 });
});

test('what a show is about has to be of the organization, and a scene about a place of the show', async () => {
  const theirs = await at.server.organization('Their District');
  const theirPlace = await addPlace(at.server, theirs.organizationId, 'Pool');
  const ourPool = await addPlace(at.server, at.organizationId, 'Pool');
  const scenes = (placeId: string) => ({ scenes: [{ kind: 'lightning', seconds: 10, placeId }] });
  for (const values of [
    { placeIds: [at.placeId, theirPlace] },
    { placeIds: [nobody] },
    { placeIds: ['no id'] },
    scenes(theirPlace),
  ]) {
    const form = { ...formOf(at.placeId), ...values };
    expect((await call('POST', 'Show', form)).status).toBe(404);
    expect((await call('POST', 'Show/Preview', form)).status).toBe(404);
  }
  const other = await call('POST', 'Show', { ...formOf(at.placeId), ...scenes(ourPool) });
  expect([other.status, other.body.responseException.errors]).toEqual([
    ...[400, { 'Scenes.1.placeId': ['Scene 1 must be about a place of the show.'] }],
  ]);
  const short = { ...formOf(at.placeId), scenes: [{ kind: 'warnings', seconds: 1 }] };
  expect((await call('POST', 'Show', short)).status).toBe(400);
  // Twice the same place, in another spelling, is once.
  const twice = { placeIds: [at.placeId, at.placeId.toUpperCase()] };
  const { id } = await at.addShow(twice);
  expect((await call('GET', `Show/${id}`)).body.data.placeIds).toEqual([at.placeId]);
});

test('admins make shows, nobody else does, and none where the organization has no broadcast view', async () => {
  const { id } = await at.addShow();
  const statusOf = async (key: string) => (await call('GET', `Show/${id}`, undefined, key)).status;
  const { people } = at.ours;
  expect(await statusOf(people['super-admin'].key)).toBe(200);
  for (const role of ['assistant-admin', 'customer'] as const) {
    expect(await statusOf(people[role].key)).toBe(403);
    expect((await call('POST', 'Show', formOf(at.placeId), people[role].key)).status).toBe(403);
    expect((await call('POST', `Show/${id}/Link`, { name: 'A', days: 1 }, people[role].key)).status).toBe(
      403,
    );
  }
  const without = await at.server.organization('No Broadcast', ['broadcast.view.access']);
  const { key } = without.people.admin;
  for (const path of ['Show', 'Show/Choices'])
    expect((await call('GET', path, undefined, key)).status).toBe(403);
});

test('shows and links of another organization do not exist', async () => {
  const { id } = await at.addShow();
  const link = await at.addLink(id);
  const theirs = await at.server.organization('Their District');
  const { key } = theirs.people.admin;
  expect((await call('GET', 'Show', undefined, key)).body.data).toEqual([]);
  const place = await addPlace(at.server, theirs.organizationId, 'Field');
  for (const [method, path, body] of [
    ['GET', `Show/${id}`],
    ['PUT', `Show/${id}`, formOf(place)],
    ['DELETE', `Show/${id}`],
    ['GET', `Show/${id}/Link`],
    ['POST', `Show/${id}/Link`, { name: 'Theirs', days: 1 }],
    ['DELETE', `Show/${id}/Link/${link.id}`],
  ] as const)
    expect((await call(method, path, body, key)).status, `${method} ${path}`).toBe(404);
  const { id: other } = await at.addShow({ name: 'Other' });
  expect((await call('DELETE', `Show/${other}/Link/${link.id}`)).status).toBe(404);
  expect((await call('GET', `Show/${id}/Link`)).body.data).toHaveLength(1);
});

test('the token of a link is shown once, and stands hashed in the store and nowhere else', async () => {
  const { id } = await at.addShow();
  const { token, ...link } = await at.addLink(id);
  expect(token).toMatch(/^acs_[\w-]{43}$/);
  const list = await call('GET', `Show/${id}/Link`);
  expect(list.body.data).toMatchObject([
    { id: link.id, name: 'Scoreboard', createdBy: 'admin', expired: false, lastUsedUtc: null },
  ]);
  expect((await call('GET', `Show/${id}`)).body.data.links).toBe(1);
  await ask(at.server.app, 'GET', '/api/public/Show', { key: token });
  await call('DELETE', `Show/${id}/Link/${link.id}`);
  const rows = await audited();
  expect(rows.map(({ action }) => action)).toEqual(['show.added', 'show-link.added', 'show-link.removed']);
  const secret = token.slice(4);
  for (const text of [
    JSON.stringify(list.body),
    ...rows.map(({ text: entry }) => entry),
    ...at.server.logged,
  ])
    expect(text).not.toContain(secret);
  const made = await at.addLink(id);
  const row = await at.server.store.db.selectFrom('show_links').selectAll().executeTakeFirstOrThrow();
  expect(row.hash).toHaveLength(32);
  expect(JSON.stringify(row)).not.toContain(made.token.slice(4));
});

test('an organization has so many shows, and a show so many links', async () => {
  const { id } = await at.addShow();
  await at.server.store.pool.query(
    `insert into shows (organization_id, name, layout, place_ids, scenes, created_at, updated_at)
      select organization_id, 'Another', layout, place_ids, scenes, created_at, updated_at from shows, generate_series(2, $1)`,
    [maxShows],
  );
  expect((await call('POST', 'Show', formOf(at.placeId))).status).toBe(409);
  await at.addLink(id);
  await at.server.store.pool.query(
    `insert into show_links (organization_id, show_id, user_id, name, hash, created_at, expires_at)
      select organization_id, show_id, user_id, name, sha256(n::text::bytea), created_at, expires_at
      from show_links, generate_series(2, $1) n`,
    [maxShowLinks],
  );
  expect((await call('POST', `Show/${id}/Link`, { name: 'One more', days: 1 })).status).toBe(409);
});

test('a link that expired a month ago is dropped, one that expired since is listed as expired', async () => {
  const { id } = await at.addShow();
  const [old, recent] = [await at.addLink(id), await at.addLink(id)];
  const day = 86_400_000;
  const expire = (linkId: string, days: number) =>
    at.server.store.db
      .updateTable('show_links')
      .set({ expires_at: new Date(wallNow() - days * day) })
      .where('id', '=', linkId)
      .execute();
  await expire(old.id, 31);
  await expire(recent.id, 29);
  await dropLinksExpiredBefore(at.server.store.db, testActor, wallNow() - 30 * day);
  expect((await call('GET', `Show/${id}/Link`)).body.data).toMatchObject([{ id: recent.id, expired: true }]);
  expect((await call('GET', `Show/${id}`)).body.data.links).toBe(0);
});

test('a preview shows a form with its pictures, and stores nothing', async () => {
  await at.quiet();
  const answer = await call('POST', 'Show/Preview', formOf(at.placeId));
  expect(answer.status).toBe(200);
  expect(answer.body.data).toMatchObject({
    ...{ name: 'Stadium screen', layout: 'wide', timeZone: 'America/New_York', problems: [] },
    places: [{ id: at.placeId, name: 'Stadium', answer: { kind: 'clear' } }],
  });
  expect(answer.body.data.scenes).toHaveLength(6);
  expect((await call('GET', 'Show')).body.data).toEqual([]);
});
