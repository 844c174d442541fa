import { expect, it } from 'vitest';
import { type ChartSeries, chartRows, standsAlone } from './chart-rows.ts';

function line(...points: [number, number | null][]): ChartSeries {
  return {
    name: 'x',
    colorVar: '--text',
    unit: '',
    decimals: 0,
    points: points.map(([atMs, value]) => ({ atMs, value })),
  };
}

it('draws a line through the instants of another, and says nothing of its own there', () => {
  const rows = chartRows([line([0, 10], [10, 20]), line([5, 1])]);
  expect(rows).toEqual([
    { atMs: 0, drawn: [10, null], said: [10, undefined] },
    { atMs: 5, drawn: [15, 1], said: [undefined, 1] },
    { atMs: 10, drawn: [20, null], said: [20, undefined] },
  ]);
});

it('never bridges a null, nor what is no number', () => {
  const rows = chartRows([line([0, 1], [10, null], [20, 3], [30, Number.NaN]), line([5, 0], [15, 0])]);
  expect(rows.map(({ drawn }) => drawn[0])).toEqual([1, null, null, null, 3, null]);
});

it('takes points in any order', () => {
  expect(chartRows([line([20, 2], [10, 1])]).map(({ said }) => said[0])).toEqual([1, 2]);
});

it('knows the point that no line would show', () => {
  const rows = chartRows([line([0, 1], [10, null], [20, 2], [30, null], [40, 3], [50, 4])]);
  expect(rows.map((_, index) => standsAlone(rows, index, 0))).toEqual([
    true,
    false,
    true,
    false,
    false,
    false,
  ]);
});
