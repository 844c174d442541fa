import type { Location, Organization, Status, Zone } from '@allclear/contract';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import { clock } from '../../clock/clock.ts';
import { affectedZone, exampleAnswer, exampleZone, isoAgo } from '../../features/lightning/example.ts';
import BroadcastPage from './BroadcastPage.tsx';

/** At this speed lightning is asked for each second; the clock of the test runs at speed 1. */
const status = {
  ...{ now: isoAgo(0), speed: 60, lightningLimitSeconds: 180, weather: 'simulated', feeds: [] },
} as unknown as Status;
const organization = { name: 'Our District' } as Organization;
const quiet = [exampleZone(1), exampleZone(2)];
const affected = [affectedZone(1, 1200), exampleZone(2)];
const delaysOf = (zonesOf: readonly Zone[][]) => ({
  data: zonesOf.map((zones, i) => ({
    ...{ locationId: `l${i}`, delay: exampleAnswer({ zones }), responseException: null },
  })),
});
let api: StandInApi;
beforeAll(() => configure({ asyncUtilTimeout: 15_000 }));
beforeEach(async () => {
  // React and MapLibre log on the console that this browser cannot draw maps.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  api = await openStandInApi({
    'GET location': {
      data: ['Field', 'Pool'].map(
        (label, i) => ({ id: `l${i}`, label, timeZone: 'America/Chicago' }) as unknown as Location,
      ),
    },
    'GET location/Delay': delaysOf([quiet, affected]),
    'GET observations/Violations': { data: [] },
    'GET observations/ForLocations': { data: [] },
  });
  clock.set(isoAgo(0));
});
afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await api.close();
});
const show = () =>
  render(
    api.wrap(<BroadcastPage status={status} user={undefined} permissions={[]} organization={organization} />),
  );
const places = () =>
  within(screen.getByRole('list', { name: 'Places' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const counts = () => screen.getByRole('status', { name: 'States of the places' }).textContent;

it('says the state of every place, the worst first, how many have each, and that the weather is simulated', async () => {
  show();
  await waitFor(() => expect(places()).toEqual(['Pool: Stay inside', 'Field: Clear']));
  expect(counts()).toBe('1 stay inside · 1 clear');
  expect(screen.getByRole('heading', { name: 'Our District' })).toBeTruthy();
  expect(screen.getByRole('note', { name: 'Weather source' }).textContent).toContain('Simulated weather');
});

it('once lightning is not known no place is calm', async () => {
  show();
  await waitFor(() => expect(counts()).toBe('1 stay inside · 1 clear'));
  api.answers['GET location/Delay'] = {
    data: ['l0', 'l1'].map((locationId) => ({
      ...{ locationId, delay: null },
      responseException: { code: 'lightning-unobserved', message: 'Unobserved.' },
    })),
  };
  await waitFor(() => expect(counts()).toBe('2 unknown'));
  expect(places().join()).not.toMatch(/clear/i);
});

it('a browser that cannot draw maps gets words in place of an empty map', async () => {
  show();
  const alert = await screen.findByText(/^Your map data got lost\./);
  expect(alert.className).toContain('hatched');
  expect(screen.getByRole('list', { name: 'Places' })).toBeTruthy();
});
