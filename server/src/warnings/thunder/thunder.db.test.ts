import { randomUUID } from 'node:crypto';
import type { Role } from '@allclear/domain';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { field, lightning } from '../../../test/field-policy.ts';
import { ask, openTestServer, type TestServer, testSecrets } from '../../../test/test-server.ts';
import { createLightningLive } from '../../lightning/lightning-live.ts';
import { wallNow } from '../../platform/clock/clock.ts';
import { answersForPlaces } from '../answer-for-place.ts';
import { WarningWatch } from '../watch-warnings.ts';

const minute = 60_000;

let server: TestServer;
let organizationId: string;
let people: Record<Role, { id: string; key: string }>;
let stadium: string;
let watch: WarningWatch;
let seenThrough: number;
let unsubscribe: (() => void)[];

beforeEach(async () => {
  server = await openTestServer();
  ({ organizationId, people } = await server.organization('Our District'));
  stadium = await addPlace('Stadium', field);
  const now = server.clock.now();
  await server.batch(now - 60 * minute, now);
  seenThrough = now;
  const { store, clock, live, alerts } = server;
  const fresh = new WarningWatch({
    db: store.db,
    clock,
    live,
    alerts,
    weather: 'live',
    sender: 'us.example',
    secrets: testSecrets,
  });
  unsubscribe = [
    live.onBatches((batches) => fresh.batches(batches)),
    live.onReports((placeIds) => fresh.reports(placeIds)),
  ];
  watch = fresh;
});
afterEach(async () => {
  for (const end of unsubscribe) end();
  await server.close();
});

async function addPlace(name: string, at: { latitude: number; longitude: number }, of = organizationId) {
  const created = new Date(server.clock.now());
  const row = await server.store.db
    .insertInto('organization_locations')
    .values({ organization_id: of, name, ...at, created_at: created })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}
const call = (method: 'GET' | 'POST', path: string, body?: object, key = people.customer.key) =>
  ask(server.app, method, `/api/${path}`, { key, ...(body ? { body } : {}) });
const press = (part: object = {}, key = people.customer.key) => {
  const now = wallNow();
  const body = {
    organizationLocationId: stadium,
    key: randomUUID(),
    pressedAtMs: now,
    sentAtMs: now,
    ...part,
  };
  return call('POST', 'ThunderReport', body, key);
};
const takeBack = (id: string, reason = '', key = people.customer.key) =>
  call('POST', `ThunderReport/${id}/TakeBack`, { reason }, key);
async function policy(): Promise<void> {
  expect((await call('POST', 'policy', lightning, people.admin.key)).status).toBe(200);
  watch.apply({ topic: 'policies', ids: [] });
  await watch.round();
}
/** Time passes under the eyes of the feed, with a strike so many miles north of the field at its end, or none. */
async function pass(minutes: number, miles: number | null = null): Promise<void> {
  server.clock.advance(minutes * minute);
  const now = server.clock.now();
  const flash = { at: now - 1_000, key: `${now}`, latitude: 28 + (miles ?? 0) / 69.1, longitude: -82 };
  await server.batch(seenThrough, now, miles === null ? [] : [flash]);
  seenThrough = now;
  await watch.round();
}
const notices = () =>
  server.store.db
    .selectFrom('notices')
    .select(['kind', 'text', 'id'])
    .orderBy('at')
    .orderBy('written_at')
    .execute();
const kinds = async () => (await notices()).map(({ kind }) => kind);
const answer = async (id = stadium) => {
  const all = await answersForPlaces(server.store.db, server.live, organizationId, server.clock.now());
  return all.find(({ place }) => place.id === id)!.answer;
};
const stored = () => server.store.db.selectFrom('thunder_reports').selectAll().execute();

describe('thunder that somebody reports', () => {
  test('puts the place in delay at once, says who heard it to those who ask, and starts its warning', async () => {
    await policy();
    const { status, body } = await press({ flashToBangSeconds: 10 });
    expect([status, body.data]).toEqual([
      200,
      expect.objectContaining({
        ...{ state: 'counts', own: true, distanceMiles: 2, presses: 1, organizationLocationName: 'Stadium' },
        message: 'Reported for Stadium: stay inside.',
      }),
    ]);
    const { kind, holds } = await answer();
    expect(kind).toBe('delay');
    expect(holds[0]).toMatchObject({ kind: 'delay', stop: true, thunder: { distanceMiles: 2 } });
    await watch.round();
    const [started] = await notices();
    expect(started?.kind).toBe('started');
    expect(started?.text).toMatch(/^Lightning: thunder heard, about 2(\.0)? mi away, at Stadium at /);
    const { data } = (await call('GET', 'ThunderReport', undefined, people.admin.key)).body;
    expect(data).toMatchObject([{ id: body.data.id, own: false, reportedBy: expect.stringMatching(/\w/) }]);
  });

  test('ends after the full time that was observed, with the earned all clear', async () => {
    await policy();
    await press();
    await watch.round();
    for (let minutes = 0; minutes < 29; minutes++) await pass(1);
    expect((await answer()).kind).toBe('delay');
    await pass(1);
    expect([(await answer()).kind, await kinds()]).toEqual(['clear', ['started', 'all-clear']]);
  });

  test('holds while nothing is observed, and tells that data are lost only afterwards', async () => {
    await policy();
    server.clock.advance(30 * minute);
    await watch.round();
    expect((await answer()).kind).toBe('unknown');
    await press();
    await watch.round();
    expect([(await answer()).kind, await kinds()]).toEqual(['delay', ['started']]);
    server.clock.advance(31 * minute);
    await watch.round();
    expect([(await answer()).kind, await kinds()]).toEqual(['unknown', ['started', 'held']]);
  });

  test('at a place that no feed covers it ends as not observed, which is no all clear', async () => {
    await policy();
    const island = await addPlace('Island', { latitude: 10, longitude: 120 });
    watch.apply({ topic: 'policies', ids: [] });
    await watch.round();
    expect((await answer(island)).kind).toBe('no-lightning-data');
    await press({ organizationLocationId: island });
    await watch.round();
    expect((await answer(island)).kind).toBe('delay');
    server.clock.advance(30 * minute);
    await watch.round();
    expect((await answer(island)).kind).toBe('no-lightning-data');
    const said = await notices();
    expect(said.map(({ kind }) => kind)).toEqual(['started', 'withdrawn']);
    expect(said[1]?.text).toContain('nobody has observed whether the lightning is over');
    expect(said[1]?.text).toContain('This is not an all clear.');
  });

  test('after an all clear it tells everybody who got that clear, whatever their hours', async () => {
    await policy();
    await pass(1, 4);
    for (let minutes = 0; minutes < 31; minutes++) await pass(1);
    expect(await kinds()).toEqual(['started', 'all-clear']);
    // Since then the person hears of nothing any more.
    await server.store.db
      .updateTable('users')
      .set({ declines_notifications: true })
      .where('id', '=', people.customer.id)
      .execute();
    await press({}, people.admin.key);
    await watch.round();
    const last = (await notices()).at(-1)!;
    expect(last.kind).toBe('started');
    const notified = await server.store.db
      .selectFrom('notifications')
      .select(['user_id', 'muted'])
      .where('notice_id', '=', last.id)
      .execute();
    expect(notified).toContainEqual({ user_id: people.customer.id, muted: null });
  });
});

describe('one report', () => {
  test('the same key is the same report; again within a minute it is one that counts from the newer', async () => {
    const key = randomUUID();
    const first = await press({ key });
    server.clock.advance(20_000);
    expect((await press({ key })).body.data.id).toBe(first.body.data.id);
    expect((await press({ flashToBangSeconds: 5 })).body.data).toMatchObject({
      ...{ id: first.body.data.id, presses: 2, heardUtc: new Date(server.clock.now()).toISOString() },
      // Where nobody counted it may have been anywhere: that stays so.
      distanceMiles: null,
    });
    expect(await stored()).toHaveLength(1);
  });

  test('a thousand presses of one person are one report, the first one of each place is never refused', async () => {
    const elsewhere = await addPlace('Elsewhere', { latitude: 30, longitude: -97 });
    const statuses = await Promise.all(Array.from({ length: 100 }, async () => (await press()).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(80);
    expect((await press({ organizationLocationId: elsewhere })).status).toBe(200);
    expect((await press({}, people.admin.key)).status).toBe(200);
    expect((await stored()).map((row) => row.presses).sort()).toEqual([1, 1, 20]);
  });

  test('sent late it counts from when it was heard, by the phone’s own clock, however wrong', async () => {
    const sentAtMs = wallNow() - 86_400_000;
    const late = { pressedAtMs: sentAtMs - 12 * minute, sentAtMs, offsetAtPressMs: 86_400_000 };
    const { data } = (await press(late)).body;
    expect(data).toMatchObject({ state: 'counts', ageSeconds: 720 });
    expect(data.heardUtc).toBe(new Date(server.clock.now() - 12 * minute).toISOString());
    expect(data.message).toContain('12 min late');
    expect((await answer()).earliestClearAt).toBe(server.clock.now() + 18 * minute);
  });

  test('of a phone whose clock was set meanwhile it counts from its receipt', async () => {
    const now = wallNow();
    const { data } = (await press({ pressedAtMs: now - 600_000, sentAtMs: now, offsetAtPressMs: 500_000 }))
      .body;
    expect(data).toMatchObject({ ageSeconds: null, heardUtc: new Date(server.clock.now()).toISOString() });
    expect(data.message).toContain('clock of this phone was changed');
  });

  test('of three hours ago it is recorded and holds nothing', async () => {
    const now = wallNow();
    const { status, body } = await press({ pressedAtMs: now - 3 * 3_600_000, sentAtMs: now });
    expect([status, body.data.state]).toEqual([200, 'recorded']);
    expect(body.data.message).toContain('it is recorded and holds nothing');
    expect((await answer()).kind).toBe('clear');
    expect(await stored()).toHaveLength(1);
  });

  test('of the future, of an unknown place, of another group or organization it is refused in plain words', async () => {
    const now = wallNow();
    const future = await press({ pressedAtMs: now + minute, sentAtMs: now });
    expect([future.status, future.body.responseException.message]).toEqual([
      400,
      'A report cannot be sent before thunder was heard',
    ]);
    expect((await press({ flashToBangSeconds: 91 })).status).toBe(400);
    expect((await press({ organizationLocationId: randomUUID() })).status).toBe(404);
    expect((await press({ organizationLocationId: 'x' })).status).toBe(404);
    const theirs = await server.organization('Another District');
    const place = await addPlace('Theirs', field, theirs.organizationId);
    expect((await press({ organizationLocationId: place })).status).toBe(404);
    // A place of a group to which the person does not belong.
    const coaches = { name: 'Coaches', timeZone: 'Central', alertTimes: [], users: [] };
    const group = (await call('POST', 'site/add', coaches, people.admin.key)).body.data.id;
    await server.store.db
      .insertInto('organization_location_groups')
      .values({ organization_id: organizationId, organization_location_id: stadium, group_id: group })
      .execute();
    expect((await press()).status).toBe(404);
    expect((await press({}, people.admin.key)).status).toBe(200);
    expect((await call('GET', 'ThunderReport')).body.data).toEqual([]);
  });

  test('a process that starts later knows it, and what was taken back', async () => {
    const { store, clock } = server;
    const first = (await press()).body.data;
    const other = (await press({}, people.admin.key)).body.data;
    await takeBack(other.id, '', people.admin.key);
    const fresh = createLightningLive({ db: store.db, clock, feeds: [] });
    await fresh.load();
    expect(fresh.lightningIndex.reportsAt(stadium).map(({ id }) => id)).toEqual([first.id]);
    await fresh.applyStoredReports([other.id]);
    expect(fresh.lightningIndex.reportsAt(stadium)).toHaveLength(1);
  });
});

describe('taking back', () => {
  test('within a minute by the same person, who needs no reason: the warning is withdrawn and nothing is cleared', async () => {
    await policy();
    const { id } = (await press()).body.data;
    await watch.round();
    expect((await takeBack(id)).body.data).toMatchObject({ state: 'taken-back', takeBackUntilWallUtc: null });
    await watch.round();
    expect([(await answer()).kind, await kinds()]).toEqual(['clear', ['started', 'withdrawn']]);
    expect((await notices())[1]?.text).toContain('The report of thunder was taken back.');
    expect((await takeBack(id)).status).toBe(409);
  });

  test('later an admin may, with a reason; others may not', async () => {
    const { id } = (await press()).body.data;
    const assistant = people['assistant-admin'].key;
    expect((await takeBack(id, 'a truck', assistant)).status).toBe(404);
    await server.store.db
      .updateTable('thunder_reports')
      .set({ received_wall_at: new Date(wallNow() - 61_000) })
      .execute();
    expect((await takeBack(id, 'a truck')).status).toBe(403);
    const without = await takeBack(id, '', people.admin.key);
    expect([without.status, without.body.responseException.errors]).toMatchObject([
      400,
      { Reason: [expect.any(String)] },
    ]);
    const taken = (await takeBack(id, 'a truck', people.admin.key)).body.data;
    expect(taken).toMatchObject({ state: 'taken-back', takeBackReason: 'a truck' });
    expect((await answer()).kind).toBe('clear');
  });

  test('ends no delay of a strike, and not that of another report', async () => {
    await policy();
    await pass(1, 4);
    const mine = (await press()).body.data.id;
    const theirs = (await press({}, people.admin.key)).body.data.id;
    await watch.round();
    await takeBack(mine);
    await watch.round();
    expect((await answer()).holds[0]).toMatchObject({ kind: 'delay', thunder: expect.anything() });
    await takeBack(theirs, '', people.admin.key);
    await watch.round();
    expect([(await answer()).kind, await kinds()]).toEqual(['delay', ['started']]);
    for (let minutes = 0; minutes < 30; minutes++) await pass(1);
    expect([(await answer()).kind, await kinds()]).toEqual(['clear', ['started', 'all-clear']]);
  });
});
