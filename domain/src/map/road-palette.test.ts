import { expect, test } from 'vitest';
import { roadConditions } from './road-conditions.ts';
import { roadColorIndexes, roadColors, roadLabel } from './road-palette.ts';

test('every condition but none has a color and a name of its own', () => {
  expect(new Set(roadColors.map(({ condition }) => condition))).toEqual(
    new Set(roadConditions.filter((condition) => condition !== 'none')),
  );
  expect(new Set(roadColors.map(({ red, green, blue }) => `${red},${green},${blue}`)).size).toBe(6);
  expect(
    roadConditions.map((_, index) => roadColors[roadColorIndexes[index]! - 1]?.condition ?? 'none'),
  ).toEqual([...roadConditions]);
});
test.each([
  ['patchy-ice', 'Patchy Ice'],
  ['none', 'No hazard'],
  [null, 'Unknown'],
] as const)('%s is called %s', (condition, label) => {
  expect(roadLabel(condition)).toBe(label);
});
