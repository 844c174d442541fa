import { cleanup, configure, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Navigate, Route, Routes } from 'react-router';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import ReportPage from './ReportPage.tsx';

let api: StandInApi;
beforeAll(() => {
  configure({ asyncUtilTimeout: 15_000 });
  URL.createObjectURL = () => 'blob:file';
  URL.revokeObjectURL = () => undefined;
});
afterEach(async () => {
  cleanup();
  await api.close();
});

function show(address: string, permissions: readonly string[] = []) {
  render(
    api.wrap(
      <Routes>
        <Route path="/" element={<Navigate to={address} />} />
        <Route path="/Reports/:reportId" element={<ReportPage permissions={permissions} />} />
      </Routes>,
    ),
  );
}

it('has the files that the mail names, for people who may not make reports too', async () => {
  const asked: string[] = [];
  api = await openStandInApi({
    'GET reports/r1/file': (_body: unknown, query: URLSearchParams) => {
      asked.push(`${query}`);
      return { file: 'a,b', type: 'text/csv' };
    },
  });
  show('/Reports/r1?formats=csv,pdf');
  await userEvent.click(await screen.findByRole('button', { name: 'Download PDF' }));
  await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
  await expect.poll(() => asked).toEqual(['format=pdf', 'format=csv']);
  expect(screen.queryByRole('link', { name: 'My reports' })).toBeNull();
});

it('says that it is gone, or was sent to others', async () => {
  api = await openStandInApi({
    'GET reports/r2/file': {
      status: 404,
      responseException: { code: 'not-found', message: 'The report does not exist.' },
    },
  });
  show('/Reports/r2', ['historical_report.access']);
  await userEvent.click(await screen.findByRole('button', { name: 'Download CSV' }));
  expect((await screen.findByRole('alert')).textContent).toContain('was not sent to you');
  expect(screen.getByRole('link', { name: 'My reports' })).toBeTruthy();
});
