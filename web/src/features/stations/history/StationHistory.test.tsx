import type { ConditionsHistoryPoint } from '@allclear/contract';
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { QueryState } from '../../../api/query-state.ts';
import { StationHistory } from './StationHistory.tsx';
import { type HistoryRange, historyCharts } from './station-history.ts';

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

function show(
  history: QueryState<readonly ConditionsHistoryPoint[]> | undefined,
  onRange: (range: HistoryRange) => void = () => {},
) {
  return render(
    <MantineProvider>
      <StationHistory
        history={history}
        range="week"
        onRange={onRange}
        timeZone="America/Chicago"
        nowMs={nowMs}
        speed={1}
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
    historyCharts(points, range)
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
