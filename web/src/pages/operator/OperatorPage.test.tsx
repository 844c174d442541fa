import type { ManagedOrganization, ManagedOrganizationDetail } from '@allclear/contract';
import { notifications } from '@mantine/notifications';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import OperatorPage from './OperatorPage.tsx';

const bay: ManagedOrganization = {
  ...{ id: 'bay', name: 'Bay Schools', status: 'ACTIVE', companyType: null, banner: null, people: 1 },
  ...{ liveStreamMinutes: 600, withheldFeatures: [], isWidgetAdmin: false, revision: 4 },
  ...{ supportEmail: 'help@bay.example', supportPhone: '', created: '2026-06-01T00:00:00Z' },
};
const hill: ManagedOrganization = { ...bay, id: 'hill', name: 'Hill Schools', status: 'CLOSED', people: 2 };
const detail: ManagedOrganizationDetail = {
  organization: bay,
  users: [
    {
      ...{ id: 'sam', fullName: 'Sam Rivera', email: 'sam@bay.example', roleName: 'Admin' },
      canBeImpersonated: true,
    },
    { id: 'off', fullName: 'Front Desk', email: null, roleName: 'Customer', canBeImpersonated: false },
  ],
  impersonations: [
    {
      ...{ id: 'i1', operator: 'Operator', userId: 'sam', reason: 'Cannot save a policy' },
      ...{ startedUtc: '2026-06-06T20:00:00Z', endedUtc: '2026-06-06T20:12:00Z' },
    },
    {
      ...{ id: 'i2', operator: 'Operator', userId: 'gone', reason: 'No notifications' },
      ...{ startedUtc: '2026-06-05T20:00:00Z', endedUtc: null },
    },
  ],
};
let api: StandInApi;

beforeAll(() => {
  configure({ asyncUtilTimeout: 15_000 });
  Element.prototype.scrollIntoView = () => undefined;
  // A field that grows listens to fonts.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
});
beforeEach(async () => {
  api = await openStandInApi({
    'GET operator/Organizations': { data: [bay, hill] },
    'GET operator/Organizations/bay': { data: detail },
  });
});
afterEach(async () => {
  cleanup();
  notifications.clean();
  await api.close();
});

function Where() {
  return <output>{useLocation().pathname}</output>;
}
const show = () =>
  render(
    api.wrap(
      <Routes>
        <Route path="/Unauthorized" element={<Where />} />
        <Route path="*" element={<OperatorPage />} />
      </Routes>,
    ),
  );
const sent = () => api.requests.filter(({ method }) => method !== 'GET').at(-1);
const refusal = (status: number, errors = {}) => ({
  status,
  responseException: { code: 'refused', message: 'It was refused.', errors },
});

/** Opens an organization, as a click on its link does. */
async function openBay() {
  const list = within(await screen.findByRole('list', { name: 'Organizations' }));
  await userEvent.click(await list.findByRole('link', { name: 'Open Bay Schools' }));
  return within(await screen.findByRole('list', { name: 'People' }));
}

it('lists the organizations with their status and people, and says when there is none', async () => {
  show();
  const items = await screen.findAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Bay SchoolsActive, 1 person signs inOpen',
    'Hill SchoolsClosed, 2 people sign inOpen',
  ]);
  cleanup();
  await api.close();
  api = await openStandInApi({ 'GET operator/Organizations': { data: [] } });
  show();
  expect(await screen.findByText('There is no organization yet. Add the first one.')).toBeTruthy();
});

it('says that the list could not be loaded, and tries again on demand', async () => {
  api.answers['GET operator/Organizations'] = refusal(400);
  show();
  expect(await screen.findByText('Problem retrieving organizations')).toBeTruthy();
  api.answers['GET operator/Organizations'] = { data: [bay] };
  await userEvent.click(screen.getByRole('button', { name: /Try again/ }));
  expect(await screen.findByText('Bay Schools')).toBeTruthy();
});

it('leads whoever is no operator away', async () => {
  api.answers['GET operator/Organizations'] = refusal(403);
  show();
  expect((await screen.findByRole('status')).textContent).toBe('/Unauthorized');
});

it('a new organization is refused under its fields; without mail the link of its first admin is shown', async () => {
  api.answers['POST operator/Organizations'] = refusal(409, {
    Name: ['An organization with this name exists already'],
  });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Add Organization' }));
  const dialog = within(await screen.findByRole('dialog'));
  const fill = (label: RegExp, text: string) =>
    userEvent.type(dialog.getByRole('textbox', { name: label }), text);
  await fill(/^Name/, 'Bay Schools');
  await fill(/^Support email/, 'help@bay.example');
  await fill(/^First name/, 'Sam');
  await fill(/^Email/, 'sam@bay.example');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect((await dialog.findAllByText('An organization with this name exists already')).length).toBe(2);
  api.answers['POST operator/Organizations'] = {
    data: { message: 'Organization added', organization: bay, link: 'https://link.example/#token' },
  };
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('https://link.example/#token')).toBeTruthy();
  expect(sent()?.body).toMatchObject({ name: 'Bay Schools', firstName: 'Sam', email: 'sam@bay.example' });
});

it('an organization has its people, who is acted as and who was, and is erased only once it is closed', async () => {
  show();
  const people = await openBay();
  expect(people.getByRole('button', { name: 'Act as Sam Rivera, Admin' })).toHaveProperty('disabled', false);
  expect(people.getByRole('button', { name: 'Act as Front Desk, Customer' })).toHaveProperty(
    'disabled',
    true,
  );
  const acted = within(screen.getByRole('list', { name: 'Impersonations' })).getAllByRole('listitem');
  expect(acted[0]?.textContent).toMatch(/^Operator as Sam Rivera Cannot save a policy.*ended$/);
  expect(acted[1]?.textContent).toMatch(/somebody who was removed.*going on$/);
  expect(screen.getByRole('button', { name: 'Erase' })).toHaveProperty('disabled', true);
  expect(screen.getByText('Only a closed organization can be erased.')).toBeTruthy();
});

it('an organization of many people has a search among them', async () => {
  const users = Array.from({ length: 60 }, (_, n) => ({
    ...{ id: `p${n}`, fullName: `Coach ${n}`, email: `coach${n}@bay.example`, roleName: 'Customer' },
    canBeImpersonated: true,
  }));
  api.answers['GET operator/Organizations/bay'] = { data: { ...detail, users } };
  show();
  const people = await openBay();
  expect(people.getAllByRole('listitem')).toHaveLength(50);
  expect(screen.getByText('The first 50 are shown. Search for the others.')).toBeTruthy();
  await userEvent.type(screen.getByRole('searchbox'), 'COACH57@');
  await waitFor(() => expect(people.getAllByRole('listitem')).toHaveLength(1));
  expect(people.getByRole('button', { name: 'Act as Coach 57, Customer' })).toBeTruthy();
  await userEvent.type(screen.getByRole('searchbox'), 'x');
  expect(await screen.findByText('Nobody is called so.')).toBeTruthy();
});

it('acting as somebody takes a reason, and says what the server refused', async () => {
  api.answers['POST operator/Impersonation'] = refusal(409);
  show();
  const people = await openBay();
  await userEvent.click(people.getByRole('button', { name: 'Act as Sam Rivera, Admin' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Act as this person' }));
  expect((await dialog.findAllByText('Reason is required')).length).toBeGreaterThan(0);
  expect(sent()).toBeUndefined();
  await userEvent.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Cannot save a policy');
  await userEvent.click(dialog.getByRole('button', { name: 'Act as this person' }));
  expect((await dialog.findAllByText(/It was refused/)).length).toBeGreaterThan(0);
  await waitFor(() => expect(sent()?.body).toMatchObject({ userId: 'sam', reason: 'Cannot save a policy' }));
});
