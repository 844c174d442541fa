import type { CurrentUser, InformacastConnection, ScenarioTrigger } from '@allclear/contract';
import { notifications } from '@mantine/notifications';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import IntegrationsPage from './IntegrationsPage.tsx';
import SinglewirePage from './SinglewirePage.tsx';

const user: CurrentUser = {
  ...{ id: 'ada', customerId: 'bay', email: 'ada@bay.example', phoneNumber: null, userName: 'ada' },
  ...{ firstName: 'Ada', lastName: 'Bayward', fullName: 'Ada Bayward', roleName: 'Admin' },
  ...{ created: '2026-06-01T00:00:00Z', activated: '2026-06-01T00:00:00Z' },
  ...{ isActive: true, declinesNotifications: false, permissions: [] },
};
const permissions = ['read:integrations', 'write:integrations', 'integrations.singlewire.access'];
const connection: InformacastConnection = {
  ...{ id: 'c1', customerId: 'bay', webhookId: 'w1', signsInBy: 'token', problem: null, mayChange: true },
  webhook: {
    ...{ id: 'w1', url: '/api/policy-event/customer/bay', customerId: 'bay', versionNumber: '1.0' },
    ...{ readonly: true, name: 'Singlewire - InformaCast', description: '' },
  },
  ...{ connectedUtc: '2026-06-01T12:00:00Z', revision: 1 },
};
const trigger: ScenarioTrigger = {
  ...{ id: 't1', integrationConfigId: 'c1', organizationLocationId: 'o1', policyGroupId: 'g1' },
  ...{ singlewireSiteId: 's1', singlewireScenarioId: 'n1', allClearScenarioId: null },
  ...{ organizationLocationName: 'Stadium', policyGroupName: 'Coaches', allClearScenarioName: null },
  ...{ singlewireSiteName: 'Main Campus', singlewireScenarioName: 'Seek Shelter' },
  ...{ createdUtc: '2026-06-01T12:00:00Z', last: null },
};
const launch = {
  ...{ id: 'l1', kind: 'start', state: 'failed', scenarioName: 'Seek Shelter', siteName: 'Main Campus' },
  ...{ detail: 'InformaCast answered 503.', atUtc: '2026-06-06T12:00:00Z' },
  ...{ createdUtc: '2026-06-06T12:00:00Z', endedUtc: '2026-06-06T12:00:05Z' },
} as const;
const refused = (message: string, status = 422) => ({
  ...{ status, responseException: { code: 'bad-input', message } },
});
let api: StandInApi;

// Allows for a busy machine.
beforeAll(() => configure({ asyncUtilTimeout: 15_000 }));
beforeEach(async () => {
  api = await openStandInApi({
    'GET connection/customer/bay': { data: connection },
    'GET scenario-mappings/customer/bay': { data: [trigger] },
    'GET singlewire/scenarios/customer/bay': { data: [{ id: 'n1', name: 'Seek Shelter' }] },
    'GET singlewire/sites/customer/bay': { data: [{ id: 's1', name: 'Main Campus' }] },
    'GET site': { data: [{ id: 'g1', name: 'Coaches' }] },
    'GET organizationLocation': { data: [{ id: 'o1', name: 'Stadium' }] },
  });
});
afterEach(async () => {
  cleanup();
  notifications.clean();
  await api.close();
});
const show = () => render(api.wrap(<SinglewirePage user={user} />));
const showCards = (held = permissions) =>
  render(
    api.wrap(
      <Routes>
        <Route path="/" element={<IntegrationsPage user={user} permissions={held} />} />
        <Route path="/Integrations/Singlewire" element={<p>The configuration</p>} />
      </Routes>,
    ),
  );
const card = () => screen.findByRole('region', { name: 'Singlewire - InformaCast' });
const sent = (method: string) => api.requests.filter((request) => request.method === method);
const choose = async (label: string, name: string) => {
  const dialog = screen.getByRole('dialog');
  const field = within(dialog).getByRole('combobox', { name: new RegExp(`^${label}`) });
  await userEvent.click(field);
  await waitFor(() => expect(field.getAttribute('aria-controls')).not.toBeNull());
  const list = document.getElementById(field.getAttribute('aria-controls')!)!;
  await userEvent.click(await within(list).findByRole('option', { name, hidden: true }));
};

it('the card asks for access, to be connected, or leads to the configuration', async () => {
  const { unmount } = showCards(['read:integrations']);
  const access = within(await card()).getByRole('link', { name: 'Request Access' });
  expect(access.getAttribute('href')).toContain('/Support');
  expect(api.requests).toEqual([]);
  unmount();
  showCards();
  const manage = await within(await card()).findByRole('link', { name: 'Manage Configuration' });
  expect(manage.getAttribute('href')).toBe('/Integrations/Singlewire');
});

it('the token is verified, then stored, and the configuration opens', async () => {
  api.answers['GET connection/customer/bay'] = { data: null };
  api.answers['POST connection/verify'] = { data: true };
  api.answers['POST connection'] = { data: { ...connection, message: 'saved' } };
  showCards();
  await userEvent.click(await screen.findByRole('button', { name: 'Connect to Singlewire' }));
  const dialog = await screen.findByRole('dialog', { name: 'Connect to Singlewire' });
  const save = within(dialog).getByRole('button', { name: 'Save' });
  expect(save.hasAttribute('disabled')).toBe(true);
  await userEvent.type(within(dialog).getByLabelText(/API token/), '  ');
  expect(save.hasAttribute('disabled')).toBe(true);
  await userEvent.type(within(dialog).getByLabelText(/API token/), 'secret');
  await userEvent.click(save);
  expect(await screen.findByText('The configuration')).toBeTruthy();
  expect(await screen.findByText('Singlewire configuration saved')).toBeTruthy();
  expect(sent('POST').map(({ path }) => path)).toEqual(['connection/verify', 'connection']);
  expect(sent('POST').at(-1)?.body).toEqual({ customerId: 'bay', token: 'secret' });
});

it('says that the credentials could not be verified, or the integration not configured', async () => {
  api.answers['GET connection/customer/bay'] = { data: null };
  api.answers['POST connection/verify'] = refused('InformaCast does not accept the token.');
  showCards();
  await userEvent.click(await screen.findByRole('button', { name: 'Connect to Singlewire' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.type(within(dialog).getByLabelText(/API token/), 'secret');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Unable to verify Singlewire credentials')).toBeTruthy();
  expect(screen.getByText('Verify your API token and try again')).toBeTruthy();
  expect(await within(dialog).findByText('InformaCast does not accept the token.')).toBeTruthy();
  api.answers['POST connection/verify'] = { data: true };
  api.answers['POST connection'] = refused('Not now.', 503);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Unable to configure Singlewire integration')).toBeTruthy();
  expect(screen.getByText('Please try again later')).toBeTruthy();
});

it('a table of triggers with the last launch of each and why it failed', async () => {
  api.answers['GET scenario-mappings/customer/bay'] = { data: [{ ...trigger, last: launch }] };
  show();
  const table = await screen.findByRole('table', { name: 'Scenario triggers' });
  const heads = within(table).getAllByRole('columnheader');
  expect(heads.slice(0, 4).map(({ textContent }) => textContent)).toEqual([
    ...['Policy Group', 'At Location', 'Triggers Scenario', 'At Singlewire Site'],
  ]);
  for (const text of ['Coaches', 'Stadium', 'Seek Shelter', 'Main Campus', 'InformaCast answered 503.'])
    expect(within(table).getByText(text)).toBeTruthy();
  expect(within(table).getByText(/^Warning not launched Jun 6/)).toBeTruthy();
  api.answers['GET scenario-mappings/Launches/t1'] = { data: [{ ...launch, attempts: [] }] };
  await userEvent.click(within(table).getByRole('button', { name: /Show the launches of/ }));
  expect(await screen.findByText(/0 attempts/)).toBeTruthy();
});

it('says when there are none, and without the right to it nothing can be added', async () => {
  api.answers['GET scenario-mappings/customer/bay'] = { data: [] };
  const { unmount } = show();
  expect(await screen.findByText("You don't have any scenario triggers added")).toBeTruthy();
  expect(screen.getByText('Add a scenario trigger to continue.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Add Scenario Trigger' })).toBeTruthy();
  unmount();
  await api.close();
  api = await openStandInApi({
    'GET connection/customer/bay': { data: { ...connection, mayChange: false } },
    'GET scenario-mappings/customer/bay': { data: [trigger] },
  });
  show();
  expect(await screen.findByRole('table')).toBeTruthy();
  for (const name of ['Add Scenario Trigger', 'Replace token', /^Delete/, /^Test/])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

it('a trigger is saved only with all four choices, after a summary of them', async () => {
  api.answers['POST scenario-mappings'] = { data: { ...trigger, message: 'saved' } };
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Add Scenario Trigger' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add Scenario Trigger' });
  const save = within(dialog).getByRole('button', { name: 'Save' });
  const choices = [
    ...[['Policy Group', 'Coaches'] as const, ['Location', 'Stadium'] as const],
    ...[['Scenario', 'Seek Shelter'] as const, ['Site', 'Main Campus'] as const],
  ];
  for (const [label, name] of choices) {
    expect(save.hasAttribute('disabled')).toBe(true);
    await choose(label === 'Scenario' ? 'Scenario(?! for)' : label, name);
  }
  expect(within(dialog).getByRole('status').textContent).toBe(
    'When Policy Group Coaches is triggered at Stadium → Trigger Scenario Seek Shelter at site Main Campus',
  );
  await userEvent.click(save);
  expect(await screen.findByText('Singlewire notification scenario saved')).toBeTruthy();
  expect(sent('POST').at(-1)?.body).toEqual({
    ...{ integrationConfigId: 'c1', organizationLocationId: 'o1', policyGroupId: 'g1' },
    ...{ singlewireSiteId: 's1', singlewireScenarioId: 'n1', allClearScenarioId: null },
  });
});

it('says why a trigger was not saved, and when InformaCast cannot be asked', async () => {
  api.answers['POST scenario-mappings'] = refused('There is a scenario trigger like this.', 409);
  api.answers['GET singlewire/sites/customer/bay'] = refused('InformaCast answered 503.', 503);
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Add Scenario Trigger' }));
  expect(await screen.findByText(/InformaCast answered 503\./)).toBeTruthy();
  api.answers['GET singlewire/sites/customer/bay'] = { data: [{ id: 's1', name: 'Main Campus' }] };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await choose('Policy Group', 'Coaches');
  await choose('Location', 'Stadium');
  await choose('Scenario(?! for)', 'Seek Shelter');
  await choose('Site', 'Main Campus');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findAllByText('Error saving scenario')).length).toBeGreaterThan(0);
  expect(await screen.findByText('Please try again later')).toBeTruthy();
  expect(await screen.findByText('There is a scenario trigger like this.')).toBeTruthy();
});

it('deletes and tests a trigger after a question, and says when it could not', async () => {
  api.answers['DELETE scenario-mappings/t1'] = refused('No.', 503);
  api.answers['POST scenario-mappings/Test/t1'] = { data: { id: 't1', message: 'The test is on its way' } };
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Test Coaches at Stadium' }));
  expect(sent('POST')).toEqual([]);
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Test' }));
  expect(await screen.findByText('The test is on its way')).toBeTruthy();
  const remove = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Coaches at Stadium' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  };
  await remove();
  expect(await screen.findByText('Error deleting Scenario Trigger')).toBeTruthy();
  const again = 'An error occurred while deleting the Scenario Trigger. Please try again.';
  expect(screen.getByText(again)).toBeTruthy();
  api.answers['DELETE scenario-mappings/t1'] = { data: { id: 't1', message: 'deleted' } };
  await remove();
  expect(await screen.findByText('Scenario Trigger Deleted')).toBeTruthy();
});

it('says that it could not be loaded, or that nothing is connected', async () => {
  api.answers['GET connection/customer/bay'] = refused('Not now.', 503);
  show();
  expect(await screen.findByText('Problem retrieving the configuration')).toBeTruthy();
  api.answers['GET connection/customer/bay'] = { data: null };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('InformaCast is not connected')).toBeTruthy();
});

it('says that InformaCast refuses the token', async () => {
  api.answers['GET connection/customer/bay'] = {
    data: { ...connection, problem: 'InformaCast does not accept the token.' },
  };
  show();
  expect((await screen.findByRole('alert')).textContent).toContain('does not accept the token');
  await userEvent.click(screen.getByRole('button', { name: 'Replace token' }));
  expect(await screen.findByRole('dialog', { name: 'Replace the API token' })).toBeTruthy();
});
