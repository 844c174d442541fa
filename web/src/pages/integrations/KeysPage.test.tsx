import type { ApiKey } from '@allclear/contract';
import { notifications } from '@mantine/notifications';
import { cleanup, configure, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import KeysPage from './KeysPage.tsx';

const key: ApiKey = {
  ...{ id: 'k1', name: 'Scoreboard', owner: 'Ada Bayward', isMine: true, prefix: 'allclear_Ab12Cd' },
  ...{ permissions: ['locations:read'], locationIds: ['l1'], organizationLocationIds: null },
  ...{ networks: ['192.0.2.0/24'], createdUtc: '2026-06-01T12:00:00Z', expiresUtc: '2027-06-01T12:00:00Z' },
  ...{ expired: false, lastUsedUtc: null, lastUsedNetwork: null, previousEndsUtc: null, revision: 4 },
};
const others: ApiKey = {
  ...{ ...key, id: 'k2', name: 'Siren', owner: 'Max Hill', isMine: false, permissions: null },
  ...{ locationIds: null, networks: null, prefix: null, previousEndsUtc: '2026-06-07T12:00:00Z' },
  ...{ lastUsedUtc: '2026-06-06T12:00:00Z', lastUsedNetwork: '198.51.100.1' },
};
const held = ['locations:read', 'observations:read', 'api-keys:write'];
let api: StandInApi;

// Allows for a busy machine.
beforeAll(() => configure({ asyncUtilTimeout: 15_000 }));
beforeEach(async () => {
  api = await openStandInApi({
    'GET ApiKey': { data: [key, others] },
    'GET location': { data: [{ id: 'l1', label: 'Stadium' }] },
    'GET organizationLocation': { data: [{ id: 'o1', name: 'Track' }] },
  });
});
afterEach(async () => {
  cleanup();
  notifications.clean();
  await api.close();
});
const show = () => render(api.wrap(<KeysPage permissions={held} />));
const item = async (name: string) => {
  const list = await screen.findByRole('list', { name: 'API keys' });
  return within(list).getByText(name).closest<HTMLElement>('li')!;
};
const sent = (method: string) => api.requests.filter((request) => request.method === method);
const choose = async (label: string, choice: string) => {
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name: choice, hidden: true }));
};

it('tells of each key what it may, where, from where, until when, and when it was used', async () => {
  show();
  const mine = await item('Scoreboard');
  expect(mine.textContent).toContain('allclear_Ab12Cd…');
  expect(mine.textContent).toMatch(/Yours · ends Jun 1, 2027 · not used yet/);
  expect(mine.textContent).toContain('1 place · from 192.0.2.0/24');
  expect(mine.textContent).toContain('Read own locations and their weather');
  const theirs = await item('Siren');
  expect(theirs.textContent).toMatch(/Of Max Hill .* last used Jun 6.* from 198\.51\.100\.1/);
  expect(theirs.textContent).toContain('All places · any network');
  expect(theirs.textContent).toContain('Everything that its owner may');
  expect(theirs.textContent).toMatch(/the key before works until Jun 7/);
  expect(within(theirs).queryByRole('button', { name: 'Rotate Siren' })).toBeNull();
  expect(within(theirs).getByRole('button', { name: 'Revoke Siren' })).toBeTruthy();
});

it('makes a key of some permissions and places, and shows it once', async () => {
  api.answers['POST ApiKey'] = { data: { ...key, key: 'allclear_secret', message: 'made' } };
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'New API Key' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add API Key' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect((await screen.findAllByText('Choose at least one permission')).length).toBeGreaterThan(0);
  await userEvent.type(within(dialog).getByRole('textbox', { name: /^Name/ }), 'Lobby');
  await choose('Permissions', 'Read observations');
  expect(screen.queryByRole('option', { name: /Make own API keys/, hidden: true })).toBeNull();
  await userEvent.selectOptions(within(dialog).getByRole('combobox', { name: 'Places' }), 'some');
  await choose('Only these places', 'Track');
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Networks' }), '192.0.2.1');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  const shown = await screen.findByRole('status', { name: 'Your new API key' });
  expect(within(shown).getByRole('textbox')).toHaveProperty('value', 'allclear_secret');
  expect(sent('POST').at(-1)?.body).toEqual({
    ...{ name: 'Lobby', permissions: ['observations:read'], locationIds: null },
    ...{ organizationLocationIds: ['o1'], networks: ['192.0.2.1'], days: 365 },
  });
  await userEvent.click(within(shown).getByRole('button', { name: 'Done' }));
  expect(screen.queryByDisplayValue('allclear_secret')).toBeNull();
});

it('a refusal of the server is at its field', async () => {
  api.answers['PATCH ApiKey'] = {
    status: 400,
    responseException: {
      code: 'bad-input',
      message: '‘office’ is no address',
      errors: { Networks: ['‘office’ is no address'] },
    },
  };
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Scoreboard' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit API Key' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save Changes' }));
  await screen.findByText('The API key was not saved');
  const networks = within(dialog).getByRole('textbox', { name: 'Networks' });
  expect(networks.getAttribute('aria-invalid')).toBe('true');
  expect(sent('PATCH').at(-1)?.body).toMatchObject({ id: 'k1', revision: 4, locationIds: ['l1'] });
});

it('rotates and revokes after a question', async () => {
  api.answers['POST ApiKey/Rotate/k1'] = { data: { ...key, key: 'allclear_next', message: 'rotated' } };
  api.answers['DELETE ApiKey/k2'] = { data: { id: 'k2', message: 'API key revoked' } };
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Rotate Scoreboard' }));
  const rotate = await screen.findByRole('dialog', { name: 'Rotate Scoreboard' });
  expect(rotate.textContent).toContain('24 hours more');
  expect(sent('POST')).toEqual([]);
  await userEvent.click(within(rotate).getByRole('button', { name: 'Rotate' }));
  expect(await screen.findByDisplayValue('allclear_next')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Revoke Siren' }));
  const revoke = await screen.findByRole('dialog', { name: 'Revoke Siren' });
  await userEvent.click(within(revoke).getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('API key revoked')).toBeTruthy();
  expect(sent('DELETE').map(({ path }) => path)).toEqual(['ApiKey/k2']);
});

it('says when there are none, and when they could not be read', async () => {
  api.answers['GET ApiKey'] = { data: [] };
  const { unmount } = show();
  expect(await screen.findByText('There are no API keys')).toBeTruthy();
  unmount();
  await api.close();
  api = await openStandInApi({
    'GET ApiKey': { status: 503, responseException: { code: 'unavailable', message: 'Not now.' } },
  });
  show();
  expect(await screen.findByText('Problem retrieving API keys')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
