import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testActor } from '../../test/actor.ts';
import { auditEntriesOf } from '../../test/audit/audit-entries.ts';
import { ask, openTestServer, startAt, type TestServer, testSecrets } from '../../test/test-server.ts';
import { responseToken } from '../notifications/index.ts';
import { openStore } from '../platform/database/database.ts';
import { askedForMs } from './requests.store.ts';
import { takeDueStep } from './steps.store.ts';

const minute = 60_000;
let server: TestServer;
let ours: Awaited<ReturnType<TestServer['organization']>>;
let theirs: typeof ours;
let counter = 0;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  counter += 1;
  server.clock.set(startAt);
  await rowsOf('update response_requests set next_step_at = null');
  ours = await server.organization(`Ours ${counter}`);
  theirs = await server.organization(`Theirs ${counter}`);
});

type Method = 'GET' | 'POST' | 'PUT';
const call = (method: Method, path: string, key: string, body?: object) =>
  ask(server.app, method, `/api/${path}`, { key, ...(body ? { body } : {}) });
const rowsOf = async (text: string, values: unknown[] = []) =>
  (await server.store.pool.query(text, values)).rows;

/** Sends a message that asks for a response; answers with the id of the request. */
async function send(recipients: readonly string[], changes: object = {}): Promise<string> {
  const form = {
    ...{ headline: 'Go inside', message: 'Go inside now.', senderText: 'The desk', recipients },
    ...{ asksResponse: true, key: randomUUID(), ...changes },
  };
  const { status, body } = await call('POST', 'Communication/Mass/Send', ours.people.admin.key, form);
  expect([status, body.responseException]).toEqual([200, undefined]);
  return body.data.responseRequestId;
}

const given = (kind: 'read' | 'inside' | 'help', changes: object = {}) => ({
  ...{ key: randomUUID(), kind, place: kind === 'read' ? '' : 'Gym', ...changes },
});
const respond = (id: string, body: object, key = ours.people.customer.key) =>
  call('POST', `Response/${id}`, key, body);
const view = async (id: string, key = ours.people.admin.key) => call('GET', `Response/Request/${id}`, key);
const peopleOf = async (id: string, query = '', key = ours.people.admin.key) =>
  (await call('GET', `Response/Request/${id}/People${query}`, key)).body.data;
const tallyOf = async (id: string) => {
  const { asked, noResponse, read, inside, help } = (await view(id)).body.data;
  return { asked, noResponse, read, inside, help };
};
const changeChain = (steps: object[], revision = 0, key = ours.people.admin.key) =>
  call('PUT', 'Response/Escalation', key, { steps, revision });
const desk = (afterMinutes: number) => ({ target: { kind: 'desk' }, afterMinutes });
const takeAll = async (now: number, db = server.store.db) => {
  server.clock.set(now);
  let taken = 0;
  while (await takeDueStep(db, testActor, now)) taken += 1;
  return taken;
};

/** By the link of a message, as a browser sends it. */
const byLink = (method: 'GET' | 'HEAD' | 'POST', token: string, body?: object, from = '203.0.113.9') =>
  server.app.inject({
    ...{
      method,
      url: '/api/public/Response',
      remoteAddress: from,
      headers: { authorization: `Bearer ${token}` },
    },
    ...(body ? { payload: body } : {}),
  });
const tokenOf = (id: string, userId = ours.people.customer.id) => responseToken(testSecrets, id, userId);

describe('a response', () => {
  test('is asked of each recipient, counts once, and is on record', async () => {
    const { customer, 'assistant-admin': assistant } = ours.people;
    const id = await send([customer.id, assistant.id]);
    const open = await call('GET', 'Response/Open', customer.key);
    expect(open.body.data).toMatchObject([{ id, headline: 'Go inside', isDrill: false, response: null }]);
    expect((await call('GET', 'Response/Open', ours.people.admin.key)).body.data).toEqual([]);
    const inside = given('inside');
    expect((await respond(id, inside)).body.data.response).toMatchObject({ kind: 'inside', place: 'Gym' });
    await respond(id, inside);
    expect((await respond(id, given('read'))).body.data.response.kind).toBe('inside');
    expect(await tallyOf(id)).toEqual({ asked: 2, noResponse: 1, read: 0, inside: 1, help: 0 });
    expect(await rowsOf('select kind from responses where request_id = $1 order by at, kind', [id])).toEqual([
      { kind: 'inside' },
      { kind: 'read' },
    ]);
    const entries = await auditEntriesOf(server.store, ours.organizationId);
    expect(entries.filter(({ action }) => action === 'response.given')).toHaveLength(2);
  });

  test('that it was read is not inside, and help stays until the person changes it', async () => {
    const id = await send([ours.people.customer.id]);
    await respond(id, given('read'));
    expect(await tallyOf(id)).toMatchObject({ read: 1, inside: 0 });
    await respond(id, given('help', { place: '' }));
    await respond(id, given('inside'));
    expect(await tallyOf(id)).toMatchObject({ help: 1, inside: 0 });
    await respond(id, given('inside', { isChange: true }));
    expect(await tallyOf(id)).toMatchObject({ help: 0, inside: 1 });
  });

  test('that was pressed offline counts by when it was pressed, and says so', async () => {
    const id = await send([ours.people.customer.id]);
    server.clock.advance(20 * minute);
    // By the link, while the app had no network.
    expect((await byLink('POST', tokenOf(id), given('help'))).statusCode).toBe(200);
    const late = await respond(id, given('inside', { isChange: true, ageMs: 5 * minute }));
    expect(late.body.data.response).toMatchObject({ kind: 'help' });
    expect(await tallyOf(id)).toMatchObject({ help: 1, inside: 0 });
    const second = await send([ours.people.customer.id]);
    await respond(second, given('read'));
    await respond(second, given('help', { ageMs: 13 * minute }));
    const [{ response }] = (await peopleOf(second)).people;
    expect(response).toMatchObject({
      kind: 'help',
      pressedUtc: new Date(server.clock.now() - 13 * minute).toISOString(),
    });
    const [notice] = await rowsOf(
      `select text from notices where kind = 'response-help' and correlation_id = $1`,
      [second],
    );
    expect(notice.text).toContain('Pressed 13 min before it arrived.');
    expect((await respond(second, given('read', { ageMs: -1 }))).status).toBe(400);
  });

  test('that needs help goes to the desk at once, not to the person, nor to another organization', async () => {
    const id = await send([ours.people.customer.id, ours.people['super-admin'].id]);
    await respond(id, given('help'), ours.people['super-admin'].key);
    const notified = await rowsOf(
      `select o.user_id, n.subject, n.text from notices n join notifications o on o.notice_id = n.id
       where n.kind = 'response-help' and n.correlation_id = $1`,
      [id],
    );
    expect(notified.map(({ user_id }) => user_id)).toEqual([ours.people.admin.id]);
    expect(notified[0]).toMatchObject({
      subject: expect.stringMatching(/ needs help$/),
      text: expect.stringContaining('Where: Gym.'),
    });
  });

  test('that needs help reaches the Assistant Admins of the own group, and not those of another', async () => {
    const { customer, 'assistant-admin': assistant } = ours.people;
    const [{ id: group }] = await rowsOf(
      `insert into groups (organization_id, name, alert_times, time_zone, created_at, updated_at)
       values ($1, 'North', '[]', 'America/New_York', now(), now()) returning id`,
      [ours.organizationId],
    );
    const isNotified = async (id: string) =>
      (
        await rowsOf(
          `select from notices n join notifications o on o.notice_id = n.id
           where n.kind = 'response-help' and n.correlation_id = $1 and o.user_id = $2`,
          [id, assistant.id],
        )
      ).length;
    await rowsOf('update users set group_id = $1 where id = $2', [group, assistant.id]);
    const first = await send([customer.id]);
    await respond(first, given('help'));
    expect(await isNotified(first)).toBe(0);
    await rowsOf('update users set group_id = $1 where id = $2', [group, customer.id]);
    const second = await send([customer.id]);
    await respond(second, given('help'));
    expect(await isNotified(second)).toBe(1);
  });

  test.each<[string, object, string]>([
    ['inside without a place', { kind: 'inside', place: ' ' }, 'Say where you are inside'],
    ['a kind that there is not', { kind: 'ok' }, ''],
    ['a key that is none', { kind: 'read', key: 'x' }, ''],
  ])('with %s is refused with a sentence, and nothing is stored', async (_, changes, text) => {
    const id = await send([ours.people.customer.id]);
    const { status, body } = await respond(id, { ...given('read'), ...changes });
    expect(status).toBe(400);
    expect(body.responseException.message).toContain(text);
    expect(await tallyOf(id)).toMatchObject({ noResponse: 1 });
  });

  test('of somebody who was not asked, of another organization or to nothing is 404', async () => {
    const id = await send([ours.people.customer.id]);
    for (const key of [ours.people.admin.key, theirs.people.customer.key])
      expect((await respond(id, given('read'), key)).status).toBe(404);
    for (const other of [randomUUID(), 'none'])
      expect((await respond(other, given('read'))).status).toBe(404);
    expect((await view(id, theirs.people.admin.key)).status).toBe(404);
    expect((await view(id, ours.people.customer.key)).status).toBe(403);
    for (const [key, status] of [
      [theirs.people.admin.key, 404],
      [ours.people.customer.key, 403],
      [ours.people['assistant-admin'].key, 404],
    ] as const)
      expect((await call('GET', `Response/Request/${id}/People`, key)).status).toBe(status);
    // An Assistant Admin sees the requests of the own group only.
    expect((await view(id, ours.people['assistant-admin'].key)).status).toBe(404);
  });

  test('after the time of the request is 409, and its link is over', async () => {
    const id = await send([ours.people.customer.id]);
    await rowsOf('update response_requests set ends_wall_at = now() where id = $1', [id]);
    const { status, body } = await respond(id, given('read'));
    expect([status, body.responseException.message]).toEqual([
      409,
      'This message does not ask for a response any more',
    ]);
    expect((await byLink('GET', tokenOf(id))).statusCode).toBe(404);
    expect(askedForMs).toBe(12 * 3_600_000);
  });

  test('is not asked for by a message that does not ask', async () => {
    expect(await send([ours.people.customer.id], { asksResponse: false })).toBeNull();
    expect((await call('GET', 'Response/Open', ours.people.customer.key)).body.data).toEqual([]);
  });
});

describe('a link', () => {
  test('of 5,000 people is followed by scanners with GET and HEAD: no response; each POST is one', async () => {
    const people = await rowsOf(
      `insert into users (organization_id, user_name, first_name, last_name, role, created_at)
       select $1::uuid, 'asked-' || gen_random_uuid(), 'Asked', i::text, 'notification-only', now()
       from generate_series(1, 5000) i returning id`,
      [ours.organizationId],
    );
    const ids = people.map(({ id }) => id as string);
    const id = await send(ids);
    const statuses = new Set<number>();
    for (let from = 0; from < ids.length; from += 50) {
      const links = ids.slice(from, from + 50).map((userId) => tokenOf(id, userId));
      // Scanners of many mail servers.
      const follow = (how: 'GET' | 'HEAD') =>
        links.map((token) => byLink(how, token, undefined, `10.0.${Math.floor(from / 250)}.1`));
      for (const { statusCode } of await Promise.all([...follow('GET'), ...follow('HEAD')]))
        statuses.add(statusCode);
    }
    expect([...statuses]).toEqual([200]);
    expect(await tallyOf(id)).toEqual({ asked: 5000, noResponse: 5000, read: 0, inside: 0, help: 0 });
    const some = ids.slice(0, 200);
    for (const userId of [...some, ...some]) {
      const answer = await byLink('POST', tokenOf(id, userId), given('inside'));
      expect(answer.statusCode).toBe(200);
    }
    expect(await tallyOf(id)).toEqual({ asked: 5000, noResponse: 4800, read: 0, inside: 200, help: 0 });
    // The desk reads a page at a time, each person on one of them.
    const seen = new Set<string>();
    for (let page = 1; page <= 48; page++) {
      const { total, people: shown } = await peopleOf(id, `?kind=none&page=${page}`);
      expect([total, shown.length]).toEqual([4800, 100]);
      for (const one of shown) seen.add(one.id);
    }
    expect([seen.size, (await peopleOf(id, '?kind=none&page=49')).people]).toEqual([4800, []]);
    expect(some.some((userId) => seen.has(userId))).toBe(false);
    const searched = await peopleOf(id, '?search=ASKED%204711');
    expect(searched).toMatchObject({ total: 1, people: [{ name: 'Asked 4711' }] });
    expect((await peopleOf(id, '?search=%25')).total).toBe(0);
    expect((await call('GET', `Response/Request/${id}/People?kind=ok`, ours.people.admin.key)).status).toBe(
      400,
    );
  }, 240_000);

  test('says what is asked, without names of others, and its token is stored as a hash only', async () => {
    const id = await send([ours.people.customer.id]);
    const answer = await byLink('GET', tokenOf(id));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json().data).toMatchObject({ id, headline: 'Go inside', response: null });
    const [{ stored }] = await rowsOf(
      `select p::text || q::text || n::text as stored from response_requested_people p
       join response_requests q on q.id = p.request_id join notices n on n.id = q.notice_id where q.id = $1`,
      [id],
    );
    expect(stored).not.toContain(tokenOf(id).slice(4));
  });

  test('of nobody is 404 with a sentence, whatever it looks like', async () => {
    for (const token of ['', 'acr_', `acr_${'x'.repeat(22)}`, "' or 1=1"]) {
      for (const method of ['GET', 'POST'] as const) {
        const answer = await byLink(method, token, method === 'POST' ? given('read') : undefined);
        expect(answer.statusCode, token).toBe(404);
        expect(answer.json().responseException.message).toContain('link is over or not complete');
      }
    }
  });
});

describe('escalation', () => {
  const steps = () => [{ target: { kind: 'person', id: ours.people.admin.id }, afterMinutes: 5 }, desk(10)];

  test('takes each step at its time, once in two processes, and says whom it lists', async () => {
    expect((await changeChain(steps())).status).toBe(200);
    const id = await send([ours.people.customer.id, ours.people['assistant-admin'].id]);
    await respond(id, given('inside'));
    expect(await takeAll(startAt + 5 * minute - 1)).toBe(0);
    const other = openStore(server.store.url, { onError: () => {} });
    const at = startAt + 5 * minute;
    await Promise.all([takeAll(at), takeAll(at, other.db)]);
    await other.close();
    const { data } = (await view(id)).body;
    expect(data.steps).toMatchObject([
      { target: 'admin', taken: { listed: 1 }, dueUtc: new Date(at).toISOString() },
      { target: 'The desk', taken: null },
    ]);
    expect(data.nextStepUtc).toBe(new Date(startAt + 15 * minute).toISOString());
    const notices = await rowsOf(
      `select text from notices where kind = 'response-missing' and correlation_id = $1`,
      [id],
    );
    expect(notices).toEqual([{ text: expect.stringContaining('Nothing is known about them.') }]);
    expect(notices[0]?.text).toMatch(/^1 of 2 people have not responded/);
    expect(await takeAll(startAt + 15 * minute)).toBe(1);
    expect((await view(id)).body.data.nextStepUtc).toBeNull();
    expect(await takeAll(startAt + 600 * minute)).toBe(0);
    const entries = await auditEntriesOf(server.store, ours.organizationId);
    expect(entries.filter(({ action }) => action === 'escalation.step-taken')).toHaveLength(2);
  });

  test('stops at once when everybody has responded', async () => {
    await changeChain(steps());
    const id = await send([ours.people.customer.id]);
    const began = performance.now();
    await respond(id, given('read'));
    expect((await view(id)).body.data.nextStepUtc).toBeNull();
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(await takeAll(startAt + 60 * minute)).toBe(0);
    expect((await view(id)).body.data.steps.map(({ taken }: { taken: unknown }) => taken)).toEqual([
      null,
      null,
    ]);
  });

  test('a step that is due reads once more who has responded', async () => {
    await changeChain(steps());
    const id = await send([ours.people.customer.id]);
    await respond(id, given('read'));
    // As if the response had come while the step was already chosen.
    await rowsOf('update response_requests set next_step_at = $2 where id = $1', [id, new Date(startAt)]);
    await takeAll(startAt + 60 * minute);
    expect(await rowsOf('select from response_steps where request_id = $1', [id])).toEqual([]);
  });

  test('keeps the chain of the asking, whatever is edited later', async () => {
    await changeChain(steps());
    const id = await send([ours.people.customer.id]);
    expect((await changeChain([], 1)).status).toBe(200);
    await takeAll(startAt + 5 * minute);
    expect((await view(id)).body.data.steps).toHaveLength(2);
    expect((await view(id)).body.data.steps[0].taken).not.toBeNull();
  });

  test('after an interruption takes what is due, in order', async () => {
    await changeChain(steps());
    const id = await send([ours.people.customer.id]);
    expect(await takeAll(startAt + 60 * minute)).toBe(2);
    expect((await view(id)).body.data.steps.every(({ taken }: { taken: unknown }) => taken !== null)).toBe(
      true,
    );
  });

  test('of a request whose step fails holds up no other', async () => {
    await changeChain(steps());
    const { customer } = ours.people;
    const [failing, other] = [await send([customer.id]), await send([customer.id])];
    // Its step is on record although it was not taken: storing it fails.
    await rowsOf(
      `insert into response_steps (request_id, step, organization_id, at, listed, notified, not_sent)
       values ($1, 0, $2, $3, 0, 0, 0)`,
      [failing, ours.organizationId, new Date(startAt)],
    );
    const now = startAt + 5 * minute;
    await rowsOf('update response_requests set next_step_at = $2 where id = $1', [
      failing,
      new Date(startAt),
    ]);
    server.clock.set(now);
    await expect(takeDueStep(server.store.db, testActor, now)).rejects.toMatchObject({ requestId: failing });
    expect(await takeDueStep(server.store.db, testActor, now, [failing])).toBe(true);
    expect((await view(other)).body.data.steps[0].taken).not.toBeNull();
  });

  test('heeds quiet hours, and not those of a message that overrides preferences', async () => {
    await changeChain([steps()[0]!]);
    await rowsOf(
      `update users set declines_notifications = true, phone_number = '+18135550100' where id = $1`,
      [ours.people.admin.id],
    );
    for (const overridePreferences of [false, true]) {
      const id = await send([ours.people.customer.id], { overridePreferences });
      server.clock.set(startAt);
      await takeAll(startAt + 5 * minute);
      const { taken } = (await view(id)).body.data.steps[0];
      expect([taken.notified, taken.notSent]).toEqual(overridePreferences ? [1, 0] : [0, 1]);
      server.clock.set(startAt);
    }
  });

  test('is refused with a sentence where it is wrong or foreign, and stale with 409', async () => {
    const foreign = { target: { kind: 'person', id: theirs.people.admin.id }, afterMinutes: 5 };
    for (const [wrong, text] of [
      [[desk(0)], 'Each step must wait for 1 to 60 whole minutes'],
      [Array.from({ length: 6 }, () => desk(5)), 'There can be at most 5 steps'],
      [[foreign], 'A step names a person or a site that the organization does not have'],
    ] as const) {
      const { status, body } = await changeChain([...wrong]);
      expect([status, body.responseException.message]).toEqual([400, text]);
    }
    expect((await changeChain([desk(5)])).body.data).toEqual({ steps: [desk(5)], revision: 1 });
    expect((await changeChain([desk(6)])).status).toBe(409);
    expect((await changeChain([desk(6)], 1, ours.people.customer.key)).status).toBe(403);
    expect((await call('GET', 'Response/Escalation', theirs.people.admin.key)).body.data.steps).toEqual([]);
  });
});
