import { expect, it } from 'vitest';
import { usageParts } from './usage-parts.ts';

const usage = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `Camera ${at + 1}`, seconds: 600 - at * 10 }));

it('few are shown each; of many the longest, and the others together with all of their time', () => {
  expect(usageParts(usage(6)).map(({ name }) => name)).toEqual(usage(6).map(({ name }) => name));
  const parts = usageParts(usage(9));
  expect(parts.map(({ name }) => name)).toEqual([...usage(5).map(({ name }) => name), '4 others']);
  const sum = (all: readonly { seconds: number }[]) => all.reduce((total, { seconds }) => total + seconds, 0);
  expect(sum(parts)).toBe(sum(usage(9)));
  expect(new Set(parts.map(({ color }) => color)).size).toBe(6);
  expect(usageParts([])).toEqual([]);
});
