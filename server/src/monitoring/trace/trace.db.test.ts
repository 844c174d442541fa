import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { field, lightning } from '../../../test/field-policy.ts';
import { eventually } from '../../../test/notified-people.ts';
import { runToEnd } from '../../../test/run-server.ts';
import { startSmsGateway } from '../../../test/sms-gateway-stand-in.ts';
import { ask, openTestServer, type TestServer, testChannels } from '../../../test/test-server.ts';
import { startJobs } from '../../platform/jobs/start-jobs.ts';
import { WarningWatch } from '../../warnings/watch-warnings.ts';
import { storyOf } from './story.ts';

const minute = 60_000;

let server: TestServer;
let gateway: Awaited<ReturnType<typeof startSmsGateway>>;
let ours: Awaited<ReturnType<TestServer['organization']>>;
let worker: ReturnType<typeof startJobs>;
let watch: WarningWatch;
let unsubscribe: () => void;
let placeId: string;

beforeEach(async () => {
  gateway = await startSmsGateway();
  server = await openTestServer(
    testChannels({ sms: { kind: 'gateway', url: gateway.url, secret: null }, allowPrivateAddresses: true }),
  );
  ours = await server.organization('Our District');
  await server.store.db
    .updateTable('users')
    .set({ phone_number: '+18135550100', sms_notifications: true })
    .where('id', '=', ours.people.admin.id)
    .execute();
  const place = await server.store.db
    .insertInto('organization_locations')
    .values({ organization_id: ours.organizationId, name: 'Stadium', ...field, created_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  placeId = place.id;
  const { key } = ours.people.admin;
  expect((await ask(server.app, 'POST', '/api/policy', { key, body: lightning })).status).toBeLessThan(300);
  const now = server.clock.now();
  await server.batch(now - 60 * minute, now);
  watch = new WarningWatch({
    ...{ db: server.store.db, clock: server.clock, live: server.live, alerts: server.alerts },
    ...{ weather: 'live', sender: 'us.example', log: server.platform.log, secrets: server.platform.secrets },
  });
  unsubscribe = server.live.onBatches((batches) => watch.batches(batches));
  worker = startJobs({ url: server.store.url, jobs: server.subjects.jobs, log: server.platform.log });
});
afterEach(async () => {
  unsubscribe();
  await worker.stop();
  await server.close();
  await gateway.close();
});

/** A strike 4 miles away, a minute on. */
async function strike(): Promise<number> {
  const from = server.clock.now();
  server.clock.advance(minute);
  const at = server.clock.now() - 1_000;
  await server.batch(from, server.clock.now(), [
    { at, key: 'the-flash', latitude: field.latitude + 4 / 69.1, longitude: field.longitude },
  ]);
  await watch.round();
  return at;
}

test('the story of a warning is one from the flash to each attempt and command, whatever its id is of', async () => {
  gateway.behave = (_request, repeat) =>
    repeat === 0 ? { status: 503, headers: { 'retry-after': '1' } } : undefined;
  const at = await strike();
  const { db } = server.store;
  const warning = await db.selectFrom('warnings').select('id').executeTakeFirstOrThrow();
  const delivered = () =>
    db.selectFrom('deliveries').selectAll().where('channel', '=', 'sms').executeTakeFirstOrThrow();
  await eventually(async () => expect((await delivered()).state).toMatch(/accepted|delivered/));
  const delivery = await delivered();
  const unit = await db
    .insertInto('hardware_units')
    .values({
      ...{ organization_id: ours.organizationId, name: 'Field siren', model: 'OWS', driver: 'shelly' },
      ...{ organization_location_id: placeId, address: '192.0.2.1' },
      ...{ created_at: new Date(), updated_at: new Date() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const command = randomUUID();
  const stored = Date.now();
  await db
    .insertInto('hardware_commands')
    .values({
      ...{ id: command, organization_id: ours.organizationId, unit_id: unit.id, cause: 'warning' },
      ...{ action: 'light', content: JSON.stringify({ kind: 'light', on: true, limitSeconds: null }) },
      ...{ cause_details: JSON.stringify({ text: 'Lightning' }), at: new Date(at + 500), attempts: 1 },
      ...{ created_at: new Date(stored), begun_at: new Date(stored + 400), ended_at: new Date(stored + 900) },
      ...{ deadline_at: new Date(stored + 60_000), state: 'confirmed', detail: 'Read back.' },
    })
    .execute();

  const story = (await storyOf(db, warning.id)) ?? [];
  const text = story.join('\n');
  const order = [
    `${new Date(at).toISOString()} W  flash the-flash of test-satellite`,
    'stored, 1.0 s after the flash; it observed',
    `warning ${warning.id} of the policy`,
    '(started): ',
    ' written for ',
    `delivery ${delivery.id} by sms to person ${ours.people.admin.id}`,
    `attempt 1 of ${delivery.id}: retry after `,
    `attempt 2 of ${delivery.id}: accepted after `,
    `delivery ${delivery.id} is accepted`,
    `command ${command} (light, for warning) to Field siren`,
    `command ${command} begun, 0.4 s after it was stored`,
    `command ${command} is confirmed after 1 attempt. Read back.`,
    `warning ${warning.id} is open`,
  ];
  let from = 0;
  for (const part of order) {
    const found = text.indexOf(part, from);
    expect(found, `${part} in\n${text}`).toBeGreaterThanOrEqual(0);
    from = found;
  }
  expect(text).not.toContain('+18135550100');

  // The log has the same id from the strike to each attempt.
  const lines = server.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
  const ofWarning = lines.filter(({ correlationId }) => correlationId === warning.id);
  expect(ofWarning).toMatchObject([
    { msg: 'a warning notified', notices: ['started'], evidenceAt: new Date(at).toISOString() },
    {
      msg: 'an attempt to deliver ended',
      deliveryId: delivery.id,
      channel: 'sms',
      attempt: 1,
      outcome: 'retry',
    },
    {
      msg: 'an attempt to deliver ended',
      deliveryId: delivery.id,
      channel: 'sms',
      attempt: 2,
      outcome: 'accepted',
    },
  ]);
  const { batch_id: batchId } = await db.selectFrom('flashes').select('batch_id').executeTakeFirstOrThrow();
  expect(await storyOf(db, batchId)).toEqual(story);
  const ofDelivery = (await storyOf(db, delivery.id)) ?? [];
  expect(ofDelivery.length).toBeGreaterThan(5);
  expect(story).toEqual(expect.arrayContaining(ofDelivery));
  expect(await storyOf(db, delivery.notice_id)).toEqual(ofDelivery);
  expect(await storyOf(db, command)).toEqual(story.filter((line) => line.includes(`command ${command}`)));
  for (const unknown of [randomUUID(), 'nothing', "'; drop table users"])
    expect(await storyOf(db, unknown)).toBeNull();

  const run = (...args: string[]) => runToEnd(args, { DATABASE_URL: server.store.url }, 'trace.ts');
  expect(await run(warning.id)).toEqual({ code: 0, output: `${text}\n` });
  expect(await run(randomUUID())).toMatchObject({
    ...{ code: 1, output: expect.stringContaining('nothing that is stored has the id') },
  });
  expect(await run()).toMatchObject({ code: 1, output: expect.stringContaining('It needs one id') });
});

test('a warning that ended says so with its reason, and a batch without one that it started none', async () => {
  await strike();
  const { db } = server.store;
  const { id } = await db.selectFrom('warnings').select('id').executeTakeFirstOrThrow();
  const begin = server.clock.now();
  server.clock.advance(31 * minute);
  await server.batch(begin, server.clock.now());
  await watch.round();
  const story = (await storyOf(db, id)) ?? [];
  expect(story.at(-1)).toMatch(new RegExp(`W  warning ${id} ended: \\w+`));
  expect(story.filter((line) => / notice \S+ \((started|all-clear)\)/.test(line))).toHaveLength(2);
  const quiet = await db
    .selectFrom('lightning_batches')
    .select('id')
    .where('flash_count', '=', 0)
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(await storyOf(db, quiet.id)).toEqual([`Batch ${quiet.id} started no warning.`]);
});
