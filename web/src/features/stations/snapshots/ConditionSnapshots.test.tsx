import type { ConditionSnapshot } from '@allclear/contract';
import { notifications } from '@mantine/notifications';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../../api/stand-in-api.tsx';
import { clock } from '../../../clock/clock.ts';
import { ConditionSnapshots } from './ConditionSnapshots.tsx';
import { isRange, lastDays } from './snapshot-range.ts';
import { ruleText, staleText } from './snapshot-text.ts';

const snapshot: ConditionSnapshot = {
  ...{ id: 's1', weatherStationId: 'roof', at: '2026-06-06T20:30:00Z', reason: 'scheduled' },
  ...{ warningId: null, scheduleId: 'a', cause: 'Football', note: '', takenBy: null, stale: false },
  ...{ observedAt: '2026-06-06T20:29:00Z', ageSeconds: 60 },
  values: {
    ...{ temperatureF: 86.1, feelsLikeF: 90.2, heatIndexF: 90.2, windChillF: null, wbgtF: 81.46 },
    ...{ wbgtSource: 'estimated', humidityPct: 60, dewPointF: 70, windMph: null, gustMph: null },
    ...{ windDirectionDeg: null, pressureInHg: null, solarWm2: null, rainLastHourIn: null },
    ...{ rainTodayIn: null, pm25Ugm3: null, pm10Ugm3: null, pm25Aqi: null, pm10Aqi: null },
  },
};
const silent: ConditionSnapshot = {
  ...snapshot,
  ...{ id: 's2', reason: 'person', cause: '', note: 'Before the game', stale: true, ageSeconds: 7_200 },
  takenBy: { id: 'u', name: 'Ana Diaz' },
  values: {
    ...snapshot.values,
    ...{ temperatureF: null, feelsLikeF: null, heatIndexF: null, wbgtF: null, wbgtSource: null },
    ...{ humidityPct: null, dewPointF: null },
  },
};
const schedule = {
  ...{ id: 'a', weatherStationId: 'roof', nextAt: '2026-06-07T20:30:00Z', revision: 3 },
  rule: { kind: 'before-practice', minutes: 30 },
};
let api: StandInApi;

beforeAll(() => {
  configure({ asyncUtilTimeout: 15_000 });
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
});
beforeEach(async () => {
  clock.set('2026-06-06T20:46:00Z');
  api = await openStandInApi({
    'GET ConditionSnapshots/roof': { data: [snapshot, silent] },
    'POST ConditionSnapshots/roof': { data: { message: 'Snapshot taken', snapshot } },
    'GET SnapshotSchedules/Station/roof': { data: [schedule] },
    'POST SnapshotSchedules': { data: { message: 'Time added', schedule } },
    'PATCH SnapshotSchedules/a': { data: { message: 'Time changed', schedule } },
    'DELETE SnapshotSchedules/a': { data: { message: 'Time removed' } },
  });
});
afterEach(async () => {
  cleanup();
  notifications.clean();
  await api.close();
});

const show = (mayWrite = true) =>
  render(
    api.wrap(
      <ConditionSnapshots stationId="roof" timeZone="America/Chicago" speed={1} mayWrite={mayWrite} />,
    ),
  );
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const sent = (method: string) => api.requests.filter((request) => request.method === method);

/** The values of a row: each cell also has its name for phones. */
const cells = (row: HTMLElement | undefined) =>
  [...(row?.querySelectorAll('td > span:last-child') ?? [])].map(({ textContent }) => textContent);

it('lists why each was taken and what was measured; a silent station is said to be, and nothing is made up', async () => {
  show();
  await screen.findByText('Scheduled: Football');
  const table = screen.getByRole('table', { name: 'Condition snapshots' });
  const [, first, second] = within(table).getAllByRole('row');
  expect(cells(first).slice(1)).toEqual([
    ...['Scheduled: Football', '86 °F', '90 °F', '81.5 °Festimated', '60 %', '–', ''],
  ]);
  expect(cells(second).slice(1)).toEqual([
    'Taken by Ana DiazThe station was silent: its last report was 2 hours old.',
    ...['–', '–', '–', '–', '–', 'Before the game'],
  ]);
});

it('is searched, filtered by reason, sorted, and has pages', async () => {
  const many = Array.from({ length: 30 }, (_, index) => ({
    ...snapshot,
    ...{ id: `n${index}`, at: new Date(Date.parse(snapshot.at) - index * 60_000).toISOString() },
    ...{ note: index === 29 ? 'Storm over the bay' : '' },
    values: { ...snapshot.values, temperatureF: 60 + index },
  }));
  api.answers['GET ConditionSnapshots/roof'] = { data: [...many, silent] };
  show();
  const pages = await screen.findByRole('navigation', { name: 'Pages of condition snapshots' });
  const table = screen.getByRole('table', { name: 'Condition snapshots' });
  const rows = () => within(table).getAllByRole('row').slice(1);
  expect(within(pages).getByRole('status').textContent).toBe('1–25 of 31');
  await userEvent.click(within(pages).getByRole('button', { name: 'Page 2' }));
  await waitFor(() => expect(rows()).toHaveLength(6));
  await userEvent.type(screen.getByLabelText('Search condition snapshots'), 'bay');
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(cells(rows()[0])[2]).toBe('89 °F');
  await userEvent.clear(screen.getByLabelText('Search condition snapshots'));
  await userEvent.selectOptions(screen.getByLabelText('Filter by reason'), 'Taken by a person');
  await waitFor(() => expect(rows()).toHaveLength(1));
  await userEvent.selectOptions(screen.getByLabelText('Filter by reason'), 'Reason: all');
  await click('Temperature');
  await waitFor(() => expect(cells(rows()[0])[2]).toBe('60 °F'));
  await click('Temperature');
  await waitFor(() => expect(cells(rows()[0])[2]).toBe('89 °F'));
});

it('is taken by a person with a note', async () => {
  show();
  await click('Take Snapshot');
  const dialog = await screen.findByRole('dialog', { name: 'Take Snapshot' });
  await userEvent.type(within(dialog).getByLabelText('Note'), 'Start of the game');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Take Snapshot' }));
  await screen.findByText('Snapshot taken');
  expect(sent('POST').map(({ path, body }) => [path, body])).toEqual([
    ['ConditionSnapshots/roof', { note: 'Start of the game' }],
  ]);
});

it('Admins add, change and remove the times; nobody else sees them', async () => {
  show();
  await click('Set Times');
  expect(await screen.findByText('30 minutes before each practice')).toBeTruthy();
  await click('Add Time');
  await waitFor(() => expect(sent('POST')).toHaveLength(1));
  expect(sent('POST')[0]?.body).toEqual({
    ...{ weatherStationId: 'roof', rule: { kind: 'before-practice', minutes: 30 } },
  });
  await click('Change 30 minutes before each practice');
  await userEvent.selectOptions(await screen.findByLabelText('A snapshot is taken'), 'Every week at a time');
  await click('Save Changes');
  await waitFor(() => expect(sent('PATCH')).toHaveLength(1));
  expect(sent('PATCH')[0]?.body).toEqual({
    ...{ rule: { kind: 'weekly', weekdays: [1, 2, 3, 4, 5], time: '15:30' }, revision: 3 },
  });
  await click('Remove 30 minutes before each practice');
  const question = await screen.findByText(/No more snapshots are taken at this time/);
  const dialog = question.closest<HTMLElement>('[role=dialog]');
  if (!dialog) throw new Error('no question');
  await userEvent.click(within(dialog).getByRole('button', { name: /Remove|Delete|Yes/ }));
  await waitFor(() => expect(sent('DELETE').map(({ path }) => path)).toEqual(['SnapshotSchedules/a']));
  cleanup();
  show(false);
  await screen.findByRole('button', { name: 'Take Snapshot' });
  expect(screen.queryByRole('button', { name: 'Set Times' })).toBeNull();
});

it('says when there are none, and when the list cannot be loaded', async () => {
  api.answers['GET ConditionSnapshots/roof'] = { data: [] };
  show();
  await screen.findByText('No snapshot was taken on these days.');
  cleanup();
  await api.close();
  api = await openStandInApi();
  show();
  await screen.findByText('The snapshots could not be loaded.');
});

it('texts', () => {
  expect(ruleText({ kind: 'weekly', weekdays: [0, 1, 2, 3, 4, 5, 6], time: '09:00' })).toBe(
    'Every day at 09:00',
  );
  expect(ruleText({ kind: 'weekly', weekdays: [1, 5], time: '09:00' })).toBe('Monday, Friday at 09:00');
  expect(staleText({ ...silent, ageSeconds: null })).toBe('The station had been silent for more than a day.');
  const range = lastDays(Date.parse('2026-06-07T03:00:00Z'), 'America/Chicago');
  expect(range).toEqual({ startDate: '2026-05-08', endDate: '2026-06-06' });
  expect([isRange(range), isRange(lastDays(null, 'UTC'))]).toEqual([true, false]);
});
