import { isSnowCode } from '@allclear/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ExpectedWeather, forecastPrecipitation } from './forecast-precipitation.ts';

const hour: ExpectedWeather = {
  precipitationChance: 0.9,
  thunderChance: 0,
  expectedMm: 1,
  temperatureC: 12,
  meltedPart: 0,
  smokePm25: 8,
  cloudCover: 1,
};

test.each<[string, Partial<ExpectedWeather>, number, number, number]>([
  ['rain', { expectedMm: 1 }, 14, 1, 0],
  ['more rain', { expectedMm: 4 }, 10, 4, 0],
  ['heavy rain', { expectedMm: 9 }, 12, 9, 0],
  ['rain just above freezing', { temperatureC: 1 }, 14, 1, 0],
  ['rain and snow', { temperatureC: 0.5 }, 16, 1, 5],
  ['snow', { temperatureC: -3 }, 11, 1, 10],
  ['light snow', { temperatureC: -3, expectedMm: 0.4 }, 17, 0.4, 4],
  ['heavy snow', { temperatureC: -3, expectedMm: 3 }, 18, 3, 30],
  ['freezing rain under warmer air', { temperatureC: -3, meltedPart: 1 }, 15, 1, 0],
  ['freezing rain at 0 °C', { temperatureC: 0, meltedPart: 1 }, 15, 1, 0],
  ['snow and freezing rain', { temperatureC: -3, meltedPart: 0.5 }, 25, 1, 5],
  ['thunder', { thunderChance: 0.6 }, 19, 1, 0],
  ['a likely shower of unknown amount', { expectedMm: 0 }, 14, 0.3, 0],
  ['no more than a chance of it', { precipitationChance: 0.5, expectedMm: 0 }, 5, 0, 0],
  ['a small chance of much', { precipitationChance: 0.2, expectedMm: 5, thunderChance: 0.2 }, 5, 0, 0],
  ['smoke', { precipitationChance: 0, expectedMm: 0, smokePm25: 90 }, 22, 0, 0],
])('%s', (_, changes, weatherCode, precipitationMm, snowMm) => {
  expect(forecastPrecipitation({ ...hour, ...changes })).toMatchObject({
    weatherCode,
    precipitationMm,
    snowMm,
  });
});

test('code, chance and amounts agree whatever is expected', () => {
  const unit = fc.double({ min: 0, max: 1, noNaN: true });
  const anyHour = fc.record({
    precipitationChance: unit,
    thunderChance: unit,
    expectedMm: fc.double({ min: 0, max: 50, noNaN: true }),
    temperatureC: fc.double({ min: -30, max: 40, noNaN: true }),
    meltedPart: unit,
    smokePm25: fc.double({ min: 0, max: 200, noNaN: true }),
    cloudCover: unit,
  });
  fc.assert(
    fc.property(anyHour, (expected) => {
      const { weatherCode, precipitationMm, precipitationChancePct, snowMm } =
        forecastPrecipitation(expected);
      const isWet = [10, 11, 12, 14, 15, 16, 17, 18, 19, 25].includes(weatherCode!);
      expect(isWet).toBe(precipitationMm > 0);
      if (isWet) expect(precipitationChancePct).toBeGreaterThanOrEqual(30);
      if (isSnowCode(weatherCode)) expect(snowMm).toBeGreaterThan(0);
      if (snowMm > 0) expect(expected.temperatureC).toBeLessThan(1);
      if (expected.temperatureC <= 0) expect([10, 12, 14, 16]).not.toContain(weatherCode);
      if (expected.temperatureC > 0) expect([15, 25]).not.toContain(weatherCode);
    }),
    { numRuns: 2_000 },
  );
});
