import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AlertTime, defaultAlertTimes } from './alert-schedule.ts';
import {
  type Addressee,
  type Audience,
  type Channel,
  type ForecastAudience,
  forecastRecipientsOf,
  recipientsOf,
  type WarningNoticeKind,
} from './recipients.ts';

const noon = Date.parse('2026-07-15T17:00:00Z');
const night = Date.parse('2026-07-16T07:00:00Z');
const always = [0, 1, 2, 3, 4, 5, 6].map(
  (day): AlertTime => ({ day, startTime: '00:00:00', endTime: '24:00:00', allDay: true, enabled: true }),
);
const never = always.map((time) => ({ ...time, enabled: false }));

const person = (changes: Partial<Addressee> = {}): Addressee => ({
  userId: 'ann',
  isActive: true,
  groupIds: ['coaches'],
  declinesNotifications: false,
  notificationType: 0,
  smsNotifications: true,
  emailNotifications: false,
  phoneNumber: '+15555550100',
  email: 'ann@example.org',
  emailSuppressed: false,
  pushDevices: 1,
  severeWeatherNotification: true,
  precipitationNotification: true,
  proactiveForecastNotification: true,
  optOutForecast: false,
  alertTimesEnabled: true,
  alertTimes: [],
  timeZone: 'CST',
  geofenceAlertsEnabled: false,
  sharedPosition: null,
  chosenLocationIds: [],
  silencedLocationIds: [],
  ...changes,
});
const audience = (changes: Partial<Audience> = {}, policy: Partial<Audience['policy']> = {}): Audience => ({
  policy: { typeShortName: 'LR1', allGroups: false, groupIds: ['coaches'], lifeSafety: false, ...policy },
  organizationLocation: { id: 'stadium', groupIds: [] },
  outerZones: [{ latitude: 28, longitude: -82, radiusMiles: 10 }],
  notice: 'started',
  people: [person()],
  groups: [{ id: 'coaches', alertTimes: defaultAlertTimes(), timeZone: 'America/Chicago' }],
  notified: new Set(),
  now: noon,
  ...changes,
});
const userIds = (given: Audience) => recipientsOf(given).map(({ userId }) => userId);
const mutedOf = (given: Audience) => recipientsOf(given)[0]?.muted;

describe('who is addressed', () => {
  test.each<[string, Audience, string[]]>([
    ['a member of the policy’s group', audience(), ['ann']],
    ['nobody who is inactive', audience({ people: [person({ isActive: false })] }), []],
    ['nobody of another group', audience({ people: [person({ groupIds: ['parents'] })] }), []],
    ['nobody without a group', audience({ people: [person({ groupIds: [] })] }), []],
    [
      'everyone, for a policy of all groups',
      audience({ people: [person({ groupIds: [] })] }, { allGroups: true, groupIds: [] }),
      ['ann'],
    ],
    ['nobody, for a policy without groups', audience({}, { groupIds: [] }), []],
    [
      'whose group has the place',
      audience({ organizationLocation: { id: 'stadium', groupIds: ['coaches', 'x'] } }),
      ['ann'],
    ],
    [
      'nobody whose groups do not have the place',
      audience({ organizationLocation: { id: 'stadium', groupIds: ['x'] } }),
      [],
    ],
    [
      'by one group for the policy and by another for the place',
      audience({
        organizationLocation: { id: 'stadium', groupIds: ['x'] },
        people: [person({ groupIds: ['x', 'coaches'] })],
      }),
      ['ann'],
    ],
    [
      'who saved the place',
      audience({ people: [person({ chosenLocationIds: ['pool', 'stadium'] })] }),
      ['ann'],
    ],
    ['nobody who saved only others', audience({ people: [person({ chosenLocationIds: ['pool'] })] }), []],
    ['each person once', audience({ people: [person(), person({ groupIds: ['coaches', 'x'] })] }), ['ann']],
  ])('%s', (_, given, expected) => {
    expect(userIds(given)).toEqual(expected);
  });
});

describe('who is muted, and why', () => {
  test.each<[string, Audience, ReturnType<typeof mutedOf>]>([
    ['not at noon', audience(), null],
    ['at night by the group', audience({ now: night }), 'schedule'],
    ['not at night, for life safety', audience({ now: night }, { lifeSafety: true }), null],
    [
      'by declining, life safety or not',
      audience({ people: [person({ declinesNotifications: true })] }, { lifeSafety: true }),
      'declined',
    ],
    [
      'by silencing the place',
      audience({ people: [person({ silencedLocationIds: ['stadium'] })] }, { lifeSafety: true }),
      'silenced',
    ],
    ['not by silencing another', audience({ people: [person({ silencedLocationIds: ['pool'] })] }), null],
    [
      'NWS, opted out',
      audience({ people: [person({ severeWeatherNotification: false })] }, { typeShortName: 'NWS' }),
      'opted-out',
    ],
    [
      'PRECIP, opted out',
      audience({ people: [person({ precipitationNotification: false })] }, { typeShortName: 'PRECIP' }),
      'opted-out',
    ],
    [
      'lightning has no opt-out',
      audience({ people: [person({ severeWeatherNotification: false, precipitationNotification: false })] }),
      null,
    ],
    ['by the own schedule', audience({ people: [person({ alertTimes: never })] }), 'schedule'],
    [
      'not by an own schedule that is off',
      audience({ people: [person({ alertTimes: never, alertTimesEnabled: false })] }),
      null,
    ],
    [
      'by the group although the own schedule is open',
      audience({ now: night, people: [person({ alertTimes: always })] }),
      'schedule',
    ],
    [
      'not by a group that never set a schedule',
      audience({ now: night, groups: [{ id: 'coaches', alertTimes: [], timeZone: 'CST' }] }),
      null,
    ],
    ['not by a group that nothing is known of', audience({ now: night, groups: [] }), null],
    [
      'not when one of two groups is open',
      audience(
        {
          now: night,
          people: [person({ groupIds: ['coaches', 'guards'] })],
          groups: [...audience().groups, { id: 'guards', alertTimes: always, timeZone: 'CST' }],
        },
        { groupIds: ['coaches', 'guards'] },
      ),
      null,
    ],
    [
      'when the open group is not the policy’s',
      audience({
        now: night,
        people: [person({ groupIds: ['coaches', 'guards'] })],
        groups: [...audience().groups, { id: 'guards', alertTimes: always, timeZone: 'CST' }],
      }),
      'schedule',
    ],
    [
      'with no way to reach him',
      audience({ people: [person({ phoneNumber: null, email: ' ', pushDevices: 0 })] }),
      'no-channel',
    ],
    [
      'without a group no group mutes',
      audience({ now: night, people: [person({ groupIds: [] })] }, { allGroups: true }),
      null,
    ],
  ])('%s', (_, given, muted) => {
    expect(mutedOf(given)).toBe(muted);
    expect(recipientsOf(given)[0]?.fallbackChains.length === 0).toBe(muted !== null);
  });
});

describe('Alert Mode', () => {
  const away = { latitude: 29, longitude: -82, accuracyMeters: 20, ageMs: 60_000 };
  const fenced = (changes: Partial<Addressee> = {}) =>
    person({ geofenceAlertsEnabled: true, alertTimesEnabled: false, sharedPosition: away, ...changes });
  const within = { ...away, latitude: 28.1 };

  test.each<[string, Partial<Audience>, Partial<Audience['policy']>, string | null]>([
    ['geofence and outside the zones', { people: [fenced()] }, {}, 'outside'],
    ['a reminder', { people: [fenced()], notice: 'reminder' }, {}, 'outside'],
    ['within the zones', { people: [fenced({ sharedPosition: within })] }, {}, null],
    ['an unknown position', { people: [fenced({ sharedPosition: null })] }, {}, null],
    [
      'a position of sixteen minutes ago',
      { people: [fenced({ sharedPosition: { ...away, ageMs: 16 * 60_000 } })] },
      {},
      null,
    ],
    ['a place whose zones are not known', { people: [fenced()], outerZones: [] }, {}, null],
    ['without geofence', { people: [fenced({ geofenceAlertsEnabled: false })] }, {}, null],
    ['life safety', { people: [fenced()] }, { lifeSafety: true }, null],
    [
      'both, within the zones and outside the own hours',
      { people: [fenced({ alertTimesEnabled: true, alertTimes: never, sharedPosition: within })] },
      {},
      'schedule',
    ],
    [
      'both, outside the zones within the own hours',
      { people: [fenced({ alertTimesEnabled: true, alertTimes: always })] },
      {},
      'outside',
    ],
    [
      'both, at an unknown position within the own hours',
      { people: [fenced({ alertTimesEnabled: true, alertTimes: always, sharedPosition: null })] },
      {},
      null,
    ],
  ])('%s', (_, changes, policy, muted) => {
    expect(mutedOf(audience(changes, policy))).toBe(muted);
  });

  test.each<WarningNoticeKind>(['all-clear', 'ended', 'held', 'resumed', 'withdrawn'])(
    '%s reaches who was notified of the start and has left the zones since',
    (notice) => {
      expect(mutedOf(audience({ notice, people: [fenced()], notified: new Set(['ann']) }))).toBeNull();
    },
  );

  test('in-effect reaches who comes within the zones while the warning is open', () => {
    expect(mutedOf(audience({ notice: 'in-effect', people: [fenced()] }))).toBe('outside');
    expect(
      mutedOf(audience({ notice: 'in-effect', people: [fenced({ sharedPosition: within })] })),
    ).toBeNull();
  });
});

describe('what follows a start', () => {
  test.each<WarningNoticeKind>(['all-clear', 'held', 'resumed', 'withdrawn'])(
    '%s goes to those who were notified and to nobody else, whatever the hour',
    (notice) => {
      const bob = person({ userId: 'bob', groupIds: ['coaches'] });
      const given = audience({
        notice,
        now: night,
        people: [person({ declinesNotifications: true, alertTimes: never }), bob],
        notified: new Set(['ann']),
      });
      expect(recipientsOf(given)).toEqual([
        { userId: 'ann', fallbackChains: [['push', 'sms', 'email']], muted: null },
      ]);
    },
  );

  test('who left the group, or whose group left the policy, is still notified that it is over', () => {
    const notified = new Set(['ann']);
    expect(userIds(audience({ notice: 'withdrawn', notified }, { groupIds: ['parents'] }))).toEqual(['ann']);
    expect(userIds(audience({ notice: 'all-clear', notified, people: [person({ groupIds: [] })] }))).toEqual([
      'ann',
    ]);
    expect(
      userIds(audience({ notice: 'all-clear', notified, people: [person({ isActive: false })] })),
    ).toEqual([]);
  });

  test('in-effect goes to those who were not notified', () => {
    const people = [person(), person({ userId: 'bob' })];
    expect(userIds(audience({ notice: 'in-effect', people, notified: new Set(['ann']) }))).toEqual(['bob']);
    expect(userIds(audience({ notice: 'reminder', people, notified: new Set(['ann']) }))).toEqual([
      'ann',
      'bob',
    ]);
  });
});

describe('fallback chains', () => {
  test.each<[string, Partial<Addressee>, Channel[][]]>([
    ['push with everything behind it', {}, [['push', 'sms', 'email']]],
    ['email wanted as well', { emailNotifications: true }, [['push', 'sms'], ['email']]],
    ['no device', { pushDevices: 0 }, [['sms', 'email']]],
    ['SMS not wanted', { smsNotifications: false }, [['push', 'email']]],
    ['address suppressed', { emailSuppressed: true, emailNotifications: true }, [['push', 'sms']]],
    ['only an address', { pushDevices: 0, phoneNumber: null }, [['email']]],
    [
      'only an address, and wanted',
      { pushDevices: 0, phoneNumber: null, emailNotifications: true },
      [['email']],
    ],
    ['SMS', { notificationType: 1, smsNotifications: false }, [['sms', 'email']]],
    ['SMS and email', { notificationType: 1, emailNotifications: true }, [['sms'], ['email']]],
    ['SMS without a number', { notificationType: 1, phoneNumber: '' }, [['email']]],
    ['SMS without a number or address', { notificationType: 1, phoneNumber: null, email: null }, [['push']]],
  ])('%s', (_, changes, fallbackChains) => {
    expect(recipientsOf(audience({ people: [person(changes)] }))[0]?.fallbackChains).toEqual(fallbackChains);
  });
});

describe('always', () => {
  const group = fc.constantFrom('a', 'b', 'c');
  const place = fc.constantFrom('stadium', 'pool');
  const schedule = fc.constantFrom<readonly AlertTime[]>([], always, never, defaultAlertTimes());
  const someone = fc.record({
    userId: fc.constantFrom('1', '2', '3', '4', '5'),
    isActive: fc.integer({ min: 0, max: 5 }).map((number) => number > 0),
    groupIds: fc.uniqueArray(group),
    declinesNotifications: fc.boolean(),
    notificationType: fc.constantFrom(0 as const, 1 as const),
    smsNotifications: fc.boolean(),
    emailNotifications: fc.boolean(),
    phoneNumber: fc.constantFrom(null, '+15555550100'),
    email: fc.constantFrom(null, 'someone@example.org'),
    emailSuppressed: fc.boolean(),
    pushDevices: fc.integer({ min: 0, max: 2 }),
    severeWeatherNotification: fc.boolean(),
    precipitationNotification: fc.boolean(),
    proactiveForecastNotification: fc.boolean(),
    optOutForecast: fc.boolean(),
    alertTimesEnabled: fc.boolean(),
    alertTimes: schedule,
    timeZone: fc.constantFrom('CST', 'Asia/Kathmandu', 'Nowhere'),
    geofenceAlertsEnabled: fc.boolean(),
    sharedPosition: fc.option(
      fc.record({
        latitude: fc.constantFrom(28, 29, Number.NaN),
        longitude: fc.constant(-82),
        accuracyMeters: fc.constantFrom(20, 200_000),
        ageMs: fc.constantFrom(-1, 0, 15 * 60_000, 15 * 60_000 + 1),
      }),
    ),
    chosenLocationIds: fc.uniqueArray(place),
    silencedLocationIds: fc.uniqueArray(place, { maxLength: 1 }),
  });
  const situation: fc.Arbitrary<Audience> = fc.record({
    policy: fc.record({
      typeShortName: fc.constantFrom('LR1', 'NWS', 'PRECIP', 'WBGT'),
      allGroups: fc.boolean(),
      groupIds: fc.uniqueArray(group),
      lifeSafety: fc.boolean(),
    }),
    organizationLocation: fc.record({ id: place, groupIds: fc.uniqueArray(group) }),
    outerZones: fc.array(
      fc.record({
        latitude: fc.constant(28),
        longitude: fc.constant(-82),
        radiusMiles: fc.constantFrom(10, 50, 100),
      }),
      { maxLength: 2 },
    ),
    notice: fc.constantFrom<WarningNoticeKind>(
      'started',
      'reminder',
      'held',
      'resumed',
      'in-effect',
      'all-clear',
      'withdrawn',
      'test',
    ),
    people: fc.array(someone, { maxLength: 8 }),
    groups: fc.uniqueArray(fc.record({ id: group, alertTimes: schedule, timeZone: fc.constant('CST') }), {
      selector: ({ id }) => id,
    }),
    notified: fc.uniqueArray(fc.constantFrom('1', '2', '3', '9')).map((ids) => new Set(ids)),
    now: fc.constantFrom(noon, night),
  });
  const follows = (notice: WarningNoticeKind) =>
    ['held', 'resumed', 'all-clear', 'withdrawn'].includes(notice);

  test('nobody twice, nobody inactive, nobody unknown; muted exactly when there is no fallback chain; no channel in two of them', () => {
    fc.assert(
      fc.property(situation, (given) => {
        const result = recipientsOf(given);
        expect(new Set(result.map(({ userId }) => userId)).size).toBe(result.length);
        for (const { userId, fallbackChains, muted } of result) {
          expect(
            given.people.find((candidate) => candidate.userId === userId && candidate.isActive),
          ).toBeDefined();
          expect(fallbackChains.length === 0).toBe(muted !== null);
          const channels = fallbackChains.flat();
          expect(new Set(channels).size).toBe(channels.length);
          for (const fallbackChain of fallbackChains) expect(fallbackChain.length).toBeGreaterThan(0);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('no warning reaches anybody outside the policy’s groups', () => {
    fc.assert(
      fc.property(situation, (given) => {
        if (follows(given.notice) || given.policy.allGroups) return;
        const insiders = given.people.filter(({ groupIds }) =>
          groupIds.some((id) => given.policy.groupIds.includes(id)),
        );
        for (const userId of userIds(given)) expect(insiders.map((one) => one.userId)).toContain(userId);
      }),
      { numRuns: 500 },
    );
  });

  test('life safety is muted by no schedule and no position, and its recipients are those whom neither restricts', () => {
    fc.assert(
      fc.property(situation, (given) => {
        const lifeSafe = recipientsOf({ ...given, policy: { ...given.policy, lifeSafety: true } });
        for (const { muted } of lifeSafe) expect(['schedule', 'outside']).not.toContain(muted);
        const open = {
          ...given,
          groups: [],
          people: given.people.map((one) => ({ ...one, alertTimes: [], geofenceAlertsEnabled: false })),
        };
        expect(lifeSafe).toEqual(recipientsOf(open));
      }),
      { numRuns: 500 },
    );
  });

  test('a position mutes nobody but whom it puts outside in a mode with geofence', () => {
    fc.assert(
      fc.property(situation, (given) => {
        for (const { userId, muted } of recipientsOf(given)) {
          if (muted !== 'outside') continue;
          const who = given.people.find((one) => one.userId === userId && one.isActive);
          expect([who?.geofenceAlertsEnabled, given.outerZones.length > 0]).toEqual([true, true]);
          expect(who?.sharedPosition?.latitude).toBe(29);
          expect(given.policy.lifeSafety || follows(given.notice)).toBe(false);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('an all clear goes to none but those who were notified', () => {
    fc.assert(
      fc.property(situation, (given) => {
        if (!follows(given.notice)) return;
        for (const { userId, muted } of recipientsOf(given)) {
          expect(given.notified.has(userId)).toBe(true);
          expect(muted === null || muted === 'no-channel').toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('recipients of a forecast', () => {
  const forecast = (changes: Partial<ForecastAudience> = {}): ForecastAudience => ({
    notice: 'proactive-forecast',
    people: [person()],
    groups: [{ id: 'coaches', alertTimes: defaultAlertTimes(), timeZone: 'America/Chicago' }],
    places: null,
    now: noon,
    ...changes,
  });
  const daily = (changes: Partial<ForecastAudience> = {}) =>
    forecast({ notice: 'daily-forecast', ...changes });
  const stadium = { id: 'stadium', groupIds: [] };
  const mutedBy = (given: ForecastAudience) => forecastRecipientsOf(given).map(({ muted }) => muted);
  const who = (changes: Partial<Addressee>) => ({ people: [person(changes)] });

  test.each<[string, ForecastAudience, (string | null)[]]>([
    ['everybody active, of one for all places', forecast(), [null]],
    ['nobody who is inactive', forecast(who({ isActive: false })), []],
    ['those who have one of its places', forecast({ places: [stadium] }), [null]],
    [
      'nobody who saved other places only',
      forecast({ places: [stadium], ...who({ chosenLocationIds: ['pool'] }) }),
      [],
    ],
    ['nobody of another group', forecast({ places: [{ id: 'stadium', groupIds: ['parents'] }] }), []],
    ['muted: who declines', forecast(who({ declinesNotifications: true })), ['declined']],
    ['muted: who opted out', forecast(who({ proactiveForecastNotification: false })), ['opted-out']],
    ['not muted by the opt-out of the daily one', forecast(who({ optOutForecast: true })), [null]],
    ['muted: who opted out of the daily one', daily(who({ optOutForecast: true })), ['opted-out']],
    [
      'not muted by the opt-out of written ones',
      daily(who({ proactiveForecastNotification: false })),
      [null],
    ],
    [
      'muted: who silenced every one of the places',
      forecast({ places: [stadium], ...who({ silencedLocationIds: ['stadium'] }) }),
      ['silenced'],
    ],
    [
      'not muted while one place is not silenced',
      forecast({
        places: [stadium, { id: 'pool', groupIds: [] }],
        ...who({ silencedLocationIds: ['stadium'] }),
      }),
      [null],
    ],
    ['muted: outside the times of the group', forecast({ now: night }), ['schedule']],
    ['muted: outside the own times', daily(who({ alertTimes: never })), ['schedule']],
    [
      'muted: who cannot be reached',
      forecast(who({ pushDevices: 0, phoneNumber: null, email: null })),
      ['no-channel'],
    ],
    ['each person once', forecast({ people: [person(), person()] }), [null]],
  ])('%s', (_, given, muted) => {
    expect(mutedBy(given)).toEqual(muted);
  });
});
