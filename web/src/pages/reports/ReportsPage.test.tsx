import type { CurrentUser, RecurringReport, Report } from '@allclear/contract';
import { notifications } from '@mantine/notifications';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { pollingMs } from '../../api/polling.ts';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import ReportsPage from './ReportsPage.tsx';

const done: Report = {
  ...{ id: 'r1', name: 'June', reportType: 0, startDate: '2026-06-01', endDate: '2026-06-06' },
  ...{ state: 'done', progress: 1, error: null, createdAt: '2026-06-07T12:00:00Z' },
  ...{ expiresAt: '2026-07-07T12:00:00Z', recurringId: null, recipients: 3, mailed: 2 },
  files: [
    { format: 'csv', name: 'June.csv', bytes: 12_400 },
    { format: 'pdf', name: 'June.pdf', bytes: 3_400_000 },
  ],
};
const working: Report = {
  ...{ ...done, id: 'r2', name: 'May', reportType: 1, state: 'working', progress: 0.25, files: [] },
  ...{ startDate: '2026-05-31', endDate: '2026-05-31', expiresAt: null, mailed: 0 },
};
const failed: Report = {
  ...{ ...done, id: 'r3', name: 'April', state: 'failed', error: 'The station was removed.', files: [] },
};
const weekly: RecurringReport = {
  ...{ id: 'w1', name: 'Weekly wind', reportType: 0, recurringPeriod: 'WEEK', dayOfMonth: null, weekday: 1 },
  ...{ isPaused: false, nextAt: '2026-06-08T11:00:00Z', lastReportId: null, revision: 4 },
};
const paused: RecurringReport = {
  ...{ ...weekly, id: 'w2', name: 'Month ends', recurringPeriod: 'MONTH', dayOfMonth: 30, weekday: null },
  ...{ isPaused: true, nextAt: null, revision: 7 },
};
const user: CurrentUser = {
  ...{ id: 'kim', customerId: 'bay', email: 'kim@bay.example', phoneNumber: null, userName: 'kim' },
  ...{ firstName: 'Kim', lastName: 'Lee', fullName: 'Kim Lee', roleName: 'Admin', created: '' },
  ...{ activated: null, isActive: true, declinesNotifications: false, permissions: [] },
};
let api: StandInApi;

beforeAll(() => configure({ asyncUtilTimeout: 15_000 }));
beforeEach(async () => {
  api = await openStandInApi({
    'GET reports': { data: [working, done, failed] },
    'GET reports/recurring': { data: [weekly, paused] },
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  cleanup();
  notifications.clean();
  await api.close();
});
const show = () => render(api.wrap(<ReportsPage user={user} permissions={['historical_report.access']} />));
const items = async (list: string) =>
  within(await screen.findByRole('list', { name: list })).getAllByRole('listitem');
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const sent = () => api.requests.filter(({ method }) => method !== 'GET').at(-1);
const refusal = (status: number, message: string) => ({
  ...{ status, responseException: { code: 'conflict', message } },
});

it('shows each report in the order of the server, with state, progress, error and expiry', async () => {
  show();
  const [first, second, third] = await items('Reports');
  expect(first?.textContent).toContain('MayPolicy Delays · May 31, 2026Being made, 25 %');
  expect(
    within(first as HTMLElement)
      .getByRole('progressbar')
      .getAttribute('aria-valuenow'),
  ).toBe('25');
  expect(first?.textContent).not.toContain('Kept until');
  expect(second?.textContent).toContain('Weather Conditions · Jun 1, 2026 to Jun 6, 2026');
  expect(second?.textContent).toContain('Done');
  expect(second?.textContent).toMatch(/Mailed to 2 of 3 recipients · Kept until Jul 7, 2026, /);
  expect(third?.textContent).toContain('FailedThe station was removed.');
});

it('a report that is being made is asked for every five seconds, else every minute', async () => {
  expect([pollingMs.openReport, pollingMs.reports]).toEqual([5_000, 60_000]);
  const waits: unknown[] = [];
  const timer = window.setInterval;
  vi.spyOn(globalThis, 'setInterval').mockImplementation(((...input: Parameters<typeof timer>) => {
    waits.push(input[1]);
    return timer(...input);
  }) as typeof setInterval);
  show();
  await items('Reports');
  await waitFor(() => expect(waits).toContain(5_000));
  cleanup();
  await api.close();
  waits.length = 0;
  api = await openStandInApi({
    'GET reports': { data: [done] },
    'GET reports/recurring': { data: [] },
  });
  show();
  await items('Reports');
  await waitFor(() => expect(waits).toContain(60_000));
  expect(waits).not.toContain(5_000);
});

it('downloads the files of a report under their names', async () => {
  const saved: string[] = [];
  URL.createObjectURL = () => 'blob:report';
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const asked: string[] = [];
  api.answers['GET reports/r1/file'] = (_body, query) => {
    asked.push(query.toString());
    return { file: 'a,b', type: 'text/csv' };
  };
  show();
  await click('Download CSV (12 kB): June');
  await waitFor(() => expect(saved).toEqual(['June.csv']));
  await click('Download PDF (3.4 MB): June');
  await waitFor(() => expect(saved).toEqual(['June.csv', 'June.pdf']));
  expect(asked).toEqual(['format=csv', 'format=pdf']);
  api.answers['GET reports/r1/file'] = refusal(404, 'This no longer exists.');
  await click('Download CSV (12 kB): June');
  expect(await screen.findByText('The report was not downloaded')).toBeTruthy();
});

it('cancels what is being made, and says when it was done already', async () => {
  api.answers['POST reports/r2/cancel'] = refusal(409, 'It is done already.');
  show();
  await click('Cancel: May');
  expect(await screen.findByText('It is done already.')).toBeTruthy();
  api.answers['POST reports/r2/cancel'] = { data: { id: 'r2', message: 'Report canceled' } };
  api.answers['GET reports'] = { data: [{ ...working, state: 'canceled' }] };
  await click('Cancel: May');
  expect(await screen.findByText('Report canceled')).toBeTruthy();
  expect(await screen.findByText('Canceled')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Cancel: May' })).toBeNull();
});

it('deletes a report after a question', async () => {
  api.answers['DELETE reports/r3'] = { data: { id: 'r3', message: 'Report deleted' } };
  show();
  await click('Delete: April');
  const question = within(await screen.findByRole('dialog', { name: 'Delete April' }));
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
  expect(sent()).toBeUndefined();
  await click('Delete: April');
  api.answers['GET reports'] = { data: [done] };
  const again = within(await screen.findByRole('dialog', { name: 'Delete April' }));
  await userEvent.click(again.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Report deleted')).toBeTruthy();
  await waitFor(async () => expect(await items('Reports')).toHaveLength(1));
  expect(sent()).toMatchObject({ method: 'DELETE', path: 'reports/r3' });
});

it('recurring reports have their next run; they are paused, resumed and deleted after a question', async () => {
  api.answers['POST reports/recurring/w1'] = { data: { id: 'w1', revision: 5, message: 'Paused' } };
  api.answers['POST reports/recurring/w2'] = refusal(409, 'It was changed meanwhile.');
  api.answers['DELETE reports/recurring/w1'] = { data: { id: 'w1', message: 'Recurring report deleted' } };
  show();
  const [first, second] = await items('Recurring reports');
  expect(first?.textContent).toMatch(/Weather Conditions · Every Monday.*Made next Jun 8, 2026, /);
  expect(second?.textContent).toMatch(/Every month on day 30, or its last day.*Paused/);
  await click('Pause: Weekly wind');
  await waitFor(() => expect(sent()?.body).toEqual({ isPaused: true, revision: 4 }));
  await click('Resume: Month ends');
  expect(await screen.findByText('It was changed meanwhile.')).toBeTruthy();
  expect(sent()?.body).toEqual({ isPaused: false, revision: 7 });
  await click('Delete: Weekly wind');
  const question = within(await screen.findByRole('dialog', { name: 'Delete Weekly wind' }));
  await userEvent.click(question.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Recurring report deleted')).toBeTruthy();
});

it('says when there are none', async () => {
  api.answers['GET reports'] = { data: [] };
  api.answers['GET reports/recurring'] = { data: [] };
  show();
  expect(await screen.findByText('You have no reports')).toBeTruthy();
  expect(await screen.findByText('No report is made again and again.')).toBeTruthy();
});

it('says when a list could not be loaded, and tries again', async () => {
  api.answers['GET reports'] = refusal(500, 'It failed.');
  show();
  expect(await screen.findByText('Problem retrieving reports')).toBeTruthy();
  expect(await items('Recurring reports')).toHaveLength(2);
  api.answers['GET reports'] = { data: [done] };
  await click('Try again');
  expect(await items('Reports')).toHaveLength(1);
});

it('a list that could not be renewed says that it may be old', async () => {
  api.answers['POST reports/r2/cancel'] = { data: { id: 'r2', message: 'Report canceled' } };
  show();
  await items('Reports');
  api.answers['GET reports'] = refusal(500, 'It failed.');
  await click('Cancel: May');
  expect(await screen.findByText('This list may be old')).toBeTruthy();
  expect(await items('Reports')).toHaveLength(3);
});

it('shows 20 reports, and older ones on demand', async () => {
  const many = Array.from({ length: 23 }, (_, index) => ({ ...done, id: `m${index}`, name: `M${index}` }));
  api.answers['GET reports'] = { data: many };
  show();
  expect(await items('Reports')).toHaveLength(20);
  await click('Show 3 older');
  expect(await items('Reports')).toHaveLength(23);
});

it('opens the dialog for a new report', async () => {
  show();
  await click('Export Historical Report');
  expect(await screen.findByRole('dialog', { name: 'Export Historical Report' })).toBeTruthy();
});
