import type { Status } from '@allclear/contract';
import { cleanup, render, screen } from '@testing-library/react';
import { Navigate, Route, Routes } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import HistoricalPage from './HistoricalPage.tsx';

let api: StandInApi;
afterEach(async () => {
  cleanup();
  await api.close();
});

const status: Status = {
  now: '2026-06-06T20:46:00Z',
  weather: 'simulated',
  speed: 1,
  environment: null,
  feeds: [],
  identity: { issuer: '', clientId: '', resource: null },
  lightningLimitSeconds: 180,
};

async function show(locations: readonly object[]) {
  api = await openStandInApi({
    'GET WeatherStation/roof': {
      data: { name: 'Roof station', organizationLocationId: 'stadium', fault: null },
    },
    'GET Observations/Historical/Week/roof': { data: [] },
    'GET location': { data: locations },
  });
  const page = <HistoricalPage status={status} />;
  render(
    api.wrap(
      <Routes>
        <Route path="/" element={<Navigate to="/Historical/roof" />} />
        <Route path="/Historical/:stationId" element={page} />
      </Routes>,
    ),
  );
  await screen.findByRole('heading', { level: 1, name: 'Roof station' });
}

it('says at which place the station stands and in which time zone it reads, and leads back to the place', async () => {
  await show([
    { id: 'other', label: 'Pool', timeZone: 'America/Chicago', organizationLocationId: 'pool' },
    { id: 'mine', label: 'Memorial Stadium', timeZone: 'Asia/Kathmandu', organizationLocationId: 'stadium' },
  ]);
  const back = await screen.findByRole('link', { name: 'Memorial Stadium' });
  expect(back.getAttribute('href')).toBe('/?location=mine');
  expect(screen.getByText('Weather station at Memorial Stadium')).toBeTruthy();
  expect(screen.getByText(/^Times in (GMT\+5:45 \()?Asia\/Kathmandu/)).toBeTruthy();
});

it('leads to the dashboard where the reader has no location at its place', async () => {
  await show([]);
  expect(screen.getByRole('link', { name: 'Dashboard' }).getAttribute('href')).toBe('/');
  expect(screen.getByText('Weather station')).toBeTruthy();
});
