import { decode } from 'jpeg-js';
import { describe, expect, test } from 'vitest';
import { createFilm } from '../simulated/camera/film.ts';
import { flashesAround } from '../simulated/lightning.ts';
import { createWorld } from '../simulated/world/world.ts';
import { addressOf, collect, openTestSources } from './stand-in-sources.ts';

const startedAt = Date.UTC(2026, 5, 6, 18);
const place = { name: 'Stadium', latitude: 32.7767, longitude: -96.797, timeZone: 'America/Chicago' };
const options = { seed: 'film', startedAt, places: [place] };
const world = createWorld(options);
const film = createFilm(world);
const minute = 60_000;

function frame(at: number) {
  const { width, height, data } = decode(film.frame(place, at), { useTArray: true });
  const brightness = (top: number, bottom: number) => {
    let sum = 0;
    for (let at = top * width * 4; at < bottom * width * 4; at++) sum += at % 4 === 3 ? 0 : (data[at] ?? 0);
    return sum / 3 / width / (bottom - top);
  };
  return { width, height, data, sky: brightness(60, 290) };
}

function difference(a: Uint8Array, b: Uint8Array) {
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length;
}

describe('the film of the simulated weather', { timeout: 60_000 }, () => {
  const rainy = Array.from({ length: 90 }, (_, ahead) => startedAt + ahead * minute).find(
    (at) => world.conditionsAt(at, place.latitude, place.longitude).rainMmPerHour > 10,
  )!;

  test('moves in rain, and is the same for the same instant', () => {
    const [first, again, next] = [frame(rainy), frame(rainy), frame(rainy + 350)];
    expect([first.width, first.height]).toEqual([960, 540]);
    expect(difference(first.data, again.data)).toBe(0);
    expect(difference(first.data, next.data)).toBeGreaterThan(0.2);
  });

  test('grows dark at dusk, and darker by night; under rain it is darker than before', () => {
    const evening = (minutesAfter: number) => frame(startedAt + minutesAfter * minute).sky;
    // The sun of the place sets at 8:34 PM, seven and a half hours after noon by its clocks.
    const [noon, dusk, night] = [evening(0), evening(7.6 * 60), evening(10 * 60)];
    expect(dusk).toBeLessThan(0.8 * noon);
    expect(night).toBeLessThan(0.4 * dusk);
    expect(frame(rainy).sky).toBeLessThan(0.8 * noon);
  });

  test('glows with a near flash, and darkens again', () => {
    const flash = Array.from({ length: 180 }, (_, step) => startedAt + step * 20_000)
      .flatMap((at) => flashesAround(world, at))
      .find(
        ({ at, latitude, longitude }, index, all) =>
          Math.hypot(latitude - place.latitude, longitude - place.longitude) < 0.15 &&
          // Alone in its seconds, and in one scene.
          !all.some((other, place) => place !== index && Math.abs(other.at - at) < 2_000) &&
          at % 20_000 > 2_000 &&
          at % 20_000 < 18_000,
      );
    const [before, lit, after] = [-50, 20, 1_500].map((later) => frame(flash!.at + later).sky);
    expect(lit! - before!).toBeGreaterThan(8);
    expect(Math.abs(after! - before!)).toBeLessThan(3);
  });

  test('says in every picture that it is simulated', () => {
    for (const at of [rainy, startedAt, startedAt + 9 * 60 * minute]) {
      const { data, width } = frame(at);
      const at2 = (x: number, y: number) => [0, 1, 2].map((part) => data[(y * width + x) * 4 + part] ?? 0);
      // The bar of simulated data, and white letters on it.
      const bar = at2(400, 4);
      expect(difference(Uint8Array.from(bar), Uint8Array.from([43, 47, 119]))).toBeLessThan(12);
      const whites = Array.from({ length: 150 }, (_, x) => at2(400 + x, 19)).filter(([red = 0]) => red > 190);
      expect(whites.length).toBeGreaterThan(15);
    }
  });
});

test('simulated cameras run together off this thread and end with nothing left', {
  timeout: 60_000,
}, async () => {
  const sources = openTestSources({ simulation: { options, place, now: () => startedAt + 30 * minute } });
  const workers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'MessagePort').length;
  const before = workers();
  const taken = [collect(3), collect(2)];
  const other = { ...place, name: 'Course', latitude: 32.814 };
  let longest = 0;
  let last = performance.now();
  const watch = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 5);
  await Promise.all([
    sources.source(addressOf('simulated', '')).run(taken[0]!.sink, taken[0]!.signal),
    sources.source({ ...addressOf('simulated', ''), place: other }).run(taken[1]!.sink, taken[1]!.signal),
  ]);
  clearInterval(watch);
  expect(taken.map(({ pictures }) => pictures.length)).toEqual([3, 2]);
  expect(taken[0]!.pictures[0]!.equals(taken[1]!.pictures[0]!)).toBe(false);
  expect(workers()).toBe(before);
  // Drawing one takes longer than this by far.
  expect(longest).toBeLessThan(150);
  await sources.close();
});

test('without simulated weather there is no simulated camera, which is said', () => {
  expect(openTestSources().source(addressOf('simulated', '')).problem).toBe(
    'Simulated cameras need simulated weather.',
  );
});
