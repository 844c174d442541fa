import { startControlByWebSimulator } from '@allclear/adapters/hardware/simulators/controlbyweb.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Store } from '../../src/platform/database/database.ts';
import { freshStore } from '../fresh-store.ts';
import { addPeople, writeTestNotice } from '../notified-people.ts';
import { doubled, leftSounding, lostWrites } from './judge-stage.ts';
import { type Providers, startProviders } from './providers.ts';

let store: Store;
let providers: Providers;
let organizationId: string;
let userIds: string[];
const onDatabase = <T>(work: (opened: Store) => Promise<T>) => work(store);

beforeAll(async () => {
  store = await freshStore();
  providers = await startProviders();
  ({ organizationId, userIds } = await addPeople(store.db, 2));
});
afterAll(async () => {
  await providers?.close();
  await store?.close();
});

const [first, second] = [() => userIds[0] ?? '', () => userIds[1] ?? ''];

/** One SMS that the product counts as accepted; returns the id of its delivery. */
async function acceptedSms(text: string): Promise<string> {
  const notice = await writeTestNotice(store.db, {
    ...{ organizationId, userIds: [first()], fallbackChains: [['sms']], text },
  });
  const { rows } = await store.pool.query<{ id: string }>(
    `update deliveries set state = 'accepted' where notice_id = $1 returning id`,
    [notice],
  );
  return rows[0]?.id ?? '';
}

async function takeSms(key: string, text: string): Promise<void> {
  const answer = await fetch(providers.gateway.url, {
    method: 'POST',
    headers: { 'idempotency-key': key },
    body: JSON.stringify({ to: '+18135550000', text }),
  });
  expect(answer.status).toBe(200);
}

it('a lost write is found, and one that is there is not', async () => {
  await store.db
    .insertInto('locations')
    .values({
      ...{ organization_id: organizationId, user_id: first(), label: 'Place 1', location_name: 'Place 1' },
      ...{
        latitude: 28,
        longitude: -82,
        radius1: 10,
        all_clear_minutes: 10,
        flags: 0,
        time_zone: 'America/New_York',
        created_at: new Date(),
        updated_at: new Date(),
      },
    })
    .execute();
  await acceptedSms('Notice 1');
  await writeTestNotice(store.db, {
    ...{ organizationId, userIds: [second()], fallbackChains: [['sms']], text: 'Notice 2' },
  });
  const kept = { labels: ['Place 1'], notices: [{ text: 'Notice 1', userId: first() }] };
  expect(await lostWrites({ onDatabase }, { ...kept, acknowledgedAt: [] })).toEqual([]);
  const written = {
    labels: ['Place 1', 'Place 2'],
    notices: [...kept.notices, { text: 'Notice 2', userId: second() }, { text: 'Notice 3', userId: first() }],
    acknowledgedAt: [],
  };
  expect(await lostWrites({ onDatabase }, written)).toEqual([
    'Place 2 was acknowledged and is lost',
    'Notice 2 was committed and is queued',
    'Notice 3 was committed and is lost',
  ]);
});

it('a message that its provider took twice is found, a repeat with its key is not', async () => {
  providers.gateway.taken.clear();
  await store.pool.query('delete from deliveries');
  const id = await acceptedSms('Notice 4');
  expect(await doubled({ onDatabase, providers })).toEqual([
    `the sms ${id} counts as accepted, and its provider has none`,
  ]);
  await takeSms(id, 'Notice 4');
  await takeSms(id, 'Notice 4');
  expect(await doubled({ onDatabase, providers })).toEqual([]);
  await takeSms('another key', 'Notice 4');
  expect(await doubled({ onDatabase, providers })).toEqual([
    'twice, as two messages: SMS +18135550000 Notice 4',
  ]);
});

it('a siren that is left on is found', async () => {
  const wiring = { warningSound: 'relay1', allClearSound: 'relay2', light: 'relay3' };
  const siren = await startControlByWebSimulator({ wiring });
  const soon = { silentWithinMs: 100, rightWithinMs: 100 };
  try {
    expect(await leftSounding({ onDatabase, siren }, soon)).toEqual([]);
    await fetch(`http://${siren.address}/state.json?relay1=1`);
    expect(siren.state().sounding).toBe('warning');
    expect(await leftSounding({ onDatabase, siren }, soon)).toEqual(['the siren still sounds (warning)']);
    await fetch(`http://${siren.address}/state.json?relay1=0`);
    await fetch(`http://${siren.address}/state.json?relay2=1`);
    await fetch(`http://${siren.address}/state.json?relay2=0`);
    expect(await leftSounding({ onDatabase, siren }, soon)).toEqual(['an all clear sounded twice']);
  } finally {
    await siren.close();
  }
});
