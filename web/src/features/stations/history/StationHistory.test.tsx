import type { ConditionsHistoryPoint } from '@allclear/contract';
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { QueryState } from '../../../api/query-state.ts';
import { type CustomDays, type HistoryRange, windowOf } from './history-window.ts';
import { StationHistory } from './StationHistory.tsx';
import { historyCharts } from './station-history.ts';

afterEach(cleanup);

const nowMs = Date.parse('2026-06-06T20:46:00Z');
const hoursAgo = (hours: number) => new Date(nowMs - hours * 3_600_000).toISOString();
const point = (hours: number, part: Partial<ConditionsHistoryPoint> = {}): ConditionsHistoryPoint => ({
  date: hoursAgo(hours),
  minAmbientTemperature: 80,
  avgAmbientTemperature: 84,
  maxAmbientTemperature: 88,
  maxWindSpeed: 10,
  maxWindGust: 18,
  maxWetBulbGlobalTemp: 82.4,
  rainTotal: null,
  maxRain1Hr: null,
  ...part,
});
const known = (
  value: readonly ConditionsHistoryPoint[],
  part: object = {},
): QueryState<readonly ConditionsHistoryPoint[]> => ({
  value,
  asOfMs: nowMs,
  failed: false,
  unobserved: false,
  none: false,
  ...part,
});

const days = { start: '2026-05-30', end: '2026-06-05' };

function show(
  history: QueryState<readonly ConditionsHistoryPoint[]> | undefined,
  onRange: (range: HistoryRange, custom: CustomDays) => void = () => {},
  part: { range?: HistoryRange; custom?: CustomDays } = {},
) {
  return render(
    <MantineProvider>
      <StationHistory
        history={history}
        range="week"
        custom={days}
        onRange={onRange}
        timeZone="America/Chicago"
        nowMs={nowMs}
        speed={1}
        {...part}
      />
    </MantineProvider>,
  );
}

it('draws what the station measured, each as a chart with its table, and leaves out what it never did', async () => {
  show(known([point(2, { maxWetBulbGlobalTemp: null }), point(1, { maxWetBulbGlobalTemp: null })]));
  expect(screen.getByRole('region', { name: 'Temperature' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'WBGT' })).toBeNull();
  const wind = within(screen.getByRole('region', { name: 'Wind' }));
  expect(wind.getByText('Wind speed, and gusts dashed, mph · last 7 days')).toBeTruthy();
  await userEvent.click(wind.getByRole('button', { name: 'Show as table' }));
  expect(wind.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining([expect.stringContaining('Gusts')]),
  );
});

it('an hour that is missing is a gap, a day of 25 hours is none', () => {
  const wind = (points: ConditionsHistoryPoint[], range: HistoryRange) =>
    historyCharts(points, windowOf(range, days, nowMs, 'America/Chicago'))
      .find(({ title }) => title === 'Wind')!
      .series[0]!.points.map(({ value }) => value);
  expect(wind([point(4), point(1)], 'week')).toEqual([10, null, null, 10]);
  expect(wind([point(25), point(0)], 'month')).toEqual([10, 10]);
  expect(wind([point(72), point(0)], 'month')).toEqual([10, null, null, 10]);
});

it('offers the ranges of the specification', async () => {
  const chosen: string[] = [];
  show(known([point(1)]), (range) => chosen.push(range));
  expect(screen.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).value)).toEqual([
    'day',
    'week',
    'month',
    'custom',
  ]);
  await userEvent.click(screen.getByText('30 Days'));
  expect(chosen).toEqual(['month']);
});

it('says when nothing was measured, when it could not be read, and when it is old', () => {
  show(known([]));
  expect(screen.getByText(/This station has measured nothing in this time/)).toBeTruthy();
  cleanup();
  show(known([], { value: null, failed: true }));
  expect(screen.getByRole('alert').textContent).toContain(
    'There was an error while trying to load the history of this station',
  );
  cleanup();
  show(known([point(1)], { asOfMs: nowMs - 3 * 3_600_000 }));
  expect(screen.getByRole('status').textContent).toContain('Not current.');
  expect(screen.getByRole('region', { name: 'Wind' }).dataset.unknown).toBe('true');
});

it('the axes reach beyond rounded values: 30 below and 10 above, 5 mph, half an inch', () => {
  const week = windowOf('week', days, nowMs, 'America/Chicago');
  const charts = historyCharts(
    [point(2, { rainTotal: 0.12, maxRain1Hr: 0.3 }), point(1, { maxWindGust: 21.6, rainTotal: 0 })],
    week,
  );
  expect(charts.map(({ title, yRange }) => [title, yRange.from, yRange.to])).toEqual([
    ['WBGT', 52, 92],
    ['Temperature', 50, 98],
    ['Wind', 0, 27],
    ['Rain', 0, 0.62],
  ]);
  expect(charts.at(-1)).toMatchObject({
    legend: 'Total of each hour, in',
    text: 'Total 0.12 in, at most 0.30 in within an hour.',
    series: [{ barMs: 3_600_000 }],
  });
});

it('rain that was never measured has no chart, and dry hours have one with bars of nothing', () => {
  const week = windowOf('week', days, nowMs, 'America/Chicago');
  const titles = (points: ConditionsHistoryPoint[]) => historyCharts(points, week).map(({ title }) => title);
  expect(titles([point(1)])).not.toContain('Rain');
  expect(titles([point(1, { rainTotal: 0 })])).toContain('Rain');
});

it('says why a custom range does not apply, at its fields, and draws nothing for it', async () => {
  const chosen: CustomDays[] = [];
  const custom = { start: '2026-01-01', end: '2026-06-05' };
  show(undefined, (_, next) => chosen.push(next), { range: 'custom', custom });
  const problem = screen.getByRole('alert');
  expect(problem.textContent).toBe(
    'Custom Range must be at most 90 days. Try exporting data if longer date range is needed.',
  );
  expect(screen.getByRole('group', { name: 'Custom range' }).getAttribute('aria-describedby')).toBe(
    problem.id,
  );
  expect(screen.queryByLabelText('Loading the history')).toBeNull();
  expect(screen.queryByText(/Times in/)).toBeNull();
  fireEvent.change(screen.getByLabelText('Start date'), { target: { value: '2026-05-01' } });
  expect(chosen).toEqual([{ start: '2026-05-01', end: '2026-06-05' }]);
});
