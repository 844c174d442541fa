import { LightningIndex, lightningAt } from '@allclear/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { WatchedLocation } from '../locations/store.ts';
import { LightningWatch } from './lightning-watch.ts';

const minute = 60_000;
const begin = Date.UTC(2026, 5, 6, 20);
const feeds = [
  {
    vendor: 'east',
    providesCoverage: true,
    covers: (_latitude: number, longitude: number) => longitude > -100,
  },
  {
    vendor: 'west',
    providesCoverage: true,
    covers: (_latitude: number, longitude: number) => longitude < -96,
  },
];

type Step =
  | { kind: 'sweep'; feed: number; minutes: number; flashes: { latitude: number; longitude: number }[] }
  | { kind: 'wait'; minutes: number }
  | { kind: 'put'; id: number; latitude: number; longitude: number; radius: number; timer: number }
  | { kind: 'remove'; id: number };

const latitude = fc.double({ min: 32, max: 33, noNaN: true });
const longitude = fc.double({ min: -102, max: -94, noNaN: true });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('sweep' as const),
      feed: fc.nat(1),
      minutes: fc.integer({ min: 1, max: 5 }),
      flashes: fc.array(fc.record({ latitude, longitude }), { maxLength: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('put' as const),
      id: fc.nat(5),
      latitude,
      longitude,
      radius: fc.integer({ min: 5, max: 50 }),
      timer: fc.constantFrom(10, 20),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), id: fc.nat(5) }) },
);

test('whoever’s state changes is told of it, through strikes, gaps, outages, edits and removals', () => {
  let changes = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 30, maxLength: 80 }), (steps) => {
      let now = begin;
      let batches = 0;
      const lightningIndex = new LightningIndex(feeds);
      const announced = new Set<string>();
      const watch = new LightningWatch(
        lightningIndex,
        () => now,
        (locations) => {
          for (const { id } of locations) announced.add(id);
        },
      );
      const locations = new Map<string, WatchedLocation>();
      const stateOf = (location: WatchedLocation) => {
        const lightningStatus = lightningAt(lightningIndex, location, now);
        return lightningStatus.kind === 'not-covered'
          ? 'none'
          : lightningStatus.zones
              .map(({ status }) => (status.kind === 'delay' ? `${status.reason}` : status.kind))
              .join(' ');
      };
      const last = new Map<string, string>();
      for (const one of steps) {
        announced.clear();
        if (one.kind === 'wait') now += one.minutes * minute;
        else if (one.kind === 'remove') {
          watch.remove([String(one.id)]);
          locations.delete(String(one.id));
          last.delete(String(one.id));
        } else if (one.kind === 'put') {
          const location: WatchedLocation = {
            placeId: null,
            id: String(one.id),
            userId: 'somebody',
            latitude: one.latitude,
            longitude: one.longitude,
            radius1: one.radius / 2,
            radius2: one.radius,
            radius3: 0,
            radius4: 0,
            allClearMinutes: one.timer,
          };
          locations.set(location.id, location);
          watch.put([location]);
          last.set(location.id, stateOf(location));
        } else {
          const flashes = one.flashes.map((flash) => ({
            ...flash,
            at: now + 1_000,
            points: Float64Array.of(flash.latitude, flash.longitude),
          }));
          const from = now;
          now += one.minutes * minute;
          lightningIndex.add(feeds[one.feed]!.vendor, {
            key: String(batches++),
            from,
            to: now,
            receivedAt: now,
            flashes,
          });
          watch.flashes(flashes);
        }
        watch.tick();
        expect(watch.size).toBe(locations.size);
        for (const [id, location] of locations) {
          const state = stateOf(location);
          if (state === last.get(id)) continue;
          changes++;
          expect(announced.has(id), `${id}: ${last.get(id)} became ${state}`).toBe(true);
          last.set(id, state);
        }
      }
    }),
    { numRuns: 400 },
  );
  expect(changes).toBeGreaterThan(1_000);
});

test('beyond five hundred changed locations it packs them, and loses none', () => {
  const lightningIndex = new LightningIndex([feeds[0]!]);
  lightningIndex.add('east', {
    key: 'quiet',
    from: begin - 90 * minute,
    to: begin,
    receivedAt: begin,
    flashes: [],
  });
  let announced: string[] = [];
  const watch = new LightningWatch(
    lightningIndex,
    () => begin,
    (locations) => {
      announced = locations.map(({ id }) => id);
    },
  );
  const all = Array.from({ length: 1_200 }, (_, i) => ({
    id: `l${i}`,
    userId: 'somebody',
    placeId: null,
    latitude: 30 + (i % 40) / 10,
    longitude: -96 + Math.floor(i / 40) / 10,
    radius1: 3,
    radius2: 0,
    radius3: 0,
    radius4: 0,
    allClearMinutes: 10,
  }));
  for (let from = 0; from < all.length; from += 100) watch.put(all.slice(from, from + 100));
  expect(watch.size).toBe(1_200);
  for (const target of [all[0]!, all[599]!, all[1_199]!]) {
    watch.flashes([
      {
        at: begin,
        latitude: target.latitude,
        longitude: target.longitude,
        points: Float64Array.of(target.latitude, target.longitude),
      },
    ]);
    expect(announced).toContain(target.id);
  }
});

test('a blinded batch that arrives very late takes an all clear back, and that is announced', () => {
  const batchMs = 20_000;
  const mapper = { ...feeds[0]!, sunWindow: (at: number) => at > begin };
  const lightningIndex = new LightningIndex([mapper]);
  let now = begin - 60 * minute;
  const announced: string[] = [];
  const watch = new LightningWatch(
    lightningIndex,
    () => now,
    (locations) => announced.push(...locations.map(({ id }) => id)),
  );
  const place = { latitude: 33, longitude: -97, radius1: 5, radius2: 0, radius3: 0, radius4: 0 };
  const location = { ...place, id: 'l', userId: 'somebody', placeId: null, allClearMinutes: 10 };
  const strike = {
    latitude: 33,
    longitude: -97,
    at: begin - 5 * minute,
    points: Float64Array.of(33, -97),
  };
  const add = (from: number, eventCount: number) => {
    const flashes = from === strike.at ? [strike] : [];
    const receivedAt = now;
    lightningIndex.add('east', { key: `${from}`, from, to: from + batchMs, receivedAt, flashes, eventCount });
    watch.flashes(flashes);
    watch.tick();
  };
  const state = () => {
    const status = lightningAt(lightningIndex, location, now);
    return status.kind === 'not-covered' ? 'none' : status.zones[0]!.status.kind;
  };
  watch.put([location]);
  const missing = begin + 4 * minute;
  let clearAt = 0;
  for (let from = begin - 60 * minute; from < begin + 9 * minute; from += batchMs) {
    now = from + batchMs;
    if (from !== missing) add(from, 8_000);
    if (clearAt === 0 && now > strike.at + minute && state() === 'clear') clearAt = now;
  }
  // The gap was given up and is short enough to tolerate.
  expect(clearAt).toBe(begin + 7 * minute + batchMs);
  expect(state()).toBe('clear');
  announced.length = 0;
  add(missing, 80_000);
  expect(state()).not.toBe('clear');
  expect(announced).toContain('l');
});

test('the end of thunder where nothing is observed is announced by the clock alone', () => {
  const lightningIndex = new LightningIndex([]);
  let now = begin;
  const announced: string[] = [];
  const watch = new LightningWatch(
    lightningIndex,
    () => now,
    (locations) => announced.push(...locations.map(({ id }) => id)),
  );
  const place = { latitude: 33, longitude: -97, radius1: 5, radius2: 0, radius3: 0, radius4: 0 };
  watch.put([{ ...place, id: 'l', userId: 'somebody', placeId: 'field', allClearMinutes: 10 }]);
  announced.length = 0;
  const report = { id: 'r', placeId: 'field', firstThunderAt: now, thunderAt: now, distanceMiles: null };
  lightningIndex.putReport(report);
  watch.reported(['elsewhere']);
  expect(announced).toEqual([]);
  watch.reported(['field']);
  expect(announced.splice(0)).toEqual(['l']);
  now += 10 * minute - 1;
  watch.tick();
  expect(announced).toEqual([]);
  now += 1;
  watch.tick();
  expect(announced).toEqual(['l']);
});
