import { activeAlerts, alertCovers, type CapAlert, haversineMiles, parseVtec } from '@allclear/domain';
import { describe, expect, test } from 'vitest';
import { createSimulatedAlerts } from './alerts.ts';
import { convexHull } from './convex-hull.ts';
import { createSimulatedLightning } from './lightning.ts';
import type { SimulationOptions } from './world/world.ts';

const MINUTE = 60_000;
const T = Date.UTC(2026, 6, 10, 17, 3, 11);
const places = [
  { latitude: 27.98, longitude: -82.83 },
  { latitude: 27.95, longitude: -82.46 },
  { latitude: 40.71, longitude: -74 },
];
const options: SimulationOptions = { seed: 'demo', startedAt: T, places };
const signal = new AbortController().signal;

const list = async (now: number) => (await createSimulatedAlerts(options).poll({ now, signal })).alerts;

/** What a poll a minute sees. */
async function watch(minutes: number): Promise<Map<string, CapAlert>> {
  const seen = new Map<string, CapAlert>();
  for (let minute = 0; minute <= minutes; minute++)
    for (const alert of await list(T + minute * MINUTE)) seen.set(alert.id, alert);
  return seen;
}

describe('the warnings', () => {
  test('name times in the zone of the place', async () => {
    const texts = [...(await watch(120)).values()].map(
      ({ headline, description }) => `${headline} ${description}`,
    );
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) {
      expect(text).not.toContain('UTC');
      if (/until|At /.test(text)) expect(text).toMatch(/\d{1,2}:\d\d [AP]M EDT/);
    }
  });

  test('begin, go on every ten minutes and end, each event by its own number', async () => {
    const events = new Map<string, CapAlert[]>();
    for (const alert of (await watch(300)).values()) {
      const vtec = parseVtec(alert.vtec[0]!)!;
      events.set(vtec.key, [...(events.get(vtec.key) ?? []), alert]);
    }
    expect(events.size).toBeGreaterThanOrEqual(6);
    const whole = [...events.values()].filter((messages) => messages.at(-1)!.messageType === 'Cancel');
    expect(whole.length).toBeGreaterThanOrEqual(4);
    for (const messages of whole) {
      const actions = messages.map(({ vtec }) => parseVtec(vtec[0]!)!.action).join(' ');
      expect(actions).toMatch(/^NEW( CON)* (CAN|EXP)$/);
      for (const [index, message] of messages.entries()) {
        expect(message.references).toEqual(messages.slice(0, index).map(({ id }) => id));
        expect(message.headline).toMatch(/^Simulated/);
        expect(message.senderName).toBe('Simulated weather service');
        if (index > 0) expect(message.sentAt - messages[index - 1]!.sentAt).toBeLessThanOrEqual(10 * MINUTE);
        expect(Object.values(message).includes(undefined)).toBe(false);
      }
    }
    expect([...events.values()].flat().some(({ vtec }) => vtec[0]!.includes('.EXP.'))).toBe(true);
    expect([...events.values()].flat().some(({ vtec }) => vtec[0]!.includes('.CAN.'))).toBe(true);
  });
  test('the first comes within five minutes, over the first place, and none before the start', async () => {
    expect(await list(T - 1)).toEqual([]);
    const early = await list(T + 5 * MINUTE);
    expect(early.filter((alert) => alertCovers(alert, { ...places[0]!, zones: [] }))).toHaveLength(1);
    expect(early.filter((alert) => alertCovers(alert, { ...places[2]!, zones: [] }))).toEqual([]);
  });
  test('the list is the same however often it is asked, after a restart too', async () => {
    for (const minute of [4, 17, 43, 61, 155])
      expect(await list(T + minute * MINUTE)).toEqual(await list(T + minute * MINUTE));
    expect(await list(T + 20 * MINUTE)).not.toEqual(await list(T + 31 * MINUTE));
  });
  test('who polls seldom knows the same of what is in effect', async () => {
    const seen: CapAlert[] = [];
    for (let minute = 0; minute <= 200; minute++) {
      const now = T + minute * MINUTE;
      if (minute % 7 === 0) seen.push(...(await list(now)));
      const all = [...(await watchedUntil(minute)).values()];
      if (minute % 7 === 0) {
        const keys = (alerts: readonly CapAlert[]) =>
          activeAlerts(alerts, now)
            .map(({ eventKey }) => eventKey)
            .sort();
        expect(keys(seen)).toEqual(keys(all));
      }
    }
  });
  test('are about the same storms as the lightning: most strikes lie in a warned area', async () => {
    let inside = 0;
    let all = 0;
    for (let minute = 6; minute < 60; minute++) {
      const now = T + minute * MINUTE;
      const warned = activeAlerts([...(await watchedUntil(minute)).values()], now).map(({ alert }) => alert);
      for await (const batch of createSimulatedLightning(options).poll({
        now,
        since: now - 2 * MINUTE,
        known: () => false,
        onFault: () => {},
        signal,
      })) {
        for (const flash of batch.flashes) {
          const storms = places.filter(
            (place) => haversineMiles(place.latitude, place.longitude, flash.latitude, flash.longitude) < 60,
          );
          if (storms.length === 0) continue;
          all++;
          if (warned.some((alert) => alertCovers(alert, { ...flash, zones: [] }))) inside++;
        }
      }
    }
    expect(all).toBeGreaterThan(300);
    expect(inside / all).toBeGreaterThan(0.75);
  });
});

let watched: { minute: number; seen: Map<string, CapAlert> } | null = null;
async function watchedUntil(minute: number): Promise<Map<string, CapAlert>> {
  if (watched === null || watched.minute > minute) watched = { minute: -1, seen: new Map() };
  while (watched.minute < minute)
    for (const alert of await list(T + ++watched.minute * MINUTE)) watched.seen.set(alert.id, alert);
  return watched.seen;
}

describe('the hull', () => {
  test('leaves out what lies inside or on an edge', () => {
    expect(
      convexHull([
        [1, 1],
        [0, 0],
        [2, 2],
        [2, 0],
        [1, 0],
        [0, 2],
      ]),
    ).toEqual([
      [0, 0],
      [2, 0],
      [2, 2],
      [0, 2],
    ]);
  });
});
