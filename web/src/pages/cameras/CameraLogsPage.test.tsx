import type { CameraLog } from '@allclear/contract';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Navigate, Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import { minutes } from '../../features/cameras/example.ts';
import CameraLogsPage from './CameraLogsPage.tsx';

const log: CameraLog = {
  ...{ id: 'v1', cameraFeedName: 'Stadium gate', userName: 'Kim Lee', start: '2026-06-06T18:00:00Z' },
  ...{ duration: 185, open: false },
};
const usage = {
  ...{ month: '2026-06', allowedMinutes: 600, consumedSeconds: 4_520 },
  byCamera: [
    { name: 'Stadium gate', seconds: 4_440 },
    { name: 'Pool', seconds: 80 },
  ],
  byUser: [{ name: 'Kim Lee', seconds: 4_520 }],
};
const logsPath = 'GET LiveStream/Logs/Customer/bay';
let api: StandInApi;
let asked: (string | null)[];

beforeEach(async () => {
  asked = [];
  api = await openStandInApi({
    'GET LiveStream/ConsumedMinutes/Customer/bay': { data: minutes },
    [logsPath]: (_, query) => {
      asked.push(query.get('monthOffset'));
      return { data: query.get('monthOffset') === '2' ? [] : [log, { ...log, id: 'v2', open: true }] };
    },
    'GET LiveStream/Usage/Customer/bay': (_, query) => ({
      data:
        query.get('monthOffset') === '2'
          ? { ...usage, month: '2026-04', consumedSeconds: 0, byCamera: [], byUser: [] }
          : usage,
    }),
  });
});
afterEach(async () => {
  cleanup();
  await api.close();
});
const show = () =>
  render(
    api.wrap(
      <Routes>
        <Route path="/LiveCamera/Logs/:customerId" element={<CameraLogsPage />} />
        <Route path="*" element={<Navigate to="/LiveCamera/Logs/bay" replace />} />
      </Routes>,
    ),
  );

it('has allowed and consumed time, minutes by camera and by user, and the table of views', async () => {
  show();
  expect(await screen.findByText('1h 15m used of 10h allowed')).toBeTruthy();
  const byCamera = screen.getByRole('list', { name: 'Minutes by camera' });
  expect(
    within(byCamera)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Stadium gate74 min', 'Pool1.3 min']);
  expect(screen.getByRole('list', { name: 'Minutes by user' }).textContent).toBe('Kim Lee75.3 min');
  const table = screen.getByRole('table', { name: 'Camera logs' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual([...['Camera', 'User', 'Start Time', 'Duration']]);
  const [, first, second] = within(table).getAllByRole('row');
  expect(first?.textContent).toMatch(/Stadium gate.*Kim Lee.*Jun 6, 2026, 1:00:00\sPM CDT.*3 min 5 s$/);
  expect(second?.textContent).toContain('3 min 5 s, still watching');
  expect(screen.getByRole('link', { name: 'Live Camera' }).getAttribute('href')).toBe('/LiveCamera');
});

it('draws two radial bar charts', async () => {
  const { container } = show();
  await waitFor(() => expect(container.querySelectorAll('.recharts-radial-bar-sectors')).toHaveLength(2), {
    timeout: 20_000,
  });
});

it('pages have 10, 25 or 50 rows', async () => {
  const many = Array.from({ length: 12 }, (_, at) => ({ ...log, id: `m${at}` }));
  api.answers[logsPath] = { data: many };
  show();
  const table = await screen.findByRole('table', { name: 'Camera logs' });
  expect(within(table).getAllByRole('row')).toHaveLength(11);
  const size = screen.getByRole('combobox', { name: 'Rows on a page' });
  expect(
    within(size)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual([...['10 a page', '25 a page', '50 a page']]);
  await userEvent.selectOptions(size, '25 a page');
  expect(within(table).getAllByRole('row')).toHaveLength(13);
});

it('six months can be chosen; a month without views says so', async () => {
  show();
  const month = await screen.findByRole('combobox', { name: 'Month' });
  expect(
    within(month)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual([...['June 2026', 'May 2026', 'April 2026', 'March 2026', 'February 2026', 'January 2026']]);
  await screen.findByRole('table', { name: 'Camera logs' });
  await userEvent.selectOptions(month, 'April 2026');
  expect(await screen.findByText('No logs found for this month.')).toBeTruthy();
  expect(screen.getByText('0h 0m used of 10h allowed')).toBeTruthy();
  expect(screen.queryByRole('list', { name: 'Minutes by camera' })).toBeNull();
  expect(asked).toEqual(['0', '2']);
});

it('says when logs cannot be loaded, and tries again', async () => {
  const answer = api.answers[logsPath]!;
  api.answers[logsPath] = { status: 500, responseException: { code: 'internal', message: 'It failed.' } };
  show();
  expect(await screen.findByText('Unable to load camera logs')).toBeTruthy();
  api.answers[logsPath] = answer;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('table', { name: 'Camera logs' })).toBeTruthy();
});
