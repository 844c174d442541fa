// Over 300 lines: the alerts of a recorded day, and all that is made of them, on one database.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  AdapterError,
  type AlertFeed,
  createNwsAlerts,
  openReplayingHttpClient,
  readArchive,
} from '@allclear/adapters';
import { nwsFeature, nwsList, nwsPoint } from '@allclear/adapters/feeds/alerts/nws-sample.ts';
import type { CapAlert } from '@allclear/domain';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testActor } from '../../test/actor.ts';
import { ask, openTestServer, startAt, type TestServer, testAlertFeed } from '../../test/test-server.ts';
import type { Clock } from '../platform/clock/clock.ts';
import { openStore } from '../platform/database/database.ts';
import { readFeeds } from '../platform/feeds/store.ts';
import { createAlertsLive } from './alerts-live.ts';
import { askZones } from './ask-zones.ts';
import { readPlaceZones, roundPlace, storePlaceZones } from './place-zones.store.ts';
import { pollAlerts } from './poll-alerts.ts';
import { storeAlerts } from './store.ts';

const minute = 60_000;
/** A busy machine takes its time. */
const waitOptions = { timeout: 60_000 };
const stadium = { latitude: 28, longitude: -82.5 };

let server: TestServer;
let key: string;
let locationId: string;
/** Real pauses, so that loops do not spin on the product clock. */
let clock: Clock;
let stopping: AbortController;
let loops: Promise<void>[];

beforeEach(async () => {
  server = await openTestServer();
  key = (await server.organization('Our District')).people.admin.key;
  const body = { label: 'Stadium', locationName: 'Tampa, FL', ...stadium, radius1: 10 };
  locationId = (await ask(server.app, 'POST', '/api/location/Add', { key, body })).body.data.id;
  clock = {
    ...server.clock,
    now: server.clock.now,
    sleep: () => new Promise((resolve) => setTimeout(resolve, 15)),
  };
  stopping = new AbortController();
  loops = [];
});
afterEach(async () => {
  stopping.abort();
  await Promise.all(loops);
  await server.close();
});

const advisories = () => ask(server.app, 'GET', `/api/Advisory/${locationId}`, { key });
const shown = async () => {
  const { status, body } = await advisories();
  return status === 200
    ? body.data.map((one: { Identifier: string }) => one.Identifier.replace('urn:', ''))
    : body.responseException.code;
};
const log = () => {
  const lines: string[] = [];
  return { lines, log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }) };
};
const needs = () => ({ db: server.store.db, clock, signal: stopping.signal });

describe('a recorded day', () => {
  test('an Update is not another event, a list without it no end, a Cancel ends it, and the place’s own zones decide', async () => {
    const at = (minutes: number) => startAt + minutes * minute;
    const vtec = (action: string) => ({
      parameters: { VTEC: [`/O.${action}.KTBW.SV.W.0042.000000T0000Z-260606T2045Z/`] },
    });
    const named = (id: string) => ({ id, '@id': null });
    const first = nwsFeature(at(0), { ...named('urn:first'), ...vtec('NEW') });
    const ends = { ends: new Date(at(45)).toISOString(), expires: new Date(at(45)).toISOString() };
    const update = nwsFeature(at(10), {
      ...named('urn:update'),
      ...vtec('CON'),
      ...ends,
      messageType: 'Update',
      references: [{ identifier: 'urn:first' }],
    });
    const cancel = nwsFeature(at(25), {
      ...named('urn:cancel'),
      ...vtec('CAN'),
      messageType: 'Cancel',
      expires: new Date(at(30)).toISOString(),
      references: [{ identifier: 'urn:first' }, { identifier: 'urn:update' }],
    });
    const zoned = (id: string, zone: string) =>
      nwsFeature(
        at(0),
        {
          ...named(id),
          event: 'Heat Advisory',
          severity: 'Moderate',
          affectedZones: [`https://api.weather.gov/zones/${zone}`],
          geocode: {},
          parameters: {},
        },
        null,
      );
    const ours = zoned('urn:our-heat', 'forecast/FLZ151');
    const theirs = [zoned('urn:far-heat', 'forecast/FLZ999'), zoned('urn:far-fire', 'fire/FLZ151')];
    const list = (minutes: number, features: unknown[]) => ({
      at: new Date(at(minutes)).toISOString(),
      url: 'https://api.weather.gov/alerts/active',
      query: { status: 'actual' },
      status: 200,
      contentType: 'application/geo+json',
      body: nwsList(at(minutes), features),
    });
    const directory = await mkdtemp(path.join(tmpdir(), 'alerts-'));
    await writeFile(
      path.join(directory, 'archive.json'),
      JSON.stringify({
        name: 'one warning',
        start: new Date(at(0)).toISOString(),
        end: new Date(at(60)).toISOString(),
        responses: [
          {
            ...list(0, []),
            url: 'https://api.weather.gov/points/28,-82.5',
            query: {},
            body: nwsPoint({ forecast: 'FLZ151', county: 'FLC057' }),
          },
          list(0, [first, ours, ...theirs]),
          list(10, [update, ours]),
          list(20, [ours]),
          list(25, [cancel, ours]),
          list(30, []),
        ],
      }),
    );
    const nws = createNwsAlerts({ http: openReplayingHttpClient(await readArchive(directory), clock.now) });
    const feed = { ...nws, vendor: testAlertFeed.vendor, zonesOf: nws.zonesOf! };
    expect(await shown()).toBe('alerts-unobserved');
    loops.push(pollAlerts({ feed, ...needs(), log: pino({ level: 'silent' }) }));
    const never = new AbortController().signal;
    loops.push(askZones({ feed, ...needs(), log: pino({ level: 'silent' }), nextWake: () => never }));

    await expect.poll(shown, waitOptions).toEqual(['first', 'our-heat']);
    const inEffect = () =>
      server.alerts
        .at(stadium)
        .alerts.map(({ eventKey, firstSentAt, alert }) => [eventKey, firstSentAt, alert.id]);
    const [begun] = inEffect().filter(([, , id]) => id === 'urn:first');
    server.clock.set(at(11));
    await expect.poll(shown, waitOptions).toEqual(['update', 'our-heat']);
    expect(inEffect().find(([, , id]) => id === 'urn:update')).toEqual([begun![0], at(0), 'urn:update']);
    server.clock.set(at(21));
    const readAt = async () =>
      (await readFeeds(server.store.db)).find(({ kind }) => kind === 'alerts')?.observedThrough;
    await expect.poll(readAt, waitOptions).toBe(at(21));
    expect(await shown()).toEqual(['update', 'our-heat']);
    server.clock.set(at(26));
    await expect.poll(shown, waitOptions).toEqual(['our-heat']);
    server.clock.set(at(31));
    await expect.poll(readAt, waitOptions).toBe(at(31));
    // It is missing from the list, and still in effect.
    expect(await shown()).toEqual(['our-heat']);
    server.clock.set(at(46));
    expect(await shown()).not.toContain('our-heat');
    await rm(directory, { recursive: true });
  });
});

describe('the poll', () => {
  test('tells once that the service went down and once that it is back; what was in effect stays, and nothing is called current', async () => {
    let answer: () => readonly CapAlert[] = () => [warning];
    let polls = 0;
    const feed: AlertFeed = {
      vendor: testAlertFeed.vendor,
      pollEveryMs: minute,
      poll: async ({ now }) => {
        polls++;
        return { alerts: answer(), asOf: now };
      },
    };
    const { lines, log: logger } = log();
    await storePlaceZones(server.store.db, testActor, roundPlace(stadium), [], startAt);
    loops.push(pollAlerts({ feed, ...needs(), log: logger }));
    await expect.poll(shown, waitOptions).toEqual(['storm']);
    answer = () => {
      throw new AdapterError('api.weather.gov', 'upstream', 'api.weather.gov answered 503.', { status: 503 });
    };
    const failing = polls + 3;
    await expect.poll(() => polls, waitOptions).toBeGreaterThan(failing);
    server.clock.advance(11 * minute);
    expect(server.alerts.at(stadium)).toMatchObject({
      state: 'unknown',
      asOf: expect.any(Number),
      alerts: [{ alert: { id: 'urn:storm' } }],
    });
    expect(await shown()).toEqual(['storm']);
    const elsewhere = { latitude: 40, longitude: -74 };
    expect(server.alerts.at(elsewhere)).toMatchObject({ state: 'unknown', alerts: [] });
    const [row] = (await readFeeds(server.store.db)).filter(({ kind }) => kind === 'alerts');
    expect(row).toMatchObject({ lastError: 'api.weather.gov answered 503.' });
    expect(row!.observedThrough).toBeLessThanOrEqual(startAt + minute);
    server.clock.advance(40 * minute);
    expect(await advisories()).toMatchObject({
      status: 503,
      body: {
        responseException: {
          code: 'alerts-unobserved',
          message: 'Weather-service alerts are temporarily unavailable.',
        },
      },
    });
    answer = () => [];
    await expect.poll(shown, waitOptions).toEqual([]);
    expect(server.alerts.at(stadium)).toMatchObject({ state: 'known' });
    expect(lines.filter((line) => line.includes('went down'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('is back'))).toHaveLength(1);
  });
});

describe('the zones of places', () => {
  test('a place that the service cannot answer for holds up no other, and a new one is asked for soon', async () => {
    const asked: string[] = [];
    let wake = new AbortController();
    const feed = {
      vendor: 'nws',
      zonesOf: async ({ latitude, longitude }: { latitude: number; longitude: number }) => {
        asked.push(`${latitude},${longitude}`);
        if (latitude === 28) throw new AdapterError('api.weather.gov', 'upstream', 'busy', { status: 500 });
        return ['FLZ001'];
      },
    };
    const { lines, log: logger } = log();
    loops.push(askZones({ feed, ...needs(), log: logger, nextWake: () => wake.signal }));
    await expect.poll(() => asked, waitOptions).toContain('28,-82.5');
    const body = { label: 'Pier', latitude: 27.77, longitude: -82.62, radius1: 10 };
    await ask(server.app, 'POST', '/api/location/Add', { key, body });
    const previous = wake;
    wake = new AbortController();
    previous.abort();
    await expect
      .poll(() => readPlaceZones(server.store.db, null), waitOptions)
      .toMatchObject([{ latitude: 27_770, longitude: -82_620, zones: ['FLZ001'] }]);
    await new Promise((resolve) => setTimeout(resolve, 100));
    // The product clock does not advance: the failed place waits for its next request, the other is valid for
    // a week.
    expect(asked).toEqual(['28,-82.5', '27.77,-82.62']);
    expect(lines.filter((line) => line.includes('went down'))).toHaveLength(1);
    server.clock.advance(12 * minute);
    await expect.poll(() => asked.length, waitOptions).toBe(3);
  });

  test('until they are known, a place may lie under an alert that names zones: nothing is called known there', async () => {
    await storeAlerts(
      server.store.db,
      testActor,
      testAlertFeed.vendor,
      { alerts: [heat], asOf: startAt },
      startAt,
    );
    await expect.poll(() => server.alerts.at(stadium).asOf, waitOptions).toBe(startAt);
    expect(server.alerts.at(stadium)).toMatchObject({ state: 'unknown', alerts: [] });
    expect(await shown()).toBe('alerts-unobserved');
    await storePlaceZones(server.store.db, testActor, roundPlace(stadium), ['FLZ151'], startAt);
    await expect.poll(shown, waitOptions).toEqual(['heat']);
    expect(server.alerts.at(stadium)).toMatchObject({ state: 'known' });
  });

  test('outside the United States there are none, and that is known', async () => {
    await storeAlerts(
      server.store.db,
      testActor,
      testAlertFeed.vendor,
      { alerts: [heat], asOf: startAt },
      startAt,
    );
    await storePlaceZones(server.store.db, testActor, roundPlace(stadium), [], startAt);
    await expect.poll(shown, waitOptions).toEqual([]);
  });
});

describe('what a process holds', () => {
  test('is the same after a restart as what it heard by and by, and a Cancel that has expired long since still counts', async () => {
    const { db } = server.store;
    const long = { expiresAt: startAt + 80 * 60 * minute, endsAt: startAt + 80 * 60 * minute };
    await storePlaceZones(db, testActor, roundPlace(stadium), ['FLZ151'], startAt);
    await storeAlerts(
      db,
      testActor,
      testAlertFeed.vendor,
      { alerts: [{ ...heat, ...long }], asOf: startAt },
      startAt,
    );
    await expect.poll(shown, waitOptions).toEqual(['heat']);
    const cancel = {
      ...heat,
      id: 'urn:cancel',
      messageType: 'Cancel' as const,
      references: ['urn:heat'],
      sentAt: startAt + minute,
    };
    server.clock.advance(2 * minute);
    const now = server.clock.now();
    await storeAlerts(
      db,
      testActor,
      testAlertFeed.vendor,
      { alerts: [{ ...cancel, expiresAt: startAt + 3 * minute }], asOf: now },
      now,
    );
    await expect.poll(shown, waitOptions).toEqual([]);
    // Two days on, with the canceled alert itself still running by its own word.
    server.clock.advance(48 * 60 * minute);
    const later = server.clock.now();
    await storeAlerts(db, testActor, testAlertFeed.vendor, { alerts: [], asOf: later }, later);
    await expect.poll(shown, waitOptions).toEqual([]);
    const second = openStore(server.store.url, { onError: () => {} });
    const restarted = createAlertsLive({
      db: second.db,
      clock: server.clock,
      log: pino({ level: 'silent' }),
      feeds: [testAlertFeed],
    });
    expect(restarted.at(stadium)).toEqual({ state: 'unknown', alerts: [], asOf: null });
    await restarted.load();
    expect(restarted.at(stadium)).toEqual({ state: 'known', alerts: [], asOf: later });
    expect(await restarted.refresh()).toBe(false);
    await second.close();
  });

  test('a feed that knows its zones by heart needs nobody to be asked', async () => {
    await storeAlerts(server.store.db, testActor, 'simulated', { alerts: [heat], asOf: startAt }, startAt);
    const zonesAt = ({ latitude }: { latitude: number }) => (latitude < 30 ? ['FLZ151'] : ['GAZ001']);
    const feeds = [{ vendor: 'simulated', zoned: false, zonesAt }];
    const alerts = createAlertsLive({
      db: server.store.db,
      clock: server.clock,
      log: pino({ level: 'silent' }),
      feeds,
    });
    await alerts.load();
    expect(alerts.at(stadium)).toMatchObject({ state: 'known', alerts: [{ alert: { id: 'urn:heat' } }] });
    expect(alerts.at({ latitude: 31, longitude: -82.5 })).toMatchObject({ state: 'known', alerts: [] });
    expect([alerts.zonesAt(stadium), server.alerts.zonesAt(stadium)]).toEqual([['FLZ151'], null]);
  });

  test('without a feed of alerts there are none', () => {
    const none = createAlertsLive({
      db: server.store.db,
      clock: server.clock,
      log: pino({ level: 'silent' }),
      feeds: [],
    });
    expect(none.at(stadium)).toEqual({ state: 'known', alerts: [], asOf: startAt });
  });
});

const warning: CapAlert = {
  id: 'urn:storm',
  event: 'Severe Thunderstorm Warning',
  headline: 'Severe Thunderstorm Warning until 4:45 PM',
  description: 'HAZARD...60 mph wind gusts.',
  instruction: 'Go inside.',
  severity: 'Severe',
  certainty: 'Observed',
  urgency: 'Immediate',
  status: 'Actual',
  messageType: 'Alert',
  sentAt: startAt,
  effectiveAt: startAt,
  onsetAt: startAt,
  expiresAt: startAt + 45 * minute,
  endsAt: null,
  references: [],
  vtec: [],
  zones: [],
  polygons: [
    [
      [-83, 27],
      [-82, 27],
      [-82, 29],
      [-83, 29],
    ],
  ],
  senderName: 'NWS Tampa Bay FL',
};
const heat: CapAlert = {
  ...warning,
  id: 'urn:heat',
  event: 'Heat Advisory',
  severity: 'Moderate',
  zones: ['FLZ151'],
  polygons: [],
};
