import { AdapterError, type ZoneShape } from '@allclear/adapters';
import type { ActiveAlert } from '@allclear/domain';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freshStore } from '../../test/fresh-store.ts';
import { handClock, startAt } from '../../test/test-server.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Store } from '../platform/database/database.ts';
import type { AlertsLive } from './alerts-live.ts';
import { askZoneShapes, zonesNamed } from './ask-zone-shapes.ts';
import { readZoneShapes, zoneShapeStates } from './zone-shapes.store.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** A busy machine takes its time. */
const waitOptions = { timeout: 60_000 };

const shape: ZoneShape = {
  polygons: [
    [
      [
        [-98, 32],
        [-97, 32],
        [-97, 33],
        [-98, 32],
      ],
    ],
  ],
  toleranceDegrees: 0.003,
  effectiveAt: null,
};
const alert = (
  severity: string,
  zones: string[],
  polygons: ActiveAlert['alert']['polygons'] = [],
): ActiveAlert => ({
  alert: {
    id: zones.join(),
    event: 'Heat Advisory',
    headline: '',
    description: '',
    instruction: '',
    severity,
    certainty: '',
    urgency: '',
    status: 'Actual',
    messageType: 'Alert',
    sentAt: startAt,
    effectiveAt: startAt,
    onsetAt: null,
    expiresAt: startAt + day,
    endsAt: null,
    references: [],
    vtec: [],
    zones,
    polygons,
    senderName: 'NWS',
  },
  eventKey: zones.join(),
  firstSentAt: startAt,
  endsAt: startAt + day,
});

let store: Store;
let clock: Clock & ReturnType<typeof handClock>;
let inEffect: readonly ActiveAlert[];
let asked: string[];
/** Milliseconds of weather between the questions. */
let waits: number[];
let answer: (zone: string) => ZoneShape | null;
let stopping: AbortController;
let loops: Promise<void>[];
let lines: string[];

beforeEach(async () => {
  store = await freshStore();
  const hand = handClock();
  waits = [];
  clock = {
    ...hand,
    now: hand.now,
    sleep: (ms) => {
      waits.push(ms);
      return new Promise((resolve) => setTimeout(resolve, 2));
    },
  };
  [inEffect, asked, loops, lines] = [[], [], [], []];
  answer = () => shape;
  stopping = new AbortController();
});
afterEach(async () => {
  stopping.abort();
  await Promise.all(loops);
  await store.close();
});

const alerts: Pick<AlertsLive, 'everywhere'> = {
  everywhere: () => ({ state: 'known', alerts: inEffect, asOf: startAt }),
};
function start(): void {
  const feed = {
    vendor: 'nws',
    shapeOf: async ({ zone }: { zone: string }) => {
      asked.push(zone);
      return answer(zone);
    },
  };
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  loops.push(askZoneShapes({ feed, alerts, db: store.db, clock, log, signal: stopping.signal }));
}
async function restart(): Promise<void> {
  stopping.abort();
  await Promise.all(loops);
  stopping = new AbortController();
  loops = [];
  start();
}
/** Resolves when the loop has run a few more rounds without a request. */
async function settled(): Promise<void> {
  const windows = () => waits.filter((ms) => ms === 20_000).length;
  const before = windows();
  await expect.poll(windows, waitOptions).toBeGreaterThan(before + 2);
}

test('zones of the gravest alerts come first, counties last, and those of drawn alerts not at all', () => {
  const square = [
    [-83, 27],
    [-82, 27],
    [-82, 29],
  ] as const;
  const active = [
    alert('Moderate', ['TXZ001', 'TXC001']),
    alert('Severe', ['TXZ002', 'TXC002', 'TXZ001']),
    alert('Unknown', ['fire/TXZ003']),
    alert('Extreme', ['TXZ004'], [square]),
    alert('Minor', ['GMZ005'], [[]]),
  ];
  expect(zonesNamed(active)).toEqual(['TXZ002', 'TXZ001', 'GMZ005', 'fire/TXZ003', 'TXC002', 'TXC001']);
});

describe('the shapes of zones', () => {
  test('are asked for once each, gently, also over a restart, and again after 90 days', async () => {
    inEffect = [alert('Minor', ['TXZ001', 'TXC001']), alert('Severe', ['TXZ002'])];
    start();
    await settled();
    expect(asked).toEqual(['TXZ002', 'TXZ001', 'TXC001']);
    expect(waits.slice(0, 3)).toEqual([1_000, 1_000, 1_000]);
    expect(await readZoneShapes(store.db, ['nws'], ['TXZ001'])).toEqual([
      { zone: 'TXZ001', polygons: shape.polygons, toleranceDegrees: 0.003 },
    ]);
    await restart();
    await settled();
    clock.advance(89 * day);
    await settled();
    expect(asked).toHaveLength(3);
    inEffect = [alert('Severe', ['TXZ002', 'TXZ009'])];
    await expect.poll(() => asked, waitOptions).toEqual(['TXZ002', 'TXZ001', 'TXC001', 'TXZ009']);
    clock.advance(day);
    await settled();
    expect(asked.slice(4)).toEqual(['TXZ002']);
  });

  test('of a zone that the service does not have are none, for a week', async () => {
    answer = () => null;
    inEffect = [alert('Minor', ['TXZ000'])];
    start();
    await settled();
    expect(await zoneShapeStates(store.db, ['nws'], ['TXZ000'])).toMatchObject([
      { fetchedAt: null, isUnavailable: true },
    ]);
    clock.advance(7 * day - minute);
    await settled();
    expect(asked).toEqual(['TXZ000']);
    clock.advance(minute);
    await expect.poll(() => asked.length, waitOptions).toBe(2);
  });

  test('that cannot be read wait longer each time, over a restart too, and hold up no other; one that is known stays', async () => {
    inEffect = [alert('Severe', ['TXZ001']), alert('Minor', ['TXZ002'])];
    start();
    await settled();
    clock.advance(90 * day);
    answer = (zone) => {
      if (zone === 'TXZ002') return shape;
      throw new AdapterError('api.weather.gov', 'upstream', 'api.weather.gov answered 500.', { status: 500 });
    };
    await settled();
    expect(asked).toEqual(['TXZ001', 'TXZ002', 'TXZ001', 'TXZ002']);
    const timesOf = (zone: string) => asked.filter((one) => one === zone).length;
    await restart();
    await settled();
    expect(timesOf('TXZ001')).toBe(2);
    for (const [wait, times] of [
      [minute, 3],
      [minute, 3],
      [minute, 4],
      [3 * minute, 4],
      [minute, 5],
    ] as const) {
      clock.advance(wait);
      await settled();
      expect(timesOf('TXZ001')).toBe(times);
    }
    expect(timesOf('TXZ002')).toBe(2);
    expect(await zoneShapeStates(store.db, ['nws'], ['TXZ001'])).toMatchObject([
      { fetchedAt: startAt, isUnavailable: false },
    ]);
    answer = () => shape;
    clock.advance(day);
    await settled();
    expect(await zoneShapeStates(store.db, ['nws'], ['TXZ001'])).toMatchObject([{ fetchedAt: clock.now() }]);
    expect(lines.filter((line) => line.includes('went down')).length).toBeLessThanOrEqual(2);
    expect(lines.filter((line) => line.includes('is back'))).not.toHaveLength(0);
  });

  test('are left alone for as long as a busy service asks', async () => {
    answer = () => {
      throw new AdapterError('api.weather.gov', 'upstream', 'api.weather.gov answered 429.', {
        status: 429,
        retryAfterMs: 90_000,
      });
    };
    inEffect = [alert('Severe', ['TXZ001', 'TXZ002'])];
    start();
    await settled();
    expect(waits.slice(0, 2)).toEqual([90_000, 90_000]);
  });

  test('of an outbreak: graver alerts that come meanwhile go first, and nothing is asked for twice', async () => {
    inEffect = Array.from({ length: 500 }, (_, index) =>
      alert(index % 2 ? 'Minor' : 'Moderate', [
        `TXZ${String(index).padStart(3, '0')}`,
        `OKZ${String(index).padStart(3, '0')}`,
        `KSZ${String(index).padStart(3, '0')}`,
      ]),
    );
    expect(zonesNamed(inEffect)).toHaveLength(1_500);
    start();
    await expect.poll(() => asked.length, waitOptions).toBeGreaterThan(15);
    inEffect = [...inEffect, alert('Extreme', ['LAZ001'])];
    const before = asked.length;
    await expect.poll(() => asked.includes('LAZ001'), waitOptions).toBe(true);
    expect(asked.indexOf('LAZ001') - before).toBeLessThanOrEqual(11);
    await restart();
    await expect.poll(() => asked.length, waitOptions).toBeGreaterThan(60);
    expect(new Set(asked).size).toBeGreaterThanOrEqual(asked.length - 1);
  });
});
