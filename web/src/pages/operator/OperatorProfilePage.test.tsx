import type { Factors, OperatorProfile } from '@allclear/contract';
import { notifications } from '@mantine/notifications';
import { cleanup, configure, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import OperatorProfilePage from './OperatorProfilePage.tsx';

const profile: OperatorProfile = {
  ...{ id: 'op', firstName: 'Operator', lastName: '', email: 'operator@rules.example', revision: 3 },
};
const factors: Factors = {
  ...{ managedBy: 'allclear', totp: true, passkeys: [], recoveryCodesLeft: 10, isRequired: true },
};
let api: StandInApi;

beforeAll(() => {
  configure({ asyncUtilTimeout: 15_000 });
  Element.prototype.scrollIntoView = () => undefined;
});
beforeEach(async () => {
  api = await openStandInApi({
    'GET operator/Profile': { data: profile },
    'GET account/factors': { data: factors },
    'GET account/sessions': { data: [] },
  });
});
afterEach(async () => {
  cleanup();
  notifications.clean();
  await api.close();
});

const show = () => render(api.wrap(<OperatorProfilePage />));

it('has name and address, password, second steps and sessions', async () => {
  show();
  const about = within(await screen.findByRole('region', { name: 'About you' }));
  expect(about.getByText('operator@rules.example')).toBeTruthy();
  for (const name of ['Password', 'Second step', 'Sessions'])
    expect(await screen.findByRole('heading', { name })).toBeTruthy();
  expect(screen.getByText('A second step is required of you beside your password.')).toBeTruthy();
});

it('saves the name from its revision, and shows what is refused at its field', async () => {
  api.answers['POST operator/Profile'] = {
    status: 400,
    responseException: {
      ...{ code: 'bad-input', message: 'Please check the input.' },
      errors: { FirstName: ['First name is required'] },
    },
  };
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit name' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit name' }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Last Name' }), 'Rivera');
  await userEvent.click(dialog.getByRole('button', { name: 'Save Changes' }));
  expect((await dialog.findAllByText('First name is required')).length).toBeGreaterThan(0);
  const saved = { ...profile, lastName: 'Rivera', revision: 4 };
  api.answers['POST operator/Profile'] = { data: { message: 'Profile saved', profile: saved } };
  api.answers['GET operator/Profile'] = { data: saved };
  await userEvent.click(dialog.getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('Operator Rivera')).toBeTruthy();
  expect(api.requests.filter(({ method }) => method === 'POST').at(-1)?.body).toEqual({
    ...{ firstName: 'Operator', lastName: 'Rivera', revision: 3 },
  });
});

it('says that the data could not be loaded, and tries again on demand', async () => {
  api.answers['GET operator/Profile'] = {
    status: 400,
    responseException: { code: 'refused', message: 'It was refused.' },
  };
  show();
  expect(await screen.findByText('Your data could not be loaded')).toBeTruthy();
  api.answers['GET operator/Profile'] = { data: profile };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('operator@rules.example')).toBeTruthy();
});
