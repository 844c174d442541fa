import { createECDH, randomBytes } from 'node:crypto';
import { openStandInSmtp } from '@allclear/adapters/delivery/stand-in-smtp.ts';
import { openStandIn, readBody } from '@allclear/adapters/stand-in-server.ts';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { testActor, testSecrets } from '../../../test/actor.ts';
import { freshStore } from '../../../test/fresh-store.ts';
import { addPeople, eventually, writeTestNotice } from '../../../test/notified-people.ts';
import { type SmsGateway, startSmsGateway } from '../../../test/sms-gateway-stand-in.ts';
import { testChannels } from '../../../test/test-server.ts';
import type { Database, Store } from '../../platform/database/database.ts';
import { startJobs } from '../../platform/jobs/start-jobs.ts';
import { listSubscriptions, putSubscription } from '../push-subscriptions.store.ts';
import { type Channels, openChannels } from './channels.ts';
import { deliveryJobs } from './delivery-jobs.ts';
import { AttemptCounts } from './metrics.ts';
import { attemptsAtOnce, type DeliveryChannelName, queueDeliveries } from './queue-deliveries.ts';
import { requeueOrphaned } from './store.ts';

const log = pino({ level: process.env.TEST_LOG ?? 'silent' });
let store: Store;
let gateway: SmsGateway;
let organizationId: string;
let userIds: string[];
const running: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  store = await freshStore();
  gateway = await startSmsGateway();
  ({ organizationId, userIds } = await addPeople(store.db, 5));
});
afterAll(async () => {
  await gateway.close();
  await store.close();
});
beforeEach(async () => {
  gateway.behave = () => undefined;
  gateway.requests.length = 0;
  gateway.taken.clear();
});
afterEach(async () => {
  for (const one of running.splice(0).reverse()) await one.stop();
  // What a test leaves behind is no other's.
  await store.pool.query(`delete from graphile_worker._private_jobs`);
  await store.pool.query(`update deliveries set state = 'failed' where state in ('queued', 'sending')`);
});

async function start(settings: Parameters<typeof testChannels>[0] = {}): Promise<Channels> {
  const sms = { kind: 'gateway', url: gateway.url, secret: 'hush' } as const;
  const { installation, delivery } = testChannels({ sms, allowPrivateAddresses: true, ...settings });
  const channels = await openChannels(installation, delivery, store.db);
  running.push(
    { stop: () => channels.close() },
    startJobs({
      url: store.url,
      jobs: deliveryJobs({ channels, counts: new AttemptCounts(), secrets: testSecrets }),
      log,
    }),
  );
  return channels;
}

const deliveriesOf = (noticeId: string) =>
  store.db
    .selectFrom('deliveries')
    .selectAll()
    .where('notice_id', '=', noticeId)
    .orderBy('recipient')
    .orderBy('created_at')
    .execute();

const onePerson = () => ({ organizationId, userIds: [userIds[0]!] });

/**
 * Waits until nothing of a notice is under way any more and returns its deliveries in the order in which they
 * were made.
 */
async function settled(noticeId: string, forMs = 60_000) {
  await eventually(async () => {
    const waiting = (await deliveriesOf(noticeId)).filter(
      ({ state }) => state === 'queued' || state === 'sending',
    );
    expect(waiting).toEqual([]);
  }, forMs);
  return deliveriesOf(noticeId);
}

test('what commits is handed over, with its attempt on record', async () => {
  await start();
  const noticeId = await writeTestNotice(store.db, { organizationId, userIds, fallbackChains: [['sms']] });
  const [first, ...others] = await settled(noticeId!);
  expect(first).toMatchObject({
    channel: 'sms',
    state: 'accepted',
    vendor: 'gateway',
    provider_id: `sms-${first!.id}`,
    attempts: 1,
    last_error: null,
  });
  expect(others.map(({ state }) => state)).toEqual(others.map(() => 'accepted'));
  const attempts = await store.db
    .selectFrom('delivery_attempts')
    .selectAll()
    .where('delivery_id', '=', first!.id)
    .execute();
  expect(attempts).toMatchObject([
    { number: 1, outcome: 'accepted', detail: expect.stringContaining('200') },
  ]);
  expect(gateway.taken.size).toBe(5);
});

test('what is rolled back was never there', async () => {
  await start();
  const failure = store.db.transaction().execute(async (transaction) => {
    await writeTestNotice(
      {
        transaction: () => ({ execute: (work: (db: Database) => unknown) => work(transaction) }),
      } as unknown as Database,
      {
        ...onePerson(),
        fallbackChains: [['sms']],
      },
    );
    throw new Error('the engine took it back');
  });
  await expect(failure).rejects.toThrow('took it back');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(gateway.requests).toEqual([]);
});

test('a warning’s notice of one revision is written once', async () => {
  const warning = await addWarning();
  const write = () =>
    writeTestNotice(store.db, {
      ...onePerson(),
      fallbackChains: [['sms']],
      warningId: warning,
      warningRevision: 3,
    });
  expect(await Promise.all([write(), write()])).toContain(null);
  expect(await write()).toBeNull();
});

test('a failure is tried again under the same key; what the provider asks to wait is respected', async () => {
  gateway.behave = (_request, repeat) =>
    repeat === 0
      ? { status: 503 }
      : repeat === 1
        ? { status: 429, headers: { 'retry-after': '2' } }
        : undefined;
  await start();
  const [delivery] = await settled(
    (await writeTestNotice(store.db, { ...onePerson(), fallbackChains: [['sms']] }))!,
  );
  expect(delivery).toMatchObject({
    state: 'accepted',
    attempts: 3,
    last_error: expect.stringContaining('429'),
  });
  expect(new Set(gateway.requests.map(({ key }) => key)).size).toBe(1);
  expect(gateway.requests[2]!.at - gateway.requests[1]!.at).toBeGreaterThanOrEqual(1_950);
});

test('an answer that never came is asked for again, and the provider sends nothing twice', async () => {
  gateway.behave = (_request, repeat) => (repeat === 0 ? { silent: true } : undefined);
  await start();
  const [delivery] = await settled(
    (await writeTestNotice(store.db, { ...onePerson(), fallbackChains: [['sms']] }))!,
  );
  expect(delivery).toMatchObject({ state: 'accepted', attempts: 2 });
  expect([gateway.requests.length, gateway.taken.size]).toEqual([2, 1]);
});

test('a channel that refuses is followed by the next one, once', async () => {
  const mail = await openStandInSmtp();
  try {
    gateway.behave = () => ({ status: 400 });
    await start({ smtp: { url: `smtp://127.0.0.1:${mail.port}`, from: 'Allclear <alerts@example.org>' } });
    const noticeId = await writeTestNotice(store.db, { ...onePerson(), fallbackChains: [['sms', 'email']] });
    const deliveries = await settled(noticeId!);
    expect(deliveries.map(({ channel, state, rest }) => ({ channel, state, rest }))).toEqual([
      { channel: 'sms', state: 'failed', rest: ['email'] },
      { channel: 'email', state: 'accepted', rest: [] },
    ]);
    expect(mail.mails).toHaveLength(1);
    expect(mail.mails[0]!.to).toEqual(['person-0@told.example']);
    // A repeated job has nothing to do.
    await queueDeliveries(
      store.db,
      testActor,
      deliveries.map(({ id, channel }) => ({
        deliveryId: id,
        channel: channel as DeliveryChannelName,
        afterMs: 0,
      })),
    );
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect([gateway.requests.length, mail.mails.length]).toEqual([1, 1]);
  } finally {
    await mail.close();
  }
});

test('an address that bounces for good is not written to again', async () => {
  const mail = await openStandInSmtp({
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error('5.1.1 no such user'), { responseCode: 550 })),
  });
  try {
    await start({ smtp: { url: `smtp://127.0.0.1:${mail.port}`, from: 'alerts@example.org' } });
    const person = { organizationId, userIds: [userIds[4]!] };
    expect(
      await settled((await writeTestNotice(store.db, { ...person, fallbackChains: [['email']] }))!),
    ).toMatchObject([{ state: 'failed', attempts: 1 }]);
    const user = await store.db
      .selectFrom('users')
      .select('email_suppressed_at')
      .where('id', '=', userIds[4]!)
      .executeTakeFirstOrThrow();
    expect(user.email_suppressed_at).not.toBeNull();
    expect(
      await settled((await writeTestNotice(store.db, { ...person, fallbackChains: [['email', 'sms']] }))!),
    ).toMatchObject([
      { channel: 'email', state: 'failed', last_error: expect.stringContaining('refused earlier') },
      { channel: 'sms', state: 'accepted' },
    ]);
  } finally {
    await mail.close();
  }
});

test('without a provider the message is kept as not configured, and the next channel is tried', async () => {
  await start({ sms: null });
  expect(
    await settled((await writeTestNotice(store.db, { ...onePerson(), fallbackChains: [['sms', 'email']] }))!),
  ).toMatchObject([
    { channel: 'sms', state: 'not-configured', attempts: 0 },
    { channel: 'email', state: 'not-configured', attempts: 0 },
  ]);
});

test('push goes to every browser; only when all of them fail is the next channel tried; a browser that is gone is forgotten', async () => {
  const answers = new Map<string, number>();
  const service = await openStandIn(async (request, response) => {
    await readBody(request);
    response.writeHead(answers.get(request.url!) ?? 201).end();
  });
  try {
    const userId = userIds[1]!;
    for (const path of ['/one', '/two']) await addBrowser(userId, service.url + path);
    await start();
    const notifyPerson = () =>
      writeTestNotice(store.db, { organizationId, userIds: [userId], fallbackChains: [['push', 'sms']] });
    expect(
      (await settled((await notifyPerson())!)).map(({ channel, state }) => `${channel} ${state}`),
    ).toEqual(['push accepted', 'push accepted']);

    answers.set('/one', 410);
    expect(
      (await settled((await notifyPerson())!)).map(({ channel, state }) => `${channel} ${state}`).sort(),
    ).toEqual(['push accepted', 'push failed']);
    expect(await browsersOf(userId)).toEqual([`${service.url}/two`]);

    await addBrowser(userId, `${service.url}/one`);
    answers.set('/two', 404);
    const both = await settled((await notifyPerson())!);
    expect(both.map(({ channel, state }) => `${channel} ${state}`).sort()).toEqual([
      'push failed',
      'push failed',
      'sms accepted',
    ]);
    expect(await browsersOf(userId)).toEqual([]);
    expect((await settled((await notifyPerson())!)).map(({ channel }) => channel)).toEqual(['sms']);
  } finally {
    await service.close();
  }
});

test('many browsers that fail at the same moment queue the next channel exactly once', async () => {
  const service = await openStandIn(async (request, response) => {
    await readBody(request);
    response.writeHead(410).end();
  });
  try {
    const ids = await Promise.all(Array.from({ length: 30 }, () => addPerson(organizationId)));
    for (const id of ids)
      for (const path of ['/a', '/b', '/c']) await addBrowser(id, `${service.url}${path}/${id}`);
    await start();
    await start();
    const deliveries = await settled(
      (await writeTestNotice(store.db, { organizationId, userIds: ids, fallbackChains: [['push', 'sms']] }))!,
    );
    for (const id of ids) {
      const own = deliveries
        .filter(({ user_id }) => user_id === id)
        .map(({ channel, state }) => `${channel} ${state}`);
      expect(own.sort()).toEqual(['push failed', 'push failed', 'push failed', 'sms accepted']);
    }
    expect(gateway.requests).toHaveLength(ids.length);
  } finally {
    await service.close();
  }
});

test('a channel that hangs holds no other', async () => {
  gateway.behave = () => ({ afterMs: 2_500 });
  const mail = await openStandInSmtp();
  try {
    await start({ smtp: { url: `smtp://127.0.0.1:${mail.port}`, from: 'alerts@example.org' } });
    const ids = await Promise.all(Array.from({ length: 100 }, () => addPerson(organizationId)));
    await writeTestNotice(store.db, { organizationId, userIds: ids, fallbackChains: [['sms']] });
    const begun = performance.now();
    await settled((await writeTestNotice(store.db, { ...onePerson(), fallbackChains: [['email']] }))!);
    expect(performance.now() - begun).toBeLessThan(1_500);
  } finally {
    await mail.close();
  }
});

test('no more attempts begin than are made at once, so that none waits after its begin', async () => {
  let atWork = 0;
  let most = 0;
  gateway.behave = () => {
    most = Math.max(most, ++atWork);
    setTimeout(() => atWork--, 500);
    return { afterMs: 500 };
  };
  const noticeIds: string[] = [];
  for (let notice = 0; notice < 25; notice++) {
    const fallbackChains = [['sms' as const]];
    noticeIds.push((await writeTestNotice(store.db, { organizationId, userIds, fallbackChains }))!);
  }
  await start();
  await eventually(() => expect(most).toBe(attemptsAtOnce.sms));
  const { begun } = await store.db
    .selectFrom('delivery_attempts')
    .select(({ fn }) => fn.countAll().as('begun'))
    .where('outcome', 'is', null)
    .executeTakeFirstOrThrow();
  expect(Number(begun)).toBeLessThanOrEqual(attemptsAtOnce.sms);
  for (const noticeId of noticeIds) await settled(noticeId);
  expect(most).toBe(attemptsAtOnce.sms);
  expect(gateway.taken.size).toBe(125);
});

test('an all clear that comes late is not sent when another warning is open at the place', async () => {
  const ended = await addWarning({ ended: true });
  await addWarning({ like: ended });
  await start();
  const noticeId = await writeTestNotice(store.db, {
    ...onePerson(),
    fallbackChains: [['sms']],
    kind: 'all-clear',
    warningId: ended,
    warningRevision: 9,
  });
  expect(await settled(noticeId!)).toMatchObject([
    { state: 'failed', last_error: expect.stringContaining('A warning is in effect there now') },
  ]);
  expect(gateway.requests).toEqual([]);
});

test('two processes: each delivery is made once, and both work', async () => {
  gateway.behave = () => ({ afterMs: 20 });
  await start();
  await start();
  const ids = await Promise.all(Array.from({ length: 200 }, () => addPerson(organizationId)));
  const notices = await Promise.all(
    Array.from({ length: 5 }, () =>
      writeTestNotice(store.db, { organizationId, userIds: ids, fallbackChains: [['sms']] }),
    ),
  );
  const deliveries = (await Promise.all(notices.map((id) => settled(id!)))).flat();
  expect(deliveries.every(({ state, attempts }) => state === 'accepted' && attempts === 1)).toBe(true);
  expect(gateway.requests).toHaveLength(1_000);
  expect(new Set(deliveries.map(({ lease }) => lease)).size).toBe(2);
});

test('a process that ends cleanly gives back what it has taken; what was in the middle is tried again at once', async () => {
  gateway.behave = (_request, repeat) => (repeat === 0 ? { afterMs: 8_000 } : undefined);
  await start();
  const noticeId = await writeTestNotice(store.db, { ...onePerson(), fallbackChains: [['sms']] });
  await eventually(() => expect(gateway.requests).toHaveLength(1));
  const begun = performance.now();
  for (const one of running.splice(0).reverse()) await one.stop();
  expect(performance.now() - begun).toBeLessThan(6_000);
  await start();
  expect(await settled(noticeId!)).toMatchObject([{ state: 'accepted', attempts: 2 }]);
  expect(gateway.taken.size).toBe(1);
});

test('a worker whose connection breaks takes another lease and nothing is lost', async () => {
  gateway.behave = () => ({ afterMs: 30 });
  await start();
  const ids = await Promise.all(Array.from({ length: 150 }, () => addPerson(organizationId)));
  const noticeId = await writeTestNotice(store.db, {
    organizationId,
    userIds: ids,
    fallbackChains: [['sms']],
  });
  await eventually(() => expect(gateway.requests.length).toBeGreaterThan(20));
  await store.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name like 'allclear%'`,
  );
  const deliveries = await settled(noticeId!);
  expect(deliveries.map(({ state }) => state)).toEqual(ids.map(() => 'accepted'));
  expect(gateway.taken.size).toBe(ids.length);
});

test('a job that an earlier version queued still runs', async () => {
  const noticeId = (await writeTestNotice(store.db, { ...onePerson(), fallbackChains: [['sms']] }))!;
  const [delivery] = await deliveriesOf(noticeId);
  await store.pool.query('delete from graphile_worker._private_jobs');
  await store.pool.query(
    `select count(*) from graphile_worker.add_jobs(array[row(
      'deliver-sms', json_build_object('id', $1::text), null, now(), 1000, $1::text, 0, null)::graphile_worker.job_spec])`,
    [delivery!.id],
  );
  await start();
  expect(await settled(noticeId)).toMatchObject([{ state: 'accepted', attempts: 1 }]);
});

test('a delivery that lost its job is queued again', async () => {
  const noticeId = await writeTestNotice(store.db, { ...onePerson(), fallbackChains: [['sms']] });
  await store.pool.query('delete from graphile_worker._private_jobs');
  await start();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(gateway.requests).toEqual([]);
  expect(await requeueOrphaned(store.db, testActor, Date.now() + 1)).toBe(1);
  expect(await requeueOrphaned(store.db, testActor, Date.now() - 60_000)).toBe(0);
  expect(await settled(noticeId!)).toMatchObject([{ state: 'accepted' }]);
});

async function addPerson(organizationId: string): Promise<string> {
  const { id } = await store.db
    .insertInto('users')
    .values({
      organization_id: organizationId,
      email: null,
      user_name: 'one more',
      password_hash: null,
      first_name: 'One',
      phone_number: `+1727${Math.random().toString().slice(2, 9)}`,
      role: 'customer',
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** As a browser makes its keys. */
async function addBrowser(userId: string, endpoint: string): Promise<void> {
  const keys = createECDH('prime256v1');
  const p256dh = keys.generateKeys().toString('base64url');
  const auth = randomBytes(16).toString('base64url');
  await putSubscription(
    store.db,
    testActor,
    { organizationId, userId, endpoint, p256dh, auth, userAgent: 'test' },
    Date.now(),
  );
}

const browsersOf = async (userId: string) =>
  (await listSubscriptions(store.db, userId)).map(({ endpoint }) => endpoint);

async function addWarning({ ended = false, like }: { ended?: boolean; like?: string } = {}): Promise<string> {
  const now = new Date();
  const earlier = like
    ? await store.db.selectFrom('warnings').selectAll().where('id', '=', like).executeTakeFirstOrThrow()
    : null;
  const policyId =
    earlier?.policy_id ??
    (
      await store.db
        .insertInto('policies')
        .values({
          organization_id: organizationId,
          type_short_name: 'LR1',
          name: 'Lightning',
          threshold: 10,
          all_clear_minutes: 30,
          re_alert_minutes: 10,
          all_groups: true,
          created_at: now,
          updated_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const placeId =
    earlier?.organization_location_id ??
    (
      await store.db
        .insertInto('organization_locations')
        .values({
          organization_id: organizationId,
          name: 'Stadium',
          latitude: 28,
          longitude: -82,
          created_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const { id } = await store.db
    .insertInto('warnings')
    .values({
      organization_id: organizationId,
      policy_id: policyId,
      policy_revision: 1,
      organization_location_id: placeId,
      latitude: 28,
      longitude: -82,
      state: JSON.stringify({ kind: 'none' }),
      started_at: now,
      updated_at: now,
      ended_at: ended ? now : null,
      end_reason: ended ? 'all-clear' : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
