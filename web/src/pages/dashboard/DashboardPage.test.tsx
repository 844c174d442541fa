import type { Status } from '@allclear/contract';
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import DashboardPage from './DashboardPage.tsx';

let api: StandInApi;
beforeEach(async () => {
  api = await openStandInApi();
});
afterEach(async () => {
  cleanup();
  await api.close();
});

const status = {
  now: '2026-06-06T20:46:00Z',
  speed: 1,
  lightningLimitSeconds: 180,
  weather: 'simulated',
  feeds: [],
} as unknown as Status;
const show = () => render(api.wrap(<DashboardPage status={status} organization={undefined} />));
const refusal = (message: string) => ({ status: 500, responseException: { code: 'internal', message } });

it('says that locations could not be had, and tries again on demand', async () => {
  api.answers['GET location'] = refusal('The list is being repaired.');
  show();
  expect(
    (await screen.findByRole('heading', { name: 'Problem retrieving locations' })).closest('[role="alert"]')
      ?.textContent,
  ).toContain('Check internet connection');
  expect(await screen.findByText('The list is being repaired.')).toBeTruthy();
  api.answers['GET location'] = { data: [] };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: "You don't have any locations added" })).toBeTruthy();
});

it('Failed To Get Locations is told when the server cannot be reached at all', async () => {
  await api.close();
  show();
  expect(await screen.findByText('Failed To Get Locations')).toBeTruthy();
  api = await openStandInApi();
});

it('an account without locations has the add-location form itself', async () => {
  api.answers['GET location'] = { data: [] };
  api.answers['GET organizationLocation'] = { data: [] };
  show();
  const form = within(await screen.findByRole('form', { name: 'Add Location' }));
  for (const name of ['Address search', 'Name', 'Latitude', 'Zone 1 radius in miles'])
    expect(form.getAllByLabelText(new RegExp(`^${name}`)).length, name).toBeGreaterThan(0);
  expect(form.getByRole('switch', { name: 'Enable Alerts' })).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('Please check the form')).toBeTruthy();
  expect(form.getByLabelText(/^Name/).getAttribute('aria-invalid')).toBe('true');
});
