import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { ChartSeries } from './chart-rows.ts';
import { TimeChart, type TimeChartProps } from './TimeChart.tsx';

afterEach(cleanup);

const startMs = Date.parse('2026-06-06T12:00:00Z');
const at = (minutes: number) => startMs + minutes * 60_000;
const wbgt: ChartSeries = {
  name: 'WBGT',
  colorVar: '--metric-wbgt',
  unit: '°F',
  decimals: 1,
  points: [80, 82.25, null, 86, 88].map((value, index) => ({ atMs: at(index * 60), value })),
};

function show(props: Partial<TimeChartProps> = {}) {
  render(
    <MantineProvider>
      <TimeChart
        title="WBGT of the last hours"
        series={[wbgt]}
        timeZone="America/Chicago"
        heightPx={200}
        nowMs={at(200)}
        {...props}
      />
    </MantineProvider>,
  );
  return screen.getByRole('figure', { name: 'WBGT of the last hours' });
}
const drawing = (figure: HTMLElement) =>
  within(figure).findByRole('application', undefined, { timeout: 20_000 });

it('draws its lines with gaps, the threshold, the night and now, with few round labels in the place’s time', async () => {
  const figure = show({
    thresholds: [{ value: 87, label: 'policy 87.0 °F' }],
    nights: [{ fromMs: at(-60), toMs: at(90) }],
    yTickCount: 4,
  });
  const svg = await drawing(figure);
  expect(svg.getAttribute('aria-label')).toContain('WBGT of the last hours');
  expect(svg.getAttribute('tabindex')).toBe('0');
  await waitFor(() => expect(svg.querySelector('.recharts-line-curve')).toBeTruthy());
  // Two line segments: the null is a gap.
  expect(svg.querySelector('.recharts-line-curve')?.getAttribute('d')?.match(/M/g)).toHaveLength(2);
  expect(svg.textContent).toContain('policy 87.0 °F');
  expect(svg.textContent).toContain('9 AM');
  expect(svg.querySelectorAll('.recharts-reference-line')).toHaveLength(2);
  expect(svg.querySelectorAll('.recharts-reference-area')).toHaveLength(1);
  expect(['80', '85', '90', '95'].every((label) => svg.textContent?.includes(label))).toBe(true);
});

it('in winter names a far policy at the edge, with an axis around what was measured, and its unit', async () => {
  const cold = { ...wbgt, points: [12, 20, 24].map((value, index) => ({ atMs: at(index * 60), value })) };
  const figure = show({
    series: [cold],
    thresholds: [{ value: 88, label: 'policy 88.0 °F' }],
    yTickCount: 4,
    minSpan: 6,
  });
  const svg = await drawing(figure);
  await waitFor(() => expect(svg.querySelector('.recharts-line-curve')).toBeTruthy());
  expect(['10', '15', '20', '25'].every((label) => svg.textContent?.includes(label))).toBe(true);
  expect(svg.textContent).not.toMatch(/150|policy/);
  expect(figure.textContent).toContain('policy 88.0 °F, above what is shown');
  expect(within(figure).getByText('°F')).toBeTruthy();
});

it('draws no hair line for a time it does not show, and none while the time is not known', async () => {
  const svg = await drawing(show({ nowMs: null }));
  await waitFor(() => expect(svg.querySelector('.recharts-line-curve')).toBeTruthy());
  expect(svg.querySelector('.recharts-reference-line')).toBeNull();
});

it('reads out value, unit and time as the arrow keys move', async () => {
  const figure = show();
  const svg = await drawing(figure);
  await waitFor(() => expect(svg.querySelector('.recharts-line-curve')).toBeTruthy());
  svg.focus();
  await waitFor(() => expect(within(figure).getByRole('status').textContent).toBe('7:00 AMWBGT 80.0 °F'));
  await userEvent.keyboard('{ArrowRight}');
  await waitFor(() => expect(within(figure).getByRole('status').textContent).toBe('8:00 AMWBGT 82.3 °F'));
  await userEvent.keyboard('{ArrowRight}');
  await waitFor(() => expect(within(figure).getByRole('status').textContent).toBe('9:00 AMWBGT not known'));
});

it('is a table at the press of a button', async () => {
  const figure = show();
  await userEvent.click(within(figure).getByRole('button', { name: 'Show as table' }));
  const rows = within(figure).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    'TimeWBGT (°F)',
    '7:00 AM80.0',
    '8:00 AM82.3',
    '9:00 AM--',
    '10:00 AM86.0',
    '11:00 AM88.0',
  ]);
  await userEvent.click(within(figure).getByRole('button', { name: 'Show as chart' }));
  expect(within(figure).queryByRole('table')).toBeNull();
});

it('draws sums as bars over their stretches, on an axis between the ends as they are given', async () => {
  const rain: ChartSeries = {
    ...{ name: 'Rain', colorVar: '--metric-precip', unit: 'in', decimals: 2, barMs: 3_600_000 },
    points: [0.1, 0, null, 0.25].map((value, index) => ({ atMs: at(index * 60), value })),
  };
  const svg = await drawing(
    show({ series: [rain], fromMs: at(0), toMs: at(300), yRange: { from: 0, to: 0.75 }, yTickCount: 5 }),
  );
  // Neither a dry hour nor an unknown one has a bar.
  await waitFor(() => expect(svg.querySelectorAll('.recharts-reference-area')).toHaveLength(2));
  expect(svg.querySelector('.recharts-line-curve')?.getAttribute('stroke')).toBe('none');
  expect(svg.textContent).toContain('0.6');
});
