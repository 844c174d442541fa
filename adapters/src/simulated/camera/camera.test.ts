import { describe, expect, it } from 'vitest';
import { readPng } from '../../raster/read-png.ts';
import { writeRgbPng } from '../../raster/write-rgb-png.ts';
import { randomFrom } from '../random.ts';
import { createWorld, type World } from '../world/world.ts';
import { eachDot } from './bitmap-font.ts';
import { drawCamera } from './draw-camera.ts';

const minute = 60_000;
const noon = Date.UTC(2026, 5, 6, 18);
const stadium = { latitude: 32.7767, longitude: -96.797 };
const course = { latitude: 32.814, longitude: -96.9489 };

function render(world: World, at: number, place = stadium, name = 'Stadium') {
  const { widthPx, heightPx, pixels } = readPng(
    drawCamera(world, { ...place, at, name, time: '6/06/26 01:00 PM' }),
    'camera',
  );
  /** Mean brightness (0–255) of a band of rows, clear of what is written. */
  const brightness = (from: number, to: number) => {
    let sum = 0;
    for (let y = from; y < to; y++) {
      for (let x = 0; x < widthPx; x++) {
        const pixel = pixels[y * widthPx + x]!;
        sum += (pixel >>> 24) + ((pixel >>> 16) & 255) + ((pixel >>> 8) & 255);
      }
    }
    return sum / 3 / widthPx / (to - from);
  };
  return { widthPx, heightPx, pixels, sky: brightness(60, 250), ground: brightness(330, 480) };
}

const worldOf = (scenario: 'quiet' | 'winter' | 'afternoon-storms', startedAt = noon - 60 * minute) =>
  createWorld({ seed: 'camera', startedAt, places: [stadium, course], scenario });

let atNoon: ReturnType<typeof render> | undefined;
/** A bright day; drawn once, as a drawing takes a while. */
const brightDay = () => {
  atNoon ??= render(worldOf('quiet'), noon);
  return atNoon;
};

describe('the simulated camera', { timeout: 60_000 }, () => {
  it('shows day and night, and the ground under snow', () => {
    const quiet = worldOf('quiet');
    const [day, night] = [brightDay(), render(quiet, noon + 9 * 60 * minute)];
    expect([day.widthPx, day.heightPx]).toEqual([960, 540]);
    expect(night.sky).toBeLessThan(0.3 * day.sky);
    expect(night.ground).toBeLessThan(0.8 * day.ground);
    const january = Date.UTC(2026, 0, 20, 18);
    expect(render(worldOf('winter', january - 60 * minute), january).ground).toBeGreaterThan(
      1.3 * day.ground,
    );
  });

  it('is darker under a storm', () => {
    const world = worldOf('afternoon-storms', noon);
    const soaked = Array.from({ length: 60 }, (_, ahead) => noon + ahead * minute).find(
      (at) => world.conditionsAt(at, stadium.latitude, stadium.longitude).rainMmPerHour > 20,
    );
    expect(render(world, soaked!).sky).toBeLessThan(0.7 * brightDay().sky);
  });

  it('is the same for the same instant, and another elsewhere and with another name', () => {
    const world = worldOf('quiet');
    const differ = (a: Uint32Array, b: Uint32Array) => a.some((pixel, index) => pixel !== b[index]);
    const first = brightDay().pixels;
    expect(differ(first, render(world, noon).pixels)).toBe(false);
    expect(differ(first, render(world, noon, course).pixels)).toBe(true);
    expect(differ(first, render(world, noon, stadium, 'Golf course').pixels)).toBe(true);
  });
});

it('every letter, digit and mark of a caption has its dots', () => {
  const seen = new Set<string>();
  for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:,.-/') {
    const dots: string[] = [];
    eachDot(letter, (column, row) => dots.push(`${column},${row}`));
    expect(dots.length, letter).toBeGreaterThan(0);
    expect(
      dots.every((dot) => /^[0-4],[0-6]$/.test(dot)),
      letter,
    ).toBe(true);
    seen.add(dots.join(' '));
  }
  expect(seen.size).toBe(41);
});

it('an image of any colors is read as it was written', () => {
  const random = randomFrom('png');
  for (const [widthPx, heightPx] of [
    [1, 1],
    [7, 3],
    [64, 40],
  ] as const) {
    const rgb = Uint8Array.from({ length: widthPx * heightPx * 3 }, () => Math.floor(random() * 256));
    const expected = Array.from(
      { length: widthPx * heightPx },
      (_, i) => ((rgb[i * 3]! << 24) | (rgb[i * 3 + 1]! << 16) | (rgb[i * 3 + 2]! << 8) | 255) >>> 0,
    );
    expect([...readPng(writeRgbPng(widthPx, heightPx, rgb), 'test').pixels]).toEqual(expected);
  }
});
