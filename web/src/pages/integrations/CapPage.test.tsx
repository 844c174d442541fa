import { notifications } from '@mantine/notifications';
import { cleanup, configure, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import CapPage from './CapPage.tsx';

const address = { madeUtc: '2026-06-01T12:00:00Z', lastUsedUtc: null };
const url = 'https://us.example/api/cap/acc_secret/Feed';
let api: StandInApi;

// Allows for a busy machine.
beforeAll(() => configure({ asyncUtilTimeout: 15_000 }));
beforeEach(async () => {
  api = await openStandInApi({ 'GET cap/Address': { data: null } });
});
afterEach(async () => {
  cleanup();
  notifications.clean();
  await api.close();
});
const show = () => render(api.wrap(<CapPage />));
const sent = (method: string) => api.requests.filter((request) => request.method === method);
const button = (name: string) => screen.findByRole('button', { name });
const confirm = async (name: string) =>
  userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));

it('makes an address, shows it once and says how the feed is read', async () => {
  api.answers['POST cap/Address'] = { data: { ...address, url, message: 'made' } };
  show();
  expect(screen.getByText(/is not an all clear/)).toBeTruthy();
  expect(screen.getByText(/curl -H/).textContent).toContain('/api/cap/Feed');
  api.answers['GET cap/Address'] = { data: null };
  const make = await button('Make address');
  api.answers['GET cap/Address'] = { data: address };
  await userEvent.click(make);
  const shown = await screen.findByRole('status', { name: 'The secret address of your feed' });
  expect(within(shown).getByRole('textbox')).toHaveProperty('value', url);
  expect(within(shown).getByRole('button', { name: 'Copy' })).toBeTruthy();
  expect(await screen.findByText(/not used yet/)).toBeTruthy();
  await userEvent.click(within(shown).getByRole('button', { name: 'Done' }));
  expect(screen.queryByDisplayValue(url)).toBeNull();
});

it('renews only after a confirmation, and says why it was refused', async () => {
  api.answers['GET cap/Address'] = { data: { ...address, lastUsedUtc: '2026-06-06T12:00:00Z' } };
  api.answers['POST cap/Address'] = {
    status: 409,
    responseException: { code: 'conflict', message: 'Wait a minute before you renew it.' },
  };
  show();
  expect(await screen.findByText(/last used Jun 6/)).toBeTruthy();
  await userEvent.click(await button('Renew'));
  expect(await screen.findByText(/is refused at once/)).toBeTruthy();
  expect(sent('POST')).toEqual([]);
  await confirm('Renew');
  expect((await screen.findByRole('alert')).textContent).toContain('Wait a minute');
  expect(sent('POST')).toHaveLength(1);
});

it('removes it', async () => {
  api.answers['GET cap/Address'] = { data: address };
  api.answers['DELETE cap/Address'] = { data: { message: 'Address removed' } };
  show();
  await userEvent.click(await button('Remove'));
  api.answers['GET cap/Address'] = { data: null };
  await confirm('Remove');
  expect(await screen.findByText('Address removed')).toBeTruthy();
  expect(await button('Make address')).toBeTruthy();
  expect(sent('DELETE')).toHaveLength(1);
});

it('says that it could not be loaded, and tries again', async () => {
  api.answers['GET cap/Address'] = {
    status: 500,
    responseException: { code: 'internal', message: 'Something went wrong on the server.' },
  };
  show();
  expect(await screen.findByText('Problem retrieving the address')).toBeTruthy();
  api.answers['GET cap/Address'] = { data: address };
  await userEvent.click(await button('Try again'));
  expect(await button('Renew')).toBeTruthy();
});
