import { haversineMiles } from '@allclear/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LightningBatch } from '../feeds/lightning/port.ts';
import { createSimulatedLightning } from './lightning.ts';
import { createSimulatedObservations } from './observations.ts';
import { createWorld, type SimulationOptions } from './world/world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const T = Date.UTC(2026, 6, 10, 17);
const places = [
  { latitude: 27.98, longitude: -82.83 },
  { latitude: 28.15, longitude: -82.8 },
  { latitude: 27.95, longitude: -82.46 },
  { latitude: 27.77, longitude: -82.62 },
];
const options: SimulationOptions = { seed: 'demo', startedAt: T, places };
const signal = new AbortController().signal;

async function render(
  now: number,
  since: number,
  known: (key: string) => boolean = () => false,
  from = options,
): Promise<LightningBatch[]> {
  const batches: LightningBatch[] = [];
  for await (const batch of createSimulatedLightning(from).poll({
    now,
    since,
    known,
    onFault: () => {},
    signal,
  }))
    batches.push(batch);
  return batches;
}

const milesTo = (index: number, points: ArrayLike<number>) =>
  Math.min(
    ...Array.from({ length: points.length / 2 }, (_, point) =>
      haversineMiles(
        places[index]!.latitude,
        places[index]!.longitude,
        points[2 * point]!,
        points[2 * point + 1]!,
      ),
    ),
  );

describe('the batches', () => {
  test('an unbroken hour, newest first, the last about 25 s old', async () => {
    const now = T + 2 * HOUR + 7000;
    const batches = await render(now, now - HOUR);
    for (const [index, batch] of batches.entries()) {
      expect(batch).toMatchObject({ key: `sim:${batch.from}`, to: batch.from + 20_000 });
      if (index > 0) expect(batch.to).toBe(batches[index - 1]!.from);
      for (const { at, points } of batch.flashes) {
        expect(at >= batch.from && at < batch.to).toBe(true);
        expect(points.length).toBeGreaterThanOrEqual(2);
      }
    }
    expect(batches.at(-1)!.from).toBeLessThanOrEqual(now - HOUR);
    expect(now - batches[0]!.to).toBeGreaterThanOrEqual(25_000);
    expect(now - batches[0]!.to).toBeLessThan(45_000);
  });
  test('the hour before the start was quiet, and observed', async () => {
    const batches = await render(T, T - HOUR);
    expect(batches.length).toBeGreaterThanOrEqual(178);
    expect(batches.flatMap(({ flashes }) => flashes)).toEqual([]);
  });
  test('the same window holds the same flashes, whenever it is polled and what else is known', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 5 * HOUR }),
        fc.integer({ min: 0, max: 2 * HOUR }),
        fc.string(),
        async (start, later, seed) => {
          const own = { ...options, seed };
          const first = await render(T + start, T + start - 5 * MINUTE, undefined, own);
          const again = await render(
            T + start + later,
            T + start - 5 * MINUTE,
            (key) => !first.some((batch) => batch.key === key),
            own,
          );
          expect(again.sort((a, b) => b.from - a.from)).toEqual(first);
        },
      ),
      { numRuns: 30 },
    );
  });
  test('keys of flashes are unique', async () => {
    const keys = (await render(T + 3 * HOUR, T)).flatMap(({ flashes }) => flashes.map(({ key }) => key));
    expect(new Set(keys).size).toBe(keys.length);
  });
  test('another seed is another sky', async () => {
    expect(await render(T + HOUR, T)).not.toEqual(
      await render(T + HOUR, T, undefined, { ...options, seed: 'other' }),
    );
  });
});

describe('the story', () => {
  test('strikes come near the first place within three minutes', async () => {
    const flashes = (await render(T + 3 * MINUTE, T)).flatMap((batch) => batch.flashes);
    expect(flashes.length).toBeGreaterThan(3);
    expect(Math.min(...flashes.map(({ points }) => milesTo(0, points)))).toBeLessThan(20);
  });
  test('every place is passed, in turn, and has at least 40 quiet minutes afterwards', async () => {
    const flashes = (await render(T + 6 * HOUR, T))
      .flatMap((batch) => batch.flashes)
      .sort((a, b) => a.at - b.at);
    const firsts = places.map(
      (_, index) => flashes.find(({ points }) => milesTo(index, points) <= 10)?.at ?? Number.NaN,
    );
    for (const [index, first] of firsts.entries()) {
      expect(first - T, `place ${index}`).toBeLessThan(6 * HOUR);
      const near = flashes.filter(({ points }) => milesTo(index, points) <= 20).map(({ at }) => at);
      const pauses = [...near.slice(1), T + 6 * HOUR].map((at, step) => at - near[step]!);
      expect(Math.max(...pauses)).toBeGreaterThan(40 * MINUTE);
    }
    expect(new Set(firsts).size).toBe(places.length);
  });
  test('5 to 20 flashes a minute at full strength, walking at 30 mph', () => {
    const world = createWorld(options);
    const [earlier] = world.stormsAt(T + 10 * MINUTE);
    const [later] = world.stormsAt(T + 20 * MINUTE);
    const miles = haversineMiles(earlier!.latitude, earlier!.longitude, later!.latitude, later!.longitude);
    expect(miles).toBeGreaterThan(4.5);
    expect(miles).toBeLessThan(5.5);
    expect(later!.flashesPerMinute).toBeGreaterThanOrEqual(5);
    expect(later!.flashesPerMinute).toBeLessThanOrEqual(20);
    expect(later!.radiusMiles).toBeGreaterThanOrEqual(4);
    expect(later!.radiusMiles).toBeLessThanOrEqual(6);
    expect(world.stormsAt(T - 1)).toEqual([]);
  });
  test('without places there is a storm all the same', () => {
    const storms = createWorld({ ...options, places: [] }).stormsAt(T + 10 * MINUTE);
    expect(storms.filter(({ id }) => id.startsWith('site/'))).toHaveLength(1);
  });
});

describe('the stations', () => {
  const observe = (now: number, around = places) =>
    createSimulatedObservations(options).poll({ now, places: around, signal });

  test('one within a few miles of every place, fresh, and the same however often it is asked', async () => {
    const now = T + 20 * MINUTE;
    const reports = await observe(now);
    for (const place of places) {
      const miles = reports.map((report) =>
        haversineMiles(place.latitude, place.longitude, report.latitude, report.longitude),
      );
      expect(Math.min(...miles)).toBeLessThan(6);
    }
    for (const { observedAt, stationId } of reports) {
      expect(now - observedAt).toBeLessThan(7 * MINUTE);
      expect(stationId).toMatch(/^SIM-/);
    }
    expect(await observe(now)).toEqual(reports);
    expect(await observe(now, places.slice(0, 1))).toEqual(reports.slice(0, 1));
  });
  test('they show the storm: under the cell it is cooler, gusty and wet, and thunder is heard', async () => {
    const [before] = await observe(T);
    const walk = await Promise.all(
      Array.from({ length: 24 }, (_, step) => observe(T + step * 5 * MINUTE, places.slice(0, 1))),
    );
    const during = walk
      .flat()
      .reduce((worst, report) => (report.temperatureC! < worst.temperatureC! ? report : worst));
    expect(before).toMatchObject({
      thunder: 'no',
      weatherText: null,
      precipitationLastHourMm: 0,
      visibilityAtLeast: true,
    });
    expect(during.temperatureC!).toBeLessThan(before!.temperatureC! - 4);
    expect(Math.max(...walk.flat().map(({ windGustMps }) => windGustMps ?? 0))).toBeGreaterThan(12);
    expect(
      Math.max(...walk.flat().map(({ precipitationLastHourMm }) => precipitationLastHourMm!)),
    ).toBeGreaterThan(3);
    expect(
      walk
        .flat()
        .some(({ thunder, weatherText }) => thunder === 'yes' && weatherText!.startsWith('Thunderstorm')),
    ).toBe(true);
    expect(walk.flat().at(-1)).toMatchObject({ thunder: 'no' });
  });
  test('values stay in range anywhere and at any time', async () => {
    const anywhere = fc.record({
      latitude: fc.double({ min: -85, max: 85, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    await fc.assert(
      fc.asyncProperty(anywhere, fc.integer({ min: -HOUR, max: 1000 * HOUR }), async (place, after) => {
        const [report] = await createSimulatedObservations({ ...options, places: [place] }).poll({
          now: T + after,
          places: [place],
          signal,
        });
        expect(report!.dewPointC!).toBeLessThanOrEqual(report!.temperatureC!);
        expect(report!.cloudCover! >= 0 && report!.cloudCover! <= 1).toBe(true);
        expect(report!.windGustMps ?? report!.windMps!).toBeGreaterThanOrEqual(report!.windMps!);
        expect(report!.visibilityMiles!).toBeGreaterThan(0);
      }),
    );
  });
});
