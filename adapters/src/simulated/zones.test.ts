import { type Ring, zoneHolds } from '@allclear/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSimulatedAlerts } from './alerts.ts';
import { simulatedZones, simulatedZonesAt } from './zones.ts';

const T = Date.UTC(2026, 6, 10, 17);
const places = [
  { latitude: 32.7767, longitude: -96.797 },
  { latitude: 32.9483, longitude: -96.7299 },
  { latitude: 40.71, longitude: -74 },
];
const options = { seed: 'demo', startedAt: T, places };
const signal = new AbortController().signal;
const zones = simulatedZones(options);

test('nine zones for each region, the places in the middle ones, whatever the seed', () => {
  expect(zones).toHaveLength(18);
  fc.assert(
    fc.property(fc.string(), (seed) => {
      const drawn = simulatedZones({ seed, places });
      expect(places.map((place) => simulatedZonesAt(drawn, place))).toEqual([
        ['SAZ005'],
        ['SAZ005'],
        ['SBZ005'],
      ]);
    }),
    { numRuns: 50 },
  );
});

test('neighbors share their edges: a place between them lies in one zone and no more', () => {
  const edges = (ring: Ring) => ring.slice(1).map((corner, index) => `${ring[index]} ${corner}`);
  const back = (ring: Ring) => edges(ring.toReversed());
  const [middle, east, south] = ['SAZ005', 'SAZ006', 'SAZ008'].map(
    (code) => zones.find((zone) => zone.code === code)!.ring,
  );
  for (const neighbor of [east!, south!])
    expect(edges(middle!).filter((edge) => back(neighbor).includes(edge))).toHaveLength(16);
  const inside = fc.record({
    latitude: fc.double({ min: 31.6, max: 34.1, noNaN: true }),
    longitude: fc.double({ min: -98, max: -95.5, noNaN: true }),
  });
  fc.assert(fc.property(inside, (place) => simulatedZonesAt(zones, place).length === 1));
  expect(simulatedZonesAt(zones, { latitude: 20, longitude: -96 })).toEqual([]);
});

test('alerts name zones around the places, and the service says where they are', async () => {
  const feed = createSimulatedAlerts(options);
  const { alerts } = await feed.poll({ now: T + 60_000, signal });
  const zoned = alerts.filter(({ polygons }) => polygons.length === 0);
  expect(zoned.map(({ event, zones: named }) => [event, named])).toEqual([
    ['Flood Watch', ['SAZ007', 'SAZ008', 'SAZ009']],
    ['Flood Watch', ['SBZ007', 'SBZ008', 'SBZ009']],
    ['Heat Advisory', ['SAZ003', 'SAZ006']],
    ['Heat Advisory', ['SBZ003', 'SBZ006']],
  ]);
  for (const place of places)
    expect(zoned.some((alert) => alert.zones.some((zone) => feed.zonesAt!(place).includes(zone)))).toBe(
      false,
    );
  for (const zone of zoned.flatMap((alert) => alert.zones)) {
    const { polygons, toleranceDegrees } = (await feed.shapeOf!({ zone, signal }))!;
    for (const place of places) expect(zoneHolds(polygons, place, toleranceDegrees)).toBe(false);
    const { ring } = zones.find(({ code }) => code === zone)!;
    for (const [longitude, latitude] of ring)
      expect(zoneHolds(polygons, { longitude, latitude }, toleranceDegrees + 1e-9)).toBe(true);
  }
  expect(await feed.shapeOf!({ zone: 'TXZ119', signal })).toBe(null);
});
