import type { CapAlert } from '@allclear/domain';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { testActor } from '../../test/actor.ts';
import { freshStore } from '../../test/fresh-store.ts';
import { type Change, listen } from '../platform/change-feed/change-feed.store.ts';
import type { Store } from '../platform/database/database.ts';
import { readFeeds } from '../platform/feeds/store.ts';
import { placesToAsk, readPlaceZones, roundPlace, storePlaceZones } from './place-zones.store.ts';
import { alertsNear, alertsReceivedSince, dropAlertsBefore, storeAlerts } from './store.ts';

const T = Date.UTC(2026, 5, 6, 20);
const minute = 60_000;
/** A busy machine takes its time. */
const waitOptions = { timeout: 60_000 };
const hour = 60 * minute;
const day = 24 * hour;

let store: Store;
beforeAll(async () => {
  store = await freshStore();
});
afterAll(() => store.close());
afterEach(async () => {
  await store.db.deleteFrom('weather_alerts').execute();
  await store.db.deleteFrom('place_zones').execute();
  await store.db.deleteFrom('feeds').execute();
});

function alert(id: string, changes: Partial<CapAlert> = {}): CapAlert {
  return {
    id,
    event: 'Heat Advisory',
    headline: id,
    description: '',
    instruction: '',
    severity: 'Moderate',
    certainty: 'Likely',
    urgency: 'Expected',
    status: 'Actual',
    messageType: 'Alert',
    sentAt: T,
    effectiveAt: T,
    onsetAt: null,
    expiresAt: T + hour,
    endsAt: null,
    references: [],
    vtec: [],
    zones: ['FLZ151'],
    polygons: [],
    senderName: 'NWS',
    ...changes,
  };
}
const put = (alerts: readonly CapAlert[], now = T) =>
  storeAlerts(store.db, testActor, 'nws', { alerts, asOf: now }, now);
const near = async (now: number, vendors = ['nws']) =>
  (await alertsNear(store.db, vendors, now)).map((one) => one.alert.id).sort();

describe('the alerts of the weather service', () => {
  test('are kept as they came; the same again changes nothing, a correction does; none is dropped for being missing', async () => {
    expect(await put([alert('a'), alert('b'), alert('a')])).toBe(2);
    expect(await put([alert('a')], T + minute)).toBe(0);
    expect(await put([alert('a', { headline: 'corrected' })], T + 2 * minute)).toBe(1);
    expect(await put([], T + 3 * minute)).toBe(0);
    const held = await alertsNear(store.db, ['nws'], T);
    expect(held).toHaveLength(2);
    expect(held.find((one) => one.alert.id === 'a')).toEqual({
      vendor: 'nws',
      alert: alert('a', { headline: 'corrected' }),
      receivedAt: T + 2 * minute,
    });
    expect((await alertsReceivedSince(store.db, ['nws'], T + minute)).map((one) => one.alert.id)).toEqual([
      'a',
    ]);
    expect(await near(T, ['simulated'])).toEqual([]);
  });

  test('say with the same commit for when the list is good, and tell the other processes', async () => {
    const heard: Change[] = [];
    const listener = await listen(store.url, {
      onChange: (published) => heard.push(published),
      onGap: () => {},
      onError: () => {},
    });
    await storeAlerts(store.db, testActor, 'nws', { alerts: [alert('a')], asOf: T - minute }, T);
    await expect.poll(() => heard, waitOptions).toEqual([{ topic: 'alerts' }]);
    expect(await readFeeds(store.db)).toEqual([
      {
        kind: 'alerts',
        vendor: 'nws',
        observedThrough: T - minute,
        lastSuccessAt: T,
        lastError: null,
        lastErrorAt: null,
      },
    ]);
    await listener.close();
  });

  test('a thousand at once', async () => {
    const many = Array.from({ length: 1_234 }, (_, index) => alert(`many-${index}`));
    expect(await put(many)).toBe(1_234);
    expect(await put(many)).toBe(0);
  });

  test('what ended more than a day ago is left out, unless it speaks of what is in effect', async () => {
    const long = { expiresAt: T + 10 * day, endsAt: T + 10 * day };
    await put([
      alert('old', { expiresAt: T - 2 * day }),
      alert('open', { ...long, references: ['first'] }),
      alert('first', { expiresAt: T - 5 * day }),
      alert('cancel', { messageType: 'Cancel', references: ['open'], expiresAt: T - 4 * day }),
      alert('numbered', { ...long, vtec: ['/O.CON.KTBW.HT.Y.0042.000000T0000Z-260616T2000Z/'] }),
      alert('ended', { vtec: ['/O.CAN.KTBW.HT.Y.0042.000000T0000Z-260616T2000Z/'], expiresAt: T - 3 * day }),
      alert('another number', {
        vtec: ['/O.CAN.KTBW.HT.Y.0041.000000T0000Z-260616T2000Z/'],
        expiresAt: T - 3 * day,
      }),
      alert('no vtec', { vtec: ['rubbish'], expiresAt: T - 3 * day }),
      alert('expired message, going event', { expiresAt: T - 2 * day, endsAt: T + hour }),
    ]);
    const kept = ['cancel', 'ended', 'expired message, going event', 'first', 'numbered', 'open'];
    expect(await near(T)).toEqual(kept);
    expect(await dropAlertsBefore(store.db, testActor, T - day)).toBe(3);
    expect(await near(T)).toEqual(kept);
    expect(await dropAlertsBefore(store.db, testActor, T + 20 * day)).toBe(6);
    expect(await dropAlertsBefore(store.db, testActor, T + 20 * day)).toBe(0);
  });
});

describe('the zones of places', () => {
  test('are asked for the places of all locations, each once, the unknown ones first', async () => {
    const { id: organization_id } = await store.db
      .insertInto('organizations')
      .values({ name: 'One', support_email: '', support_phone: '', created_at: new Date(T) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await store.db
      .insertInto('organization_locations')
      .values([
        { organization_id, name: 'a', latitude: 27.9805, longitude: -82.83, created_at: new Date(T) },
        { organization_id, name: 'b', latitude: 27.98051, longitude: -82.83, created_at: new Date(T) },
        { organization_id, name: 'c', latitude: -33.0005, longitude: 151.9995, created_at: new Date(T) },
      ])
      .execute();
    const first = roundPlace({ latitude: 27.9805, longitude: -82.83 });
    const second = roundPlace({ latitude: -33.0005, longitude: 151.9995 });
    expect(await placesToAsk(store.db, T)).toEqual([second, first]);
    await storePlaceZones(store.db, testActor, first, ['FLZ151', 'FLC103'], T);
    expect(await placesToAsk(store.db, T)).toEqual([second]);
    await storePlaceZones(store.db, testActor, second, [], T + minute);
    expect(await placesToAsk(store.db, T)).toEqual([]);
    expect(await placesToAsk(store.db, T + 1)).toEqual([first]);
    expect(await readPlaceZones(store.db, null)).toHaveLength(2);
    expect(await readPlaceZones(store.db, T + minute)).toEqual([
      { ...second, zones: [], askedAt: T + minute },
    ]);
    await storePlaceZones(store.db, testActor, first, ['FLZ251'], T + day);
    expect(await readPlaceZones(store.db, T + day)).toMatchObject([{ ...first, zones: ['FLZ251'] }]);
  });

  test('the store rounds as the process does', async () => {
    const degrees = Array.from(
      { length: 2_000 },
      (_, index) => (index - 1_000) * 0.05 + (index % 2) * 0.0005 + (index % 3) * 0.00049999,
    );
    const { rows } = await store.pool.query<{ rounded: number }>(
      'select floor(x * 1000 + 0.5)::int as rounded from unnest($1::float8[]) as x',
      [degrees],
    );
    expect(rows.map(({ rounded }) => rounded)).toEqual(
      degrees.map((latitude) => roundPlace({ latitude, longitude: 0 }).latitude + 0),
    );
  });
});
