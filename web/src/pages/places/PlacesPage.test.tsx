import type { Location, Organization, Status } from '@allclear/contract';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import { clock } from '../../clock/clock.ts';
import {
  affectedZone,
  exampleAnswer,
  exampleNowMs,
  exampleZone,
  isoAgo,
  observingZone,
} from '../../features/lightning/example.ts';
import PlacesPage from './PlacesPage.tsx';

const refusal = (message: string) => ({ status: 500, responseException: { code: 'internal', message } });
const status = {
  now: isoAgo(0),
  speed: 1,
  lightningLimitSeconds: 180,
  weather: 'simulated',
  feeds: [],
} as unknown as Status;
const user = { id: 'u1', permissions: ['sites:read'] };
const labels = ['Field 10', 'Field 2', 'École', 'Pool'];
const placeOf = (label: string, i: number) =>
  ({
    id: `l${i}`,
    label,
    timeZone: 'America/Chicago',
    organizationLocationId: i === 0 ? 'o1' : null,
    latitude: 32,
    longitude: -97,
  }) as unknown as Location;
const quiet = [exampleZone(1), exampleZone(2)];
const zonesOf = [quiet, [affectedZone(1, 1200), exampleZone(2)], [observingZone(1, 600), exampleZone(2)], quiet];
const answers = (names: readonly string[] = labels): StandInApi['answers'] => ({
  'GET location': { data: names.map(placeOf) },
  'GET location/Delay': {
    data: names.map((_, i) => ({
      locationId: `l${i}`,
      delay: exampleAnswer({ zones: zonesOf[i % zonesOf.length]! }),
      responseException: null,
    })),
  },
  'GET Violations/Locations': { data: [] },
  'GET Policy/Violations': { data: [] },
  'GET observations/ForLocations': {
    data: names.map((_, i) => ({
      locationId: `l${i}`,
      now: isoAgo(0),
      conditions:
        i === 3
          ? null
          : {
              ambientTemperature: { value: 88.2, unit: '°F' },
              wgbt: { value: 84.2, unit: '°F' },
              windSpeed: { value: 12, unit: 'mph' },
              windGust: { value: null, unit: 'mph' },
              windDirection: 'NE',
              observationTime: isoAgo(7200),
              stationName: 'Airport',
              stationType: 0,
              stale: i === 2,
            },
    })),
  },
  'GET site': { data: [{ id: 'g1', name: 'Coaches', organizationLocations: ['o1'] }] },
});

let api: StandInApi;
beforeEach(async () => {
  localStorage.clear();
  api = await openStandInApi(answers());
  clock.start?.(exampleNowMs, 1);
});
afterEach(async () => {
  cleanup();
  await api.close();
});
const show = (permissions: readonly string[] = user.permissions) =>
  render(
    api.wrap(
      <PlacesPage
        status={status}
        user={user as never}
        permissions={permissions}
        organization={undefined as Organization | undefined}
      />,
    ),
  );
const names = () =>
  screen
    .getAllByRole('listitem')
    .map((row) => labels.find((label) => within(row).getByRole('link').textContent?.includes(label)));
