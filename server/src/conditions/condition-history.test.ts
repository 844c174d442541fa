import { fahrenheitFromCelsius } from '@allclear/domain';
import { expect, it } from 'vitest';
import { historyPoints } from './condition-history.ts';
import type { HistoryBin } from './store.ts';

const noon = Date.UTC(2026, 5, 6, 18);
const minute = 60_000;
const tampa = { latitude: 28, longitude: -82, elevationM: 8, windHeightM: 10 };

function bin(minutes: number, part: Partial<HistoryBin> = {}): HistoryBin {
  const at = noon + minutes * minute;
  return {
    stepAt: at - (at % (15 * minute)),
    at,
    temperatures: 1,
    temperatureC: 30,
    lowestC: 30,
    highestC: 30,
    dewPointC: 22,
    windMps: 2,
    strongestMps: 2,
    strongestGustMps: null,
    solarWm2: 800,
    cloudCover: null,
    highestWbgtC: null,
    ...part,
  };
}

it('sums bins up to steps: the mean of all reports, the extremes, and the highest WBGT', async () => {
  const points = await historyPoints(
    [
      bin(1, {
        temperatures: 3,
        temperatureC: 30,
        lowestC: 29,
        highestC: 31,
        strongestMps: 4,
        strongestGustMps: 7,
      }),
      bin(6, { temperatures: 1, temperatureC: 34, lowestC: 34, highestC: 34 }),
      bin(46, { highestWbgtC: 28 }),
    ],
    tampa,
  );
  expect(points).toHaveLength(2);
  expect(points[0]).toMatchObject({ at: noon, lowestC: 29, meanC: 31, highestC: 34, windMps: 4, gustMps: 7 });
  expect(points[1]).toMatchObject({
    at: noon + 45 * minute,
    wbgtF: fahrenheitFromCelsius(28),
    gustMps: null,
  });
  // 34 °C with a dew point of 22 °C in the sun is hotter than 30 °C.
  const [hotter] = await historyPoints([bin(6, { temperatureC: 34 })], tampa);
  expect(points[0]?.wbgtF).toBe(hotter?.wbgtF);
  expect(points[0]?.wbgtF).toBeGreaterThan(80);
});

it('says null for what no report says, also of WBGT', async () => {
  const nothing = {
    temperatures: 0,
    temperatureC: null,
    lowestC: null,
    highestC: null,
    dewPointC: null,
    windMps: null,
    strongestMps: null,
  };
  const [point] = await historyPoints([bin(1, nothing)], tampa);
  expect(point).toEqual({
    at: noon,
    lowestC: null,
    meanC: null,
    highestC: null,
    windMps: null,
    gustMps: null,
    wbgtF: null,
  });
});

it('a bin without a temperature does not count into the mean', async () => {
  const [point] = await historyPoints(
    [bin(1, { temperatures: 0, temperatureC: null }), bin(6, { temperatures: 2, temperatureC: 20 })],
    tampa,
  );
  expect(point?.meanC).toBe(20);
});

it('lets others have their turn while many are estimated', async () => {
  let turns = 0;
  const beat = setInterval(() => turns++, 0);
  const bins = Array.from({ length: 2_000 }, (_, index) => bin(index * 5));
  const points = await historyPoints(bins, tampa);
  clearInterval(beat);
  expect(points.length).toBeGreaterThan(600);
  expect(turns).toBeGreaterThan(5);
});
