import { createHmac, randomUUID } from 'node:crypto';
import { verifyWebhook } from '@allclear/adapters';
import { openStandIn, readBody, type StandIn } from '@allclear/adapters/stand-in-server.ts';
import type { Webhook, WebhookDelivery } from '@allclear/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testActor } from '../../../test/actor.ts';
import { writeTestNotice } from '../../../test/notified-people.ts';
import { ask, openTestServer, startAt, type TestServer, testChannels } from '../../../test/test-server.ts';
import { startJobs } from '../../platform/jobs/start-jobs.ts';
import { sendWebhookEvent, type WebhookEvent } from './send-webhook-event.store.ts';
import { dropWebhookEventsBefore } from './webhook-log.store.ts';

const dayMs = 86_400_000;

let server: TestServer;
let receiver: StandIn;
let worker: { stop(): Promise<void> };
let ours: Awaited<ReturnType<TestServer['organization']>>;
let key: string;
/** What the receiver answers. */
let status = 200;
const received: { path: string; headers: Record<string, unknown>; body: string }[] = [];

beforeAll(async () => {
  server = await openTestServer(testChannels({ allowPrivateAddresses: true }));
  worker = startJobs({ url: server.store.url, jobs: server.subjects.jobs, log: server.platform.log });
  receiver = await openStandIn(async (request, response) => {
    const body = (await readBody(request)).toString();
    received.push({ path: request.url ?? '', headers: request.headers, body });
    response.writeHead(status, { 'content-type': 'text/plain' }).end(`status ${status}`);
  });
});
afterAll(async () => {
  await worker?.stop();
  await receiver?.close();
  await server?.close();
});
beforeEach(async () => {
  ours = await server.organization(`District ${randomUUID()}`);
  key = ours.people.admin.key;
  status = 200;
  received.length = 0;
});
afterEach(async () => {
  await db().updateTable('webhooks').set({ enabled: false }).execute();
});

const db = () => server.store.db;
const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown, by = key) =>
  ask(server.app, method, `/api/${path}`, { key: by, body });
const add = async (more: object = {}) => {
  const answer = await call('POST', 'Webhook', { url: `${receiver.url}/hook`, name: 'Siren', ...more });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data as Webhook & { secret: string };
};
const read = async (id: string) =>
  ((await call('GET', 'Webhook')).body.data as Webhook[]).find((webhook) => webhook.id === id);
const logOf = async (id: string) => (await call('GET', `Webhook/Log/${id}`)).body.data as WebhookDelivery[];
const messageOf = ({ body }: { body: { responseException: { message: string } } }) =>
  body.responseException.message;
const send = (event: Partial<WebhookEvent> = {}) =>
  db()
    .transaction()
    .execute((transaction) =>
      sendWebhookEvent(transaction, testActor, {
        ...{ organizationId: ours.organizationId, kind: 'audit.head', placeIds: [], data: { hash: 'abc' } },
        ...{ id: randomUUID(), at: startAt },
        ...event,
      }),
    );
const eventually = <T>(question: () => Promise<T> | T) =>
  expect.poll(question, { timeout: 15_000, interval: 50 });
const countOf = (path = '/hook') => received.filter((one) => one.path === path).length;
const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const addPlace = async () =>
  (
    await db()
      .insertInto('organization_locations')
      .values({
        ...{ organization_id: ours.organizationId, name: `Field ${randomUUID()}` },
        ...{ latitude: 28, longitude: -82, created_at: new Date() },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

describe('an event', () => {
  test('of a warning reaches a webhook once, signed by both conventions, and its attempt is on record', async () => {
    const { id, secret } = await add();
    const noticeId = await writeTestNotice(db(), {
      ...{ organizationId: ours.organizationId, userIds: [], fallbackChains: [] },
    });
    await eventually(async () => (await logOf(id))[0]?.state).toBe('accepted');
    expect(received).toHaveLength(1);
    const [{ headers, body }] = received as [(typeof received)[number]];
    expect(JSON.parse(body)).toMatchObject({
      ...{ id: noticeId, type: 'warning.started', sentAt: '2026-06-06T20:00:00.000Z', placeIds: [] },
      ...{ subject: 'Lightning 4.2 mi away at 3:42 PM', facts: { location: 'Stadium', notice: 'started' } },
    });
    const timestamp = String(headers['webhook-timestamp']);
    expect(headers).toMatchObject({ 'webhook-id': noticeId, 'idempotency-key': noticeId });
    const hmac = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'));
    const expected = hmac.update(`${noticeId}.${timestamp}.${body}`).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${expected}`);
    const own = {
      timestamp: String(headers['x-allclear-timestamp']),
      signature: String(headers['x-allclear-signature']),
    };
    expect(verifyWebhook({ secret, ...own, body, now: Date.now() })).toBe(true);
    const [delivery] = await logOf(id);
    expect(delivery).toMatchObject({
      ...{ eventId: noticeId, kind: 'warning.started', atUtc: '2026-06-06T20:00:00.000Z' },
      attempts: [
        { number: 1, outcome: 'accepted', status: 200, answer: expect.stringContaining('status 200') },
      ],
    });
    expect(delivery?.attempts[0]?.request).toContain('"type":"warning.started"');
    const sent = (await call('GET', `Notifications/Sent/${noticeId}`)).body.data;
    expect(JSON.stringify(sent)).toContain(`Webhook ${new URL(receiver.url).host}`);
  });

  test('that is rolled back was never there, and one id is sent once', async () => {
    const { id } = await add();
    const eventId = randomUUID();
    await expect(
      db()
        .transaction()
        .execute(async (transaction) => {
          const event = { organizationId: ours.organizationId, kind: 'audit.head', placeIds: [] } as const;
          await sendWebhookEvent(transaction, testActor, { ...event, data: {}, id: eventId, at: startAt });
          throw new Error('taken back');
        }),
    ).rejects.toThrow('taken back');
    expect(await logOf(id)).toEqual([]);
    expect([await send({ id: eventId }), await send({ id: eventId })]).toEqual([1, 0]);
    await eventually(() => countOf()).toBe(1);
  });

  test('goes to webhooks of its kind and place only, and tests and forecasts of people to none', async () => {
    const [here, elsewhere] = [await addPlace(), await addPlace()];
    await add({ url: `${receiver.url}/all` });
    await add({ url: `${receiver.url}/kind`, kinds: ['warning.started', 'lightning.changed'] });
    await add({ url: `${receiver.url}/place`, organizationLocationIds: [here] });
    expect(await send({ kind: 'warning.ended', placeIds: [elsewhere] })).toBe(1);
    expect(
      await send({ kind: 'lightning.changed', placeIds: [elsewhere, here], data: { state: 'delay' } }),
    ).toBe(3);
    // An event of no place is of all.
    expect(await send({ kind: 'audit.head' })).toBe(2);
    await eventually(() => received.length).toBe(6);
    expect([countOf('/all'), countOf('/kind'), countOf('/place')]).toEqual([3, 1, 2]);
    const people = { organizationId: ours.organizationId, userIds: [], fallbackChains: [] };
    for (const kind of ['test', 'daily-forecast', 'proactive-forecast'] as const)
      await writeTestNotice(db(), { ...people, kind });
    const theirs = await server.organization(`Other ${randomUUID()}`);
    expect(await send({ organizationId: theirs.organizationId })).toBe(0);
    await later(300);
    expect(received).toHaveLength(6);
  });

  test('that says that a place is clear is not sent when it is not clear any more', async () => {
    const { id } = await add();
    const place = await addPlace();
    await db()
      .insertInto('webhook_place_states')
      .values({
        ...{ organization_location_id: place, organization_id: ours.organizationId },
        ...{ state: 'delay', at: new Date() },
      })
      .execute();
    await send({ kind: 'lightning.changed', placeIds: [place], data: { state: 'clear' } });
    await eventually(async () => (await logOf(id))[0]?.state).toBe('failed');
    expect((await logOf(id))[0]?.detail).toContain('would mislead');
    expect(received).toEqual([]);
  });
});

describe('a receiver', () => {
  test('that fails is tried again, and can be sent the event again with the same id', async () => {
    const { id } = await add();
    status = 500;
    await send();
    await eventually(async () => (await logOf(id))[0]?.attempts[0]?.outcome).toBe('retry');
    expect(await logOf(id)).toMatchObject([
      { state: 'queued', attempts: [{ status: 500, answer: expect.stringContaining('status 500') }] },
    ]);
    expect((await read(id))?.failingSinceUtc).not.toBeNull();
    status = 200;
    const [failed] = await logOf(id);
    const again = await call('POST', `Webhook/Resend/${failed?.id}`);
    expect(again.body.data.message).toBe('The event is sent again');
    await eventually(async () => (await logOf(id))[0]?.state).toBe('accepted');
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([failed?.eventId, failed?.eventId]);
    expect(await read(id)).toMatchObject({ failingSinceUtc: null, enabled: true });
  });

  test('that is gone, and one that fails for three days, is switched off, and the owner is told', async () => {
    for (const [answer, before, because] of [
      [410, null, 'gone'],
      [500, new Date(Date.now() - 3 * dayMs - 1_000), 'failing'],
    ] as const) {
      const { id } = await add();
      await db().updateTable('webhooks').set({ failing_since: before }).where('id', '=', id).execute();
      status = answer;
      await send();
      await eventually(async () => (await read(id))?.offBecause).toBe(because);
      expect((await read(id))?.enabled).toBe(false);
      const mails = await db()
        .selectFrom('account_mails')
        .select('kind')
        .where('user_id', '=', ours.people.admin.id)
        .execute();
      expect(mails.map(({ kind }) => kind)).toEqual(
        Array.from({ length: because === 'gone' ? 1 : 2 }, () => 'webhook-off'),
      );
      const audited = await actionsOf(id);
      expect(audited).toEqual(['webhook.added', 'webhook.switched-off']);
      // Nothing is sent until it is on again; then what was missed can be.
      expect(await send()).toBe(0);
      status = 200;
      received.length = 0;
      const fromUtc = new Date(Date.now() - 60_000).toISOString();
      const replay = { id, fromUtc, toUtc: new Date(Date.now() + 1_000).toISOString() };
      expect(messageOf(await call('POST', 'Webhook/Replay', replay))).toContain('switched off');
      const on = await call('PATCH', 'Webhook', { id, enabled: true });
      expect(on.body.data).toMatchObject({ enabled: true, offBecause: null, failingSinceUtc: null });
      const replayed = await call('POST', 'Webhook/Replay', replay);
      expect(replayed.body.data.events).toBeGreaterThanOrEqual(1);
      await eventually(async () => (await logOf(id)).every(({ state }) => state === 'accepted')).toBe(true);
      await call('DELETE', `Webhook/${id}`);
    }
  });

  test('that hangs keeps no other waiting', async () => {
    const hanging = await openStandIn(() => undefined);
    try {
      for (let index = 0; index < 3; index += 1) await add({ url: `${hanging.url}/${index}` });
      await add();
      for (let index = 0; index < 40; index += 1) await send();
      await eventually(() => countOf()).toBe(40);
      const begun = performance.now();
      await send();
      await eventually(() => countOf()).toBe(41);
      expect(performance.now() - begun).toBeLessThan(2_000);
    } finally {
      await hanging.close();
    }
  });
});

describe('a secret', () => {
  test('that is renewed signs beside the one before for a day, and cannot be renewed twice in a minute', async () => {
    const { id, secret: before } = await add();
    const renewed = await call('POST', `Webhook/Secret/${id}`);
    const { secret, previousSecretEndsUtc } = renewed.body.data;
    expect(secret).not.toBe(before);
    expect(Math.abs(Date.parse(previousSecretEndsUtc) - Date.now() - dayMs)).toBeLessThan(60_000);
    const again = await call('POST', `Webhook/Secret/${id}`);
    expect([again.status, messageOf(again)]).toEqual([
      409,
      'The secret was renewed less than a minute ago. Nothing was changed.',
    ]);
    await send();
    await eventually(() => countOf()).toBe(1);
    const [{ headers, body }] = received as [(typeof received)[number]];
    expect(String(headers['webhook-signature']).split(' ')).toHaveLength(2);
    const own = {
      timestamp: String(headers['x-allclear-timestamp']),
      signature: String(headers['x-allclear-signature']),
    };
    for (const one of [secret, before])
      expect(verifyWebhook({ secret: one, ...own, body, now: Date.now() })).toBe(true);
    await db()
      .updateTable('webhooks')
      .set({ previous_secret_ends_at: new Date() })
      .where('id', '=', id)
      .execute();
    await send();
    await eventually(() => countOf()).toBe(2);
    expect(String(received[1]?.headers['webhook-signature']).split(' ')).toHaveLength(1);
    expect(await read(id)).toMatchObject({ previousSecretEndsUtc: null });
    const { rows } = await server.store.pool.query(
      'select body from audit_entries where chain = $1 union all select request from webhook_attempts',
      [ours.organizationId],
    );
    for (const hidden of [secret, before]) {
      expect(JSON.stringify(rows)).not.toContain(hidden);
      expect(server.logged.join('')).not.toContain(hidden);
    }
  });
});

async function actionsOf(id: string) {
  const rows = await db()
    .selectFrom('audit_entries')
    .select('action')
    .where('record_id', '=', id)
    .orderBy('sequence')
    .execute();
  return rows.map(({ action }) => action);
}

describe('a webhook', () => {
  test('is tested, changed and deleted, each with an entry; the log is of its organization', async () => {
    const { id, revision } = await add();
    expect((await call('PATCH', 'Webhook', { id, enabled: false })).body.data.offBecause).toBe('by-hand');
    // A test is sent all the same.
    expect((await call('POST', `Webhook/Test/${id}`)).status).toBe(200);
    await eventually(async () => (await logOf(id))[0]?.state).toBe('accepted');
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ type: 'test' });
    const stale = await call('PATCH', 'Webhook', { id, revision, enabled: true });
    expect([stale.status, Object.keys(stale.body.responseException.errors)]).toEqual([409, ['Enabled']]);
    const theirs = await server.organization(`Theirs ${randomUUID()}`);
    const by = theirs.people.admin.key;
    const [delivery] = await logOf(id);
    const span = { fromUtc: '2026-06-06T20:00:00Z', toUtc: '2026-06-06T21:00:00Z' };
    for (const [method, path, body] of [
      ['GET', `Webhook/Log/${id}`, undefined],
      ['POST', `Webhook/Resend/${delivery?.id}`, undefined],
      ['POST', `Webhook/Secret/${id}`, undefined],
      ['POST', `Webhook/Test/${id}`, undefined],
      ['POST', 'Webhook/Replay', { id, ...span }],
      ['PATCH', 'Webhook', { id, name: 'x' }],
    ] as const)
      expect((await call(method, path, body, by)).status, path).toBe(404);
    await call('DELETE', `Webhook/${id}`);
    expect(await actionsOf(id)).toEqual([
      'webhook.added',
      'webhook.changed',
      'webhook.tested',
      'webhook.deleted',
    ]);
  });

  test.each([
    [{ kinds: ['warning.unheard'] }, 400, '‘warning.unheard’'],
    [{ kinds: [] }, 400, 'at least one kind'],
    [{ organizationLocationIds: [randomUUID()] }, 404, 'One of the places'],
    [{ url: 'x' }, 400, ''],
  ])('with %j is refused', async (more, expected, sentence) => {
    const answer = await call('POST', 'Webhook', { url: `${receiver.url}/hook`, ...more });
    expect(answer.status).toBe(expected);
    expect(messageOf(answer)).toContain(sentence);
  });

  test('of a replay gets each event of the span once more, with the same ids, and no more than the limit', async () => {
    const { id } = await add();
    for (let index = 0; index < 5; index += 1) await send();
    await eventually(() => countOf()).toBe(5);
    await eventually(async () => (await logOf(id)).every(({ state }) => state === 'accepted')).toBe(true);
    const ids = received.map(({ headers }) => headers['webhook-id']).sort();
    received.length = 0;
    const span = {
      fromUtc: new Date(Date.now() - 60_000).toISOString(),
      toUtc: new Date(Date.now() + 1_000).toISOString(),
    };
    const replayed = await call('POST', 'Webhook/Replay', { id, ...span });
    expect(replayed.body.data).toMatchObject({ events: 5, message: '5 events are sent again' });
    await eventually(() => countOf()).toBe(5);
    expect(received.map(({ headers }) => headers['webhook-id']).sort()).toEqual(ids);
    const backwards = { id, fromUtc: span.toUtc, toUtc: span.fromUtc };
    expect((await call('POST', 'Webhook/Replay', backwards)).status).toBe(400);
    expect((await call('POST', 'Webhook/Replay', { ...backwards, fromUtc: 'yesterday' })).status).toBe(400);
    expect((await call('POST', 'Webhook/Resend/x')).status).toBe(404);
  });

  test('has a log of 30 days', async () => {
    const { id } = await add();
    await send();
    await eventually(async () => (await logOf(id))[0]?.state).toBe('accepted');
    await dropWebhookEventsBefore(db(), testActor, Date.now() - 30 * dayMs);
    expect(await logOf(id)).toHaveLength(1);
    await dropWebhookEventsBefore(db(), testActor, Date.now() + 1);
    expect(await logOf(id)).toEqual([]);
  });
});
