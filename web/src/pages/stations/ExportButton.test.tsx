import type { CurrentUser } from '@allclear/contract';
import { cleanup, configure, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import { ExportButton } from './ExportButton.tsx';

const user: CurrentUser = {
  ...{ id: 'kim', customerId: 'bay', email: 'kim@bay.example', phoneNumber: null, userName: 'kim' },
  ...{ firstName: 'Kim', lastName: 'Lee', fullName: 'Kim Lee', roleName: 'Admin', created: '' },
  ...{ activated: null, isActive: true, declinesNotifications: false, permissions: [] },
};
let api: StandInApi;

beforeAll(() => configure({ asyncUtilTimeout: 15_000 }));
beforeEach(async () => {
  api = await openStandInApi({
    'GET WeatherStation': {
      data: [{ id: 'roof', name: 'Roof', model: 'X', organizationLocationId: null }],
    },
    'GET organizationLocation': { data: [] },
  });
});
afterEach(async () => {
  cleanup();
  await api.close();
});
const show = (permissions: readonly string[], signedIn: CurrentUser | undefined = user) =>
  render(
    api.wrap(
      <ExportButton user={signedIn} permissions={permissions} stationId="roof">
        <button type="button">Export Data</button>
      </ExportButton>,
    ),
  );

it('is Export Historical Report with the permission, and opens the dialog with the station of the page', async () => {
  show(['historical_report.access']);
  expect(screen.queryByRole('button', { name: 'Export Data' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Export Historical Report' }));
  expect(await screen.findByRole('dialog', { name: 'Export Historical Report' })).toBeTruthy();
  const station = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Roof' });
  expect(station.checked).toBe(true);
});

it('is Export Data without the permission', () => {
  show(['observations:read']);
  expect(screen.getByRole('button', { name: 'Export Data' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Export Historical Report' })).toBeNull();
});
