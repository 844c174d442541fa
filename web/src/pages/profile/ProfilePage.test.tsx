import type { CurrentUser, Factors, Profile } from '@allclear/contract';
import { notifications } from '@mantine/notifications';
import { cleanup, configure, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import ProfilePage from './ProfilePage.tsx';

const user: CurrentUser = {
  ...{ id: 'ada', customerId: 'bay', email: 'ada@bay.example', phoneNumber: null, userName: 'ada' },
  ...{ firstName: 'Ada', lastName: 'Bayward', fullName: 'Ada Bayward', roleName: 'Admin' },
  ...{ created: '2026-06-01T00:00:00Z', activated: '2026-06-01T00:00:00Z' },
  ...{ isActive: true, declinesNotifications: false, permissions: [] },
};
const factors: Factors = {
  ...{ managedBy: 'allclear', totp: false, passkeys: [], recoveryCodesLeft: 0, isRequired: false },
};
const profile: Profile = {
  ...{ firstName: 'Ada', lastName: 'Bayward', email: 'ada@bay.example', newEmail: null, revision: 3 },
  ...{ phoneNumber: null, timeZone: 'America/New_York', siteName: 'Bay' },
};
const session = {
  ...{ device: 'Chrome on Windows', network: '203.0.113.7', isCurrent: true, id: 'here' },
  ...{ createdUtc: '2026-06-01T10:00:00Z', lastUsedUtc: '2026-06-01T11:00:00Z' },
};
let api: StandInApi;

// Allows for a busy machine.
beforeAll(() => configure({ asyncUtilTimeout: 15_000 }));
beforeEach(async () => {
  api = await openStandInApi({
    'GET account/factors': { data: factors },
    'GET user/profile': { data: profile },
    'GET account/sessions': { data: [session] },
  });
});
afterEach(async () => {
  cleanup();
  notifications.clean();
  await api.close();
});

const show = () => render(api.wrap(<ProfilePage user={user} />));
const sent = () => api.requests.filter(({ method }) => method !== 'GET').at(-1);

it('shows the own data and links to the notification settings', async () => {
  show();
  const about = within(await screen.findByRole('region', { name: 'About you' }));
  for (const text of ['Ada Bayward', 'ada@bay.example', 'Admin'])
    expect(await about.findByText(text)).toBeTruthy();
  const link = about.getByRole('link', { name: 'Notification settings' });
  expect(link.getAttribute('href')).toBe('/NotificationSettings');
});

it('Change Password shows the server’s lists under their fields', async () => {
  api.answers['POST account/change'] = {
    status: 400,
    responseException: {
      code: 'bad-input',
      message: 'Error changing password',
      errors: {
        NewPassword: ['The password is too easy to guess.'],
        ConfirmedNewPassword: ['The two new passwords are not the same.'],
        IdentityError: ['The identity service says no'],
      },
    },
  };
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Change password' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Password' }));
  await userEvent.type(dialog.getByLabelText('Current password'), 'old one');
  await userEvent.type(dialog.getByLabelText('New password'), 'password1234');
  await userEvent.type(dialog.getByLabelText('New password again'), 'password12345');
  await userEvent.click(dialog.getByRole('button', { name: 'Change password' }));
  expect(await dialog.findByText('The password is too easy to guess.')).toBeTruthy();
  expect(dialog.getByText('The two new passwords are not the same.')).toBeTruthy();
  expect(dialog.getByRole('alert').textContent).toBe('Error changing password. The identity service says no');
  expect(sent()?.body).toEqual({
    ...{ userId: 'ada', currentPassword: 'old one' },
    ...{ newPassword: 'password1234', confirmedNewPassword: 'password12345' },
  });
});

it('ends another session, and not the own one', async () => {
  const other = { ...session, id: 'there', device: 'Safari on iPhone', isCurrent: false };
  api.answers['GET account/sessions'] = { data: [session, other] };
  api.answers['DELETE account/sessions/there'] = { data: { message: 'Session ended' } };
  show();
  const list = within(await screen.findByRole('list', { name: 'Sessions' }));
  expect(list.getAllByRole('button')).toHaveLength(1);
  await userEvent.click(list.getByRole('button', { name: 'End the session in Safari on iPhone' }));
  expect(await screen.findByText('Session ended')).toBeTruthy();
  expect(sent()?.path).toBe('account/sessions/there');
});

it('says that an external identity provider manages the sign-in', async () => {
  api.answers['GET account/factors'] = { data: { ...factors, managedBy: 'issuer' } };
  show();
  expect(await screen.findByText(/identity provider signs you in/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Change password' })).toBeNull();
  expect(api.requests.some(({ path }) => path === 'account/sessions')).toBe(false);
});

it('says that the sign-in could not be loaded, and tries again on demand', async () => {
  delete api.answers['GET account/factors'];
  show();
  expect(await screen.findByText('How you sign in could not be loaded')).toBeTruthy();
  api.answers['GET account/factors'] = { data: factors };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Set up app' })).toBeTruthy();
});

it('saves the profile from its revision, and shows what is refused at its field', async () => {
  api.answers['POST user/profile'] = {
    status: 400,
    responseException: {
      code: 'bad-input',
      message: 'First name is required',
      errors: { FirstName: ['First name is required'] },
    },
  };
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit profile' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit profile' }));
  const name = dialog.getByLabelText(/First Name/);
  await userEvent.clear(name);
  await userEvent.click(dialog.getByRole('button', { name: 'Save Changes' }));
  expect((await dialog.findAllByText('First name is required')).length).toBeGreaterThan(0);
  api.answers['POST user/profile'] = { data: { message: 'Profile saved', profile } };
  await userEvent.type(name, 'Grace');
  await userEvent.click(dialog.getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('Profile saved')).toBeTruthy();
  expect(sent()?.body).toEqual({
    ...{ firstName: 'Grace', lastName: 'Bayward', phoneNumber: '', timeZone: 'America/New_York' },
    revision: 3,
  });
});

it('asks for a new address with the password, and says that it waits', async () => {
  api.answers['POST account/email'] = {
    data: { message: 'Open the mail to a@new.example to confirm the address' },
  };
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Change email' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change email' }));
  await userEvent.type(dialog.getByLabelText(/New email/), 'a@new.example');
  await userEvent.type(dialog.getByLabelText(/Current password/), 'a storm');
  api.answers['GET user/profile'] = { data: { ...profile, newEmail: 'a@new.example' } };
  await userEvent.click(dialog.getByRole('button', { name: 'Send confirmation' }));
  expect(await screen.findByText(/Until then nothing changes/)).toBeTruthy();
  expect(sent()?.body).toEqual({ email: 'a@new.example', currentPassword: 'a storm' });
});
