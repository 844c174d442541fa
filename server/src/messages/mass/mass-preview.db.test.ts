import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ask, openTestServer, startAt, type TestServer, testChannels } from '../../../test/test-server.ts';

let server: TestServer;
let ours: Awaited<ReturnType<TestServer['organization']>>;
let counter = 0;

beforeAll(async () => {
  const sms = { kind: 'gateway', url: 'http://127.0.0.1:1/sms', secret: null } as const;
  server = await openTestServer(testChannels({ sms }));
});
afterAll(() => server.close());
beforeEach(async () => {
  counter += 1;
  server.clock.set(startAt);
  ours = await server.organization(`Previewed ${counter}`);
});

const preview = async (recipients: readonly string[], changes: object = {}) => {
  const body = {
    ...{ headline: 'Storms at six', message: 'Be ready.', senderText: 'Alex', recipients, ...changes },
  };
  const key = ours.people.admin.key;
  return (await ask(server.app, 'POST', '/api/Communication/Mass/Preview', { key, body })).body.data;
};

async function addPerson(changes: Record<string, unknown> = {}): Promise<string> {
  const id = randomUUID();
  const row: Record<string, unknown> = {
    ...{ id, organization_id: ours.organizationId, user_name: id, first_name: 'Pat', last_name: 'Pitch' },
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

test('says how many people, by which channels, in how many parts, and stores nothing', async () => {
  const [byPhone, byMail] = [await addPerson(), await addPerson({ phone_number: null })];
  expect(await preview([byPhone, byMail], { channel: 7 })).toMatchObject({
    people: 2,
    channels: [
      { channel: 'push', people: 0, isConfigured: true },
      { channel: 'sms', people: 1, isConfigured: true },
      { channel: 'email', people: 1, isConfigured: false },
    ],
    smsParts: 1,
    notReached: [
      { recipientId: byMail, recipientName: 'Pat Pitch', why: 'This installation cannot send by email' },
    ],
    notReachedCount: 1,
  });
  expect(await preview([byPhone], { message: 'm'.repeat(500) })).toMatchObject({ smsParts: 4 });
  expect(await preview([byPhone], { message: 'ж'.repeat(500) })).toMatchObject({ smsParts: 8 });
  const { rows } = await server.store.pool.query('select count(*)::int as n from notices');
  expect(rows[0].n).toBe(0);
});

test.each([
  ['declines', { declines_notifications: true }, 'Declines notifications'],
  [
    'has email only, which is not chosen',
    { phone_number: null },
    'Can be reached by email only, which is not chosen',
  ],
  [
    'has nothing',
    { phone_number: null, email: null },
    'No browser, phone number or email address can be used',
  ],
])('names who %s', async (_, changes, why) => {
  const pat = await addPerson(changes);
  expect(await preview([pat])).toMatchObject({ people: 1, notReached: [{ recipientId: pat, why }] });
});

test('names who answered STOP, also when preferences are overridden, until an SMS is taken again', async () => {
  const pat = await addPerson();
  const noticeAt = async (at: number, state: string, error: string | null) => {
    const { rows } = await server.store.pool.query<{ id: string }>(
      `insert into notices (organization_id, kind, event_type, correlation_id, subject, text, short, time_zone, at, written_at)
       values ($1, 'started', 2, $2, 's', 't', 's', 'UTC', $3, $3) returning id`,
      [ours.organizationId, randomUUID(), new Date(at)],
    );
    const id = rows[0]?.id;
    await server.store.pool.query(
      'insert into notifications (notice_id, organization_id, user_id, at) values ($1, $2, $3, $4)',
      [id, ours.organizationId, pat, new Date(at)],
    );
    await server.store.pool.query(
      `insert into deliveries (notice_id, organization_id, user_id, recipient, channel, target, rest, state, last_error, created_at, updated_at)
       values ($1, $2, $3::uuid, $3::uuid::text, 'sms', '', '{}', $4, $5, $6, $6)`,
      [id, ours.organizationId, pat, state, error, new Date(at)],
    );
  };
  await noticeAt(startAt - 2_000, 'failed', 'The person has unsubscribed with STOP (Twilio 21610).');
  const stopped = [{ recipientId: pat, why: 'Answered STOP to text messages' }];
  expect(await preview([pat])).toMatchObject({ notReachedCount: 1, notReached: stopped });
  expect(await preview([pat], { overridePreferences: true })).toMatchObject({ notReached: stopped });
  await noticeAt(startAt - 1_000, 'accepted', null);
  expect(await preview([pat])).toMatchObject({ notReachedCount: 0 });
});

test('names 50 people at most and counts all', async () => {
  const people = await Promise.all(
    Array.from({ length: 60 }, () => addPerson({ declines_notifications: true })),
  );
  const found = await preview(people);
  expect([found.people, found.notReachedCount, found.notReached.length]).toEqual([60, 60, 50]);
});

test('says how the own locations stand, and calls nothing clear while one is held or not known', async () => {
  const pat = await addPerson();
  expect((await preview([pat])).places).toEqual({
    ...{ text: 'There are no locations: how the weather stands is not known', isHeld: true },
  });
  for (const name of ['Field', 'Pool'])
    await server.store.pool.query(
      `insert into organization_locations (organization_id, name, latitude, longitude, created_at) values ($1, $2, 28, -82.5, $3)`,
      [ours.organizationId, name, new Date(startAt)],
    );
  // Nothing was observed: no word is calming.
  const { places } = await preview([pat]);
  expect(places.isHeld).toBe(true);
  expect(places.text).toMatch(/\(of 2 locations\)$/);
  expect(places.text).not.toMatch(/clear/i);
});
