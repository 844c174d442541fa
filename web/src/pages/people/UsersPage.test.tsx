import type { Role } from '@allclear/domain';
import { notifications } from '@mantine/notifications';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import { exampleEditor, exampleGroup, exampleUser } from '../../features/people/example.ts';
import UsersPage from './UsersPage.tsx';

let api: StandInApi;
const casey = exampleUser('customer', { id: 'casey', activated: null });
const ann = exampleUser('admin', { id: 'ann', firstName: 'Ann', email: 'ann@example.org' });
const desk = exampleUser('notification-only', {
  ...{ id: 'desk', firstName: 'Front', lastName: 'Desk', email: 'desk@example.org', emailSuppressed: true },
});
const coaches = exampleGroup({ users: ['casey'] });

beforeAll(() => {
  configure({ asyncUtilTimeout: 15_000 });
  Element.prototype.scrollIntoView = () => undefined;
});
beforeEach(async () => {
  api = await openStandInApi({
    'GET user/customer': { data: [casey, ann] },
    'GET notificationuser': { data: [desk] },
    'GET site': { data: [coaches, exampleGroup({ id: 'g-empty', name: 'Empty' })] },
    'GET organizationLocation': { data: [] },
  });
});
afterEach(async () => {
  cleanup();
  notifications.clean();
  await api.close();
});

function open(role: Role = 'super-admin', permissions = ['users:read', 'users:write', 'sites:write']) {
  render(api.wrap(<UsersPage user={exampleEditor(role)} permissions={permissions} />));
}
const names = async () => {
  const table = await screen.findByRole('table', { name: 'Users' });
  return (
    within(table)
      .getAllByRole('row')
      .slice(1)
      // The first one is the name of the column, for a phone.
      .map((row) => within(row).getAllByRole('cell')[0]?.querySelectorAll('span')[3]?.textContent)
  );
};
const sent = () => api.requests.filter(({ method }) => method !== 'GET');
const dialog = (name: string) => screen.findByRole('dialog', { name });

it('says Loading, then lists everybody by first name', async () => {
  // Before the answer about the signed-in user.
  render(api.wrap(<UsersPage user={undefined} permissions={[]} />));
  expect(await screen.findByText('Loading')).toBeTruthy();
  cleanup();
  open();
  expect(await names()).toEqual(['Ann Coach', 'Casey Coach', 'Front Desk']);
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(heads).toEqual(['Full Name', 'Email', 'Permission Level', 'User Group', 'Actions']);
  expect(screen.getByText('Unsubscribed from email alerts')).toBeTruthy();
});

it('searches any field and filters by permission level behind a button', async () => {
  open();
  await names();
  await userEvent.type(screen.getByRole('searchbox'), 'DESK@EXAMPLE');
  await waitFor(async () => expect(await names()).toEqual(['Front Desk']));
  await userEvent.clear(screen.getByRole('searchbox'));
  await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
  await userEvent.selectOptions(
    await screen.findByRole('combobox', { name: 'Filter by permission level', hidden: true }),
    'Admin',
  );
  await waitFor(async () => expect(await names()).toEqual(['Ann Coach']));
  expect(screen.getByRole('button', { name: 'Filter (1)' })).toBeTruthy();
});

it('actions are there for people of a lower rank alone', async () => {
  open('admin');
  await names();
  expect(screen.queryByRole('button', { name: 'Edit Ann Coach' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Edit Casey Coach' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Delete Front Desk' })).toBeTruthy();
});

it('adds somebody with the header ReturnUser, then saves the chosen locations', async () => {
  api.answers['GET organizationLocation'] = {
    data: [{ id: 'field', name: 'Field', address: '', latitude: 28, longitude: -82, usesNewPolicy: false }],
  };
  api.answers['POST user'] = { data: { id: 'new', message: 'User added', user: { ...casey, id: 'new' } } };
  api.answers['POST location/Update/OrganizationLocation/new'] = { data: { message: 'x', locations: [] } };
  open('admin');
  await names();
  await userEvent.click(screen.getByRole('button', { name: 'Add User' }));
  const form = within(await dialog('Add New User'));
  await userEvent.click(form.getByRole('button', { name: 'Add User' }));
  expect(await form.findByRole('link', { name: 'First name is required' })).toBeTruthy();
  expect(form.getByRole('link', { name: 'Email is required' })).toBeTruthy();
  expect(form.getByRole('link', { name: 'User group is required' })).toBeTruthy();
  expect(sent()).toEqual([]);
  expect(form.getByText(/Its notifications are on/)).toBeTruthy();
  const level = form.getByRole<HTMLSelectElement>('combobox', { name: 'Permission Level' });
  expect([...level.options].filter(({ disabled }) => disabled).map(({ textContent }) => textContent)).toEqual(
    ['Super Admin', 'Admin'],
  );
  await userEvent.type(form.getByRole('textbox', { name: 'First Name' }), 'Robin');
  await userEvent.type(form.getByRole('textbox', { name: 'Email' }), 'robin@example.org');
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'User Group' }), 'Coaches');
  await userEvent.click(form.getByRole('combobox', { name: 'Locations' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Field', hidden: true }));
  await userEvent.click(form.getByRole('button', { name: 'Add User' }));
  expect(await screen.findByText('User added')).toBeTruthy();
  expect(sent()).toEqual([
    expect.objectContaining({
      path: 'user',
      body: expect.objectContaining({
        firstName: 'Robin',
        roleId: 4,
        siteId: 'g-coaches',
        phoneNumber: null,
      }),
    }),
    expect.objectContaining({
      path: 'location/Update/OrganizationLocation/new',
      body: [{ organizationLocationId: 'field' }],
    }),
  ]);
});

it('a demotion is confirmed, and says what is lost', async () => {
  api.answers['DELETE user/demote'] = { data: { message: 'User changed', user: { ...casey, roleId: -1 } } };
  open();
  await names();
  await userEvent.click(screen.getByRole('button', { name: 'Edit Casey Coach' }));
  const form = within(await dialog('Editing Casey Coach'));
  await userEvent.selectOptions(
    form.getByRole('combobox', { name: 'Permission Level' }),
    'Notification Only',
  );
  await userEvent.click(form.getByRole('button', { name: 'Save Changes' }));
  const question = within(await dialog('Change Casey Coach to Notification Only?'));
  expect(question.getByText(/custom saved locations, personal settings/)).toBeTruthy();
  expect(question.getByText(/their notifications go on by email or text/)).toBeTruthy();
  expect(sent()).toEqual([]);
  await userEvent.click(question.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('User changed')).toBeTruthy();
  expect(sent().map(({ path, body }) => [path, body])).toEqual([
    ['user/demote', { id: 'casey', revision: 1 }],
  ]);
});

it('a demotion says when no channel is left that reaches the user', async () => {
  open();
  await names();
  await userEvent.click(screen.getByRole('button', { name: 'Edit Casey Coach' }));
  const form = within(await dialog('Editing Casey Coach'));
  await userEvent.click(form.getByRole('switch', { name: 'Email notifications' }));
  await userEvent.selectOptions(
    form.getByRole('combobox', { name: 'Permission Level' }),
    'Notification Only',
  );
  await userEvent.click(form.getByRole('button', { name: 'Save Changes' }));
  const question = within(await dialog('Change Casey Coach to Notification Only?'));
  expect(question.getByText(/no warning will reach this user/)).toBeTruthy();
});

it('a notification-only user who gets a permission level is promoted', async () => {
  api.answers['POST user/PromoteNotificationOnlyUser'] = {
    data: { message: 'Successfully promoted to full user', user: { ...desk, roleId: 4 } },
  };
  open();
  await names();
  await userEvent.click(screen.getByRole('button', { name: 'Edit Front Desk' }));
  const form = within(await dialog('Editing Front Desk'));
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'Permission Level' }), 'Customer');
  await userEvent.click(form.getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('Successfully promoted to full user')).toBeTruthy();
  expect(sent()).toEqual([
    expect.objectContaining({
      path: 'user/PromoteNotificationOnlyUser',
      body: { id: 'desk', roleId: 4, revision: 1 },
    }),
  ]);
});

it('an edit that somebody else overtook says what was changed', async () => {
  api.answers['POST user/update'] = () => {
    const changed = { ...casey, roleId: 3, roleDisplayName: 'Assistant Admin', revision: 2 };
    api.answers['GET user/customer'] = { data: [changed, ann] };
    return {
      status: 409,
      responseException: { code: 'conflict', message: 'Somebody else changed this user meanwhile.' },
    };
  };
  open();
  await names();
  await userEvent.click(screen.getByRole('button', { name: 'Edit Casey Coach' }));
  const form = within(await dialog('Editing Casey Coach'));
  await userEvent.type(form.getByRole('textbox', { name: 'Last Name' }), 'y');
  await userEvent.click(form.getByRole('button', { name: 'Save Changes' }));
  const alert = await form.findByRole('alert');
  expect(alert.textContent).toContain('This user was changed meanwhile');
  expect(alert.textContent).toContain('Permission Level: Customer → Assistant Admin');
  expect(sent()[0]?.body).toEqual({ id: 'casey', revision: 1, lastName: 'Coachy' });
  api.answers['POST user/update'] = { data: { message: 'User updated', user: casey } };
  await userEvent.click(form.getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('User updated')).toBeTruthy();
  expect(sent()[1]?.body).toEqual({ id: 'casey', revision: 2, lastName: 'Coachy' });
});

it('an invitation is sent again, and says what became of it', async () => {
  open();
  await names();
  const link = () => screen.getByRole('button', { name: /Invitation of Casey Coach/ });
  expect(link().textContent).toBe('resend?');
  await userEvent.click(link());
  await waitFor(() => expect(link().textContent).toBe('Failed to send. Try again?'));
  expect(await screen.findByText('Unable to send invite email.')).toBeTruthy();
  api.answers['GET account/sendactivateemail'] = (_body, query) => ({
    data: { message: query.get('id'), link: null },
  });
  await userEvent.click(link());
  await waitFor(() => expect(link().textContent).toBe('Sent! Send again?'));
  expect(await screen.findByText('Invite email sent!')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Invitation of (Ann|Front)/ })).toBeNull();
});

it('groups: deletion is disabled and names why; hours over midnight name their span', async () => {
  api.answers['POST site/update'] = {
    data: { id: 'g-coaches', message: 'Upated user group', site: coaches },
  };
  open();
  await names();
  await userEvent.click(await screen.findByRole('button', { name: 'Manage Groups' }));
  const modal = within(await dialog('Manage User Groups'));
  await userEvent.click(modal.getByRole('button', { name: /^Coaches/ }));
  const card = within(modal.getByRole('region', { name: 'Coaches' }));
  const remove = card.getByRole('button', { name: 'Delete Group' });
  expect(remove.getAttribute('aria-disabled')).toBe('true');
  expect(card.getByText('Remove all users first: this group has 1 user.')).toBeTruthy();
  await userEvent.click(remove);
  expect(screen.queryByRole('dialog', { name: 'Remove Coaches' })).toBeNull();
  expect(card.getByText(/not notified, also at night, unless a policy is life-safety/)).toBeTruthy();

  await userEvent.selectOptions(card.getByRole('combobox', { name: 'Friday, from' }), '10:00 PM');
  await userEvent.selectOptions(card.getByRole('combobox', { name: 'Friday, to' }), '6:00 AM');
  expect(card.getByText('Overnight: Friday 10:00 PM to Saturday 6:00 AM')).toBeTruthy();
  await userEvent.click(card.getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('Upated user group')).toBeTruthy();
  expect(sent()[0]).toMatchObject({ path: 'site/update', body: { id: 'g-coaches', revision: 1 } });
});

it('a group whose card goes before its deletion is answered is confirmed all the same', async () => {
  open();
  await names();
  await userEvent.click(await screen.findByRole('button', { name: 'Manage Groups' }));
  const modal = within(await dialog('Manage User Groups'));
  await userEvent.click(modal.getByRole('button', { name: /^Empty/ }));
  const card = within(modal.getByRole('region', { name: 'Empty' }));
  await userEvent.click(card.getByRole('button', { name: 'Delete Group' }));
  api.answers['POST site/delete/g-empty'] = () => {
    api.answers['GET site'] = { data: [coaches] };
    return { data: { id: 'g-empty', message: 'User group deleted' } };
  };
  // The change is over when the users are there again, which is after the list of groups.
  api.answers['GET user/customer'] = async () => {
    await waitFor(() => expect(screen.queryByText('Empty')).toBeNull());
    return { data: [casey, ann] };
  };
  await userEvent.click(
    within(await dialog('Remove Empty')).getByRole('button', { name: /^(Confirm|Remove|Delete)/ }),
  );
  expect(await screen.findByText('User group deleted')).toBeTruthy();
});

it('a new group opens expanded with default hours; a taken name is said at the name', async () => {
  api.answers['POST site/add'] = {
    status: 409,
    responseException: {
      ...{ code: 'conflict', message: 'There is a user group with this name already' },
      errors: { Name: ['There is a user group with this name already'] },
    },
  };
  open();
  await names();
  await userEvent.click(await screen.findByRole('button', { name: 'Manage Groups' }));
  const modal = within(await dialog('Manage User Groups'));
  await userEvent.click(modal.getByRole('button', { name: 'New Group' }));
  const card = within(modal.getByRole('region', { name: 'New user group' }));
  expect(card.getByRole<HTMLSelectElement>('combobox', { name: 'Monday, from' }).value).toBe('05:00:00');
  expect(card.getByRole<HTMLSelectElement>('combobox', { name: 'Monday, to' }).value).toBe('23:00:00');
  await userEvent.click(card.getByRole('button', { name: 'Add Group' }));
  expect(await card.findByText('Name is required')).toBeTruthy();
  await userEvent.type(card.getByRole('textbox', { name: 'Name' }), 'Coaches');
  await userEvent.click(card.getByRole('button', { name: 'Add Group' }));
  expect(await screen.findByText('Error creating user group')).toBeTruthy();
  await waitFor(() =>
    expect(card.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('true'),
  );
  expect(sent()).toHaveLength(1);
});

it('an Assistant Admin has no new group and no deletion of one', async () => {
  open('assistant-admin', ['users:read', 'users:write']);
  await names();
  await userEvent.click(await screen.findByRole('button', { name: 'Manage Groups' }));
  const modal = within(await dialog('Manage User Groups'));
  expect(modal.queryByRole('button', { name: 'New Group' })).toBeNull();
  await userEvent.click(modal.getByRole('button', { name: /^Empty/ }));
  expect(modal.queryByRole('button', { name: 'Delete Group' })).toBeNull();
  expect(modal.getByRole('button', { name: 'Save Changes' })).toBeTruthy();
});

it('a list that could not be loaded says so, and one that may be old too', async () => {
  const broken = { status: 500, responseException: { code: 'internal', message: 'Something went wrong.' } };
  api.answers['GET user/customer'] = broken;
  open();
  expect(await screen.findByRole('heading', { name: 'Problem retrieving users' })).toBeTruthy();
  api.answers['GET user/customer'] = { data: [casey] };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await names()).toEqual(['Casey Coach', 'Front Desk']);
});
