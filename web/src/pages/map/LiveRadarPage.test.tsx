import type { Status } from '@allclear/contract';
import { cleanup, configure, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import LiveRadarPage from './LiveRadarPage.tsx';

const status = { lightningLimitSeconds: 180, speed: 1, weather: 'live' } as Status;
let api: StandInApi;
beforeAll(() => {
  configure({ asyncUtilTimeout: 15_000 });
});
beforeEach(async () => {
  api = await openStandInApi({ 'GET location': { data: [] } });
});
afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await api.close();
});

it('a browser that cannot draw maps gets words in place of an empty map', async () => {
  // React and MapLibre log the error on the console.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  render(
    api.wrap(<LiveRadarPage status={status} user={undefined} permissions={[]} organization={undefined} />),
  );
  expect(await screen.findByRole('heading', { name: 'Live Radar' })).toBeTruthy();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe(
    "Your map data got lost. Give us a moment and we'll find our way back to you!",
  );
  expect(screen.queryByRole('region', { name: 'Map' })).toBeNull();
});
