import { randomUUID } from 'node:crypto';
import { namesKeptMs } from '@allclear/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testActor } from '../../test/actor.ts';
import { auditEntriesOf } from '../../test/audit/audit-entries.ts';
import { field, lightning } from '../../test/field-policy.ts';
import { ask, openTestServer, startAt, type TestServer } from '../../test/test-server.ts';
import { answersForPlaces } from '../warnings/index.ts';
import { dropNamesBefore } from './names.store.ts';
import { dropRollCallsBefore, endOneOver } from './roll-calls.store.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
let server: TestServer;
let ours: Awaited<ReturnType<TestServer['organization']>>;
let theirs: typeof ours;
let place: string;
let counter = 0;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  counter += 1;
  server.clock.set(startAt);
  ours = await server.organization(`Ours ${counter}`);
  theirs = await server.organization(`Theirs ${counter}`);
  place = await addPlace(ours.organizationId, 'North Field');
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const call = async (method: Method, path: string, body?: object, key = ours.people.admin.key) => {
  const answer = await ask(server.app, method, `/api/RollCall/${path}`, { key, ...(body ? { body } : {}) });
  return { status: answer.status, data: answer.body.data, error: answer.body.responseException };
};
const rowsOf = async (text: string, values: unknown[] = []) =>
  (await server.store.pool.query(text, values)).rows;
const addPlace = async (organizationId: string, name: string): Promise<string> =>
  (
    await server.store.db
      .insertInto('organization_locations')
      .values({ organization_id: organizationId, name, ...field, created_at: new Date(startAt) })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

const shelterForm = { name: 'Gym', capacity: 30, minutesToReach: 3, directions: 'North door' };
const addShelter = async (changes: object = {}, key = ours.people.admin.key) =>
  (await call('POST', `Shelters/${place}`, { ...shelterForm, ...changes }, key)).data;
const addGroup = async (name: string, expected: number) =>
  (await call('POST', `Groups/${place}`, { name, expected })).data;
const start = (changes: object = {}, key = ours.people.admin.key, of = place) =>
  call('POST', `Place/${of}`, { key: randomUUID(), isDrill: true, ...changes }, key);
/** As a phone sends it at once. */
const now = () => ({ key: randomUUID(), pressedAtMs: Date.now(), sentAtMs: Date.now() });
/** As a phone sends what it stored so long ago. */
const late = (ageMs: number) => ({ ...now(), pressedAtMs: Date.now() - ageMs });
const actions = async () =>
  (await auditEntriesOf(server.store, ours.organizationId)).map(({ action }) => action);
/** A place without lightning data is not clear; a clear one is observed. */
const observe = () => server.batch(server.clock.now() - 60 * minute, server.clock.now());
const close = () =>
  ask(server.app, 'POST', '/api/Closure', {
    key: ours.people.admin.key,
    body: { organizationLocationId: place, reason: 'Flooded', untilUtc: null },
  });
const answer = async () =>
  (await answersForPlaces(server.store.db, server.live, ours.organizationId, server.clock.now())).find(
    (one) => one.place.id === place,
  )?.answer;

/** A group of people of their own, which a place belongs to alone. */
async function groupOfPlace(): Promise<string> {
  const [{ id }] = await rowsOf(
    `insert into groups (organization_id, name, alert_times, time_zone, created_at, updated_at)
     values ($1, 'South', '[]', 'America/New_York', now(), now()) returning id`,
    [ours.organizationId],
  );
  await rowsOf(
    `insert into organization_location_groups (organization_id, organization_location_id, group_id)
     select organization_id, id, $2 from organization_locations where id = $1`,
    [place, id],
  );
  return id;
}

describe('shelters', () => {
  test('are added, changed on their revision, opened by a warden and removed, each on record', async () => {
    const shelter = await addShelter();
    expect(shelter).toMatchObject({ ...shelterForm, isOpen: false, revision: 1, position: 0 });
    expect(shelter.code).toMatch(/^[34679ACDEFGHJKMNPQRTUVWXY]{8}$/);
    const { status, data } = await call('PUT', `Shelter/${shelter.id}`, {
      ...{ ...shelterForm, name: 'Main gym', capacity: null, revision: 1 },
    });
    expect([status, data]).toMatchObject([200, { name: 'Main gym', capacity: null, revision: 2 }]);
    const open = { isOpen: true, revision: 2 };
    const opened = await call('PUT', `Shelter/${shelter.id}/Open`, open, ours.people['assistant-admin'].key);
    expect(opened.data).toMatchObject({ isOpen: true, openSetBy: expect.stringMatching(/\w/), revision: 3 });
    const stale = await call('PUT', `Shelter/${shelter.id}/Open`, { isOpen: false, revision: 2 });
    expect(stale.status).toBe(409);
    const replaced = await call('POST', `Shelter/${shelter.id}/Code`, { revision: 3 });
    expect(replaced.data.code).not.toBe(shelter.code);
    expect((await call('DELETE', `Shelter/${shelter.id}`, { revision: 4 })).status).toBe(200);
    expect((await call('GET', `Shelters/${place}`)).data).toEqual([]);
    expect((await call('DELETE', `Shelter/${shelter.id}`, {})).status).toBe(404);
    const done = (await actions()).filter((action) => action.startsWith('shelter.'));
    expect(done).toEqual([
      ...['shelter.added', 'shelter.changed', 'shelter.open-changed', 'shelter.code-replaced'],
      'shelter.deleted',
    ]);
    const entries = JSON.stringify(await auditEntriesOf(server.store, ours.organizationId));
    for (const code of [shelter.code, replaced.data.code]) expect(entries).not.toContain(code);
  });

  test('stand in their order, at most 50, with limits on what is entered', async () => {
    await addShelter({ name: 'B', position: 1 });
    await addShelter({ name: 'C' });
    await addShelter({ name: 'a' });
    const names = (await call('GET', `Shelters/${place}`)).data.map((one: { name: string }) => one.name);
    expect(names).toEqual(['a', 'C', 'B']);
    const wrong = { ...shelterForm, name: ' ', minutesToReach: 0, capacity: 0 };
    expect((await call('POST', `Shelters/${place}`, wrong)).error.errors).toEqual({
      Name: ['Name is required'],
      Capacity: ['Capacity must be a whole number from 1 to 100000'],
      MinutesToReach: ['Minutes to reach must be a whole number from 1 to 60'],
    });
    await rowsOf(
      `insert into shelters (organization_id, organization_location_id, name, minutes_to_reach, open_set_at, code)
       select $1, $2, 'S' || i, 1, now(), 'CODE' || i || $3 from generate_series(1, 47) i`,
      [ours.organizationId, place, counter],
    );
    expect((await call('POST', `Shelters/${place}`, shelterForm)).status).toBe(409);
  });

  test('are read by everybody who sees the place, their codes by those who keep them', async () => {
    const shelter = await addShelter();
    const read = await call('GET', `Shelters/${place}`, undefined, ours.people.customer.key);
    expect(read.data).toMatchObject([{ id: shelter.id, name: 'Gym', code: null }]);
    for (const [method, path, body] of [
      ['POST', `Shelters/${place}`, shelterForm],
      ['PUT', `Shelter/${shelter.id}`, shelterForm],
      ['PUT', `Shelter/${shelter.id}/Open`, { isOpen: true }],
      ['POST', `Shelter/${shelter.id}/Code`, {}],
      ['DELETE', `Shelter/${shelter.id}`, {}],
    ] as const) {
      expect((await call(method, path, body, ours.people.customer.key)).status, path).toBe(403);
      expect((await call(method, path, body, theirs.people.admin.key)).status, path).toBe(404);
    }
    expect((await call('GET', `Shelters/${place}`, undefined, theirs.people.admin.key)).status).toBe(404);
    expect((await call('GET', 'Shelters/none')).status).toBe(404);
  });

  test('of another group are not there for an Assistant Admin', async () => {
    const shelter = await addShelter();
    const group = await groupOfPlace();
    const { id, key } = ours.people['assistant-admin'];
    expect((await call('GET', `Shelters/${place}`, undefined, key)).status).toBe(404);
    expect((await call('PUT', `Shelter/${shelter.id}/Open`, { isOpen: true }, key)).status).toBe(404);
    expect((await start({}, key)).status).toBe(404);
    await start();
    // A dashboard may follow the place: it is not an error, and nothing of the roll-call.
    expect(await call('GET', `Place/${place}`, undefined, key)).toMatchObject({ status: 200, data: null });
    await rowsOf('update users set group_id = $1 where id = $2', [group, id]);
    expect((await call('PUT', `Shelter/${shelter.id}/Open`, { isOpen: true }, key)).status).toBe(200);
  });
});

describe('a roll-call', () => {
  test('starts where the place is not clear, and a drill at any time; the answer of the place does not change', async () => {
    await observe();
    expect((await answer())?.kind).toBe('clear');
    const refused = await start({ isDrill: false });
    expect([refused.status, refused.error.message]).toEqual([
      409,
      'Nothing holds North Field now. A roll-call starts while a place is held; start a drill instead.',
    ]);
    await close();
    const before = await answer();
    const started = await start({ isDrill: false });
    expect(started.data).toMatchObject({ isDrill: false, isOpen: true, isWarden: true, revision: 1 });
    const { id, revision } = started.data;
    expect(await answer()).toEqual(before);
    expect((await call('POST', `${id}/End`, { revision })).data).toMatchObject({ isOpen: false });
    expect(await answer()).toEqual(before);
    expect(await actions()).toEqual(expect.arrayContaining(['roll-call.started', 'roll-call.ended']));
  });

  test('starts in a delay, and where nothing is observed', async () => {
    await observe();
    server.clock.advance(20 * minute);
    expect((await answer())?.kind).toBe('unknown');
    const { id } = (await start({ isDrill: false })).data;
    await call('POST', `${id}/End`, { revision: 1 });
    const from = server.clock.now() - 20 * minute;
    const policy = await ask(server.app, 'POST', '/api/Policy', {
      key: ours.people.admin.key,
      body: lightning,
    });
    expect(policy.status).toBe(200);
    await server.batch(from, server.clock.now(), [{ ...field }]);
    expect((await answer())?.kind).toBe('delay');
    const started = await start({ isDrill: false });
    expect(started.status).toBe(200);
    const entries = await auditEntriesOf(server.store, ours.organizationId);
    expect(entries.findLast(({ action }) => action === 'roll-call.started')?.after).toMatchObject({
      answer: 'delay',
    });
  });

  test('is one at a place: of two wardens at once one starts it, the other gets its id', async () => {
    const answers = await Promise.all([start(), start({}, ours.people['assistant-admin'].key)]);
    const [started] = answers.filter(({ status }) => status === 200);
    const [refused] = answers.filter(({ status }) => status === 409);
    expect(refused?.error).toMatchObject({
      message: 'A roll-call of North Field is open already',
      errors: { OpenRollCall: [started?.data.id] },
    });
    const other = await addPlace(ours.organizationId, 'South Field');
    expect((await start({}, ours.people.admin.key, other)).status).toBe(200);
  });

  test('that is sent again is the same, also at once', async () => {
    const key = randomUUID();
    const answers = await Promise.all([start({ key }), start({ key }), start({ key })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    expect((await actions()).filter((action) => action === 'roll-call.started')).toHaveLength(1);
  });

  test('is ended on its revision; two wardens at once end it once', async () => {
    const { id } = (await start()).data;
    expect((await call('POST', `${id}/End`, { revision: 7 })).status).toBe(409);
    const ends = await Promise.all([
      call('POST', `${id}/End`, { revision: 1 }),
      call('POST', `${id}/End`, { revision: 1 }, ours.people['assistant-admin'].key),
    ]);
    expect(ends.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await actions()).filter((action) => action === 'roll-call.ended')).toHaveLength(1);
  });

  test('ends by itself after 12 hours, on record, and makes room for the next', async () => {
    const { id } = (await start()).data;
    await rowsOf(`update roll_calls set ends_wall_at = now() - interval '1 minute' where id = $1`, [id]);
    const over = await call('GET', id);
    expect(over.data).toMatchObject({ isOpen: false, endedBy: null, endedUtc: expect.any(String) });
    const times = { now: server.clock.now(), wallNow: Date.now(), speed: 1 };
    expect(await endOneOver(server.store.db, testActor, times)).toBe(true);
    expect(await endOneOver(server.store.db, testActor, times)).toBe(false);
    expect(await actions()).toContain('roll-call.ended');
    const next = await start();
    await rowsOf(`update roll_calls set ends_wall_at = now() - interval '1 minute' where id = $1`, [
      next.data.id,
    ]);
    expect((await start()).status).toBe(200);
    expect((await actions()).filter((action) => action === 'roll-call.ended')).toHaveLength(2);
  });

  test('copies the groups of its place; later edits do not change it, and its expected numbers are corrected in it', async () => {
    const team = await addGroup('Team A', 24);
    expect((await call('POST', `Groups/${place}`, { name: 'team a', expected: 1 })).status).toBe(409);
    const { id, live } = (await start()).data;
    await call('PUT', `Group/${team.id}`, { name: 'Team Z', expected: 1, revision: 1 });
    const [group] = live.groups;
    expect(group).toMatchObject({ name: 'Team A', expected: 24, state: 'not-counted', present: null });
    const correct = (expected: number, revision: number, key = ours.people['assistant-admin'].key) =>
      call('PUT', `${id}/Group/${group.id}`, { expected, revision }, key);
    const corrected = await correct(22, 1);
    expect(corrected.data.live.groups).toMatchObject([{ name: 'Team A', expected: 22, revision: 2 }]);
    const stale = await correct(21, 1);
    expect([stale.status, stale.error.message]).toEqual([409, expect.stringContaining('this group')]);
    const added = await call('POST', `${id}/Group`, { key: randomUUID(), name: 'Visitors', expected: 3 });
    expect(added.data.live).toMatchObject({ expected: 25, notCounted: { groups: 2, expected: 25 } });
    expect((await call('GET', `Groups/${place}`)).data).toMatchObject([{ name: 'Team Z', expected: 1 }]);
    await call('DELETE', `Group/${team.id}`, { revision: 2 });
    expect((await call('GET', `Groups/${place}`)).data).toEqual([]);
    const entries = await auditEntriesOf(server.store, ours.organizationId);
    const correction = entries.find(({ action }) => action === 'roll-call.expected-corrected');
    expect(correction).toMatchObject({ before: { expected: 24 }, after: { expected: 22 } });
  });

  test('is seen by everybody who sees the place, its counts by wardens; of another organization it is 404', async () => {
    const shelter = await addShelter({ isOpen: true });
    await addGroup('Team A', 24);
    const { id } = (await start()).data;
    const read = await call('GET', id, undefined, ours.people.customer.key);
    expect(read.data).toMatchObject({
      ...{ isWarden: false, live: null, startedBy: null, own: null },
      shelters: [{ id: shelter.id, minutesToReach: 3, directions: 'North door', isOpen: true }],
      groups: [{ name: 'Team A' }],
    });
    const ofPlace = await call('GET', `Place/${place}`, undefined, ours.people.customer.key);
    expect(ofPlace.data).toEqual(read.data);
    const group = read.data.groups[0].id;
    for (const [method, path, body] of [
      ['POST', `Place/${place}`, { key: randomUUID(), isDrill: true }],
      ['POST', `${id}/End`, { revision: 1 }],
      ['POST', `${id}/Group`, { key: randomUUID(), name: 'x', expected: 1 }],
      ['PUT', `${id}/Group/${group}`, { expected: 1, revision: 1 }],
      ['POST', `${id}/Group/${group}/Members`, { members: [{ key: randomUUID(), name: 'Lee' }] }],
      ['DELETE', `${id}/Member/${randomUUID()}`, undefined],
      ['POST', `${id}/Count`, { ...now(), groupId: group, shelterId: shelter.id, people: 1 }],
      ['POST', `${id}/Tick`, { ...now(), memberId: randomUUID(), shelterId: null }],
    ] as const) {
      expect((await call(method, path, body, ours.people.customer.key)).status, path).toBe(403);
      const foreign = await call(method, path, body, theirs.people.admin.key);
      expect([path, foreign.status]).toEqual([path, 404]);
      expect(foreign.error.message).toMatch(/^The .+ does not exist\.$/);
    }
    for (const path of [id, `Place/${place}`, randomUUID(), 'none'])
      expect((await call('GET', path, undefined, theirs.people.admin.key)).status, path).toBe(404);
    expect((await call('GET', `Place/${await addPlace(ours.organizationId, 'South')}`)).data).toBeNull();
  });

  test('stands on the timeline with its totals, a drill as a drill', async () => {
    const shelter = await addShelter({ isOpen: true });
    await addGroup('Team A', 24);
    const { id, live } = (await start()).data;
    const entry = { groupId: live.groups[0].id, shelterId: shelter.id, people: 20 };
    await call('POST', `${id}/Count`, { ...now(), ...entry });
    server.clock.advance(minute);
    await call('POST', `${id}/End`, { revision: 1 });
    const { body } = await ask(server.app, 'GET', `/api/Timeline/${place}`, { key: ours.people.admin.key });
    const entries = body.data.entries.filter(({ kind }: { kind: string }) => kind === 'roll-call');
    expect(entries).toMatchObject([
      { text: 'Drill: roll-call started', actor: expect.stringMatching(/\w/) },
      { text: 'Drill: roll-call ended', detail: 'Counted: 20 present, 4 missing, of 24 expected.' },
    ]);
  });

  test('announces each change of it to the organization', async () => {
    const seen: string[] = [];
    const stop = server.platform.changes.subscribe(({ topic, ids }) => {
      if (topic === 'roll-call') seen.push(...(ids ?? []));
    });
    await start();
    await expect.poll(() => seen).toContain(ours.organizationId);
    stop();
  });

  test('is dropped with what was counted after 400 days', async () => {
    const shelter = await addShelter();
    const { id } = (await start()).data;
    await call('POST', `${id}/CheckIn`, { ...now(), shelterId: shelter.id });
    expect(await dropRollCallsBefore(server.store.db, testActor, startAt)).toBe(0);
    expect(await dropRollCallsBefore(server.store.db, testActor, startAt + 1)).toBeGreaterThan(0);
    expect(await rowsOf('select from roll_call_entries where roll_call_id = $1', [id])).toEqual([]);
  });
});

describe('a notice of a roll-call', () => {
  const notices = () =>
    rowsOf(
      `select n.subject, n.text, n.facts, o.user_id as "userId", o.muted from notices n
       join notifications o on o.notice_id = n.id where n.organization_id = $1 and n.kind = 'roll-call'
       order by n.written_at, n.subject desc`,
      [ours.organizationId],
    );

  test('goes to the people of the place with the shelters that are open and the link, marked as a drill', async () => {
    await addShelter({ isOpen: true });
    await addShelter({ name: 'Barn', isOpen: false });
    const group = await groupOfPlace();
    const { customer } = ours.people;
    await rowsOf('update users set group_id = $1 where id = $2', [group, customer.id]);
    const { id, notice } = (await start({ sendNotice: true })).data;
    const sent = await notices();
    expect(sent.map(({ userId }) => userId)).toEqual([customer.id]);
    expect(notice).toEqual({ people: sent.filter(({ muted }) => muted === null).length });
    expect(sent[0]).toMatchObject({
      subject: 'This is a drill. Roll-call at North Field',
      text: expect.stringContaining('Gym: 3 minutes on foot. North door'),
      facts: { rollCallId: id, isDrill: true },
    });
    expect(sent[0].text).not.toContain('Barn');
  });

  test('of an Assistant Admin goes to the own group only, also where a place has none', async () => {
    const [{ id: group }] = await rowsOf(
      `insert into groups (organization_id, name, alert_times, time_zone, created_at, updated_at)
       values ($1, 'North', '[]', 'America/New_York', now(), now()) returning id`,
      [ours.organizationId],
    );
    const { customer, 'assistant-admin': assistant } = ours.people;
    await rowsOf('update users set group_id = $1 where id = any($2::uuid[])', [
      group,
      [customer.id, assistant.id],
    ]);
    await start({ sendNotice: true }, assistant.key);
    const ids = (await notices()).map(({ userId }) => userId).sort();
    expect(ids).toEqual([customer.id, assistant.id].sort());
  });

  test('heeds who declines in a drill, and reaches everybody while the place is held', async () => {
    const { id: customer } = ours.people.customer;
    await rowsOf('update users set declines_notifications = true where id = $1', [customer]);
    const mutedOf = async () => (await notices()).filter(({ userId }) => userId === customer);
    const { id } = (await start({ sendNotice: true })).data;
    expect(await mutedOf()).toMatchObject([{ muted: 'declined' }]);
    await call('POST', `${id}/End`, { revision: 1 });
    await close();
    await start({ isDrill: false, sendNotice: true });
    const [, real] = await mutedOf();
    expect(real.muted).not.toBe('declined');
    expect(`${real.subject} ${real.text}`).not.toMatch(/drill/i);
  });

  test('is not sent unless its starter wants it', async () => {
    expect((await start()).data.notice).toBeNull();
    expect(await notices()).toEqual([]);
  });
});

describe('counts', () => {
  let shelter: string;
  let hall: string;
  let id: string;
  let team: string;
  beforeEach(async () => {
    shelter = (await addShelter({ isOpen: true })).id;
    hall = (await addShelter({ name: 'Hall', capacity: 10 })).id;
    await addGroup('Team A', 24);
    const started = (await start()).data;
    id = started.id;
    team = started.live.groups[0].id;
  });
  const count = (people: number, changes: object = {}, key = ours.people.admin.key) =>
    call('POST', `${id}/Count`, { ...now(), groupId: team, shelterId: shelter, people, ...changes }, key);
  const live = async () => (await call('GET', id)).data.live;
  const own = (changes: object = {}, key = ours.people.customer.key) =>
    call('POST', `${id}/CheckIn`, { ...now(), groupId: team, shelterId: shelter, ...changes }, key);

  test('of two wardens at once are both stored, and the newer one counts at its shelter', async () => {
    const other = ours.people['assistant-admin'].key;
    await Promise.all([count(8), count(5, { shelterId: hall }, other)]);
    expect((await live()).groups).toMatchObject([{ state: 'missing', present: 13, missing: 11 }]);
    server.clock.advance(minute);
    const newest = await count(12, {}, other);
    expect(newest.data.live.groups).toMatchObject([{ present: 17, missing: 7 }]);
    // An older one that comes now changes nothing.
    await count(3, late(50_000));
    expect((await live()).groups).toMatchObject([{ present: 17, missing: 7 }]);
    const over = await count(14, { shelterId: hall });
    expect(over.data.live).toMatchObject({ present: 26, missing: 0 });
    expect(over.data.live.groups).toMatchObject([{ state: 'more-than-expected', over: 2 }]);
    expect(over.data.live.shelters).toContainEqual({ shelterId: hall, present: 14, over: 4 });
  });

  test('that are sent again are one, and a key of another entry is refused', async () => {
    const body = { ...now(), groupId: team, shelterId: shelter, people: 8 };
    const answers = await Promise.all([count(8, body), count(8, body), count(8, body)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await rowsOf('select from roll_call_entries where roll_call_id = $1', [id])).toHaveLength(1);
    expect((await own({ key: body.key })).status).toBe(409);
    expect((await actions()).filter((action) => action === 'roll-call.counted')).toHaveLength(1);
  });

  test.each<[string, object, string]>([
    ['too many people', { people: 20_001 }, 'People must be a whole number from 0 to 20000'],
    ['half a person', { people: 0.5 }, ''],
    ['a group of nothing', { groupId: randomUUID() }, 'Choose a group of this roll-call'],
    ['a shelter of nothing', { shelterId: randomUUID() }, 'Choose a shelter of this place'],
    ['no id', { shelterId: 'x' }, 'Choose a shelter of this place'],
    ['a press after it was sent', { pressedAtMs: Date.now() + 60_000 }, 'cannot be sent before it was made'],
  ])('of %s are refused with a sentence, and nothing is stored', async (_, changes, text) => {
    const { status, error } = await count(1, changes);
    expect(status).toBe(400);
    expect(error.message).toContain(text);
    expect((await live()).newestEntryUtc).toBeNull();
  });

  test('come with shelters and groups of the own place only', async () => {
    const other = await addPlace(ours.organizationId, 'South Field');
    const elsewhere = (await call('POST', `Shelters/${other}`, shelterForm)).data.id;
    expect((await count(1, { shelterId: elsewhere })).status).toBe(400);
    const second = (await start({}, ours.people.admin.key, other)).data.id;
    const body = { ...now(), groupId: team, shelterId: elsewhere, people: 1 };
    expect((await call('POST', `${second}/Count`, body)).status).toBe(400);
  });

  test('of an account count the person and those who are with them, the newest once', async () => {
    expect((await own()).data).toMatchObject({ own: { people: 1, groupId: team }, live: null });
    server.clock.advance(minute);
    await own({ people: 3, shelterId: hall });
    await own({ people: 2 }, ours.people['super-admin'].key);
    expect((await live()).groups[0]).toMatchObject({
      ...{ present: 5, missing: 19 },
      byShelter: expect.arrayContaining([
        expect.objectContaining({ shelterId: hall, present: 3, source: 'check-ins' }),
      ]),
    });
    // A warden's count alone counts there.
    expect((await count(9)).data.live.groups[0]).toMatchObject({ present: 12 });
    expect((await own({ people: 501 })).status).toBe(400);
    expect((await own({}, theirs.people.customer.key)).status).toBe(404);
  });

  test('without a group reduce nobody’s missing', async () => {
    await own({ groupId: null, people: 40 });
    expect(await live()).toMatchObject({
      ...{ present: 0, missing: 0, notCounted: { groups: 1, expected: 24 }, ungrouped: { present: 40 } },
      shelters: [
        { shelterId: shelter, present: 40, over: 10 },
        { shelterId: hall, present: 0, over: 0 },
      ],
    });
  });

  test('of an offline phone join until 12 hours after the end, when they were made before it', async () => {
    server.clock.advance(5 * minute);
    await call('POST', `${id}/End`, { revision: 1 });
    server.clock.advance(10 * minute);
    const after = await count(8, late(2 * minute));
    expect([after.status, after.error.message]).toEqual([
      409,
      expect.stringMatching(/^This roll-call has ended at \d\d:\d\d UTC: what is entered after its end/),
    ]);
    const joined = await count(8, late(12 * minute));
    expect(joined.data).toMatchObject({ isOpen: false, live: { present: 8, joinedLater: 1 } });
    await own(late(13 * minute));
    expect(await live()).toMatchObject({ joinedLater: 2 });
    expect((await count(8, late(40 * minute))).error.message).toContain('before the roll-call began');
    await rowsOf(`update roll_calls set ended_wall_at = now() - interval '12 hours 1 minute' where id = $1`, [
      id,
    ]);
    const tooLate = await count(8, late(12 * minute));
    expect([tooLate.status, tooLate.error.message]).toEqual([
      409,
      'This roll-call takes no entries any more',
    ]);
    const group = await call('POST', `${id}/Group`, { key: randomUUID(), name: 'New', expected: 1 });
    expect([group.status, group.error.message]).toEqual([409, 'This roll-call has ended']);
  });

  test('at a shelter that was removed stay', async () => {
    await count(8);
    await call('DELETE', `Shelter/${shelter}`, {});
    const { data } = await call('GET', id);
    expect(data.live.present).toBe(8);
    expect(data.shelters).toContainEqual(expect.objectContaining({ id: shelter, isRemoved: true }));
  });
});

describe('names', () => {
  let shelter: string;
  const turn = async (names: boolean, key = ours.people.admin.key) => {
    const { revision } = (await call('GET', 'Settings')).data;
    return call('PUT', 'Settings', { names, revision }, key);
  };
  const named = async (names = ['Kim Roe', 'Lee Poe']) => {
    await addGroup('Team A', 2);
    const { id, live } = (await start()).data;
    const members = names.map((name) => ({ key: randomUUID(), name }));
    const { status, data } = await call('POST', `${id}/Group/${live.groups[0].id}/Members`, { members });
    expect(status).toBe(200);
    return { id: id as string, group: data.live.groups[0], members };
  };
  const tick = (id: string, memberId: string, at: string | null, changes: object = {}) =>
    call('POST', `${id}/Tick`, { ...now(), memberId, shelterId: at, ...changes });
  /** Every row of the database that has a text. */
  const rowsWith = async (text: string) => {
    const tables = await rowsOf(
      `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    const found: string[] = [];
    for (const { relname } of tables) {
      const rows = await rowsOf(`select from "${relname}" t where position($1 in t::text) > 0`, [text]);
      if (rows.length > 0) found.push(relname);
    }
    return found;
  };
  beforeEach(async () => {
    shelter = (await addShelter({ isOpen: true })).id;
  });

  test('are off, and turned on by an Admin alone, on record', async () => {
    expect((await call('GET', 'Settings')).data).toEqual({ names: false, revision: 0 });
    const { id, live } = (
      await (async () => {
        await addGroup('Team A', 2);
        return start();
      })()
    ).data;
    const refused = await call('POST', `${id}/Group/${live.groups[0].id}/Members`, {
      members: [{ key: randomUUID(), name: 'Kim Roe' }],
    });
    expect([refused.status, refused.error.message]).toEqual([409, expect.stringContaining('has no names')]);
    expect((await turn(true, ours.people['assistant-admin'].key)).status).toBe(403);
    expect((await turn(true)).data).toEqual({ names: true, revision: 1 });
    expect((await call('PUT', 'Settings', { names: false, revision: 0 })).status).toBe(409);
    expect(await actions()).toContain('roll-call-settings.changed');
    expect((await call('GET', 'Settings', undefined, theirs.people.admin.key)).data.names).toBe(false);
  });

  test('are ticked: each person counts once, and no number is asked', async () => {
    await turn(true);
    const { id, group, members } = await named();
    expect(group.members).toMatchObject([
      { name: 'Kim Roe', isPresent: null },
      { name: 'Lee Poe', isPresent: null },
    ]);
    const [kim, lee] = group.members;
    await tick(id, kim.id, shelter);
    server.clock.advance(minute);
    const twice = await tick(id, kim.id, shelter);
    expect(twice.data.live.groups[0]).toMatchObject({ present: 1, missing: 1, state: 'missing' });
    const gone = await tick(id, lee.id, null);
    expect(gone.data.live.groups[0]).toMatchObject({ present: 1, missing: 1 });
    const again = await call('POST', `${id}/Group/${group.id}/Members`, { members });
    expect(again.data.live.groups[0].members).toHaveLength(2);
    expect((await tick(id, randomUUID(), shelter)).status).toBe(400);
    const removed = await call('DELETE', `${id}/Member/${lee.id}`);
    expect(removed.data.live.groups[0].members).toHaveLength(1);
    expect((await call('DELETE', `${id}/Member/${lee.id}`)).status).toBe(404);
    const many = Array.from({ length: 499 }, (_, n) => ({ key: randomUUID(), name: `N${n}` }));
    expect((await call('POST', `${id}/Group/${group.id}/Members`, { members: many })).status).toBe(409);
  });

  test('are for wardens, and nowhere but in their own table: not in audit, notices, timeline or stored answers', async () => {
    await turn(true);
    const { id, group } = await named(['Quillon Marked']);
    const key = randomUUID();
    const tickBody = { ...now(), memberId: group.members[0].id, shelterId: shelter };
    await server.app.inject({
      ...{ method: 'POST', url: `/api/RollCall/${id}/Tick`, payload: tickBody },
      headers: { authorization: `Bearer ${ours.people.admin.key}`, 'idempotency-key': key },
    });
    await call('POST', `${id}/End`, { revision: 1 });
    expect(await rowsWith('Quillon')).toEqual(['roll_call_members']);
    for (const path of [id, `Place/${place}`]) {
      const read = await call('GET', path, undefined, ours.people.customer.key);
      expect(JSON.stringify(read.data)).not.toContain('Quillon');
    }
    const timeline = await ask(server.app, 'GET', `/api/Timeline/${place}`, { key: ours.people.admin.key });
    expect(JSON.stringify(timeline.body)).not.toContain('Quillon');
    expect(server.logged.join('\n')).not.toContain('Quillon');
  });

  test('are erased seven days after the start, whether or not the roll-call was ended; what was counted stays', async () => {
    await turn(true);
    const { id, group } = await named(['Quillon Older']);
    await tick(id, group.members[0].id, shelter);
    const before = (at: number) => dropNamesBefore(server.store.db, testActor, at - namesKeptMs);
    expect(namesKeptMs).toBe(7 * day);
    await before(startAt + 7 * day);
    expect(await rowsWith('Quillon Older')).toEqual(['roll_call_members']);
    // They are not shown any more from then on, however late the round comes.
    server.clock.set(startAt + 7 * day + 1);
    expect((await call('GET', id)).data.live.groups[0].members).toMatchObject([
      { name: null, isPresent: true },
    ]);
    expect(await before(startAt + 7 * day + 1)).toBeGreaterThan(0);
    expect(await rowsWith('Quillon Older')).toEqual([]);
    expect((await call('GET', id)).data.live.groups[0]).toMatchObject({ present: 1 });
  });

  test('are erased at once when they are turned off; ticks stand until a warden counts', async () => {
    await turn(true);
    const { id, group } = await named(['Quillon Off']);
    await tick(id, group.members[0].id, shelter);
    expect((await turn(false)).status).toBe(200);
    expect(await rowsWith('Quillon Off')).toEqual([]);
    expect((await call('GET', id)).data).toMatchObject({
      ...{ hasNames: false, live: { groups: [{ members: null, present: 1 }] } },
    });
    const members = [{ key: randomUUID(), name: 'Quillon Off' }];
    expect((await call('POST', `${id}/Group/${group.id}/Members`, { members })).status).toBe(409);
    server.clock.advance(minute);
    const count = { ...now(), groupId: group.id, shelterId: shelter, people: 2 };
    expect((await call('POST', `${id}/Count`, count)).data.live.groups[0]).toMatchObject({
      ...{ present: 2, state: 'as-expected' },
    });
  });
});
