import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditEntriesOf } from '../../test/audit/audit-entries.ts';
import { field } from '../../test/field-policy.ts';
import { ask, openTestServer, startAt, type TestServer } from '../../test/test-server.ts';

const minute = 60_000;
let server: TestServer;
let ours: Awaited<ReturnType<TestServer['organization']>>;
let place: string;
let shelter: { id: string; code: string };
let id: string;
let team: string;
let counter = 0;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  counter += 1;
  server.clock.set(startAt);
  ours = await server.organization(`Ours ${counter}`);
  place = await addPlace('North Field');
  shelter = await addShelter();
  await call('POST', `Groups/${place}`, { name: 'Team A', expected: 24 });
  const started = await call('POST', `Place/${place}`, { key: randomUUID(), isDrill: true });
  id = started.id;
  team = started.live.groups[0].id;
});

const addPlace = async (name: string): Promise<string> =>
  (
    await server.store.db
      .insertInto('organization_locations')
      .values({ organization_id: ours.organizationId, name, ...field, created_at: new Date(startAt) })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => {
  const options = { key: ours.people.admin.key, ...(body ? { body } : {}) };
  const answer = await ask(server.app, method, `/api/RollCall/${path}`, options);
  expect([answer.status, answer.body.responseException]).toEqual([200, undefined]);
  return answer.body.data;
};
const addShelter = (name = 'Gym', of = place) =>
  call('POST', `Shelters/${of}`, { name, capacity: 30, minutesToReach: 3, isOpen: true });
const live = async (of = id) => (await call('GET', of)).live;
const rowsOf = async (text: string, values: unknown[] = []) =>
  (await server.store.pool.query(text, values)).rows;

/** Each test has a network of its own, so that none closes it for another. */
const byCode = async (method: 'GET' | 'POST', code: string, body?: object, from = `203.0.113.${counter}`) => {
  const answer = await server.app.inject({
    ...{ method, url: '/api/public/CheckIn', remoteAddress: from },
    headers: { authorization: `Bearer ${code}` },
    ...(body ? { payload: body } : {}),
  });
  const { data, responseException: error } = answer.json();
  return { status: answer.statusCode, data, error, headers: answer.headers };
};
const entry = (changes: object = {}, ageMs = 0) => ({
  ...{ key: randomUUID(), deviceKey: randomUUID(), groupId: team, people: 1 },
  ...{ pressedAtMs: Date.now() - ageMs, sentAtMs: Date.now(), rollCallId: id, ...changes },
});

describe('a code', () => {
  test('opens the open roll-call of its place, without a name or a count, and is in no log', async () => {
    const opened = await byCode('GET', `${shelter.code.slice(0, 4).toLowerCase()}-${shelter.code.slice(4)}`);
    expect(opened.data).toEqual({
      ...{
        rollCallId: id,
        organizationLocationName: 'North Field',
        isDrill: true,
        endedUtc: null,
        own: null,
      },
      ...{ startedUtc: expect.any(String), shelter: { id: shelter.id, name: 'Gym' } },
      groups: [{ id: team, name: 'Team A' }],
    });
    expect(opened.headers['cache-control']).toBe('no-store');
    const checkedIn = await byCode('POST', shelter.code, entry({ people: 3 }));
    expect(checkedIn.data.own).toMatchObject({ people: 3, groupId: team, shelterId: shelter.id });
    expect((await live()).groups).toMatchObject([{ present: 3, missing: 21 }]);
    expect(server.logged.join('\n')).not.toContain(shelter.code);
    const entries = await auditEntriesOf(server.store, ours.organizationId);
    const [last] = entries.slice(-1);
    expect(last).toMatchObject({ action: 'roll-call.checked-in', after: { kind: 'code', people: 3 } });
    // Nothing of who it was: no address, no device.
    expect(last?.actor).toEqual({ kind: 'system', id: 'check-in by code' });
  });

  test('of nobody is 404 with a sentence, whatever it looks like', async () => {
    for (const code of ['', 'x', 'AAAA-AAAA', "' or 1=1", 'ACDEFGHJK']) {
      for (const method of ['GET', 'POST'] as const) {
        const answer = await byCode(method, code, method === 'POST' ? entry() : undefined);
        expect([code, answer.status]).toEqual([code, 404]);
        expect(answer.error.message).toBe(
          'This code is not that of a shelter. Read it at the shelter again.',
        );
      }
    }
  });

  test('that is guessed again and again is 429 for its network, while others and codes that were good go on', async () => {
    const alphabet = '34679ACDEFGHJKMNPQRTUVWXY';
    const guess = (n: number) =>
      Array.from({ length: 8 }, (_, at) => alphabet[Math.floor(n / 25 ** at) % 25]).join('');
    const from = '198.51.100.7';
    expect((await byCode('GET', shelter.code, undefined, from)).status).toBe(200);
    const statuses: number[] = [];
    // A minute of the throttle may begin in between.
    for (let n = 0; n < 80; n++) statuses.push((await byCode('GET', guess(n), undefined, from)).status);
    expect(new Set(statuses)).toEqual(new Set([404, 429]));
    expect(statuses.filter((status) => status === 404).length).toBeLessThanOrEqual(60);
    const { status, error } = await byCode('POST', guess(100), entry(), from);
    expect([status, error.message]).toEqual([429, 'Too many requests. Please wait a moment.']);
    expect((await byCode('POST', shelter.code, entry(), from)).status).toBe(200);
    expect((await byCode('GET', guess(101), undefined, '198.51.100.8')).status).toBe(404);
  });

  test('that was replaced, and that of a removed shelter, opens nothing', async () => {
    const { code } = await call('POST', `Shelter/${shelter.id}/Code`, {});
    expect((await byCode('GET', shelter.code)).status).toBe(404);
    expect((await byCode('GET', code)).status).toBe(200);
    await call('DELETE', `Shelter/${shelter.id}`, {});
    expect((await byCode('GET', code)).status).toBe(404);
  });

  test('of a place without a roll-call opens none, nor that of another place', async () => {
    const other = await addPlace('South Field');
    const { code } = await addShelter('Barn', other);
    const none = await byCode('GET', code);
    expect([none.status, none.error.message]).toEqual([404, 'There is no roll-call at this place now.']);
    expect((await byCode('POST', code, entry({ rollCallId: null, groupId: null }))).status).toBe(404);
    const foreign = await byCode('POST', code, entry({ groupId: null }));
    expect([foreign.status, foreign.error.message]).toEqual([
      404,
      'This roll-call is over, or it is not of this shelter.',
    ]);
    expect((await live()).newestEntryUtc).toBeNull();
  });

  test('of a closed organization opens nothing', async () => {
    await rowsOf(`update organizations set status = 'CLOSED' where id = $1`, [ours.organizationId]);
    expect((await byCode('GET', shelter.code)).status).toBe(404);
  });
});

describe('a check-in by code', () => {
  test('is one however often it is sent, also at once, and the newest of a device counts', async () => {
    const first = entry({ people: 3 });
    const answers = await Promise.all([1, 2, 3].map(() => byCode('POST', shelter.code, first)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    server.clock.advance(minute);
    const { deviceKey } = first;
    const changed = await byCode('POST', shelter.code, entry({ deviceKey, people: 2 }));
    expect(changed.data.own.people).toBe(2);
    expect((await live()).groups).toMatchObject([{ present: 2 }]);
    // What is sent again does not count again, and an older one does not replace a newer one.
    await byCode('POST', shelter.code, first);
    await byCode('POST', shelter.code, entry({ deviceKey, people: 9 }, 50_000));
    expect((await live()).groups).toMatchObject([{ present: 2 }]);
    const other = await byCode('POST', shelter.code, entry({ key: first.key }));
    expect([other.status, other.error.message]).toEqual([
      409,
      expect.stringContaining('The key of this entry'),
    ]);
  });

  test('and one by account from the same browser are of one person', async () => {
    const deviceKey = randomUUID();
    await byCode('POST', shelter.code, entry({ deviceKey, people: 4 }));
    server.clock.advance(minute);
    const own = { ...entry({ deviceKey, people: 5 }), shelterId: shelter.id };
    const options = { key: ours.people.customer.key, body: own };
    const answer = await ask(server.app, 'POST', `/api/RollCall/${id}/CheckIn`, options);
    expect(answer.status).toBe(200);
    expect((await live()).groups).toMatchObject([{ present: 5 }]);
  });

  test.each<[string, object, string]>([
    ['nobody', { people: 0 }, 'People must be a whole number from 1 to 500'],
    ['too many', { people: 501 }, 'People must be a whole number from 1 to 500'],
    ['a group of nothing', { groupId: randomUUID() }, 'Choose a group of this roll-call, or none'],
    ['no device', { deviceKey: 'x' }, ''],
    ['a press after it was sent', { pressedAtMs: Date.now() + 60_000 }, 'cannot be sent before it was made'],
  ])('of %s is refused with a sentence, and nothing is stored', async (_, changes, text) => {
    const { status, error } = await byCode('POST', shelter.code, entry(changes));
    expect(status).toBe(400);
    expect(error.message).toContain(text);
    expect((await live()).newestEntryUtc).toBeNull();
  });

  test('of an offline phone joins the roll-call that was open when it was made, also after its end', async () => {
    server.clock.advance(5 * minute);
    await call('POST', `${id}/End`, { revision: 1 });
    const past = await byCode('GET', shelter.code);
    expect([past.status, past.error.message]).toEqual([404, 'There is no roll-call at this place now.']);
    server.clock.advance(10 * minute);
    const joined = await byCode(
      'POST',
      shelter.code,
      entry({ rollCallId: null, groupId: null }, 12 * minute),
    );
    expect(joined.data).toMatchObject({ rollCallId: id, endedUtc: expect.any(String) });
    const named = await byCode('POST', shelter.code, entry({ people: 2 }, 12 * minute));
    expect(named.data.own).toMatchObject({ people: 2 });
    expect(await live()).toMatchObject({ joinedLater: 2, present: 2, ungrouped: { present: 1 } });
    const after = await byCode('POST', shelter.code, entry({}, minute));
    expect([after.status, after.error.message]).toEqual([409, expect.stringContaining('has ended at')]);
    // A second roll-call does not take what is of the first.
    const next = await call('POST', `Place/${place}`, { key: randomUUID(), isDrill: true });
    const ofFirst = await byCode(
      'POST',
      shelter.code,
      entry({ rollCallId: null, groupId: null }, 12 * minute),
    );
    expect(ofFirst.data.rollCallId).toBe(id);
    const ofNext = await byCode('POST', shelter.code, entry({ rollCallId: null, groupId: null }));
    expect(ofNext.data.rollCallId).toBe(next.id);
    const ofNone = await byCode(
      'POST',
      shelter.code,
      entry({ rollCallId: null, groupId: null }, 60 * minute),
    );
    expect([ofNone.status, ofNone.error.message]).toEqual([
      409,
      'This was entered before the roll-call began. Enter it again.',
    ]);
    await rowsOf(`update roll_calls set ended_wall_at = now() - interval '12 hours 1 minute' where id = $1`, [
      id,
    ]);
    const tooLate = await byCode('POST', shelter.code, entry({}, 12 * minute));
    expect([tooLate.status, tooLate.error.message]).toEqual([
      404,
      'This roll-call is over, or it is not of this shelter.',
    ]);
  });

  test('of 5,000 devices, 10 % of them late and 20 % sent twice, in any order, counts each once', async () => {
    const random = ((seed: number) => () => {
      // A generator of Park and Miller: the same order in every run.
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    })(7);
    const hall = await addShelter('Hall');
    await call('POST', `${id}/Group`, { key: randomUUID(), name: 'Crowd', expected: 6_000 });
    const crowd = (await live()).groups.find(({ name }: { name: string }) => name === 'Crowd').id;
    server.clock.advance(30 * minute);
    const sent = Array.from({ length: 5_000 }, (_, n) => ({
      code: n % 3 === 0 ? hall.code : shelter.code,
      body: entry(
        { groupId: n % 5 === 0 ? null : crowd, people: 1 + (n % 2) },
        n % 10 === 0 ? (2 + random() * 20) * minute : 0,
      ),
      from: `10.1.${n % 200}.1`,
    }));
    const all = [...sent, ...sent.filter((_, n) => n % 5 === 1)]
      .map((one) => ({ one, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ one }) => one);
    expect(all).toHaveLength(6_000);
    const statuses = new Map<number, number>();
    for (let from = 0; from < all.length; from += 20) {
      const some = all.slice(from, from + 20);
      // Sent as it is at that moment: what waited is as old as it was.
      const answers = await Promise.all(
        some.map(({ code, body, from: address }) => byCode('POST', code, body, address)),
      );
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses]).toEqual([[200, 6_000]]);
    expect(await rowsOf('select from roll_call_entries where roll_call_id = $1', [id])).toHaveLength(5_000);
    const peopleOf = (of: (n: number) => boolean) =>
      sent.reduce((sum, { body }, n) => sum + (of(n) ? body.people : 0), 0);
    const result = await live();
    expect(result).toMatchObject({
      ...{ present: peopleOf((n) => n % 5 !== 0), joinedLater: 500 },
      ungrouped: { present: peopleOf((n) => n % 5 === 0) },
    });
    expect(result.shelters).toContainEqual(
      expect.objectContaining({ shelterId: hall.id, present: peopleOf((n) => n % 3 === 0) }),
    );
    const began = performance.now();
    await live();
    expect(performance.now() - began).toBeLessThan(2_000);
  }, 240_000);
});
