import {
  completeForecastHour,
  dailyForecast,
  type ForecastHour,
  fahrenheitFromCelsius,
  HOUR_MS,
  isSnowCode,
  isThunderCode,
} from '@allclear/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_CHANCE_STEP } from './forecast-chance.ts';
import { createSimulatedForecast } from './forecasts.ts';
import { scenarioBeginsAt } from './world/beginning.ts';
import { scenarios } from './world/scenario.ts';
import { createWorld } from './world/world.ts';

const T = Date.UTC(2026, 6, 15, 16);
const place = { latitude: 27.95, longitude: -82.46 };
const signal = new AbortController().signal;
const world = createWorld({ seed: 'test', startedAt: T, places: [place] });
const feed = createSimulatedForecast(world);
const read = (now: number) => feed.read({ cell: { cell: 'x', ...place }, now, signal });

test('hours of half a day before and eight days ahead, the same however often it is asked within the hour', async () => {
  const forecast = await read(T + 10 * 60_000);
  expect(forecast).toMatchObject({ issuedAt: T, asOf: T + 10 * 60_000 });
  expect(forecast.hours.map(({ at }) => (at - T) / HOUR_MS)).toEqual(
    Array.from({ length: 204 }, (_, hour) => hour - 12),
  );
  expect((await read(T + 50 * 60_000)).hours).toEqual(forecast.hours);
});

test('near places share a cell', async () => {
  const cells = [27.91, 27.99, 28.01].map((latitude) => feed.cellOf({ latitude, longitude: -82.46, signal }));
  const [a, b, c] = await Promise.all(cells);
  expect(a).toBe(b);
  expect(c).not.toBe(a);
});

test('its error grows with the lead', async () => {
  const errors = { near: 0, far: 0 };
  for (let run = 0; run < 40; run++) {
    const issuedAt = T + run * 6 * HOUR_MS;
    const { hours } = await read(issuedAt);
    for (const [lead, name] of [
      [2, 'near'],
      [120, 'far'],
    ] as const) {
      const actual = world.conditionsAt(
        issuedAt + lead * HOUR_MS + HOUR_MS / 2,
        place.latitude,
        place.longitude,
      );
      errors[name] += Math.abs(hours[12 + lead]!.temperatureC! - actual.temperatureC) / 40;
    }
  }
  expect(errors.near).toBeLessThan(1.5);
  expect(errors.far).toBeGreaterThan(errors.near);
});

const RAIN = [9, 10, 12, 13, 14];
const FREEZING = [15, 25, 29];
const isWetCode = (code: number | null) =>
  RAIN.includes(code!) || FREEZING.includes(code!) || isSnowCode(code) || isThunderCode(code);

interface Values {
  readonly weatherCode: number | null;
  readonly precipitationMm: number | null;
  readonly precipitationChancePct: number | null;
  readonly snowMm: number | null;
}

/** What holds for an hour and for a day. */
function expectAgreement({ weatherCode, precipitationMm, precipitationChancePct, snowMm }: Values): void {
  if (isWetCode(weatherCode)) expect(precipitationMm).toBeGreaterThan(0);
  if (precipitationMm! > 0) expect(precipitationChancePct).toBeGreaterThan(0);
  if (isSnowCode(weatherCode)) expect(snowMm).toBeGreaterThan(0);
  if (snowMm! > 0) expect(precipitationMm).toBeGreaterThan(0);
}

describe('in every scenario, with any seed and at any hour', () => {
  const Dallas = { latitude: 32.7767, longitude: -96.797 };
  const open = (scenario: (typeof scenarios)[number], seed: string) => {
    const startedAt = scenarioBeginsAt(scenario, Date.UTC(2026, 10, 21, 12), Dallas.longitude);
    const own = createWorld({ seed, startedAt, places: [Dallas], scenario });
    const ownFeed = createSimulatedForecast(own);
    return {
      world: own,
      startedAt,
      hoursAt: async (now: number): Promise<readonly ForecastHour[]> =>
        (await ownFeed.read({ cell: { cell: 'x', ...Dallas }, now, signal })).hours,
    };
  };

  test('code, chance and amounts agree, in hours and in days, and precipitation has the phase of the air', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...scenarios),
        fc.string(),
        fc.integer({ min: 0, max: 100 }),
        async (scenario, seed, after) => {
          const { startedAt, hoursAt } = open(scenario, seed);
          const hours = await hoursAt(startedAt + after * HOUR_MS);
          for (const [index, hour] of hours.entries()) {
            expectAgreement(hour);
            expect(hour.precipitationMm! > 0).toBe(isWetCode(hour.weatherCode));
            if (hour.temperatureC! <= 0) expect(RAIN).not.toContain(hour.weatherCode);
            else expect(FREEZING).not.toContain(hour.weatherCode);
            if (hour.temperatureC! >= 1) expect(hour.snowMm).toBe(0);
            const step = Math.abs(
              hour.precipitationChancePct! - (hours[index - 1] ?? hour).precipitationChancePct!,
            );
            expect(step).toBeLessThanOrEqual(100 * MAX_CHANCE_STEP);
            if (!['afternoon-storms', 'outage'].includes(scenario))
              expect(isThunderCode(hour.weatherCode)).toBe(false);
          }
          const complete = hours.map((hour) => completeForecastHour(hour, { ...Dallas, elevationM: 10 }));
          for (const day of dailyForecast(complete, startedAt, 'America/Chicago')) expectAgreement(day);
        },
      ),
      { numRuns: 40 },
    );
  });
  test('the wettest hour of a day has a lower mean chance the further ahead it is forecast', async () => {
    for (const { scenario, worlds, leads } of [
      { scenario: 'winter', worlds: 20, leads: [0, 3, 12, 36, 96] },
      { scenario: 'afternoon-storms', worlds: 6, leads: [0, 6, 72] },
    ] as const) {
      const sums: number[] = leads.map(() => 0);
      for (let seed = 0; seed < worlds; seed++) {
        const { world: own, startedAt, hoursAt } = open(scenario, `seed ${seed}`);
        const firstHour = Math.ceil(startedAt / HOUR_MS) + 100;
        const hours = Array.from({ length: 24 }, (_, hour) => (firstHour + hour) * HOUR_MS);
        const mm = (at: number) => own.precipitationMm(at, at + HOUR_MS, Dallas.latitude, Dallas.longitude);
        const wettest = hours.reduce((most, at) => (mm(at) > mm(most) ? at : most));
        for (const [index, lead] of leads.entries()) {
          const issued = await hoursAt(wettest - lead * HOUR_MS);
          sums[index]! += issued.find(({ at }) => at === wettest)!.precipitationChancePct! / worlds;
        }
      }
      expect(sums[0]).toBeCloseTo(100);
      expect(sums.at(-1)).toBeLessThan(75);
      for (const [index, sum] of sums.slice(1).entries()) expect(sum).toBeLessThan(sums[index]!);
    }
  });
  test('the next hours say what will happen', async () => {
    const hits = { wet: 0, wetHours: 0, dry: 0, dryHours: 0 };
    for (let seed = 0; seed < 20; seed++) {
      const { world: own, startedAt, hoursAt } = open('winter', `seed ${seed}`);
      const hours = await hoursAt(startedAt + 3 * seed * HOUR_MS);
      for (const { at, precipitationChancePct } of hours.slice(12, 15)) {
        const mm = own.precipitationMm(at, at + HOUR_MS, Dallas.latitude, Dallas.longitude);
        if (mm >= 0.1) {
          hits.wetHours++;
          hits.wet += precipitationChancePct!;
        } else {
          hits.dryHours++;
          hits.dry += precipitationChancePct!;
        }
      }
    }
    expect(hits.wetHours).toBeGreaterThan(5);
    expect(hits.wet / hits.wetHours).toBeGreaterThan(80);
    expect(hits.dry / hits.dryHours).toBeLessThan(30);
  });
  test('winter has snow and freezing rain, and never rain at 28 °F and below', async () => {
    const codes = new Set<number | null>();
    for (const seed of ['demo', 'second', 'third']) {
      const { startedAt, hoursAt } = open('winter', seed);
      for (const { temperatureC, weatherCode } of await hoursAt(startedAt)) {
        codes.add(weatherCode);
        if (fahrenheitFromCelsius(temperatureC)! <= 28) expect(RAIN).not.toContain(weatherCode);
      }
    }
    expect([...codes].some(isSnowCode)).toBe(true);
    expect(codes).toContain(15);
  });
});
