import type { CurrentUser, ReportRequest } from '@allclear/contract';
import { notifications } from '@mantine/notifications';
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import ReportDialog from './ReportDialog.tsx';

const user: CurrentUser = {
  ...{ id: 'kim', customerId: 'bay', email: 'kim@bay.example', phoneNumber: null, userName: 'kim' },
  ...{ firstName: 'Kim', lastName: 'Lee', fullName: 'Kim Lee', roleName: 'Admin', created: '' },
  ...{ activated: null, isActive: true, declinesNotifications: false, permissions: [] },
};
const permissions = ['historical_report.access', 'historical_report.policy_delays.access', 'users:read'];
const person = { email: 'sam@bay.example', fullName: 'Sam Rivera', isActive: true };
const answers = {
  'GET WeatherStation': {
    data: [
      {
        id: 'roof',
        name: 'Roof station',
        model: 'Simulated',
        organizationLocationId: 'stadium',
        webRelayType: 3,
      },
      { id: 'old', name: 'Old station', model: 'X', organizationLocationId: 'pool', webRelayType: 2 },
      { id: 'siren', name: 'Siren', model: 'OWS', organizationLocationId: 'pool' },
    ],
  },
  'GET organizationLocation': {
    data: [
      { id: 'stadium', name: 'Memorial Stadium' },
      { id: 'pool', name: 'Pool' },
    ],
  },
  'GET user/customer': {
    data: [{ ...person, id: 'sam' }, { ...user }, { ...person, id: 'no', email: null }],
  },
  'GET notificationuser': {
    data: [{ ...person, id: 'pat', fullName: 'Pat Park', email: 'pat@bay.example' }],
  },
  'POST reports/generate': { data: { id: 'r1', message: 'The report is being made.' } },
};
let api: StandInApi;

beforeAll(() => configure({ asyncUtilTimeout: 15_000 }));
beforeEach(async () => {
  api = await openStandInApi({ ...answers });
});
afterEach(async () => {
  cleanup();
  notifications.clean();
  await api.close();
});

function Opener({ may }: { may: readonly string[] }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      {isOpen && (
        <ReportDialog
          user={user}
          permissions={may}
          stationId="roof"
          organizationLocationId="stadium"
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
async function show(may: readonly string[] = permissions) {
  render(api.wrap(<Opener may={may} />));
  await screen.findByRole('checkbox', { name: 'Roof station' });
}
const title = 'Export Historical Report';
const dialog = (name: string | RegExp = title) => screen.findByRole('dialog', { name });
const generate = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Generate' });
const fileName = () => screen.getByLabelText<HTMLInputElement>(/^File name/).value;
const group = (name: string) => within(screen.getByRole('group', { name }));
const radio = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });
const box = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const metric = (observation: string, name: string) =>
  group(observation).getByRole<HTMLInputElement>('checkbox', { name });
const fill = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
function dates(start: string, end: string) {
  fill(/^Start date/, start);
  fill(/^End date/, end);
}
async function ready() {
  fireEvent.click(metric('WBGT', 'Maximum'));
  dates('2026-06-01', '2026-06-06');
}
async function confirm() {
  await userEvent.click(generate());
  const question = within(await dialog('Generate this report?'));
  await userEvent.click(question.getByRole('button', { name: 'Generate' }));
}
const sent = () =>
  api.requests.find(({ method, path }) => method === 'POST' && path === 'reports/generate')
    ?.body as ReportRequest;

it('opens with everything reset: a day as interval, the station of the page, stations that measure', async () => {
  await show();
  expect(radio('24 hour').checked).toBe(true);
  expect(box('Roof station').checked).toBe(true);
  expect(box('Old station').checked).toBe(false);
  expect(screen.queryByRole('checkbox', { name: 'Siren' })).toBeNull();
  await waitFor(() => expect(fileName()).toBe('Memorial Stadium_WeatherData'));
  expect(generate().disabled).toBe(true);
  expect(
    screen.getByText('Still needed: an observation, a start date, an end date.', { exact: true }),
  ).toBeTruthy();
  expect(box('CSV').checked && !box('PDF').checked).toBe(true);
  expect(radio(/^US/).checked).toBe(true);
});

it('has 13 observations with Maximum, Minimum and Average, and Accumulation of two', async () => {
  await show();
  const rows = within(screen.getByRole('group', { name: 'Observations' })).getAllByRole('group');
  expect(rows).toHaveLength(13);
  const texts = rows.map((row) =>
    within(row)
      .getAllByRole('checkbox')
      .map((one) => (one as HTMLInputElement).labels?.[0]?.textContent),
  );
  expect(texts[0]).toEqual(['Ambient Temperature', 'Maximum', 'Minimum', 'Average']);
  expect(texts.filter((labels) => labels.includes('Accumulation'))).toEqual([
    ['Precipitation', 'Accumulation'],
    ['Evapotranspiration', 'Accumulation'],
  ]);
});

it('the views are offered with the permission for policy delays only', async () => {
  await show(['historical_report.access', 'users:read']);
  expect(screen.queryByRole('radio', { name: 'Policy Delays' })).toBeNull();
  cleanup();
  await show();
  expect(radio('Weather Conditions').checked).toBe(true);
  expect(radio('Policy Delays')).toBeTruthy();
});

it('the name follows place, dates and view until it is typed', async () => {
  await show();
  dates('2026-06-01', '2026-06-06');
  await waitFor(() => expect(fileName()).toBe('Memorial Stadium_WeatherData_06-01_06-06-26'));
  fireEvent.click(box('Old station'));
  expect(fileName()).toBe('MultiLocation_WeatherData_06-01_06-06-26');
  fireEvent.click(radio('Policy Delays'));
  expect(fileName()).toBe('Memorial Stadium_PolicyDelays_06-01_06-06-26');
  fill(/^File name/, 'June');
  fireEvent.click(radio('Weather Conditions'));
  fireEvent.click(box('Old station'));
  expect(fileName()).toBe('June');
  fill(/^File name/, '');
  expect(screen.getByText(/^Still needed:.*a file name/)).toBeTruthy();
});

it('a range that is too long for the interval says so; finer intervals wait for a shorter one', async () => {
  await show();
  await ready();
  expect(generate().disabled).toBe(false);
  fireEvent.click(radio('60 min'));
  fill(/^End date/, '2026-10-01');
  const message =
    'Your selected date range exceeds the 92-day limit for the 60 min interval. Please adjust your date range to continue.';
  expect(screen.getByText(message)).toBeTruthy();
  expect(generate().disabled).toBe(true);
  expect(radio(/^15 min/).disabled && radio(/^30 min/).disabled).toBe(true);
  expect(screen.getAllByText('Update your date range to use this interval.')).toHaveLength(2);
  fill(/^End date/, '2026-06-14');
  expect(screen.queryByText(message)).toBeNull();
  expect(radio(/^15 min/).disabled).toBe(false);
  expect(generate().disabled).toBe(false);
});

it('a finer interval removes evapotranspiration, and says why it cannot be chosen', async () => {
  await show();
  fireEvent.click(metric('Evapotranspiration', 'Accumulation'));
  expect(metric('Evapotranspiration', 'Accumulation').checked).toBe(true);
  fireEvent.click(radio('60 min'));
  const text = 'This data is only available for a 24 hour data interval.';
  expect(metric('Evapotranspiration', 'Accumulation').disabled).toBe(true);
  expect(metric('Evapotranspiration', 'Accumulation').checked).toBe(false);
  await userEvent.hover(screen.getByRole('group', { name: 'Evapotranspiration' }));
  expect((await screen.findByRole('tooltip', { hidden: true })).textContent).toBe(text);
  fireEvent.click(radio('24 hour'));
  expect(metric('Evapotranspiration', 'Accumulation').checked).toBe(false);
});

it('rain of a legacy station is for whole days only', async () => {
  await show();
  fireEvent.click(metric('Precipitation', 'Accumulation'));
  dates('2026-06-01', '2026-06-06');
  fireEvent.click(radio('60 min'));
  const text =
    'Precipitation is limited to 24-hour data intervals for legacy weather stations. Newer models capture up to 15-minute intervals.';
  expect(screen.queryByText(text)).toBeNull();
  fireEvent.click(box('Old station'));
  expect(screen.getByText(text)).toBeTruthy();
  expect(generate().disabled).toBe(true);
  fireEvent.click(radio('24 hour'));
  expect(screen.queryByText(text)).toBeNull();
  expect(generate().disabled).toBe(false);
});

it('Select All chooses everything that can be chosen, and nothing again', async () => {
  await show();
  fireEvent.click(radio('60 min'));
  fireEvent.click(box('Select All observations'));
  const rows = screen.getByRole('group', { name: 'Observations' });
  const checked = () =>
    within(rows)
      .getAllByRole<HTMLInputElement>('checkbox')
      .filter((one) => one.checked).length;
  // 11 rows of four, precipitation of two, and the whole.
  expect(checked()).toBe(11 * 4 + 2 + 1);
  fireEvent.click(box('Select All observations'));
  expect(checked()).toBe(0);
  fireEvent.click(box(/^Select All stations/));
  expect(box('Old station').checked).toBe(true);
  fireEvent.click(radio('Policy Delays'));
  fireEvent.click(box('Select All policies'));
  fireEvent.click(box(/^Select All locations/));
  dates('2026-06-01', '2026-06-06');
  await confirm();
  await waitFor(() => expect(sent().LocationFilters?.OrganizationLocationIds).toHaveLength(2));
  expect(Object.values(sent().LocationFilters?.PolicyTypes ?? {}).flat()).toHaveLength(14);
});

it('policies have six groups and an Overall Summary unless another interval is chosen', async () => {
  await show();
  fireEvent.click(radio('Policy Delays'));
  const rows = within(screen.getByRole('group', { name: 'Policies' })).getAllByRole('group');
  expect(rows.map((row) => row.getAttribute('aria-label'))).toEqual([
    ...['Lightning', 'Heat Stress', 'Cold Stress', 'Wind', 'Precipitation', 'Air Quality'],
  ]);
  expect(radio('Overall Summary').checked).toBe(true);
  for (const name of ['Detailed', 'Daily', 'Weekly', 'Monthly']) expect(radio(name).checked).toBe(false);
  expect(screen.getByText(/^Still needed: a policy/)).toBeTruthy();
  fireEvent.click(metric('Wind', 'Wind Gust (GUST)'));
  fireEvent.click(radio('Weekly'));
  dates('2025-01-01', '2026-06-06');
  await confirm();
  await waitFor(() =>
    expect(sent()).toMatchObject({
      ReportType: 1,
      LocationFilters: {
        ...{ DataInterval: 'Weekly', OrganizationLocationIds: ['stadium'], PolicyTypes: { Wind: ['GUST'] } },
      },
    }),
  );
});

it('closing asks before what was chosen is lost, and keeps it', async () => {
  await show();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'open' }));
  await screen.findByRole('checkbox', { name: 'Roof station' });
  fireEvent.click(metric('WBGT', 'Average'));
  await userEvent.keyboard('{Escape}');
  const question = within(await dialog('Discard Changes?'));
  await userEvent.click(question.getByRole('button', { name: 'Keep Editing' }));
  expect(metric('WBGT', 'Average').checked).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(within(await dialog('Discard Changes?')).getByRole('button', { name: 'Discard' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'open' }));
  await screen.findByRole('checkbox', { name: 'Roof station' });
  expect(metric('WBGT', 'Average').checked).toBe(false);
});

it('Generate asks, sends what was chosen, and Got it! closes the dialog', async () => {
  await show();
  await ready();
  fill(/^From time of day/, '22:00');
  expect(screen.getByText('Enter both times of day, or neither.')).toBeTruthy();
  expect(generate().disabled).toBe(true);
  fill(/^To time of day/, '06:00');
  fireEvent.click(box('Saturday'));
  fireEvent.click(box('PDF'));
  fireEvent.click(radio(/^Metric/));
  await userEvent.click(generate());
  await dialog('Generate this report?');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Generate this report?' })).toBeNull());
  expect(screen.queryByRole('dialog', { name: 'Discard Changes?' })).toBeNull();
  await userEvent.click(generate());
  expect(api.requests.some(({ method }) => method === 'POST')).toBe(false);
  const question = within(await dialog('Generate this report?'));
  expect(question.getByText(/06-01_06-06-26 is made as CSV and PDF and mailed to you\.$/)).toBeTruthy();
  await userEvent.click(question.getByRole('button', { name: 'Generate' }));
  const done = within(await dialog('Your report is on its way'));
  expect(done.getByText('The report is being made.')).toBeTruthy();
  expect(sent()).toEqual({
    ...{ Name: 'Memorial Stadium_WeatherData_06-01_06-06-26', Recipients: [], UnitType: 1 },
    ...{ FileFormats: [0, 1], ReportType: 0 },
    HardwareFilters: {
      ...{ DataInterval: 1440, HardwareIds: ['roof'], ObservationTypes: { WBGT: ['max'] } },
      TimeFilter: {
        ...{ StartDate: '2026-06-01', EndDate: '2026-06-06', DaysOfWeek: [6] },
        ...{ StartTimeOfDay: '22:00:00', EndTimeOfDay: '06:00:00' },
      },
    },
  });
  await userEvent.click(done.getByRole('button', { name: 'Got it!' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('recipients are the requestor and people with an address, those who are only notified too', async () => {
  await show();
  await ready();
  expect(screen.getByText('The report is mailed to you, Kim Lee (kim@bay.example).')).toBeTruthy();
  await userEvent.click(await screen.findByRole('combobox', { name: 'More recipients' }));
  const options = await screen.findAllByRole('option', { hidden: true });
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Pat Park (pat@bay.example)',
    'Sam Rivera (sam@bay.example)',
  ]);
  await userEvent.click(options[0] as HTMLElement);
  await confirm();
  await waitFor(() => expect(sent().Recipients).toEqual(['pat']));
});

it('who may not see people is mailed the report alone, and no list is asked for', async () => {
  await show(['historical_report.access']);
  expect(screen.getByText(/^You may not see the people of your organization/)).toBeTruthy();
  expect(api.requests.some(({ path }) => path === 'user/customer')).toBe(false);
});

it('a recurring report has a period in the place of dates, and says which', async () => {
  await show();
  fireEvent.click(metric('WBGT', 'Maximum'));
  fireEvent.click(screen.getByRole('switch', { name: 'Recurring report' }));
  expect(screen.queryByLabelText(/^Start date/)).toBeNull();
  expect(screen.getByText(/each report covers the period just ended, a month/)).toBeTruthy();
  const days = within(screen.getByLabelText('Day of the month')).getAllByRole('option');
  expect([days[0]?.textContent, days.at(-1)?.textContent]).toEqual(['1', '30']);
  expect(radio(/^15 min/).disabled).toBe(true);
  fill('Made', 'WEEK');
  fill('Weekday', '5');
  expect(radio(/^15 min/).disabled).toBe(false);
  await confirm();
  await dialog('Your recurring report is set up');
  expect(sent().Recurring).toEqual({ recurringPeriod: 'WEEK', dayOfMonth: null, weekday: 5 });
});

it('a failure is a toast and a dialog that can be closed; what was chosen stays', async () => {
  api.answers['POST reports/generate'] = {
    status: 500,
    responseException: { code: 'internal', message: 'It failed.' },
  };
  await show();
  await ready();
  await confirm();
  expect(await screen.findByText('Error requesting data.')).toBeTruthy();
  const failed = within(await dialog('Report not generated'));
  expect(failed.getByText('There was an error generating the report. Please try again later.')).toBeTruthy();
  const [, close] = failed.getAllByRole('button', { name: 'Close' });
  await userEvent.click(close as HTMLElement);
  expect(metric('WBGT', 'Maximum').checked).toBe(true);
  api.answers['POST reports/generate'] = answers['POST reports/generate'];
  await confirm();
  await dialog('Your report is on its way');
});

it('errors of the API are at their fields until these are changed', async () => {
  api.answers['POST reports/generate'] = {
    status: 400,
    responseException: {
      ...{ code: 'bad-input', message: 'Check it' },
      errors: { 'HardwareFilters.TimeFilter.EndDate': ['The end date must not be in the future'] },
    },
  };
  await show();
  await ready();
  await confirm();
  const input = screen.getByLabelText(/^End date/);
  await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getAllByText('The end date must not be in the future').length).toBeGreaterThan(0);
  expect(await screen.findByText('Error requesting data.')).toBeTruthy();
  expect(screen.queryByRole('dialog', { name: 'Report not generated' })).toBeNull();
  fill(/^End date/, '2026-06-05');
  expect(screen.queryByText('The end date must not be in the future')).toBeNull();
});

it('a list that cannot be loaded says so, and is asked for again', async () => {
  api.answers['GET WeatherStation'] = {
    ...{ status: 500, responseException: { code: 'internal', message: 'It failed.' } },
  };
  render(api.wrap(<Opener may={permissions} />));
  expect(await screen.findByText(/^The stations could not be loaded/)).toBeTruthy();
  api.answers['GET WeatherStation'] = answers['GET WeatherStation'];
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('checkbox', { name: 'Roof station' })).toBeTruthy();
});
