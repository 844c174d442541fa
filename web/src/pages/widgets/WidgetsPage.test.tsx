import type { CurrentUser } from '@allclear/contract';
import { notifications } from '@mantine/notifications';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import { exampleWidget } from '../../features/widgets/example.ts';
import WidgetsPage from './WidgetsPage.tsx';

const kim: CurrentUser = {
  ...{ id: 'kim', customerId: 'bay', email: 'kim@bay.example', phoneNumber: null, userName: 'kim' },
  ...{ firstName: 'Kim', lastName: 'Lee', fullName: 'Kim Lee', roleName: 'Admin', created: '' },
  ...{ activated: null, isActive: true, declinesNotifications: false, permissions: [] },
};
const widgets = Array.from({ length: 8 }, (_, i) => ({
  ...exampleWidget,
  ...{ id: `w${i + 1}`, publicId: `public-${i + 1}`, name: `Field ${i + 1}.` },
  address: `https://weather.example/widget/?id=public-${i + 1}`,
}));
let api: StandInApi;

beforeAll(() => configure({ asyncUtilTimeout: 15_000 }));
beforeEach(async () => {
  api = await openStandInApi({ 'GET Widget/All': { data: widgets } });
});
afterEach(async () => {
  cleanup();
  notifications.clean();
  await api.close();
});
const show = (user = kim) => render(api.wrap(<WidgetsPage user={user} />));
const cards = async () =>
  within(await screen.findByRole('list', { name: 'Widgets' })).getAllByRole('listitem');
const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const sent = () => api.requests.filter(({ method }) => method !== 'GET').at(-1);

it('shows six live cards on a page, each with Edit Widget and Get Embed Code', async () => {
  show();
  expect(await cards()).toHaveLength(6);
  expect(screen.getByText('1–6 of 8 widgets')).toBeTruthy();
  const [first] = await cards();
  const frame = within(first as HTMLElement).getByTitle<HTMLIFrameElement>('Preview of Field 1.');
  expect(frame.getAttribute('src')).toBe('/widget/?id=public-1');
  expect(frame.getAttribute('loading')).toBe('lazy');
  const edit = within(first as HTMLElement).getByRole('link', { name: 'Edit Widget Field 1.' });
  expect(edit.getAttribute('href')).toBe('/widgets/bay/w1');
  await click('Page 2');
  expect(await cards()).toHaveLength(2);
});

it('searches from three characters on, by name and where chosen by customer name', async () => {
  show();
  const field = await screen.findByRole('searchbox', { name: 'Search widgets' });
  await userEvent.type(field, 'zz');
  expect(await cards()).toHaveLength(6);
  await userEvent.clear(field);
  await userEvent.type(field, 'FIELD, 7');
  expect(await cards()).toHaveLength(1);
  await userEvent.clear(field);
  await userEvent.type(field, 'bay schools');
  expect(screen.getByText('No widget matches the search.')).toBeTruthy();
  await click('Search By');
  expect(
    (await screen.findByRole('menuitemcheckbox', { name: 'Name', hidden: true })).getAttribute(
      'aria-checked',
    ),
  ).toBe('true');
  await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Customer name', hidden: true }));
  expect(await cards()).toHaveLength(6);
});

it('without widgets it invites to build the first one', async () => {
  api.answers['GET Widget/All'] = { data: [] };
  show();
  expect(
    await screen.findByRole('heading', { name: "Build your first widget – it's quick and simple!" }),
  ).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Add Widget' }).getAttribute('href')).toBe('/widgets/bay/builder');
});

it('says that the list could not be had, and what is gone of a widget', async () => {
  api.answers['GET Widget/All'] = {
    ...{ status: 503, responseException: { code: 'unavailable', message: 'Not now.' } },
  };
  show();
  expect((await screen.findByRole('alert')).textContent).toContain('Problem retrieving widgets');
  api.answers['GET Widget/All'] = {
    data: [{ ...exampleWidget, problems: ['A policy of this widget was deleted.'] }],
  };
  await click('Try again');
  const problems = await screen.findByRole('list', { name: 'Problems of this widget' });
  expect(problems.textContent).toBe('A policy of this widget was deleted.');
});

it('only a full widget admin builds widgets of other customers, found by name, three at most', async () => {
  show();
  await cards();
  expect(screen.queryByRole('button', { name: 'Super Admin Create Widget' })).toBeNull();
  cleanup();
  const names = ['Harbor', 'Harbor North', 'Harbor South', 'Harbor West'];
  api.answers['GET Widget/Customers'] = (_, query) => ({
    data: names.filter((name) => name.includes(query.get('name') ?? '')).map((name) => ({ id: name, name })),
  });
  show({ ...kim, widgetAdmin: true });
  await click('Super Admin Create Widget');
  const dialog = await screen.findByRole('dialog', { name: 'Super Admin Create Widget' });
  const create = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Create Widget' });
  expect(create.disabled).toBe(true);
  await userEvent.type(within(dialog).getByLabelText('Customer'), 'Harbor');
  await waitFor(() => expect(screen.getAllByRole('option', { hidden: true })).toHaveLength(3));
  await userEvent.click(screen.getByRole('option', { name: 'Harbor South', hidden: true }));
  expect(create.disabled).toBe(false);
});

it('shares a widget: embed code by width, address, and the guide by e-mail', async () => {
  api.answers['POST Support/Widget'] = {
    ...{ status: 503, responseException: { code: 'unavailable', message: 'No mail.' } },
  };
  show();
  await click('Get Embed Code of Field 2.');
  const dialog = await screen.findByRole('dialog', { name: 'Share Widget' });
  const code = () => within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: 'Embed code' }).value;
  expect(code()).toContain('width="100%"');
  const width = within(dialog).getByRole('combobox', { name: 'Width' });
  expect([...width.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    ...['Responsive (100%)', '300 px', '400 px', '600 px', '800 px', '1000 px'],
  ]);
  await userEvent.selectOptions(width, '600 px');
  expect(code()).toContain('width="600"');
  const url = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Shareable URL' });
  expect(url.value).toBe('https://weather.example/widget/?id=public-2');

  const address = within(dialog).getByRole('textbox', { name: 'Send guide by e-mail' });
  await userEvent.type(address, 'webmaster');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send guide' }));
  expect(within(dialog).getByText('Please enter a valid email address.')).toBeTruthy();
  expect(sent()).toBeUndefined();
  await userEvent.type(address, '@bay.example');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send guide' }));
  expect(await screen.findByText('There was an error sending the email.')).toBeTruthy();
  api.answers['POST Support/Widget'] = { data: { recipient: 'webmaster@bay.example' } };
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send guide' }));
  expect(await screen.findByText('Email sent!')).toBeTruthy();
  expect(sent()?.body).toEqual({ recipient: 'webmaster@bay.example', widgetId: 'w2', sender: 'Kim Lee' });
});

it('replaces the address after a question', async () => {
  api.answers['POST Widget/w1/Address'] = () => {
    const replaced = { ...widgets[0], address: 'https://weather.example/widget/?id=another' };
    api.answers['GET Widget/All'] = { data: [replaced, ...widgets.slice(1)] };
    return { data: replaced };
  };
  show();
  await click('Get Embed Code of Field 1.');
  const dialog = await screen.findByRole('dialog', { name: 'Share Widget' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Replace address' }));
  const question = await screen.findByRole('dialog', { name: 'Replace the address of Field 1.?' });
  expect(question.textContent).toContain('Every page that embeds the widget stops showing it');
  await userEvent.click(within(question).getByRole('button', { name: 'Replace address' }));
  expect(await screen.findByText('Address replaced')).toBeTruthy();
  await waitFor(() =>
    expect(within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Shareable URL' }).value).toContain(
      'id=another',
    ),
  );
});
