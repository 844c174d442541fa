import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import AirQualityPage from './AirQualityPage.tsx';

let api: StandInApi;
afterEach(async () => {
  cleanup();
  await api.close();
});

const none = { value: null, color: null, shortDescription: null };
const sensor = (number: number, part: object = {}) => ({
  id: `sensor-${number}`,
  name: `Sensor ${number}`,
  customerName: 'Bay District',
  status: 'Enabled',
  lastActivity: '2026-06-06T20:40:00Z',
  pM2_5: { nowcast: { value: 112, color: '#ff7e00', shortDescription: 'Unhealthy for Sensitive Groups' } },
  pM10: { nowcast: none },
  ...part,
});

async function show(stations: readonly object[], permissions: readonly string[]) {
  api = await openStandInApi({ 'GET AirQuality': { data: stations } });
  render(api.wrap(<AirQualityPage permissions={permissions} />));
}

it('shows ten sensors a page with their index, both statuses and the last activity', async () => {
  const others = Array.from({ length: 11 }, (_, index) => sensor(index + 2));
  await show(
    [sensor(1, { status: 'Disabled', lastActivity: null }), ...others],
    ['air-quality-stations:read'],
  );
  const table = await screen.findByRole('table', { name: 'Air quality sensors' });
  const headers = within(table).getAllByRole('columnheader');
  expect(headers.map(({ textContent }) => textContent)).toEqual([
    ...['Name', 'PM2.5', 'PM10', 'Status', 'Last Activity'],
  ]);
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows).toHaveLength(10);
  expect(rows[0]?.textContent).toContain('Disabled');
  expect(rows[0]?.textContent).toContain('Never');
  expect(rows[0]?.textContent).toContain('112 · Unhealthy for Sensitive Groups');
  expect(rows[0]?.textContent).toContain('No recent data');
  expect(rows[1]?.textContent).toContain('Enabled');
});

it('says in words whom the list is for, to other roles, and does not ask for it', async () => {
  await show([], []);
  expect(screen.getByText(/The list of sensors is for admins/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'dashboard' }).getAttribute('href')).toBe('/');
});

it('says how a sensor appears when there is none', async () => {
  await show([], ['air-quality-stations:read']);
  expect(await screen.findByText(/No station of your organization has a sensor/)).toBeTruthy();
});
