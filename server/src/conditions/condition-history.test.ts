import { HOUR_MS, QUARTER_MS, type StationSummary, summaryMeasures, summaryOf } from '@allclear/domain';
import { expect, it } from 'vitest';
import { endsOf, historyPoints, rainOfHourSoFar } from './condition-history.ts';

const noon = Date.UTC(2026, 5, 6, 18);

function stretch(at: number, part: Partial<StationSummary> = {}) {
  const nothing = Object.fromEntries(summaryMeasures.map((measure) => [measure, null]));
  return {
    ...{ at, reports: 1, quarters: 1, windEastSum: 0, windNorthSum: 0, windVectors: 0 },
    ...{ rainMm: null, maxRainHourMm: null, ...part },
    measures: { ...nothing, ...part.measures } as StationSummary['measures'],
  };
}

it('says the mean and the extremes of a stretch, and null for what no report says', () => {
  const measures = { temperatureC: summaryOf([29, 31, 36]), gustMps: summaryOf([7]) };
  const [full, empty] = historyPoints(
    [stretch(noon, { measures: { ...stretch(noon).measures, ...measures } }), stretch(noon + QUARTER_MS)],
    [],
    endsOf.quarter,
  );
  expect(full).toMatchObject({ at: noon, lowestC: 29, meanC: 32, highestC: 36, gustMps: 7, windMps: null });
  expect(Object.values({ ...empty, at: null }).every((value) => value === null)).toBe(true);
});

it('says the most of an hour that a report said, else the greatest sum of a clock hour', () => {
  const hours = [stretch(noon, { rainMm: 2 }), stretch(noon + HOUR_MS, { rainMm: 5 })];
  const ends = endsOf.day('America/New_York');
  const most = (part: Partial<StationSummary>) =>
    historyPoints([stretch(Date.UTC(2026, 5, 6, 4), part)], hours, ends)[0]?.maxRainHourMm;
  expect(most({ rainMm: 7 })).toBe(5);
  expect(most({ rainMm: 7, maxRainHourMm: 4 })).toBe(4);
});

it('sums a clock hour up to each of its quarter hours', () => {
  const rain = [1, null, 2, 4].map((rainMm, index) =>
    stretch(noon + HOUR_MS / 2 + index * QUARTER_MS, { rainMm }),
  );
  expect(rainOfHourSoFar(rain).map(({ rainMm }) => rainMm)).toEqual([1, 1, 2, 6]);
});
