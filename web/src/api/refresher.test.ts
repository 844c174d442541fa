import type { ChangeEvent } from '@allclear/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRefresher, keysOf } from './refresher.ts';

const change = (topic: ChangeEvent['topic'], locationIds: string[] | null): ChangeEvent => ({
  topic,
  locationIds,
  now: '2026-06-06T20:00:00Z',
});

const warnings = ['violations', 'advisories', 'proactive-forecasts', 'threats', 'today', 'map-alerts'];
const profiles = ['work-rest', 'risk-profile', 'heat-profiles'];
const quiet = [
  'forecast-hours',
  'forecast-days',
  'air-quality',
  'air-quality-stations',
  'stations',
  'readable-stations',
  'station-current',
  'station-image-time',
  'heat-series',
  'condition-history',
  'evapotranspiration',
];

it.each([
  [change('lightning', ['a', 'b']), ['delays', 'lightning-tape|a', 'lightning-tape|b']],
  [
    change('observations', ['a', 'b']),
    ['observation|a', 'observation|b', 'observations-of-locations', 'observation-at-point'],
  ],
  [change('observations', null), ['observation', 'observations-of-locations', 'observation-at-point']],
  [change('locations', ['a']), ['locations', 'delays', 'observations-of-locations']],
  [change('status', null), ['status']],
  [change('strikes', null), ['strikes']],
  [change('warnings', null), warnings],
  [change('profiles', null), profiles],
  [change('hardware', null), ['hardware', 'sounding']],
  [change('practice-times', null), ['practice-times', 'today']],
  [change('thunder', null), ['thunder-reports']],
  [change('closures', null), ['closures', 'violations']],
  [change('responses', null), ['response-requests', 'warning-response-requests']],
  [change('duties', null), ['duties']],
  [change('roll-call', null), ['roll-calls', 'shelters']],
  [change('notifications', null), ['notifications', 'open-response-requests']],
  [change('mass-messages', null), ['mass-messages']],
  [
    change('policies', null),
    [
      'policies',
      'locations',
      'organization-locations',
      'organization',
      'delays',
      'lightning-tape',
      'groups',
      'users',
      'mass-message-addressees',
      ...warnings,
    ],
  ],
  [
    change('hello', null),
    [
      'locations',
      'organization-locations',
      'organization',
      'delays',
      'lightning-tape',
      'observation',
      'observations-of-locations',
      'observation-at-point',
      'status',
      'strikes',
      ...warnings,
      ...quiet,
      ...profiles,
      'hardware',
      'sounding',
      'practice-times',
      'closures',
      'thunder-reports',
      'notifications',
      'open-response-requests',
      'response-requests',
      'warning-response-requests',
      'duties',
      'roll-calls',
      'shelters',
      'groups',
      'users',
      'mass-messages',
      'mass-message-history',
      'mass-message-addressees',
      'policies',
    ],
  ],
])('%j', (event, keys) => {
  expect(
    keysOf(event)
      .map((key) => key.join('|'))
      .sort(),
  ).toEqual([...keys].sort());
});

describe('a storm of events', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('is renewed at once, then at its pace, and the last event is never lost', async () => {
    const renewals: number[] = [];
    const tapes: number[] = [];
    const refresh = createRefresher(async ([name, id]) => {
      if (name !== 'delays') {
        if (id === 'a') tapes.push(performance.now());
        return;
      }
      renewals.push(performance.now());
      if (renewals.length === 1) throw new Error('the first renewal fails');
    });
    const startMs = performance.now();
    refresh([change('lightning', ['a'])]);
    expect(renewals).toHaveLength(1);
    // 50 events a second for a minute.
    for (let i = 0; i < 3_000; i++) {
      await vi.advanceTimersByTimeAsync(20);
      refresh([change('lightning', ['a']), change('lightning', ['b'])]);
    }
    expect(renewals.filter((at) => at - startMs < 1_000)).toHaveLength(3);
    expect(renewals.length).toBeLessThanOrEqual(3 + 60_000 / 3_000);
    expect(tapes.length).toBeGreaterThan(3);
    expect(tapes.length).toBeLessThanOrEqual(3 + 60_000 / 5_000);
    const lastEventMs = performance.now();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(renewals.at(-1)).toBeGreaterThanOrEqual(lastEventMs);
  });

  it('of a stream that opens spares what was requested after its opening; a change spares nothing', async () => {
    const renewals: (readonly [string, number])[] = [];
    const refresh = createRefresher(async (key, requestedBeforeMs) => {
      renewals.push([key.join('|'), requestedBeforeMs]);
    });
    const of = (name: string) => renewals.flatMap(([key, before]) => (key === name ? [before] : []));
    await vi.advanceTimersByTimeAsync(500);
    const openedMs = performance.now();
    refresh([change('hello', null)]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(of('delays')).toEqual([openedMs]);
    refresh([change('hello', null), change('lightning', null)]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(of('delays').slice(1)).toEqual([Number.POSITIVE_INFINITY]);
    expect(of('locations').slice(1)).not.toContain(Number.POSITIVE_INFINITY);
    // A change that waits for its turn is not forgotten when a stream opens meanwhile.
    renewals.length = 0;
    for (let i = 0; i < 5; i++) refresh([change('lightning', null)]);
    refresh([change('hello', null)]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(of('delays').at(-1)).toBe(Number.POSITIVE_INFINITY);
  });

  it('leaves no strike waiting for a second', async () => {
    const renewals: number[] = [];
    const refresh = createRefresher(async () => {
      renewals.push(performance.now());
    });
    const events: number[] = [];
    for (let i = 0; i < 500; i++) {
      await vi.advanceTimersByTimeAsync(20);
      events.push(performance.now());
      refresh([change('strikes', null)]);
    }
    await vi.advanceTimersByTimeAsync(1_000);
    const waits = events.map((at) => renewals.find((renewed) => renewed >= at)! - at);
    expect(Math.max(...waits)).toBeLessThanOrEqual(600);
    expect(renewals.length).toBeLessThanOrEqual(3 + 11_000 / 600);
  });

  it('of one kind does not hold up another, nor an answer that never comes the next event', async () => {
    const renewed: string[] = [];
    const refresh = createRefresher((key) => {
      if (key[0] !== 'lightning-tape') renewed.push(key.join('|'));
      return key[0] === 'delays' ? new Promise(() => undefined) : Promise.resolve();
    });
    refresh([change('lightning', null)]);
    refresh([change('observations', ['a'])]);
    refresh([change('lightning', null)]);
    const first = ['delays', 'observation|a', 'observations-of-locations', 'observation-at-point'];
    expect(renewed).toEqual(first);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(renewed).toEqual([...first, 'delays']);
  });
});
