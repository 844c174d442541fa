import { openStandInSmtp } from '@allclear/adapters/delivery/stand-in-smtp.ts';
import type { Role } from '@allclear/domain';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { testActor, testSecrets } from '../../test/actor.ts';
import { type SmsGateway, startSmsGateway } from '../../test/sms-gateway-stand-in.ts';
import { ask, openTestServer, type TestServer, testChannels } from '../../test/test-server.ts';
import { createDeliver } from '../notifications/delivery/deliver.ts';
import type { DeliveryChannelName } from '../notifications/delivery/queue-deliveries.ts';
import { beginAttempts } from '../notifications/delivery/store.ts';
import { wallNow } from '../platform/clock/clock.ts';
import { storeReports } from '../stations/observations.store.ts';
import { WarningWatch } from './watch-warnings.ts';

const minute = 60_000;
/** Far enough from each other that none has a station of another. */
const fieldOf = (place: number) => ({
  latitude: 20 + (place % 12) * 2,
  longitude: -120 + Math.floor(place / 12) * 2,
});

let gateway: SmsGateway;
let mail: Awaited<ReturnType<typeof openStandInSmtp>>;
beforeAll(async () => {
  gateway = await startSmsGateway();
  mail = await openStandInSmtp();
});
afterAll(async () => {
  await gateway.close();
  await mail.close();
});

type Weather = 'calm' | 'gust' | 'wind' | 'both';
/** How much of what is queued is sent: `killed` ends in the middle of the second attempt. */
type Sending = 'none' | 'one' | 'killed' | 'all';

/** Places with a gust policy for everybody and a wind policy for one coach, the engine and the worker that sends. */
class District {
  readonly server: TestServer;
  readonly people: Record<Role, { id: string; key: string }>;
  readonly #places: readonly string[];
  #watch: WarningWatch;
  #lease = 1;
  #observedThrough: number;

  static async open(places = 1): Promise<District> {
    const sms = { kind: 'gateway', url: gateway.url, secret: 'hush' } as const;
    const smtp = { url: `smtp://127.0.0.1:${mail.port}`, from: 'alerts@example.org' };
    const server = await openTestServer(testChannels({ sms, smtp, allowPrivateAddresses: true }));
    const { organizationId, people } = await server.organization('Our District');
    const { db } = server.store;
    await db
      .updateTable('users')
      .set({ phone_number: '+18135550100', notification_type: 1, email_notifications: false })
      .execute();
    // Three people are enough: the coach and two others.
    await db
      .updateTable('users')
      .set({ is_active: false })
      .where('role', 'not in', ['admin', 'super-admin', 'customer'])
      .execute();
    const ids = await db
      .insertInto('organization_locations')
      .values(
        Array.from({ length: places }, (_, place) => ({
          organization_id: organizationId,
          name: `Stadium ${place}`,
          ...fieldOf(place),
          created_at: new Date(),
        })),
      )
      .returning('id')
      .execute();
    const post = async (path: string, body: object) =>
      (await ask(server.app, 'POST', `/api/${path}`, { key: people.admin.key, ...{ body } })).body.data;
    const users = [people.customer.id];
    const coaches = await post('site/add', { name: 'Coaches', timeZone: 'Central', alertTimes: [], users });
    const policy = {
      allClearMinutes: 10,
      reAlertMinutes: 0,
      notificationActions: [
        { allClear: false, message: '' },
        { allClear: true, message: '' },
      ],
    };
    await post('policy', { ...policy, policyTypeShortName: 'GUST', threshold: 35, allGroups: true });
    const forCoaches = { allGroups: false, sites: [coaches.id] };
    await post('policy', { ...policy, policyTypeShortName: 'WIND', threshold: 10, ...forCoaches });
    const now = server.clock.now();
    await server.batch(now - 60 * minute, now);
    return new District(
      server,
      people,
      ids.map(({ id }) => id),
    );
  }

  private constructor(server: TestServer, people: District['people'], places: readonly string[]) {
    this.server = server;
    this.#places = places;
    this.people = people;
    this.#observedThrough = server.clock.now();
    this.#watch = this.#newWatch();
  }

  #newWatch(): WarningWatch {
    const { store, clock, live, alerts } = this.server;
    return new WarningWatch({
      db: store.db,
      clock,
      live,
      alerts,
      weather: 'live',
      sender: 'us.example',
      secrets: testSecrets,
    });
  }

  /** Another process takes over the engine and the sending. */
  restart(): void {
    this.#watch = this.#newWatch();
    this.#lease++;
  }

  /** Twelve minutes of weather at each place: what is not exceeded any more has ended after them. */
  async weather(...atPlaces: readonly Weather[]): Promise<void> {
    const { clock, store } = this.server;
    for (const minutes of [1, 11]) {
      clock.advance(minutes * minute);
      const now = clock.now();
      await this.server.batch(this.#observedThrough, now);
      this.#observedThrough = now;
      const reports = atPlaces.map((weather, place) => ({
        stationId: `K${String(place).padStart(3, '0')}`,
        stationName: 'Airfield',
        ...fieldOf(place),
        elevationM: 8,
        observedAt: now,
        temperatureC: 20,
        dewPointC: 10,
        windMps: weather === 'wind' || weather === 'both' ? 8 : 1,
        windGustMps: weather === 'gust' || weather === 'both' ? 20 : 5,
        windDirection: 200,
        altimeterHpa: 1015,
        visibilityMiles: 10,
        visibilityAtLeast: true,
        precipitationLastHourMm: null,
        cloudCover: 0,
        weatherText: null,
        thunder: 'no' as const,
        raw: '',
      }));
      await storeReports(store.db, testActor, 'metar', reports, now);
      this.#watch.apply({ topic: 'observations' });
      await this.#watch.round();
    }
  }

  /** Sends what is queued for each place, oldest first. */
  async send(...atPlaces: readonly Sending[]): Promise<void> {
    const { db } = this.server.store;
    const { adapters } = this.server.channels;
    const common = {
      db,
      adapters,
      url: '',
      secrets: testSecrets,
      takesSms: false,
      signal: new AbortController().signal,
      random: () => 0,
    };
    const deliver = createDeliver({ ...common, lease: this.#lease, onEnded: () => {} });
    const sendAt = async (how: Sending, place: string | undefined) => {
      const most = { none: 0, one: 1, killed: 1, all: Number.POSITIVE_INFINITY }[how];
      for (let sent = 0; sent < most; sent++) {
        const next = await this.#next(place);
        if (!next) return;
        await deliver(next.channel as DeliveryChannelName, next.id);
      }
      const begun = how === 'killed' && (await this.#next(place));
      if (begun) await beginAttempts(db, testActor, [begun.id], this.#lease, wallNow());
    };
    await Promise.all(atPlaces.map((how, place) => sendAt(how, this.#places[place])));
  }

  #next(place: string | undefined) {
    return this.server.store.db
      .selectFrom('deliveries')
      .innerJoin('notices', 'notices.id', 'notice_id')
      .select(['deliveries.id', 'channel'])
      .where('state', 'in', ['queued', 'sending'])
      .where('organization_location_id', '=', place ?? '')
      .orderBy('at')
      .orderBy('written_at')
      .orderBy('deliveries.id')
      .executeTakeFirst();
  }

  /** Whether a warning is open, by place. */
  async warned(): Promise<boolean[]> {
    const { db } = this.server.store;
    const rows = await db
      .selectFrom('warnings')
      .select('organization_location_id')
      .where('ended_at', 'is', null)
      .execute();
    return this.#places.map((id) => rows.some((row) => row.organization_location_id === id));
  }

  /** The kinds of the messages that each person received at each place, in the order of their notices. */
  async received(): Promise<Record<'coach' | 'admin' | 'owner', string[]>[]> {
    const rows = await this.server.store.db
      .selectFrom('deliveries')
      .innerJoin('notices', 'notices.id', 'notice_id')
      .select(['user_id', 'kind', 'organization_location_id'])
      .where('state', '=', 'accepted')
      .orderBy('at')
      .orderBy('written_at')
      .execute();
    const { customer, admin, 'super-admin': owner } = this.people;
    return this.#places.map((place) => {
      const kindsOf = ({ id }: { id: string }) =>
        rows
          .filter((row) => row.user_id === id && row.organization_location_id === place)
          .map(({ kind }) => kind);
      return { coach: kindsOf(customer), admin: kindsOf(admin), owner: kindsOf(owner) };
    });
  }
}

let district: District;
afterEach(() => district.server.close());

/** The weather is over, and everything is sent. */
async function afterwards(places = 1): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await district.weather(...Array.from({ length: places }, () => 'calm' as const));
    await district.send(...Array.from({ length: places }, () => 'all' as const));
  }
}

/** A gust of which everybody is notified ends, and before its all clear is sent, wind starts. */
async function windBeforeAllClear(
  sent: Sending,
  setUp?: (opened: District) => Promise<unknown>,
): Promise<void> {
  district = await District.open();
  await setUp?.(district);
  await district.weather('gust');
  await district.send('all');
  await district.weather('calm');
  await district.send(sent);
  await district.weather('wind');
  await district.send('all');
}

test('people whose all clear was stopped by a warning that does not address them get it once the place is clear, after a restart too', async () => {
  await windBeforeAllClear('none');
  const started = { coach: ['started', 'started'], admin: ['started'], owner: ['started'] };
  expect(await district.received()).toEqual([started]);
  district.restart();
  await afterwards();
  expect(await district.received()).toEqual([
    {
      coach: ['started', 'started', 'all-clear'],
      admin: ['started', 'all-clear'],
      owner: ['started', 'all-clear'],
    },
  ]);
});

test('people who have received their all clear do not get that of a warning that did not address them', async () => {
  await windBeforeAllClear('one');
  await afterwards();
  const [received] = await district.received();
  expect(received).toMatchObject({ admin: ['started', 'all-clear'], owner: ['started', 'all-clear'] });
});

test('who has the all clear by email does not get another one because the SMS of it was stopped', async () => {
  // The wind policy addresses nobody: nobody gets an all clear because of the wind.
  await windBeforeAllClear('one', async ({ server: { store }, people }) => {
    await store.db.updateTable('users').set({ email_notifications: true }).execute();
    await store.db
      .updateTable('users')
      .set({ is_active: false })
      .where('id', '=', people.customer.id)
      .execute();
  });
  await afterwards();
  const [received] = await district.received();
  // By both channels, and by the one that was sent before the wind.
  expect(allClearsOf(received!).sort()).toEqual([0, 1, 2]);
});

test('a warning that ends without a notice of its own holds an all clear back no longer than it is open', async () => {
  await windBeforeAllClear('none');
  const { db } = district.server.store;
  await db
    .updateTable('warnings')
    .set({ ended_at: new Date(district.server.clock.now()) })
    .where('ended_at', 'is', null)
    .execute();
  district.restart();
  await afterwards();
  expect((await district.received())[0]).toMatchObject({
    coach: ['started', 'started', 'all-clear'],
    admin: ['started', 'all-clear'],
  });
});

const weathers: readonly Weather[] = ['calm', 'wind', 'both'];
const sendings: readonly Sending[] = ['none', 'one', 'killed', 'all'];
const steps = weathers.flatMap((weather) => sendings.map((sending) => ({ weather, sending })));
/** Every order of two steps after a gust, each with one of the third steps. */
const orders = steps.flatMap((second, i) =>
  steps.map((third, j) => [second, third, steps[(5 * i + 7 * j + 3) % steps.length]!] as const),
);

test('in every order of open, close, send and kill each person ends with one all clear, and none is sent during a warning', async () => {
  district = await District.open(orders.length);
  await district.weather(...orders.map(() => 'gust' as const));
  await district.send(...orders.map(() => 'all' as const));
  for (const step of [0, 1, 2] as const) {
    await district.weather(...orders.map((order) => order[step].weather));
    const before = await district.received();
    const warned = await district.warned();
    await district.send(...orders.map((order) => order[step].sending));
    const after = await district.received();
    for (const [place, isWarned] of warned.entries())
      if (isWarned) expect(allClearsOf(after[place]!)).toEqual(allClearsOf(before[place]!));
    district.restart();
  }
  await afterwards(orders.length);
  for (const [place, received] of (await district.received()).entries())
    for (const kinds of Object.values(received)) {
      const stopOrGo = kinds.filter((kind) => kind !== 'ended');
      const order = JSON.stringify({ order: orders[place], kinds });
      expect(stopOrGo.at(-1), order).toBe('all-clear');
      expect(
        stopOrGo.some((kind, i) => kind === 'all-clear' && stopOrGo[i - 1] === kind),
        order,
      ).toBe(false);
    }
}, 120_000);

function allClearsOf(received: Record<string, string[]>): number[] {
  return Object.values(received).map((kinds) => kinds.filter((kind) => kind === 'all-clear').length);
}
