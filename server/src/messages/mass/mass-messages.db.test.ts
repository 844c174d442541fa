import { randomUUID } from 'node:crypto';
import { standingSentence } from '@allclear/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testActor } from '../../../test/actor.ts';
import { auditEntriesOf } from '../../../test/audit/audit-entries.ts';
import { eventually } from '../../../test/notified-people.ts';
import { type SmsGateway, startSmsGateway } from '../../../test/sms-gateway-stand-in.ts';
import {
  ask,
  openTestServer,
  startAt,
  type TestServer,
  testChannels,
  testSecrets,
} from '../../../test/test-server.ts';
import { deliveryJobs } from '../../notifications/delivery/delivery-jobs.ts';
import { AttemptCounts } from '../../notifications/delivery/metrics.ts';
import { openStore } from '../../platform/database/database.ts';
import { startJobs } from '../../platform/jobs/start-jobs.ts';
import { dropNoticesBefore } from '../../warnings/store.ts';
import { type MassMessageToSend, sendMassMessage } from './send-message.store.ts';

let server: TestServer;
let gateway: SmsGateway;
let ours: Awaited<ReturnType<TestServer['organization']>>;
let theirs: typeof ours;
let counter = 0;

beforeAll(async () => {
  gateway = await startSmsGateway();
  const sms = { kind: 'gateway', url: gateway.url, secret: 'hush' } as const;
  server = await openTestServer(testChannels({ sms, allowPrivateAddresses: true }));
});
afterAll(async () => {
  await server.close();
  await gateway.close();
});
beforeEach(async () => {
  counter += 1;
  server.clock.set(startAt);
  gateway.taken.clear();
  ours = await server.organization(`Ours ${counter}`);
  theirs = await server.organization(`Theirs ${counter}`);
  await server.store.pool.query(`delete from graphile_worker._private_jobs`);
});

const call = (method: 'GET' | 'POST' | 'DELETE', path: string, key: string, body?: object) =>
  ask(server.app, method, `/api/Communication/Mass/${path}`, { key, ...(body ? { body } : {}) });
const post = (path: string, body: object, key = ours.people.admin.key) => call('POST', path, key, body);
const get = async (path: string, key = ours.people.admin.key) => (await call('GET', path, key)).body.data;

const form = (recipients: readonly string[], changes: object = {}) => ({
  ...{ headline: 'Storms at six', message: 'Be ready to go inside.' },
  ...{ senderText: 'Alex Admin at Riverside using Allclear', recipients, ...changes },
});
const send = (recipients: readonly string[], changes: object = {}, key = ours.people.admin.key) =>
  post('Send', form(recipients, { key: randomUUID(), ...changes }), key);
const errorsOf = ({ status, body }: Awaited<ReturnType<typeof send>>) => [
  status,
  body.responseException?.errors,
];

/** Somebody with a phone number and an address who does not sign in. */
async function addPerson(changes: Record<string, unknown> = {}, organizationId = ours.organizationId) {
  const id = randomUUID();
  const row: Record<string, unknown> = {
    ...{ id, organization_id: organizationId, user_name: id, first_name: 'Pat', last_name: id.slice(0, 4) },
    ...{ email: `${id}@people.example`, phone_number: '+18135550100', role: 'notification-only' },
    ...{ created_at: new Date(startAt), sms_notifications: true, email_notifications: false, ...changes },
  };
  const names = Object.keys(row);
  await server.store.pool.query(
    `insert into users (${names.join()}) values (${names.map((_, index) => `$${index + 1}`).join()})`,
    Object.values(row),
  );
  return id;
}

async function addGroup(name: string) {
  const { rows } = await server.store.pool.query<{ id: string }>(
    `insert into groups (organization_id, name, alert_times, time_zone, created_at, updated_at) values ($1, $2, '[]', 'America/New_York', $3, $3) returning id`,
    [ours.organizationId, name, new Date(startAt)],
  );
  return rows[0]?.id ?? '';
}
const putInto = (group: string, ...ids: string[]) =>
  server.store.pool.query('update users set group_id = $1 where id = any($2)', [group, ids]);

const deliveries = async () =>
  (
    await server.store.pool.query<{ recipient: string; channel: string; rest: string[]; state: string }>(
      `select recipient, channel, rest, state from deliveries where organization_id = $1 order by channel`,
      [ours.organizationId],
    )
  ).rows;
const countOf = async (table: string) =>
  Number(
    (
      await server.store.pool.query(`select count(*) as n from ${table} where organization_id = $1`, [
        ours.organizationId,
      ])
    ).rows[0].n,
  );
const entries = () => auditEntriesOf(server.store, ours.organizationId);

describe('sending', () => {
  test('writes the message, one notice of type 14, the notifications, deliveries and jobs, and one entry', async () => {
    const [pat, kim] = [await addPerson(), await addPerson({ phone_number: null })];
    const { status, body } = await send([pat, kim], { channel: 7, isDrill: true, overridePreferences: true });
    expect([status, body.data]).toEqual([
      200,
      {
        ...{ id: expect.any(String), headline: 'Storms at six', message: 'Be ready to go inside.' },
        ...{ senderText: 'Alex Admin at Riverside using Allclear', channel: 7, overridePreferences: true },
        ...{ recipients: expect.arrayContaining([pat, kim]), isTemplate: false, isDrill: true },
        ...{ created: new Date(startAt).toISOString(), deliveredRecipients: [], sentBy: 'admin' },
        ...{ asksResponse: false, responseRequestId: null },
        progress: { recipients: 2, queued: 2, accepted: 0, delivered: 0, failed: 0, notSent: 0 },
      },
    ]);
    expect(await deliveries()).toEqual([
      { recipient: kim, channel: 'email', rest: [], state: 'queued' },
      { recipient: pat, channel: 'sms', rest: ['email'], state: 'queued' },
    ]);
    const { rows } = await server.store.pool.query(
      `select kind, event_type, subject, text, short from notices where organization_id = $1`,
      [ours.organizationId],
    );
    expect(rows).toEqual([
      {
        ...{ kind: 'mass-message', event_type: 14, subject: 'This is a drill. Storms at six' },
        text: expect.stringMatching(/^This is a drill\.\n\nBe ready to go inside\./),
        short: expect.stringMatching(/^This is a drill\. Storms at six: Be ready/),
      },
    ]);
    expect(rows[0].text).toContain(standingSentence);
    const jobs = await server.store.pool.query('select count(*)::int as n from graphile_worker.jobs');
    expect(jobs.rows[0].n).toBe(2);
    expect((await entries()).filter(({ action }) => action !== 'api-key.added')).toMatchObject([
      {
        action: 'mass-message.sent',
        after: { recipients: 2, notSent: 0, overridePreferences: true, isDrill: true, channel: 7 },
      },
    ]);
  });

  test('is text only: markup goes as it was typed', async () => {
    const message = '<img src=x onerror=alert(1)> & <b>bold</b>';
    const { body } = await send([await addPerson()], { message, headline: '<i>x</i>' });
    expect(body.data).toMatchObject({ message, headline: '<i>x</i>' });
  });

  test.each([
    ['101 characters of headline', { headline: 'h'.repeat(101) }, 'Headline'],
    ['501 characters of message', { message: 'm'.repeat(501) }, 'Message'],
    ['101 characters of sender text', { senderText: 's'.repeat(101) }, 'SenderText'],
    ['no headline', { headline: ' ' }, 'Headline'],
    ['the channel 8', { channel: 8 }, 'Channel'],
    ['the channel 0', { channel: 0 }, 'Channel'],
  ])('with %s is refused by the field, and nothing is stored', async (_, changes, label) => {
    const pat = await addPerson();
    expect(errorsOf(await send([pat], changes))).toEqual([400, { [label]: [expect.any(String)] }]);
    expect(errorsOf(await post('Preview', form([pat], changes)))).toEqual([
      400,
      { [label]: [expect.any(String)] },
    ]);
    expect([await countOf('mass_messages'), await countOf('notices')]).toEqual([0, 0]);
  });

  test('without a recipient is refused', async () => {
    expect(errorsOf(await send([]))).toEqual([400, { Recipients: ['Choose at least one recipient'] }]);
  });

  test('a foreign person, an inactive one, a deleted one, oneself and nobody at all are refused alike', async () => {
    const pat = await addPerson();
    const others = [
      await addPerson({}, theirs.organizationId),
      await addPerson({ is_active: false }),
      await addPerson({ is_active: false, deleted_at: new Date(startAt) }),
      ours.people.admin.id,
      randomUUID(),
      "no id' or 1=1",
    ];
    for (const other of others) {
      const text = '1 of the recipients is not an active person whom you can send messages to';
      expect(errorsOf(await send([pat, other])), other).toEqual([400, { Recipients: [text] }]);
      expect(errorsOf(await post('Preview', form([pat, other]))), other).toEqual([
        400,
        { Recipients: [text] },
      ]);
    }
    expect([await countOf('mass_messages'), await countOf('deliveries')]).toEqual([0, 0]);
    expect((await entries()).filter(({ action }) => action === 'mass-message.sent')).toEqual([]);
  });

  test('twice with the same key is one message, one after the other and at once in two processes', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => addPerson()));
    const key = randomUUID();
    const both = await Promise.all([
      send(ids, { key }),
      send([...ids].reverse(), { key: key.toUpperCase() }),
    ]);
    const again = await send(ids, { key });
    expect([...both, again].map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set([...both, again].map(({ body }) => body.data.id)).size).toBe(1);
    const other = openStore(server.store.url, { onError: () => {} });
    try {
      const message: MassMessageToSend = {
        scope: { organizationId: ours.organizationId, senderId: ours.people.admin.id, group: 'any' },
        key: randomUUID(),
        content: {
          ...{ headline: 'h', message: 'm', senderText: 's', channel: 5 },
          ...{ overridePreferences: false, isDrill: false },
        },
        recipientIds: ids,
      };
      const sent = await Promise.all(
        [server.store.db, other.db, other.db].map((db) =>
          sendMassMessage(db, testActor, testSecrets, message, startAt),
        ),
      );
      expect(new Set(sent.map((one) => JSON.stringify(one))).size).toBe(1);
    } finally {
      await other.close();
    }
    expect([await countOf('mass_messages'), await countOf('notices'), await countOf('deliveries')]).toEqual([
      2, 2, 60,
    ]);
    expect((await entries()).filter(({ action }) => action === 'mass-message.sent')).toHaveLength(2);
  });

  test('the same key with another text or other people is refused', async () => {
    const [pat, kim] = [await addPerson(), await addPerson()];
    const key = randomUUID();
    expect((await send([pat], { key })).status).toBe(200);
    expect((await send([pat], { key, message: 'Another' })).status).toBe(409);
    expect((await send([pat, kim], { key })).status).toBe(409);
    expect((await send([pat], { key, isDrill: true })).status).toBe(409);
    expect(await countOf('mass_messages')).toBe(1);
    // Of another organization it is another message.
    const foreign = await addPerson({}, theirs.organizationId);
    expect((await send([foreign], { key }, theirs.people.admin.key)).status).toBe(200);
  });

  test('a repeat is answered with the message even when a recipient has left since', async () => {
    const pat = await addPerson();
    const key = randomUUID();
    const first = await send([pat], { key });
    await server.store.pool.query('update users set is_active = false where id = $1', [pat]);
    expect((await send([pat], { key })).body.data.id).toBe(first.body.data.id);
  });

  test('who declines or is outside the schedule is not sent it, unless preferences are overridden', async () => {
    const declines = await addPerson({ declines_notifications: true });
    const never = [0, 1, 2, 3, 4, 5, 6].map((day) => ({
      ...{ day, startTime: '00:00:00', endTime: '24:00:00', allDay: true, enabled: false },
    }));
    const asleep = await addPerson({ alert_times_enabled: true, alert_times: JSON.stringify(never) });
    const noMail = await addPerson({ phone_number: null, email_suppressed_at: new Date(startAt) });
    const all = [declines, asleep, noMail];
    expect((await send(all, { channel: 7 })).body.data.progress).toMatchObject({ queued: 0, notSent: 3 });
    const { body } = await send(all, { channel: 7, overridePreferences: true });
    expect(body.data.progress).toMatchObject({ queued: 2, notSent: 1 });
    const recipients = await get(`History/${body.data.id}/Recipients`);
    expect(recipients.find((one: { recipientId: string }) => one.recipientId === noMail)).toMatchObject({
      ...{ state: 'not-sent', problem: 'Unsubscribed from email, and no other channel can be used' },
    });
  });

  test('goes to people only: webhooks take nothing of it', async () => {
    await server.store.pool.query(
      `insert into webhooks (organization_id, url, secret, created_at) values ($1, 'https://hooks.example/x', 's', $2)`,
      [ours.organizationId, new Date(startAt)],
    );
    await send([await addPerson()]);
    expect(await countOf('webhook_events')).toBe(0);
  });

  test('is shown in the person’s notifications, a drill with its mark', async () => {
    const { id, key } = ours.people.customer;
    await send([id]);
    server.clock.advance(1_000);
    await send([id], { isDrill: true });
    const listed = await ask(server.app, 'POST', '/api/User/Notifications', { key, body: { count: 10 } });
    expect(
      listed.body.data.notifications.map(({ kind, eventType, subject }: Record<string, unknown>) => [
        ...[kind, eventType, subject],
      ]),
    ).toEqual([
      ['mass-message-drill', 14, 'This is a drill. Storms at six'],
      ['mass-message', 14, 'Storms at six'],
    ]);
  });
});

describe('the history', () => {
  test('shows each person as far as the own channels are, newest message first', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => addPerson()));
    const none = await addPerson({ phone_number: null, email: null });
    const first = (await send([...people, none])).body.data.id;
    server.clock.advance(1_000);
    const second = (await send([people[0] ?? '']).then(({ body }) => body.data.id)) as string;
    const states = ['queued', 'sending', 'accepted', 'delivered', 'failed'];
    for (const [index, state] of states.entries())
      await server.store.pool.query(
        `update deliveries set state = $1, last_error = 'It broke.' from mass_messages m
         where deliveries.notice_id = m.notice_id and m.id = $2 and recipient = $3`,
        [state, first, people[index]],
      );
    const history = await get('History');
    expect(history.map(({ id }: { id: string }) => id)).toEqual([second, first]);
    expect(history[1].progress).toEqual({
      ...{ recipients: 6, queued: 2, accepted: 1, delivered: 1, failed: 1, notSent: 1 },
    });
    expect(
      new Set(history[1].deliveredRecipients.map(({ recipientId }: { recipientId: string }) => recipientId)),
    ).toEqual(new Set([people[2], people[3]]));
    const recipients = await get(`History/${first}/Recipients`);
    const of = (id = '') => recipients.find((one: { recipientId: string }) => one.recipientId === id);
    expect(of(people[4])).toMatchObject({ state: 'failed', problem: 'It broke.' });
    expect(of(people[3])).toMatchObject({
      ...{ state: 'delivered', problem: null },
      channels: [{ channel: 'sms', state: 'delivered', problem: null }],
    });
    expect(of(none)).toMatchObject({ state: 'not-sent', channels: [] });
  });

  test('has pages', async () => {
    const pat = await addPerson();
    for (const headline of ['a', 'b', 'c']) {
      await send([pat], { headline });
      server.clock.advance(1_000);
    }
    const read = async (path: string) => ask(server.app, 'GET', path, { key: ours.people.admin.key });
    const first = await read('/api/Communication/Mass/History?limit=2');
    const headlines = (page: typeof first) => page.body.data.map((one: { headline: string }) => one.headline);
    expect(headlines(first)).toEqual(['c', 'b']);
    const next = /^<([^>]+)>; rel="next"$/.exec(String(first.headers.link))?.[1];
    expect(headlines(await read(next ?? ''))).toEqual(['a']);
  });

  test('pages of recipients lead through all of them', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => addPerson()));
    const { id } = (await send(people)).body.data;
    const seen: string[] = [];
    let path: string | undefined = `/api/Communication/Mass/History/${id}/Recipients?limit=2`;
    while (path !== undefined) {
      const page: Awaited<ReturnType<typeof ask>> = await ask(server.app, 'GET', path, {
        key: ours.people.admin.key,
      });
      seen.push(...page.body.data.map((one: { recipientId: string }) => one.recipientId));
      path = /^<([^>]+)>; rel="next"$/.exec(String(page.headers.link))?.[1];
    }
    expect([seen.length, new Set(seen)]).toEqual([5, new Set(people)]);
  });

  test('is right to the person while messages are delivered, and says so live', async () => {
    const people = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        addPerson({ phone_number: `+1813555${String(index).padStart(4, '0')}` }),
      ),
    );
    const { id } = (await send(people, { message: 'm'.repeat(500) })).body.data;
    let announced = 0;
    const unsubscribe = server.platform.changes.subscribe(({ topic, ids }) => {
      if (topic === 'mass-messages' && ids?.includes(ours.organizationId)) announced += 1;
    });
    const jobs = startJobs({
      url: server.store.url,
      jobs: deliveryJobs({ channels: server.channels, counts: new AttemptCounts(), secrets: testSecrets }),
      log: server.platform.log,
    });
    try {
      await eventually(async () => {
        const [message] = await get('History');
        expect(message).toMatchObject({ id, progress: { accepted: 20, queued: 0 } });
        expect(message.deliveredRecipients).toHaveLength(20);
      });
      await eventually(() => expect(announced).toBeGreaterThan(0));
    } finally {
      await jobs.stop();
      unsubscribe();
    }
    // The SMS has all of the text, and no link.
    expect([...gateway.taken.values()].map(({ text }) => text)).toEqual(
      people.map(() => `Storms at six: ${'m'.repeat(500)} - Alex Admin at Riverside using Allclear`),
    );
  });

  test('is of the own organization', async () => {
    const { id } = (await send([await addPerson()])).body.data;
    expect(await get('History', theirs.people.admin.key)).toEqual([]);
    expect((await call('GET', `History/${id}/Recipients`, theirs.people.admin.key)).status).toBe(404);
    expect((await call('GET', 'History/x/Recipients', theirs.people.admin.key)).status).toBe(404);
  });

  test('goes with its notice after 400 days', async () => {
    await send([await addPerson()]);
    await dropNoticesBefore(server.store.db, testActor, startAt + 1);
    expect(await get('History')).toEqual([]);
    expect(await countOf('mass_messages')).toBe(0);
  });
});

describe('an Assistant Admin', () => {
  test('reaches and sees the own site only', async () => {
    const assistant = ours.people['assistant-admin'];
    const group = await addGroup('North');
    const [mine, other] = [await addPerson(), await addPerson()];
    await putInto(group, assistant.id, mine);
    expect(await get('Addressees', assistant.key)).toEqual([
      {
        ...{ id: mine, fullName: expect.stringContaining('Pat'), siteId: group, siteName: 'North' },
        notificationOnly: true,
      },
    ]);
    expect((await send([mine, other], {}, assistant.key)).status).toBe(400);
    expect((await post('Preview', form([other]), assistant.key)).status).toBe(400);
    const sent = await send([mine], {}, assistant.key);
    expect(sent.status).toBe(200);
    const all = await send([mine, other]);
    const history = await get('History', assistant.key);
    expect(history.map(({ id }: { id: string }) => id)).toEqual([sent.body.data.id]);
    expect((await call('GET', `History/${all.body.data.id}/Recipients`, assistant.key)).status).toBe(404);
    // Who has left the site since is not seen any more.
    await server.store.pool.query('update users set group_id = null where id = $1', [mine]);
    const [left] = await get('History', assistant.key);
    expect(left).toMatchObject({ recipients: [], progress: { recipients: 0 } });
    expect(await get(`History/${sent.body.data.id}/Recipients`, assistant.key)).toEqual([]);
    expect(await get('History')).toHaveLength(2);
  });

  test('without a site reaches nobody', async () => {
    const { key } = ours.people['assistant-admin'];
    expect(await get('Addressees', key)).toEqual([]);
    expect((await send([await addPerson()], {}, key)).status).toBe(400);
    expect(await get('History', key)).toEqual([]);
  });
});

test('addressees are the active people without the caller, by site', async () => {
  const group = await addGroup('North');
  const pat = await addPerson();
  await putInto(group, pat);
  await addPerson({ is_active: false });
  const listed = (await get('Addressees')) as { id: string; siteName: string | null }[];
  expect(listed[0]).toMatchObject({ id: pat, siteName: 'North' });
  const roles = Object.values(ours.people).map(({ id }) => id);
  expect(new Set(listed.map(({ id }) => id))).toEqual(
    new Set([pat, ...roles.filter((id) => id !== ours.people.admin.id)]),
  );
});

test('customers and people without a sign-in may not use any of it', async () => {
  const { key } = ours.people.customer;
  const pat = await addPerson();
  for (const [method, path, body] of [
    ['GET', 'History'],
    ['GET', 'Addressees'],
    ['GET', 'Templates'],
    ['POST', 'Send', form([pat], { key: randomUUID() })],
    ['POST', 'Preview', form([pat])],
    ['POST', 'Create/Template', form([])],
    ['POST', 'Update/Template', form([], { id: randomUUID() })],
    ['DELETE', `Delete/Template/${randomUUID()}`],
  ] as const)
    expect((await call(method, path, key, body)).status, path).toBe(403);
});

test('a message that asks for a response has the link of each person in its SMS, by which that person responds', async () => {
  const people = await Promise.all(
    ['01', '02'].map((digits) => addPerson({ phone_number: `+181355501${digits}` })),
  );
  const { body } = await send(people, { asksResponse: true });
  const jobs = startJobs({
    url: server.store.url,
    jobs: deliveryJobs({ channels: server.channels, counts: new AttemptCounts(), secrets: testSecrets }),
    log: server.platform.log,
  });
  try {
    await eventually(async () => expect(gateway.taken.size).toBe(2));
  } finally {
    await jobs.stop();
  }
  const texts = [...gateway.taken.values()].map(({ text }) => text);
  const tokens = texts.map((text) => / Respond: \S+\/respond#(acr_[\w-]{22})$/.exec(text)?.[1] ?? '');
  expect(new Set(tokens).size).toBe(2);
  for (const token of tokens) {
    const answer = await server.app.inject({
      ...{ method: 'POST', url: '/api/public/Response', headers: { authorization: `Bearer ${token}` } },
      payload: { key: randomUUID(), kind: 'inside', place: 'Gym' },
    });
    expect(answer.statusCode).toBe(200);
  }
  const path = `/api/Response/Request/${body.data.responseRequestId}`;
  const view = await ask(server.app, 'GET', path, { key: ours.people.admin.key });
  expect(view.body.data).toMatchObject({ asked: 2, inside: 2, noResponse: 0 });
});
