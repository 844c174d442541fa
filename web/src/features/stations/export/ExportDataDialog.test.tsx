import { cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openStandInApi, type StandInApi } from '../../../api/stand-in-api.tsx';
import { ExportDataDialog } from './ExportDataDialog.tsx';
import { exportFileName, lastWeek, rangeProblem } from './export-range.ts';

let api: StandInApi;
let asked: string[];
let closed: number;

beforeAll(() => {
  configure({ asyncUtilTimeout: 15_000 });
  URL.createObjectURL = () => 'blob:file';
  URL.revokeObjectURL = () => undefined;
});
beforeEach(async () => {
  asked = [];
  closed = 0;
  const file = (name: string) => (_body: unknown, query: URLSearchParams) => {
    asked.push(`${name} ${query}`);
    return { file: 'Local time\r\n', type: 'text/csv' };
  };
  api = await openStandInApi({
    'GET Observations/Historical/Export/Daily/roof': file('daily'),
    'GET Observations/Historical/Export/Hourly/roof': {
      status: 400,
      responseException: { code: 'bad-input', message: 'the report cannot span more than 92 days' },
    },
    'GET Observations/Historical/Export/ConditionSnapshots/roof': file('snapshots'),
  });
});
afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await api.close();
});

const show = () => {
  const props = { stationId: 'roof', stationName: 'Roof', timeZone: 'America/Chicago' };
  const onClose = () => {
    closed += 1;
  };
  return render(api.wrap(<ExportDataDialog {...props} onClose={onClose} />));
};
const choose = (interval: string) => userEvent.selectOptions(screen.getByLabelText('Interval'), interval);
const type = async (label: string, day: string) => {
  await userEvent.clear(screen.getByLabelText(label));
  await userEvent.type(screen.getByLabelText(label), day);
};
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Export' });

it('downloads the chosen days of the interval, and closes', async () => {
  const clicked: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(this.download);
  });
  show();
  await type('From', '2026-05-01');
  await type('Through', '2026-05-31');
  await userEvent.click(button());
  await waitFor(() => expect(closed).toBe(1));
  await choose('Condition Snapshots');
  await userEvent.click(button());
  await waitFor(() => expect(closed).toBe(2));
  expect(asked).toEqual([
    'daily startDate=2026-05-01&endDate=2026-05-31',
    'snapshots startDate=2026-05-01&endDate=2026-05-31',
  ]);
  expect(clicked).toEqual(['Roof.csv', 'Roof.csv']);
});

it('says the limit of the interval before anything is asked, and what the server refuses', async () => {
  show();
  await type('From', '2026-01-01');
  await type('Through', '2026-05-31');
  expect(button().disabled).toBe(false);
  await choose('Hourly');
  expect(screen.getByRole('alert').textContent).toBe(
    'Your selected date range exceeds the 92-day limit for the Hourly interval. Please adjust your date range to continue.',
  );
  expect(button().disabled).toBe(true);
  await type('From', '2026-05-01');
  await userEvent.click(button());
  expect(await screen.findByText('the report cannot span more than 92 days')).toBeTruthy();
  expect(closed).toBe(0);
});

it('ranges, and names of files', () => {
  const range = (startDate: string, endDate: string) => ({ startDate, endDate });
  expect(rangeProblem(range('2026-03-02', '2026-06-01'), 'Hourly')).toBeNull();
  expect(rangeProblem(range('2026-03-01', '2026-06-01'), 'Hourly')).toContain('92-day limit');
  expect(rangeProblem(range('2021-06-02', '2026-05-31'), 'Daily')).toBeNull();
  expect(rangeProblem(range('2021-06-01', '2026-05-31'), 'Daily')).toContain('1825-day limit');
  expect(rangeProblem(range('2026-06-02', '2026-06-01'), 'Daily')).toContain('before the first day');
  expect(rangeProblem(range('', '2026-06-01'), 'Daily')).toContain('Choose');
  expect(lastWeek(Date.parse('2026-06-07T03:00:00Z'), 'America/Chicago')).toEqual(
    range('2026-05-30', '2026-06-05'),
  );
  expect(exportFileName('../a:b')).toBe('_a_b.csv');
  expect(exportFileName(' . ')).toBe('weather-station.csv');
});
