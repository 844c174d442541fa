import type { Status } from '@allclear/contract';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import { clock } from '../../clock/clock.ts';
import HistoricalPage from './HistoricalPage.tsx';
import PublicStationPage from './PublicStationPage.tsx';
import StationsPage from './StationsPage.tsx';

const now = '2026-06-06T20:46:00Z';
const minutesAgo = (minutes: number) => new Date(Date.parse(now) - minutes * 60_000).toISOString();
const imageUrl = '/api/WeatherStation/Image/roof';
const current = {
  ...{ id: 'roof', hardwareId: 'roof', name: 'Roof station', locationName: 'Memorial Stadium' },
  ...{
    lastUpdated: minutesAgo(3),
    stale: false,
    ambientTemperature: 91.4,
    heatIndex: 101.6,
    windChill: null,
  },
  ...{ windSpeed: 9.2, windGust: 17.8, windDirection: 200, rainToday: 0.2, wetBulbGlobalTemp: 84.26 },
  ...{ latitude: 32, longitude: -96, timeZone: 'America/Chicago', now },
  calibratedData: { rainToday: 0.3, rainUpdatedTime: minutesAgo(6) },
  ...{ imageUrl, imageLastModified: minutesAgo(4) },
};
const own = {
  ...{ id: 'roof', name: 'Roof station', type: 1, model: '', organizationLocationId: 'stadium' },
  ...{ latitude: 32, longitude: -96, imageUrl, imageLastModified: minutesAgo(4), lastSeenUtc: null },
  ...{ observationTime: minutesAgo(3), isHealthy: true, fault: null, flagged: [], windHeightMeters: 10 },
  ...{ rainFactor: 1.5, shared: false, revision: 4 },
};
const status = { ...{ now, weather: 'simulated', speed: 1 } } as Status;
const organization = { id: 'ours', status: 'TRIAL' } as never;
const refused = { status: 404, responseException: { code: 'not-found', message: 'No' } };

let api: StandInApi;
beforeEach(async () => {
  clock.set(now, 1);
  api = await openStandInApi({
    'GET WeatherStation/Current/roof': { data: current },
    'GET WeatherStation/Features/roof': {
      data: {
        id: 'roof',
        customerId: 'ours',
        features: [{ name: 'WindSpeed', displayName: 'Wind' }],
      },
    },
    'GET WeatherStation/roof': { data: own },
    'GET WeatherStation/Image/roof': { file: 'an image', type: 'image/png' },
    'GET Observations/Historical/Week/roof': { data: [] },
    'GET location': { data: [] },
  });
});
afterEach(async () => {
  cleanup();
  await api.close();
});

function open(page: ReactNode, address = '/Historical/roof') {
  render(
    api.wrap(
      <Routes>
        <Route path="/" element={<Navigate to={address} />} />
        <Route path="/Historical" element={page} />
        <Route path="/Historical/:stationId/:imageUrl?" element={page} />
      </Routes>,
    ),
  );
}
const page = (permissions: string[] = []) => (
  <HistoricalPage {...{ status, permissions, organization }} user={undefined} />
);
const titleOf = (name: string) => screen.findByRole('heading', { level: 1, name });
const asked = () => api.requests.map(({ method, path }) => `${method} ${path}`);

it('says where the station is, when it and its precipitation were updated, and what it measures now', async () => {
  open(page());
  await titleOf('Memorial Stadium');
  expect(screen.getByText('Roof station')).toBeTruthy();
  expect(screen.getByText('Last updated 3 minutes ago')).toBeTruthy();
  expect(screen.getByText('Precipitation updated 6 minutes ago')).toBeTruthy();
  await userEvent.hover(screen.getByRole('button', { name: 'About precipitation' }));
  expect(
    await screen.findByText('Radar-Correction Precipitation is enabled and rainfall totals update hourly.'),
  ).toBeTruthy();
  const tiles = [...screen.getByRole('region', { name: 'Current Conditions' }).querySelectorAll('dl > div')];
  expect(tiles.map(({ textContent }) => textContent)).toEqual([
    'Temp91°F',
    'Precip0.30intoday',
    'Feels102°F',
    'WBGT84.3°F',
    'Wind9mphS, gusts 18',
  ]);
  expect(await screen.findByText('Measures Wind')).toBeTruthy();
  expect(screen.getByText(/^Times in CDT \(America\/Chicago\)$/)).toBeTruthy();
});

it('leads back to the stations', async () => {
  open(page());
  await titleOf('Memorial Stadium');
  expect(screen.getByRole('link', { name: 'Weather Stations' }).getAttribute('href')).toBe('/Historical');
});

it('leads back to the reader’s location that the address names', async () => {
  api.answers['GET location'] = {
    data: [{ id: 'mine', label: 'Stadium', timeZone: 'America/Chicago', organizationLocationId: 'stadium' }],
  };
  open(page(), '/Historical/roof?organizationLocationId=stadium');
  const back = await screen.findByRole('link', { name: 'Stadium' });
  expect(back.getAttribute('href')).toBe('/?location=mine');
});

it('values that are not of now are no values, and the card says so', async () => {
  api.answers['GET WeatherStation/Current/roof'] = {
    data: {
      ...{ ...current, stale: true, lastUpdated: minutesAgo(60), ambientTemperature: null, heatIndex: null },
      ...{ windSpeed: null, windGust: null, windDirection: null, wetBulbGlobalTemp: null, rainToday: null },
      calibratedData: { rainToday: null, rainUpdatedTime: null },
    },
  };
  open(page());
  await titleOf('Memorial Stadium');
  const card = screen.getByRole('region', { name: 'Current Conditions' });
  expect(card.textContent).toContain('Not current. Last report 60 minutes ago');
  expect(card.textContent?.match(/--/g)).toHaveLength(5);
  expect(card.classList.contains('hatched')).toBe(true);
});

it('a station that may not be opened and one that does not exist have the same text', async () => {
  api.answers['GET WeatherStation/Current/roof'] = refused;
  open(page());
  expect(screen.getByRole('status', { name: 'Loading the weather station' })).toBeTruthy();
  await titleOf('You do not have access to view this page.');
  expect(screen.queryByRole('region', { name: 'Current Conditions' })).toBeNull();
  expect(asked().some((one) => one.includes('Historical'))).toBe(false);
});

it('a failure of the server is none of the access', async () => {
  api.answers['GET WeatherStation/Current/roof'] = {
    status: 500,
    responseException: { code: 'internal', message: 'No' },
  };
  open(page());
  await titleOf('This weather station is temporarily unavailable');
});

it.each([
  ['another server', 'https://evil.example/x.png'],
  ['another server without a scheme', '//evil.example/x.png'],
  ['a script', 'javascript:alert(1)'],
  ['inline data', 'data:image/svg+xml,<svg/>'],
  ['another station', '/api/WeatherStation/Image/other'],
])('an address with an image of %s shows none', async (_, address) => {
  open(page(), `/Historical/roof/${encodeURIComponent(address)}`);
  await titleOf('Memorial Stadium');
  expect(screen.getByText('The image in this address is not of this station.')).toBeTruthy();
  await screen.findByText(/This station has measured nothing/);
  expect(document.querySelector('img')).toBeNull();
  expect(document.body.innerHTML).not.toContain('evil');
  expect(asked()).not.toContain('GET WeatherStation/Image/other');
});

it.each(['/Historical/roof', `/Historical/roof/${encodeURIComponent(imageUrl)}`])(
  'the own image is shown with its time: %s',
  async (address) => {
    open(page(), address);
    const image = await screen.findByRole('img', {
      name: 'What the camera of Roof station saw 4 minutes ago',
    });
    expect(image.getAttribute('src')).toMatch(/^blob:/);
    expect(screen.getByText('Image updated 4 minutes ago')).toBeTruthy();
  },
);

it('a custom range stands in the address, and one that does not apply is never asked for', async () => {
  const custom: string[] = [];
  api.answers['GET Observations/Historical/Custom/roof'] = (_, query) => {
    custom.push(String(query));
    return { data: [] };
  };
  open(page());
  await titleOf('Memorial Stadium');
  const ranges = screen.getByRole('radiogroup', { name: 'Range' });
  await userEvent.click(within(ranges).getByText('Custom'));
  await waitFor(() => expect(custom).toEqual(['startDate=2026-05-30&endDate=2026-06-05']));
  cleanup();
  open(page(), '/Historical/roof?range=custom&start=2026-01-01&end=2026-06-05');
  await screen.findByText(/^Custom Range must be at most 90 days\./);
  expect(custom).toHaveLength(1);
});

it('nobody but Admins has the switch', async () => {
  open(page());
  await screen.findByText('Measures Wind');
  await waitFor(() => expect(asked()).toContain('GET WeatherStation/roof'));
  expect(screen.queryByRole('switch')).toBeNull();
});

it('Admins share their own station, from the revision that they saw', async () => {
  api.answers['PATCH WeatherStation/Shared'] = {
    data: { ...own, shared: true, revision: 5, message: 'Weather station shared' },
  };
  open(page(['stations:write']));
  const share = await screen.findByRole('switch', { name: /^Share this station/ });
  expect(screen.getByText(/^Everybody who has the address/)).toBeTruthy();
  await userEvent.click(share);
  await screen.findByText('Weather station shared');
  expect(api.requests.find(({ method }) => method === 'PATCH')?.body).toEqual({
    ...{ id: 'roof', shared: true, revision: 4 },
  });
});

it('a station of others has neither the switch nor its faults', async () => {
  api.answers['GET WeatherStation/Features/roof'] = {
    data: { id: 'roof', customerId: 'theirs', features: [{ name: 'WindSpeed', displayName: 'Wind' }] },
  };
  open(page(['stations:write']));
  await screen.findByText('Measures Wind');
  expect(screen.queryByRole('switch')).toBeNull();
  expect(asked()).not.toContain('GET WeatherStation/roof');
});

it('without a sign-in it has the powered-by logo and no way back, and asks public routes only', async () => {
  api.answers = {
    'GET public/WeatherStation/roof': { data: current },
    'GET public/WeatherStation/roof/Image': { file: 'an image', type: 'image/png' },
    'GET public/WeatherStation/roof/Historical': { data: [] },
  };
  open(<PublicStationPage status={status} onSignIn={() => {}} />);
  await titleOf('Memorial Stadium');
  expect(screen.getByText('Allclear')).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
  await screen.findByRole('img', { name: /Roof station/ });
  await screen.findByText(/This station has measured nothing/);
  expect(asked().every((one) => one.startsWith('GET public/'))).toBe(true);
});

it('without a sign-in a station that is not for everybody says so, and leads to the sign-in', async () => {
  let signedIn = 0;
  api.answers = { 'GET public/WeatherStation/roof': refused };
  open(<PublicStationPage status={status} onSignIn={() => signedIn++} />);
  await titleOf('You do not have access to view this page.');
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(signedIn).toBe(1);
});

it('lists the stations that one may open, with their faults and whose they are', async () => {
  const listed = { ...own, locationName: 'Stadium', isOwn: true, organizationName: null };
  api.answers['GET WeatherStation/Readable'] = {
    data: [
      { ...listed, fault: 'The station has not been heard for more than 15 minutes.' },
      {
        ...listed,
        id: 'b',
        name: 'Gate',
        imageUrl: null,
        isOwn: false,
        organizationName: 'Other',
        shared: true,
      },
    ],
  };
  open(<StationsPage status={status} />, '/Historical');
  const roof = await screen.findByRole('link', { name: 'Roof station' });
  expect(roof.getAttribute('href')).toBe(`/Historical/roof/${encodeURIComponent(imageUrl)}`);
  expect(screen.getByRole('link', { name: 'Gate' }).getAttribute('href')).toBe('/Historical/b');
  expect(screen.getByLabelText('Fault')).toBeTruthy();
  expect(screen.getByRole('cell', { name: /Other/ })).toBeTruthy();
  await userEvent.type(screen.getByRole('searchbox'), 'gate');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Roof station' })).toBeNull());
});

it('says when there are no stations, and when they could not be read', async () => {
  api.answers['GET WeatherStation/Readable'] = { data: [] };
  open(<StationsPage status={status} />, '/Historical');
  await screen.findByRole('heading', { name: 'There are no weather stations' });
});
