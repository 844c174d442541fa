import type { StationReport } from '@allclear/adapters';
import type { CapAlert, Role } from '@allclear/domain';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testActor } from '../../test/actor.ts';
import { field, lightning } from '../../test/field-policy.ts';
import { ask, openTestServer, type TestServer, testAlertFeed, testSecrets } from '../../test/test-server.ts';
import { roundPlace, storePlaceZones } from '../alerts/place-zones.store.ts';
import { storeAlerts } from '../alerts/store.ts';
import { storeReports } from '../stations/observations.store.ts';
import { WarningWatch } from './watch-warnings.ts';

const minute = 60_000;

let server: TestServer;
let people: Record<Role, { id: string; key: string }>;
let stadium: string;
let watch: WarningWatch;
/** The end of the feed's observation. */
let seenThrough: number;
let unsubscribe: () => void;

beforeEach(async () => {
  server = await openTestServer();
  const ours = await server.organization('Our District');
  people = ours.people;
  stadium = (
    await server.store.db
      .insertInto('organization_locations')
      .values({
        organization_id: ours.organizationId,
        name: 'Stadium',
        ...field,
        created_at: new Date(server.clock.now()),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
  const now = server.clock.now();
  await server.batch(now - 60 * minute, now);
  seenThrough = now;
  newWatch();
});
afterEach(async () => {
  unsubscribe();
  await server.close();
});

/** As a process that has just become the engine. */
function newWatch(): WarningWatch {
  unsubscribe?.();
  const fresh = new WarningWatch({
    db: server.store.db,
    clock: server.clock,
    live: server.live,
    alerts: server.alerts,
    weather: 'live',
    sender: 'us.example',
    secrets: testSecrets,
  });
  unsubscribe = server.live.onBatches((batches) => fresh.batches(batches));
  watch = fresh;
  return fresh;
}

const call = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  key = people.admin.key,
) => ask(server.app, method, `/api/${path}`, { key, ...(body ? { body } : {}) });
async function policy(body: object = lightning): Promise<string> {
  const { body: answer } = await call('POST', 'policy', body);
  await changed('policies');
  return answer.data.id;
}
async function changed(topic: 'policies' | 'observations' | 'alerts'): Promise<void> {
  watch.apply(topic === 'policies' ? { topic, ids: [] } : { topic });
  await watch.round();
}
/** Time passes under the eyes of the feed, with strikes `milesNorth` of the field at its end. */
async function pass(minutes: number, milesNorth: readonly number[] = []): Promise<void> {
  server.clock.advance(minutes * minute);
  const now = server.clock.now();
  const flashes = milesNorth.map((miles, index) => ({
    at: now - 1_000,
    key: `${now} ${index}`,
    latitude: 28 + miles / 69.1,
    longitude: -82,
  }));
  await server.batch(seenThrough, now, flashes);
  seenThrough = now;
  await watch.round();
}
/** The lightning feed catches up without a strike. */
async function observeQuiet(): Promise<void> {
  if (seenThrough < server.clock.now()) await server.batch(seenThrough, server.clock.now());
  seenThrough = server.clock.now();
}
const notices = async () =>
  (
    await server.store.db.selectFrom('notices').select('kind').orderBy('at').orderBy('written_at').execute()
  ).map(({ kind }) => kind);
const notifiedBy = async (kind: string) =>
  server.store.db
    .selectFrom('notifications')
    .innerJoin('notices', 'notices.id', 'notice_id')
    .select(['user_id', 'muted'])
    .where('kind', '=', kind)
    .execute();
const violations = async () => (await call('GET', `observations/Violations/${stadium}`)).body.data;

describe('lightning', () => {
  test('a strike within the radius starts a warning and tells everybody once; the quiet time that was observed ends it', async () => {
    await policy();
    await pass(1, [12]);
    expect(await violations()).toEqual([]);
    await pass(1, [4]);
    const [warning] = await violations();
    expect(warning).toMatchObject({
      policyTypeShortName: 'LR1',
      thresholdValue: 10,
      allClearMinutes: 30,
      heldSince: null,
    });
    expect(warning.value).toBeCloseTo(4, 1);
    expect(warning.nextClearTime).toBe(
      new Date(Date.parse(warning.allClearTime) + 30 * minute).toISOString(),
    );
    expect(await notifiedBy('started')).toHaveLength(5);
    for (let i = 0; i < 29; i++) await pass(1);
    expect(await notices()).toEqual(['started']);
    await pass(1);
    expect(await notices()).toEqual(['started', 'all-clear']);
    expect(await violations()).toEqual([]);
    expect(await notifiedBy('all-clear')).toHaveLength(5);
    expect((await call('GET', `Threats/${stadium}`)).body.data).toMatchObject([
      { threatType: 2, threatLevel: 0, threatTimes: [] },
    ]);
  });

  test('ten thousand strikes over one site are one warning and one notice a person', async () => {
    await policy();
    await pass(
      1,
      Array.from({ length: 10_000 }, (_, index) => (index % 100) / 20),
    );
    await pass(
      0.5,
      Array.from({ length: 100 }, () => 2),
    );
    expect(await notices()).toEqual(['started']);
    const notified = await notifiedBy('started');
    expect(notified).toHaveLength(5);
    expect(new Set(notified.map(({ user_id }) => user_id)).size).toBe(5);
    expect(await server.store.db.selectFrom('deliveries').select('recipient').execute()).toHaveLength(5);
  });

  test('two engines at once: one tells', async () => {
    await policy();
    const other = new WarningWatch({
      db: server.store.db,
      clock: server.clock,
      live: server.live,
      alerts: server.alerts,
      weather: 'live',
      sender: 'us.example',
      secrets: testSecrets,
    });
    await other.round();
    server.clock.advance(minute);
    await server.batch(seenThrough, server.clock.now(), [
      { at: server.clock.now() - 1_000, latitude: 28.01, longitude: -82 },
    ]);
    other.apply({ topic: 'policies', ids: [] });
    watch.apply({ topic: 'policies', ids: [] });
    await Promise.all([watch.round(), other.round()]);
    await Promise.all([watch.round(), other.round()]);
    expect(await notices()).toEqual(['started']);
    expect(await notifiedBy('started')).toHaveLength(5);
    expect(await server.store.db.selectFrom('warnings').select('id').execute()).toHaveLength(1);
  });

  test('another engine that takes over tells nothing twice and ends what the first began', async () => {
    await policy();
    await pass(1, [4]);
    newWatch();
    await watch.round();
    expect(await notices()).toEqual(['started']);
    newWatch();
    await watch.round();
    await pass(31);
    expect(await notices()).toEqual(['started', 'all-clear']);
  });

  test('new strikes are reminded of every ten minutes, quiet is not', async () => {
    await policy();
    await pass(1, [4]);
    await pass(5, [4]);
    expect(await notices()).toEqual(['started']);
    await pass(6, [4]);
    expect(await notices()).toEqual(['started', 'reminder']);
    await pass(12);
    expect(await notices()).toEqual(['started', 'reminder']);
  });

  test('without data a warning is held and says so, and its all clear comes only after the quiet time was seen', async () => {
    await policy();
    await pass(1, [4]);
    server.clock.advance(40 * minute);
    await watch.round();
    expect(await notices()).toEqual(['started', 'held']);
    expect((await violations())[0]).toMatchObject({
      nextClearTime: null,
      heldSince: new Date(server.clock.now()).toISOString(),
    });
    // Observation resumes after a gap of 40 minutes, whose content is unknown.
    seenThrough = server.clock.now();
    await pass(3);
    await pass(10);
    expect(await notices()).toEqual(['started', 'held']);
    await pass(12);
    await pass(10);
    expect(await notices()).toEqual(['started', 'held', 'all-clear']);
  });

  test('a policy that is edited keeps its warning; one that is deleted withdraws it, which is no all clear', async () => {
    const id = await policy();
    await pass(1, [4]);
    await call('PATCH', 'policy', { id, reAlertMinutes: 0 });
    await changed('policies');
    expect(await notices()).toEqual(['started']);
    expect(await violations()).toHaveLength(1);
    await call('DELETE', `policy/${id}`);
    await changed('policies');
    expect(await notices()).toEqual(['started', 'withdrawn']);
    const { text } = await server.store.db
      .selectFrom('notices')
      .select('text')
      .where('kind', '=', 'withdrawn')
      .executeTakeFirstOrThrow();
    expect(text).toMatch(/not an all clear/i);
    expect(await server.store.db.selectFrom('warnings').select('end_reason').executeTakeFirst()).toEqual({
      end_reason: 'policy-deleted',
    });
  });

  test('a location that is deleted withdraws its open warning, and nothing calming is said of it', async () => {
    await policy();
    await pass(1, [4]);
    const uses = await call('GET', `organizationLocation/Uses/${stadium}`);
    expect(uses.body.data).toMatchObject({ openWarnings: 1 });
    expect((await call('DELETE', `organizationLocation/${stadium}`)).status).toBe(200);
    await changed('policies');
    expect(await notices()).toEqual(['started', 'withdrawn']);
    expect(await notifiedBy('withdrawn')).toHaveLength(5);
    const said = await server.store.db
      .selectFrom('notices')
      .select(['text', 'short', 'subject'])
      .where('kind', '=', 'withdrawn')
      .executeTakeFirstOrThrow();
    expect(said.short).toMatch(
      /^Withdrawn: the Lightning warning for Stadium, .* This is not an all clear\./,
    );
    expect(said.text).toContain('Whether it is safe has not been judged.');
    expect(Object.values(said).join(' ').replaceAll('not an all clear', '')).not.toMatch(/all clear|within/i);
    // The quiet that follows ends nothing a second time.
    for (let i = 0; i < 31; i++) await pass(1);
    expect(await notices()).toEqual(['started', 'withdrawn']);
    const left = await server.store.db.selectFrom('warnings').select(['ended_at', 'end_reason']).execute();
    expect(left).toEqual([{ ended_at: expect.any(Date), end_reason: 'location-removed' }]);
  });

  test('a location that moves takes no warning along', async () => {
    await policy();
    await pass(1, [4]);
    await server.store.db
      .updateTable('organization_locations')
      .set({ latitude: 40 })
      .where('id', '=', stadium)
      .execute();
    await changed('policies');
    expect(await notices()).toEqual(['started', 'withdrawn']);
    expect(await violations()).toEqual([]);
  });

  test('a policy without Notify Users shows on the dashboard and tells nobody', async () => {
    await policy({ ...lightning, notificationActions: [] });
    await pass(1, [4]);
    expect(await violations()).toMatchObject([{ lastAlertTime: null }]);
    await pass(31);
    expect(await notices()).toEqual([]);
  });
});

describe('who is told', () => {
  const closed = { day: 6, startTime: '05:00:00', endTime: '12:00:00' };

  test('a group that is closed hears of it when its alert times open, and then of the end', async () => {
    // 15:00 on a Saturday in Chicago.
    const site = (
      await call('POST', 'site/add', {
        name: 'Coaches',
        timeZone: 'Central',
        alertTimes: [closed],
        users: [people.customer.id],
      })
    ).body.data;
    await policy({ ...lightning, allGroups: false, sites: [site.id] });
    await pass(1, [4]);
    expect(await notifiedBy('started')).toEqual([{ user_id: people.customer.id, muted: 'schedule' }]);
    expect(await server.store.db.selectFrom('deliveries').select('id').execute()).toEqual([]);
    await call('POST', 'site/update', {
      id: site.id,
      alertTimes: [{ ...closed, startTime: '15:00:00', endTime: '23:00:00' }],
    });
    await changed('policies');
    await pass(2);
    expect(await notices()).toEqual(['started', 'in-effect']);
    expect(await notifiedBy('in-effect')).toEqual([{ user_id: people.customer.id, muted: null }]);
    await pass(30);
    expect(await notifiedBy('all-clear')).toEqual([{ user_id: people.customer.id, muted: null }]);
  });

  test('alert times that close in the middle mute reminders, not the end; a life-safety policy is never muted', async () => {
    const open = { day: 6, startTime: '05:00:00', endTime: '15:30:00' };
    const site = (
      await call('POST', 'site/add', {
        name: 'Coaches',
        timeZone: 'Central',
        alertTimes: [open],
        users: [people.customer.id],
      })
    ).body.data;
    await policy({ ...lightning, allGroups: false, sites: [site.id] });
    await policy({
      ...lightning,
      policyTypeShortName: 'LR2',
      threshold: 20,
      allGroups: false,
      sites: [site.id],
      lifeSafety: true,
    });
    await pass(1, [4]);
    expect((await notifiedBy('started')).map(({ muted }) => muted)).toEqual([null, null]);
    await pass(31, [4]);
    expect((await notifiedBy('reminder')).map(({ muted }) => muted).sort()).toEqual(
      [null, 'schedule'].sort(),
    );
    await pass(31);
    // Both end at once: one message for the place.
    expect((await notifiedBy('all-clear')).map(({ muted }) => muted)).toEqual([null]);
    expect(await notifiedBy('ended')).toEqual([]);
  });

  test('another organization’s people are never told', async () => {
    const theirs = await server.organization('Their District');
    await policy();
    await pass(1, [4]);
    const ids = Object.values(theirs.people).map(({ id }) => id);
    expect((await notifiedBy('started')).filter(({ user_id }) => ids.includes(user_id))).toEqual([]);
    expect(
      (await call('GET', 'Notifications/Sent', undefined, theirs.people.admin.key)).body.data.notices,
    ).toEqual([]);
  });
});

describe('readings', () => {
  const report = (minutesAgo: number, temperatureC: number): StationReport => ({
    stationId: 'KTPA',
    stationName: 'Tampa International',
    ...field,
    elevationM: 8,
    observedAt: server.clock.now() - minutesAgo * minute,
    temperatureC,
    dewPointC: 24,
    windMps: 20,
    windGustMps: null,
    windDirection: 200,
    altimeterHpa: 1015,
    visibilityMiles: 10,
    visibilityAtLeast: true,
    precipitationLastHourMm: null,
    cloudCover: 0,
    weatherText: null,
    thunder: 'no',
    raw: '',
  });
  const heat = { ...lightning, policyTypeShortName: 'HEAT', threshold: 105, reAlertMinutes: 0 };
  const store = async (...reports: StationReport[]) => {
    await storeReports(server.store.db, testActor, 'metar', reports, server.clock.now());
    await observeQuiet();
    await changed('observations');
  };

  test('a warning starts with a reading, goes on while it is exceeded, and ends after readings have been under for long enough', async () => {
    await policy(heat);
    await store(report(2, 38));
    expect(await violations()).toMatchObject([
      { policyTypeShortName: 'HEAT', unit: '°F', allClearTime: null },
    ]);
    server.clock.advance(30 * minute);
    await store(report(0, 30));
    expect((await violations())[0].allClearTime).not.toBeNull();
    server.clock.advance(29 * minute);
    await store(report(0, 30));
    expect(await violations()).toHaveLength(1);
    // Half an hour of the clock is not half an hour of readings.
    server.clock.advance(10 * minute);
    await watch.round();
    expect(await violations()).toHaveLength(1);
    await store(report(0, 30));
    expect(await violations()).toEqual([]);
    expect(await notices()).toEqual(['started', 'all-clear']);
  });

  test('a stale report neither starts nor ends a warning', async () => {
    await policy(heat);
    await store(report(95, 40));
    expect(await violations()).toEqual([]);
    await store(report(1, 40));
    expect(await violations()).toHaveLength(1);
    server.clock.advance(120 * minute);
    await watch.round();
    expect((await violations())[0].heldSince).not.toBeNull();
    expect(await notices()).toEqual(['started', 'held']);
    server.clock.advance(24 * 60 * minute);
    await watch.round();
    expect(await violations()).toHaveLength(1);
    expect(await notices()).toEqual(['started', 'held']);
  });

  test('a measure that no station brings never warns', async () => {
    await policy({ ...lightning, policyTypeShortName: 'AQI-MAX', threshold: 100 });
    await policy({ ...lightning, policyTypeShortName: 'PRECIP', threshold: 0.5 });
    await store(report(1, 40));
    expect(await violations()).toEqual([]);
  });
});

describe('all clear is said of a place only when nothing else holds it', () => {
  const gust = {
    ...lightning,
    policyTypeShortName: 'GUST',
    threshold: 35,
    reAlertMinutes: 0,
    allClearMinutes: 10,
  };
  const observed = async (windGustMps: number, windMps = 5) => {
    const report: StationReport = {
      stationId: 'KTPA',
      stationName: 'Tampa International',
      ...field,
      elevationM: 8,
      observedAt: server.clock.now(),
      temperatureC: 20,
      dewPointC: 10,
      windMps,
      windGustMps,
      windDirection: 200,
      altimeterHpa: 1015,
      visibilityMiles: 10,
      visibilityAtLeast: true,
      precipitationLastHourMm: null,
      cloudCover: 0,
      weatherText: null,
      thunder: 'no',
      raw: '',
    };
    await storeReports(server.store.db, testActor, 'metar', [report], server.clock.now());
    await changed('observations');
  };
  /** The texts of a kind, oldest first. */
  const texts = async (kind: string) =>
    server.store.db
      .selectFrom('notices')
      .select(['subject', 'short'])
      .where('kind', '=', kind)
      .orderBy('at')
      .execute();

  test('wind that ends in a lightning delay is no all clear; the delay’s end is the all clear of both', async () => {
    await policy(gust);
    await policy({ ...lightning, notificationActions: lightning.notificationActions });
    await observed(20);
    await pass(1, [4]);
    await pass(1);
    await observed(5);
    await pass(11);
    await observed(5);
    expect(await notices()).toEqual(['started', 'started', 'ended']);
    const [ended] = await texts('ended');
    expect(ended?.subject).toMatch(
      /^Wind gust is back under 35 mph at Stadium \(.*\)\. Lightning delay still in effect$/,
    );
    expect(ended?.short).toContain('Lightning delay still in effect.');
    await pass(5);
    await observed(5);
    await pass(5);
    await observed(5);
    await pass(9);
    expect(await texts('all-clear')).toHaveLength(1);
    expect((await texts('all-clear'))[0]?.subject).toMatch(
      /^All clear at Stadium at .*30 minutes without lightning/,
    );
    expect(await notifiedBy('all-clear')).toHaveLength(5);
    await pass(5);
    expect(await notices()).toEqual(['started', 'started', 'ended', 'all-clear']);
  });

  test('a zone of a saved location still in delay: what is over, and the all clear once that zone is quiet too', async () => {
    await server.store.db
      .insertInto('locations')
      .values({
        organization_id: (
          await server.store.db
            .selectFrom('organization_locations')
            .select('organization_id')
            .executeTakeFirstOrThrow()
        ).organization_id,
        user_id: people.customer.id,
        organization_location_id: stadium,
        label: 'Stadium',
        location_name: 'Stadium',
        ...field,
        radius1: 10,
        radius2: 30,
        all_clear_minutes: 30,
        flags: 0,
        time_zone: 'America/New_York',
        created_at: new Date(server.clock.now()),
        updated_at: new Date(server.clock.now()),
      })
      .execute();
    await policy();
    await pass(1, [4]);
    await pass(10, [25]);
    await pass(21);
    expect(await notices()).toEqual(['started', 'ended']);
    expect((await texts('ended'))[0]?.subject).toMatch(
      /^No lightning within 10 mi of Stadium for 30 minutes \(.*\)\. Lightning delay still in effect within 30 mi$/,
    );
    await pass(8);
    expect(await notices()).toEqual(['started', 'ended']);
    await pass(3);
    expect(await notices()).toEqual(['started', 'ended', 'all-clear']);
    expect((await texts('all-clear'))[0]?.subject).toMatch(
      /^All clear at Stadium at .*: what still held it has ended$/,
    );
    expect(await notifiedBy('all-clear')).toHaveLength(5);
    await pass(3);
    expect(await notices()).toEqual(['started', 'ended', 'all-clear']);
  });

  test('wind that ends while lightning is not observed says that lightning is unknown', async () => {
    await policy(gust);
    await observed(20);
    server.clock.advance(5 * minute);
    await observed(5);
    server.clock.advance(10 * minute);
    await observed(5);
    expect(await notices()).toEqual(['started', 'ended']);
    expect((await texts('ended'))[0]?.subject).toContain('Lightning status is unknown: no all clear');
    await pass(31);
    expect(await notices()).toEqual(['started', 'ended', 'all-clear']);
  });

  test('a policy that is deleted while its people wait does not keep the all clear from the others', async () => {
    await policy(gust);
    const wind = await policy({ ...gust, policyTypeShortName: 'WIND', threshold: 10, allClearMinutes: 15 });
    await observed(20, 20);
    await pass(1, [4]);
    await observed(5, 1);
    for (const minutes of [11, 5]) {
      await pass(minutes);
      await observed(5, 1);
    }
    expect(await notices()).toEqual(['started', 'started', 'ended', 'ended']);
    await call('DELETE', `policy/${wind}`);
    await changed('policies');
    await pass(16);
    expect(await notices()).toEqual(['started', 'started', 'ended', 'ended', 'all-clear']);
    expect(await notifiedBy('all-clear')).toHaveLength(5);
  });

  test('two warnings that end in one round are one message', async () => {
    await policy(gust);
    await policy({ ...gust, policyTypeShortName: 'WIND', threshold: 10 });
    await observed(20, 20);
    expect(await violations()).toHaveLength(2);
    for (const minutes of [1, 11]) {
      await pass(minutes);
      await observed(5, 1);
    }
    expect(await violations()).toEqual([]);
    expect(await notices()).toEqual(['started', 'started', 'all-clear']);
    expect(await notifiedBy('all-clear')).toHaveLength(5);
  });
});

describe('alerts of the weather service', () => {
  const alert = (id: string, changes: Partial<CapAlert> = {}): CapAlert => ({
    id,
    event: 'Tornado Warning',
    headline: 'Tornado Warning issued for the stadium',
    description: '',
    instruction: '',
    severity: 'Extreme',
    certainty: 'Observed',
    urgency: 'Immediate',
    status: 'Actual',
    messageType: 'Alert',
    sentAt: server.clock.now() - minute,
    effectiveAt: server.clock.now() - minute,
    onsetAt: null,
    expiresAt: server.clock.now() + 45 * minute,
    endsAt: null,
    references: [],
    vtec: [],
    zones: [],
    polygons: [
      [
        [-83, 27],
        [-81, 27],
        [-81, 29],
        [-83, 29],
      ],
    ],
    senderName: 'NWS Tampa Bay',
    ...changes,
  });
  const service = {
    ...lightning,
    policyTypeShortName: 'NWS',
    threshold: 0,
    allClearMinutes: 0,
    events: ['Tornado Warning'],
    lifeSafety: true,
  };
  const list = async (...alerts: CapAlert[]) => {
    await storeAlerts(
      server.store.db,
      testActor,
      testAlertFeed.vendor,
      { alerts, asOf: server.clock.now() },
      server.clock.now(),
    );
    await server.alerts.load();
    await observeQuiet();
    await changed('alerts');
  };
  beforeEach(async () => {
    await storePlaceZones(server.store.db, testActor, roundPlace(field), ['FLZ151'], server.clock.now());
  });

  test('an event is one warning through its updates, and its cancellation ends it', async () => {
    await policy(service);
    await list(alert('one'));
    expect(await violations()).toMatchObject([{ policyTypeShortName: 'NWS', event: 'Tornado Warning' }]);
    server.clock.advance(5 * minute);
    await list(alert('two', { messageType: 'Update', references: ['one'] }));
    // A list without it is no cancellation.
    server.clock.advance(minute);
    await list();
    expect(await violations()).toHaveLength(1);
    server.clock.advance(minute);
    await list(alert('three', { messageType: 'Cancel', references: ['one', 'two'] }));
    expect(await violations()).toEqual([]);
    expect(await notices()).toEqual(['started', 'all-clear']);
  });

  test('an alert that another follows is one message, and its people get the all clear of the place', async () => {
    const events = ['Tornado Warning', 'Severe Thunderstorm Warning'];
    await policy({ ...service, events, asksResponse: true });
    await list(alert('one'));
    server.clock.advance(5 * minute);
    const storm = alert('next', { event: 'Severe Thunderstorm Warning' });
    await list(alert('two', { messageType: 'Cancel', references: ['one'] }), storm);
    expect(await notices()).toEqual(['started', 'started']);
    // It is the same event: nobody is asked twice.
    expect(await server.store.db.selectFrom('response_requests').select('id').execute()).toHaveLength(1);
    const subjects = await server.store.db.selectFrom('notices').select('subject').orderBy('at').execute();
    expect(subjects[1]?.subject).toMatch(
      /^NWS Severe Thunderstorm Warning for Stadium at .*, after the Tornado Warning that has ended$/,
    );
    server.clock.advance(5 * minute);
    await list(
      alert('three', { messageType: 'Cancel', references: ['next'], event: 'Severe Thunderstorm Warning' }),
    );
    expect(await notices()).toEqual(['started', 'started', 'all-clear']);
    expect(await notifiedBy('all-clear')).toHaveLength(5);
  });

  test('a policy for Tornado Emergencies warns when a Tornado Warning is upgraded, and until that ends', async () => {
    await policy({ ...service, events: ['Tornado Emergency'] });
    await list(alert('one'));
    expect(await violations()).toEqual([]);
    server.clock.advance(5 * minute);
    const changes = { messageType: 'Update', references: ['one'] } as const;
    await list(alert('two', { ...changes, tornadoDamageThreat: 'CATASTROPHIC' }));
    expect(await violations()).toMatchObject([{ policyTypeShortName: 'NWS', event: 'Tornado Emergency' }]);
    server.clock.advance(5 * minute);
    await list(alert('three', { ...changes, tornadoDamageThreat: 'CONSIDERABLE' }));
    expect(await violations()).toHaveLength(1);
    server.clock.advance(minute);
    await list(alert('four', { messageType: 'Cancel', references: ['one', 'two', 'three'] }));
    expect(await violations()).toEqual([]);
    expect(await notices()).toEqual(['started', 'all-clear']);
    const subjects = await server.store.db.selectFrom('notices').select('subject').orderBy('at').execute();
    expect(subjects[0]?.subject).toMatch(/^NWS Tornado Emergency for Stadium/);
  });

  test('an upgrade is a message of its own to a policy that watches both, and the end is one', async () => {
    await policy({ ...service, events: ['Tornado Warning', 'Tornado Emergency'] });
    await list(alert('one'));
    server.clock.advance(5 * minute);
    const changes = { messageType: 'Update', references: ['one'] } as const;
    await list(alert('two', { ...changes, tornadoDamageThreat: 'CATASTROPHIC' }));
    expect((await violations()).map(({ event }: { event: string }) => event).sort()).toEqual([
      'Tornado Emergency',
      'Tornado Warning',
    ]);
    expect(await notices()).toEqual(['started', 'started']);
    server.clock.advance(5 * minute);
    await list(alert('three', { messageType: 'Cancel', references: ['one', 'two'] }));
    expect(await violations()).toEqual([]);
    expect(await notifiedBy('all-clear')).toHaveLength(5);
  });

  test('a test of the service and another event never warn', async () => {
    await policy(service);
    await list(alert('drill', { status: 'Test' }), alert('flood', { event: 'Flood Watch' }));
    expect(await violations()).toEqual([]);
  });

  test('while the list is lost a warning is held, even past its expiry', async () => {
    await policy(service);
    await list(alert('one'));
    server.clock.advance(60 * minute);
    await watch.round();
    expect(await violations()).toMatchObject([{ event: 'Tornado Warning' }]);
    expect(await notices()).toEqual(['started', 'held']);
    await list();
    expect(await notices()).toEqual(['started', 'held', 'all-clear']);
  });
});
