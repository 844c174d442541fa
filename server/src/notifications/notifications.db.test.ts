import { createECDH, randomBytes } from 'node:crypto';
import * as contract from '@allclear/contract';
import { success } from '@allclear/contract';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testSecrets } from '../../test/actor.ts';
import { eventually, writeTestNotice } from '../../test/notified-people.ts';
import { ask, openTestServer, startAt, type TestServer, testChannels } from '../../test/test-server.ts';
import { startJobs } from '../platform/jobs/start-jobs.ts';
import { deliveryJobs } from './delivery/delivery-jobs.ts';
import { AttemptCounts } from './delivery/metrics.ts';

let server: TestServer;
let ours: Awaited<ReturnType<TestServer['organization']>>;
let theirs: Awaited<ReturnType<TestServer['organization']>>;
let delivery: { stop(): Promise<void> };
const nobody = '00000000-0000-4000-8000-000000000000';

beforeAll(async () => {
  server = await openTestServer(testChannels({}, 'demo'));
  ours = await server.organization('Told District');
  theirs = await server.organization('Other District');
  delivery = startJobs({
    url: server.store.url,
    jobs: deliveryJobs({ channels: server.channels, counts: new AttemptCounts(), secrets: testSecrets }),
    log: pino({ level: 'silent' }),
  });
});
afterAll(async () => {
  await delivery.stop();
  await server.close();
});

const day = (number: number, more: Partial<contract.ScheduleDay> = {}) => ({
  day: number,
  enabled: true,
  allDay: false,
  startTime: '06:00:00',
  endTime: '22:15:00',
  ...more,
});
const week = (more: Partial<contract.ScheduleDay> = {}) =>
  [1, 2, 3, 4, 5, 6, 7].map((number) => day(number, more));

describe('settings', () => {
  test('begin with what everybody has, and a change keeps the rest', async () => {
    const { key } = ours.people.customer;
    const { body } = await ask(server.app, 'GET', '/api/Settings/Notifications', { key });
    expect(() => success(contract.getNotificationSettings.data).parse(body)).not.toThrow();
    expect(body.data).toMatchObject({
      timeZone: 'America/Chicago',
      notificationType: 0,
      alertTimesEnabled: true,
      emailSuppressed: false,
    });
    expect(body.data.schedule).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((number) =>
        day(number, { allDay: true, startTime: '00:00:00', endTime: '00:00:00' }),
      ),
    );

    const saved = await ask(server.app, 'POST', '/api/Settings/Notifications', {
      key,
      body: { notificationType: 1, timeZone: 'Pacific' },
    });
    expect(saved.body.data).toMatchObject({
      message: 'Notification settings saved',
      settings: { notificationType: 1, timeZone: 'America/Los_Angeles' },
    });
    const again = await ask(server.app, 'GET', '/api/settings/notifications', { key });
    expect(again.body.data).toMatchObject({
      notificationType: 1,
      emailNotifications: true,
      timeZone: 'America/Los_Angeles',
    });
    expect(
      (
        await server.store.db
          .selectFrom('users')
          .select('time_zone')
          .where('id', '=', ours.people.customer.id)
          .executeTakeFirst()
      )?.time_zone,
    ).toBe('America/Los_Angeles');
  });

  test('the schedule is kept as it was given; overnight is allowed, and midnight to midnight is all day', async () => {
    const { key } = ours.people.customer;
    const schedule = week()
      .with(5, day(6, { startTime: '22:00:00', endTime: '02:00:00' }))
      .with(0, day(1, { startTime: '00:00:00', endTime: '00:00:00' }));
    const { status, body } = await ask(server.app, 'POST', '/api/Settings/AlertTimes', {
      key,
      body: schedule,
    });
    expect([status, body.data?.schedule]).toEqual([
      200,
      schedule.with(0, day(1, { allDay: true, startTime: '00:00:00', endTime: '00:00:00' })),
    ]);
    expect((await ask(server.app, 'GET', '/api/Settings/AlertTimes', { key })).body.data).toEqual(
      body.data.schedule,
    );
  });

  test.each<[string, object, string]>([
    ['an unknown time zone', { timeZone: 'Mars/Olympus' }, 'TimeZone'],
    ['a kind that there is not', { notificationType: 2 }, 'NotificationType'],
    ['text for a switch', { declinesNotifications: 'yes' }, 'DeclinesNotifications'],
    [
      'equal start and end',
      { schedule: week().with(2, day(3, { startTime: '06:00:00', endTime: '06:00:00' })) },
      'AlertTimes[3].StartTime',
    ],
    [
      'a time off the quarter hour',
      { schedule: week().with(6, day(7, { endTime: '22:10:00' })) },
      'AlertTimes[7].EndTime',
    ],
    [
      'a time that is none',
      { schedule: week().with(0, day(1, { startTime: '25:00:00' })) },
      'AlertTimes[1].StartTime',
    ],
    ['a day too many', { schedule: [...week(), day(8)] }, 'AlertTimes[8].Day'],
    ['a day twice', { schedule: week().with(3, day(3)) }, 'AlertTimes[3].Day'],
    ['a day without a number', { schedule: [{ ...day(1), day: 'Sunday' }] }, 'Schedule.1.day'],
    ['a day missing', { schedule: week().slice(1) }, 'AlertTimes'],
  ])('%s is a field error, and nothing is half saved', async (_name, body, label) => {
    const { key, id } = ours.people.admin;
    const before = await server.store.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    const answer = await ask(server.app, 'POST', '/api/Settings/Notifications', {
      key,
      body: { smsNotifications: true, ...body },
    });
    expect([answer.status, Object.keys(answer.body.responseException.errors)]).toEqual([400, [label]]);
    expect(
      await server.store.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst(),
    ).toEqual(before);
  });

  test('a day that there is not is refused with the numbers that people use, 1 to 7', async () => {
    const answer = await ask(server.app, 'POST', '/api/Settings/AlertTimes', {
      key: ours.people.admin.key,
      body: [...week(), day(8)],
    });
    expect(answer.body.responseException.errors).toEqual({
      'AlertTimes[8].Day': ['Day must be a number from 1 (Sunday) to 7 (Saturday)'],
    });
  });

  test('the channels say what is there', async () => {
    expect(
      (await ask(server.app, 'GET', '/api/Settings/Channels', { key: ours.people.customer.key })).body.data,
    ).toEqual([
      { channel: 'push', configured: true, vendor: 'web-push' },
      { channel: 'sms', configured: false, vendor: null },
      { channel: 'email', configured: true, vendor: 'mailbox' },
      { channel: 'webhook', configured: true, vendor: 'webhook' },
    ]);
  });
});

describe('notifications', () => {
  test('a test says that it is one, reaches the mailbox, and can be sent five times a minute', async () => {
    const { key } = ours.people['assistant-admin'];
    await ask(server.app, 'POST', '/api/Settings/Notifications', {
      key,
      body: { declinesNotifications: true },
    });
    const { status, body } = await ask(server.app, 'POST', '/api/Settings/Notifications/Test', { key });
    expect([status, body.data?.message]).toEqual([200, 'Test notification sent by email']);

    let listed: contract.Notification[] = [];
    await eventually(async () => {
      const answer = await ask(server.app, 'POST', '/api/User/Notifications', { key, body: {} });
      expect(() => success(contract.listNotifications.data).parse(answer.body)).not.toThrow();
      listed = answer.body.data.notifications;
      expect(listed[0]?.deliveries[0]).toMatchObject({
        channel: 'email',
        state: 'accepted',
        vendor: 'mailbox',
        attempts: [{ number: 1, outcome: 'accepted' }],
      });
    });
    expect(listed).toHaveLength(1);
    // The attempt is on the clock of the notice, whatever the wall clock says.
    const begunAt = Date.parse(listed[0]?.deliveries[0]?.attempts[0]?.startedUtc ?? '');
    expect(Math.abs(begunAt - Date.parse(listed[0]?.sentUtc ?? ''))).toBeLessThan(60_000);
    expect(Math.abs(begunAt - Date.now())).toBeGreaterThan(3_600_000);
    expect(listed[0]).toMatchObject({
      kind: 'test',
      eventType: 1,
      correlationId: body.data.correlationId,
      muted: null,
      sentUtc: new Date(startAt).toISOString(),
    });
    expect(listed[0]!.subject).toMatch(/^SIMULATED: This is a test/);
    expect(listed[0]!.message).toMatch(/^SIMULATED: This is a test/);

    const mails = (await ask(server.app, 'GET', '/api/Mailbox', { key })).body;
    expect(() => success(contract.listMailbox.data).parse(mails)).not.toThrow();
    expect(mails.data).toMatchObject([
      { address: 'assistant-admin@told-district.example', subject: listed[0]!.subject },
    ]);
    // An admin reads all of them; a customer or another organization reads none of others.
    expect(
      (await ask(server.app, 'GET', '/api/Mailbox', { key: ours.people.admin.key })).body.data,
    ).toHaveLength(1);
    expect(
      (await ask(server.app, 'GET', '/api/Mailbox', { key: ours.people.customer.key })).body.data,
    ).toEqual([]);
    expect(
      (await ask(server.app, 'GET', '/api/Mailbox', { key: theirs.people.admin.key })).body.data,
    ).toEqual([]);

    const more: number[] = [];
    for (let i = 0; i < 6; i++)
      more.push((await ask(server.app, 'POST', '/api/Settings/Notifications/Test', { key })).status);
    expect(more).toEqual([200, 200, 200, 200, 429, 429]);
    await server.store.db.deleteFrom('notices').where('organization_id', '=', ours.organizationId).execute();
  });

  test('the last seven days, newest first, as many as asked for; another time when asked for', async () => {
    const { key, id } = ours.people['super-admin'];
    const hour = 3_600_000;
    const at = Date.UTC(2026, 5, 6, 20);
    for (const hours of [1, 2, 24 * 6, 24 * 8]) {
      server.clock.set(at);
      await writeTestNotice(server.store.db, {
        organizationId: ours.organizationId,
        userIds: [id],
        fallbackChains: [],
        text: `${hours} hours ago`,
        at: at - hours * hour,
      });
    }
    const list = async (body: object) =>
      (await ask(server.app, 'POST', '/api/User/Notifications', { key, body })).body;
    const texts = async (body: object) =>
      (await list(body)).data.notifications.map(({ subject }: { subject: string }) => subject);
    expect(await texts({})).toEqual(['1 hours ago', '2 hours ago', '144 hours ago']);
    expect((await list({ count: 1 })).data).toMatchObject({
      total: 3,
      notifications: [{ subject: '1 hours ago' }],
    });
    const window = {
      startDate: new Date(at - 10 * 24 * hour).toISOString(),
      endDate: new Date(at - 7 * 24 * hour).toISOString(),
    };
    expect(await texts(window)).toEqual(['192 hours ago']);
    expect(
      (await list({ startDate: window.endDate, endDate: window.startDate })).responseException.errors,
    ).toHaveProperty('StartDate');
    expect((await list({ count: 501 })).responseException.errors).toHaveProperty('Count');
    expect(await texts({})).toHaveLength(3);
    expect(
      (await ask(server.app, 'POST', '/api/User/Notifications', { key: theirs.people.admin.key, body: {} }))
        .body.data,
    ).toEqual({
      notifications: [],
      total: 0,
    });
  });

  test('a muted notice is kept with its reason, and one without any channel says so', async () => {
    const { key, id } = ours.people.customer;
    await writeTestNotice(server.store.db, {
      organizationId: ours.organizationId,
      userIds: [],
      fallbackChains: [],
      text: 'Muted',
      recipients: [{ userId: id, fallbackChains: [], muted: 'schedule' }],
      at: server.clock.now() - 2,
    });
    await writeTestNotice(server.store.db, {
      organizationId: ours.organizationId,
      userIds: [id],
      fallbackChains: [['push']],
      text: 'Out of reach',
      at: server.clock.now() - 1,
    });
    const { body } = await ask(server.app, 'POST', '/api/User/Notifications', { key, body: {} });
    expect(body.data.notifications).toMatchObject([
      { subject: 'Out of reach', muted: 'no-channel', deliveries: [] },
      { subject: 'Muted', muted: 'schedule', deliveries: [] },
    ]);
  });
});

describe('what was sent', () => {
  test('admins see every notice with its counts, and each person with each delivery; the others nothing', async () => {
    await server.store.db.deleteFrom('notices').where('organization_id', '=', ours.organizationId).execute();
    const { admin, customer } = ours.people;
    const superAdmin = ours.people['super-admin'];
    const id = await writeTestNotice(server.store.db, {
      organizationId: ours.organizationId,
      userIds: [],
      fallbackChains: [],
      text: 'Counted',
      recipients: [
        { userId: admin.id, fallbackChains: [['email']], muted: null },
        { userId: customer.id, fallbackChains: [['sms']], muted: null },
        { userId: superAdmin.id, fallbackChains: [], muted: 'declined' },
      ],
      at: server.clock.now(),
    });
    await eventually(async () => {
      const { body } = await ask(server.app, 'GET', '/api/Notifications/Sent', { key: admin.key });
      expect(() => success(contract.listSent.data).parse(body)).not.toThrow();
      expect(body.data).toMatchObject({
        total: 1,
        notices: [{ id, counts: { people: 3, muted: 1, accepted: 1, failed: 1, waiting: 0 } }],
      });
    });
    const { body } = await ask(server.app, 'GET', `/api/Notifications/Sent/${id}`, { key: admin.key });
    expect(() => success(contract.getSentNotice.data).parse(body)).not.toThrow();
    expect(body.data.recipients).toMatchObject([
      { userId: admin.id, muted: null, deliveries: [{ channel: 'email', state: 'accepted' }] },
      {
        userId: customer.id,
        muted: null,
        deliveries: [{ channel: 'sms', state: 'not-configured', attempts: [] }],
      },
      { userId: superAdmin.id, muted: 'declined', deliveries: [] },
    ]);
    expect(
      (await ask(server.app, 'GET', '/api/Notifications/Sent?page=2', { key: admin.key })).body.data,
    ).toEqual({ total: 1, notices: [] });
    expect(
      (await ask(server.app, 'GET', '/api/Notifications/Sent?pageSize=1000', { key: admin.key })).status,
    ).toBe(400);

    for (const url of ['/api/Notifications/Sent', `/api/Notifications/Sent/${id}`]) {
      expect((await ask(server.app, 'GET', url, { key: customer.key })).status).toBe(403);
      expect((await ask(server.app, 'GET', url)).status).toBe(401);
    }
    for (const other of [id, nobody, 'x']) {
      expect(
        (await ask(server.app, 'GET', `/api/Notifications/Sent/${other}`, { key: theirs.people.admin.key }))
          .status,
      ).toBe(404);
    }
  });
});

describe('browsers', () => {
  const keys = () => {
    const curve = createECDH('prime256v1');
    return {
      p256dh: curve.generateKeys().toString('base64url'),
      auth: randomBytes(16).toString('base64url'),
    };
  };
  const endpoint = 'https://push.example.org/send/abc';

  test('a browser is added, renewed, taken over by who signs in after, and removed', async () => {
    const { customer, admin } = ours.people;
    const add = async (key: string) =>
      (
        await ask(server.app, 'POST', '/api/Settings/Push', {
          key,
          body: { endpoint, keys: keys() },
          headers: { 'user-agent': 'Firefox' },
        })
      ).body.data;
    const list = async (key: string) => (await ask(server.app, 'GET', '/api/Settings/Push', { key })).body;
    const first = await add(customer.key);
    expect((await add(customer.key)).id).toBe(first.id);
    const listed = await list(customer.key);
    expect(() => success(contract.getPush.data).parse(listed)).not.toThrow();
    expect(listed.data.subscriptions).toMatchObject([{ id: first.id, userAgent: 'Firefox' }]);
    expect(JSON.stringify(listed)).not.toContain(endpoint);
    expect(Buffer.from(listed.data.publicKey, 'base64url')).toHaveLength(65);

    const second = await add(admin.key);
    expect((await list(customer.key)).data.subscriptions).toEqual([]);
    expect(
      (await ask(server.app, 'DELETE', `/api/Settings/Push/${second.id}`, { key: customer.key })).status,
    ).toBe(404);
    expect(
      (await ask(server.app, 'DELETE', `/api/Settings/Push/${second.id}`, { key: admin.key })).status,
    ).toBe(200);
    expect(
      (await ask(server.app, 'DELETE', `/api/Settings/Push/${second.id}`, { key: admin.key })).status,
    ).toBe(404);
  });

  test.each<[string, object, string]>([
    ['http', { endpoint: 'http://push.example.org/x' }, 'Endpoint'],
    ['loopback', { endpoint: 'https://127.0.0.1/x' }, 'Endpoint'],
    ['the metadata service', { endpoint: 'https://169.254.169.254/latest' }, 'Endpoint'],
    ['no address', { endpoint: 'push' }, 'Endpoint'],
    [
      'a key that is none',
      { keys: { p256dh: 'AAAA', auth: randomBytes(16).toString('base64url') } },
      'Keys.p256dh',
    ],
    ['a secret that is none', { keys: { ...keys(), auth: '<script>' } }, 'Keys.auth'],
  ])('%s is a field error', async (_name, more, label) => {
    const { status, body } = await ask(server.app, 'POST', '/api/Settings/Push', {
      key: ours.people.customer.key,
      body: { endpoint, keys: keys(), ...more },
    });
    expect([status, Object.keys(body.responseException.errors)]).toEqual([400, [label]]);
  });
});

describe('webhooks', () => {
  test('a secret is shown once; another organization sees and deletes nothing', async () => {
    const { key } = ours.people.admin;
    const added = await ask(server.app, 'POST', '/api/Webhook', {
      key,
      body: { url: ' https://hooks.example.org/allclear?token=1 ' },
    });
    expect(() => success(contract.addWebhook.data).parse(added.body)).not.toThrow();
    expect(added.body.data).toMatchObject({
      url: 'https://hooks.example.org/allclear?token=1',
      enabled: true,
      secret: expect.stringMatching(/^whsec_.{40,}/),
    });
    const listed = (await ask(server.app, 'GET', '/api/Webhook', { key })).body;
    expect(listed.data).toMatchObject([{ id: added.body.data.id }]);
    expect(JSON.stringify(listed)).not.toContain('whsec_');
    expect(
      (await ask(server.app, 'GET', '/api/Webhook', { key: theirs.people.admin.key })).body.data,
    ).toEqual([]);
    expect(
      (
        await ask(server.app, 'DELETE', `/api/Webhook/${added.body.data.id}`, {
          key: theirs.people.admin.key,
        })
      ).status,
    ).toBe(404);
    expect((await ask(server.app, 'GET', '/api/Webhook', { key: ours.people.customer.key })).status).toBe(
      403,
    );
    expect(
      (await ask(server.app, 'DELETE', `/api/Webhook/${added.body.data.id}`, { key })).body.data.message,
    ).toBe('Webhook deleted');
    expect((await ask(server.app, 'DELETE', '/api/Webhook/x', { key })).status).toBe(404);
  });

  test.each([
    'http://127.0.0.1/x',
    'http://169.254.169.254/latest/meta-data',
    'http://localhost:3000',
    'http://2130706433/',
    'http://[::1]/',
    'ftp://a.example',
    'x',
    '',
  ])('%s is a field error', async (url) => {
    const { status, body } = await ask(server.app, 'POST', '/api/Webhook', {
      key: ours.people.admin.key,
      body: { url },
    });
    expect([status, Object.keys(body.responseException.errors)]).toEqual([400, ['Url']]);
    expect((await ask(server.app, 'GET', '/api/Webhook', { key: ours.people.admin.key })).body.data).toEqual(
      [],
    );
  });
});

test('the metrics tell of deliveries', async () => {
  const { body } = await server.app.inject({ method: 'GET', url: '/metrics' });
  expect(body).toContain('# TYPE allclear_delivery_attempts_total counter');
  expect(body).toContain('# TYPE allclear_delivery_queue_depth gauge');
  expect(body).toContain('# TYPE allclear_delivery_queue_age_seconds gauge');
});
