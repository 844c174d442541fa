import type { Location, LocationObservation, Status } from '@allclear/contract';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import { clock } from '../../clock/clock.ts';
import { DashboardCards } from './DashboardCards.tsx';

let api: StandInApi;
afterEach(async () => {
  cleanup();
  await api.close();
});

const now = '2026-06-06T20:46:00Z';
const status = {
  now,
  speed: 1,
  lightningLimitSeconds: 180,
  weather: 'simulated',
  feeds: [],
} as unknown as Status;
const location = {
  id: '1',
  label: 'Pier',
  latitude: 28,
  longitude: -82,
  timeZone: 'America/New_York',
  organizationLocationId: null,
} as Location;
const measured = { value: 80, unit: '°F' };

function observation(type: number): LocationObservation {
  const nothing = { value: null, unit: '' };
  return {
    weatherStation: { id: 'S1', name: 'Roof', type, imageUrl: null, distanceMiles: 0 },
    canViewHistorical: type > 0,
    data: {
      ambientTemperature: measured,
      feelLike: measured,
      precipitation: nothing,
      wgbt: measured,
      windSpeed: nothing,
      windGust: nothing,
      windDirection: null,
      windDirectionDegrees: null,
      relativeHumidity: nothing,
      observationTime: now,
      weather_code: { text: null },
    },
    calibratedData: { rainToday: nothing, rainUpdatedTime: null },
    stale: false,
    now,
  };
}

async function show(answers: StandInApi['answers']) {
  clock.set(now);
  api = await openStandInApi(answers);
  render(
    api.wrap(
      <DashboardCards
        location={location}
        status={status}
        organization={undefined}
        onEdit={() => undefined}
        held={{
          heat: null,
          risks: null,
          air: null,
          place: false,
          away: false,
          lightning: 'quiet',
          lightningUntil: null,
        }}
        warnedTypes=""
        lightning={null}
        warnings={null}
      />,
    ),
  );
  return screen.findByText(/^Conditions updated/);
}

it('the timeline is shown for a station of type above 0', async () => {
  await show({
    'GET observations/ForLocation/1': { data: observation(1) },
    'GET Observations/Historical/S1': { data: [] },
  });
  expect(await screen.findByText('No WBGT in the last 12 hours')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'View All' }).getAttribute('href')).toBe('/Historical/S1/');
});

it('and not for a government station, whose history is then not asked for', async () => {
  await show({ 'GET observations/ForLocation/1': { data: observation(0) } });
  expect(screen.queryByRole('region', { name: 'Conditions Timeline' })).toBeNull();
  expect(api.requests.some(({ path }) => path.includes('Historical'))).toBe(false);
});
