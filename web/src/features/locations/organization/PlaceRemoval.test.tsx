import type { OrganizationLocation } from '@allclear/contract';
import { notifications } from '@mantine/notifications';
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openStandInApi, type StandInApi } from '../../../api/stand-in-api.tsx';
import { PlaceRemoval } from './PlaceRemoval.tsx';

let api: StandInApi;
const place: OrganizationLocation = {
  ...{ id: 'stadium', name: 'Stadium', address: '', latitude: 28, longitude: -82, usesNewPolicy: false },
};
const uses = { locations: 2, openWarnings: 1, hardware: 0, practiceTimes: 1 };

beforeAll(() => {
  configure({ asyncUtilTimeout: 15_000 });
});
beforeEach(async () => {
  api = await openStandInApi({
    'GET organizationLocation/Uses/stadium': { data: uses },
    'DELETE organizationLocation/stadium': { data: { id: 'stadium', message: 'Location deleted' } },
  });
});
afterEach(async () => {
  cleanup();
  notifications.clean();
  await api.close();
});

it('the question before a deletion counts open warnings, and says that no all clear comes', async () => {
  const onClose = vi.fn();
  render(api.wrap(<PlaceRemoval place={place} onClose={onClose} />));
  expect(
    await screen.findByText('1 warning is open here and is withdrawn without an all clear.'),
  ).toBeTruthy();
  expect(screen.getByText(/2 locations of people stay/)).toBeTruthy();
  expect(screen.getByText(/1 practice time is deleted/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Location deleted')).toBeTruthy();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

it('a refused deletion is said, and what cannot be counted is not hidden', async () => {
  delete api.answers['GET organizationLocation/Uses/stadium'];
  delete api.answers['DELETE organizationLocation/stadium'];
  render(api.wrap(<PlaceRemoval place={place} onClose={() => undefined} />));
  expect((await screen.findByRole('alert')).textContent).toContain('could not be counted');
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Error deleting location')).toBeTruthy();
});
