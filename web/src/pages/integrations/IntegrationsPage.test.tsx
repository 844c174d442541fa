import type { CurrentUser, SsoConfiguration } from '@allclear/contract';
import { notifications } from '@mantine/notifications';
import { cleanup, configure, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import IntegrationsPage from './IntegrationsPage.tsx';
import SsoPage from './SsoPage.tsx';

const user: CurrentUser = {
  ...{ id: 'ada', customerId: 'bay', email: 'ada@bay.example', phoneNumber: null, userName: 'ada' },
  ...{ firstName: 'Ada', lastName: 'Bayward', fullName: 'Ada Bayward', roleName: 'Admin' },
  ...{ created: '2026-06-01T00:00:00Z', activated: '2026-06-01T00:00:00Z' },
  ...{ isActive: true, declinesNotifications: false, permissions: [] },
};
const sso: SsoConfiguration = {
  ...{
    customerId: 'bay',
    managedBy: 'allclear',
    isConfigured: true,
    idpType: 'Saml2',
    IDPDisplayName: 'Bay',
  },
  ...{ IDPScheme: 'bay', ForceSSO: false, AutoProvision: false, DefaultUserGroupSiteId: null },
  ...{ spEntityId: 'us', idpEntityId: 'them', metadataUrl: 'https://them.example/metadata', issuer: '' },
  ...{ callbackUrl: 'https://us.example/identity/sso/saml/bay', clientId: '', hasClientSecret: false },
  ...{ redirectUri: 'https://us.example/identity/sso/callback', domains: [], isTestedByMe: false },
  ...{ mayChange: true, revision: 3 },
};
const permissions = ['read:integrations', 'write:integrations', 'integrations.sso.access'];
let api: StandInApi;

// Allows for a busy machine.
beforeAll(() => configure({ asyncUtilTimeout: 15_000 }));
beforeEach(async () => {
  api = await openStandInApi({ 'GET customer/bay/sso': { data: sso }, 'GET site': { data: [] } });
});
afterEach(async () => {
  cleanup();
  notifications.clean();
  await api.close();
});
const showSso = (held = permissions) =>
  render(
    api.wrap(
      <Routes>
        <Route path="/" element={<SsoPage user={user} permissions={held} />} />
        <Route path="/Integrations" element={<p>All integrations</p>} />
      </Routes>,
    ),
  );

it('leads to the configuration, or asks for access without the permission', () => {
  const { rerender } = render(api.wrap(<IntegrationsPage user={user} permissions={permissions} />));
  const link = screen.getByRole('link', { name: 'Manage SSO Configuration' });
  expect(link.getAttribute('href')).toBe('/Integrations/SSO');
  rerender(api.wrap(<IntegrationsPage user={user} permissions={['read:integrations']} />));
  expect(screen.queryByRole('link', { name: 'Manage SSO Configuration' })).toBeNull();
  const card = screen.getByRole('region', { name: 'Single Sign-On' });
  const access = within(card).getByRole('link', { name: 'Request Access' });
  expect(access.getAttribute('href')).toBe('/Support?subject=Access%20to%20single%20sign-on');
});

it('the page of single sign-on leads back without its permission', async () => {
  showSso(['read:integrations']);
  expect(await screen.findByText('All integrations')).toBeTruthy();
  expect(api.requests).toEqual([]);
});

it('says that an external identity provider has it', async () => {
  api.answers['GET customer/bay/sso'] = { data: { ...sso, managedBy: 'issuer', mayChange: false } };
  showSso();
  expect(await screen.findByText(/identity provider of this installation signs everybody in/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull();
});

it('nothing can be changed without the right to it', async () => {
  api.answers['GET customer/bay/sso'] = { data: { ...sso, mayChange: false } };
  showSso();
  expect(await screen.findByText('Only Admins change this.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Test sign-in' })).toBeNull();
});

it('a save sends the revision, and a refusal is at its field', async () => {
  api.answers['POST customer/bay/sso'] = {
    status: 400,
    responseException: {
      code: 'bad-input',
      message: 'The metadata has a DTD, which is not allowed.',
      errors: { MetadataUrl: ['The metadata has a DTD, which is not allowed.'] },
    },
  };
  showSso();
  await userEvent.click(await screen.findByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('Failed to update SSO configuration')).toBeTruthy();
  expect(screen.getByLabelText('Metadata URL').getAttribute('aria-invalid')).toBe('true');
  const body = api.requests.filter(({ method }) => method === 'POST').at(-1)?.body;
  expect(body).toMatchObject({ customerId: 'bay', IDPScheme: 'bay', IDPType: 'Saml2', revision: 3 });
});

it('says that it could not be loaded, and tries again', async () => {
  api.answers['GET customer/bay/sso'] = {
    status: 500,
    responseException: { code: 'internal', message: 'Something went wrong on the server.' },
  };
  showSso();
  expect(await screen.findByText('Problem retrieving single sign-on')).toBeTruthy();
  api.answers['GET customer/bay/sso'] = { data: sso };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Save Changes' })).toBeTruthy();
});
