import type { Hardware } from '@allclear/contract';
import { notifications } from '@mantine/notifications';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import { exampleUnit } from '../../features/hardware/example.ts';
import HardwarePage from './HardwarePage.tsx';

const siren = exampleUnit();
const second = exampleUnit({
  id: 'u2',
  name: 'Pool siren',
  locationName: 'Pool',
  organizationLocationId: 'o2',
});
const station = exampleUnit({
  ...{ id: 'w1', name: 'Roof station', modelId: 'WXS', isSiren: false, isStation: true, driver: null },
  station: { id: 's7', type: 1, imageUrl: 'https://cam.example/a.jpg' },
});
const all = ['hardware:read', 'hardware:operate', 'hardware:write', 'pa.full_access'];
let api: StandInApi;

beforeAll(() => {
  // Allows for a busy machine.
  configure({ asyncUtilTimeout: 15_000 });
  // A field that grows listens to fonts.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
});
beforeEach(async () => {
  api = await openStandInApi({ 'GET Hardware': { data: [siren, second, station] } });
});
afterEach(async () => {
  cleanup();
  notifications.clean();
  await api.close();
});
const show = (permissions = all) => render(api.wrap(<HardwarePage permissions={permissions} />));
const give = (units: readonly Hardware[]) => {
  api.answers['GET Hardware'] = { data: units };
};
const card = (name: string) => screen.findByRole('article', { name });
const cards = () =>
  screen.queryAllByRole('article').map((one) => within(one).getByRole('heading').textContent);
const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const choose = async (menu: string | RegExp, item: string) => {
  await click(menu);
  await userEvent.click(await screen.findByRole('menuitem', { name: item, hidden: true }));
};
const sent = (method: string) => api.requests.filter((request) => request.method === method);

it('a unit says where it is, its battery and its last contact; a station leads to its page', async () => {
  show();
  const text = (await card('Field siren')).textContent;
  expect(text).toContain('Stadium · Outdoor warning system');
  expect(text).toContain('12.6 V, healthy');
  const link = within(await card('Roof station')).getByRole('link', {
    name: 'Weather station: Roof station',
  });
  expect(link.getAttribute('href')).toBe('/Historical/s7/https%3A%2F%2Fcam.example%2Fa.jpg');
});

it('a unit that signals stands first, in words, and a unit there that cannot sound stands before it and is said above', async () => {
  give([
    exampleUnit({ id: 'a', name: 'Calm', organizationLocationId: 'o9' }),
    exampleUnit({ id: 'b', name: 'Sounding', signal: 'warning', signalText: 'Lightning 3.2 mi away' }),
    exampleUnit({ id: 'c', name: 'Dead', connection: 'lost', signal: 'warning' }),
    exampleUnit({ id: 'd', name: 'Off', enabled: false, statusText: 'Disabled: Repair' }),
  ]);
  show();
  await card('Sounding');
  expect(cards()).toEqual(['Dead', 'Off', 'Sounding', 'Calm']);
  expect((await card('Sounding')).textContent).toContain('WarningLightning 3.2 mi away');
  expect((await card('Dead')).textContent).toContain('Offline: it cannot sound');
  expect((await card('Off')).textContent).toContain('Disabled: it cannot sound');
  expect(screen.getByRole('alert').textContent).toContain('Dead and Off cannot sound');
  expect((await card('Off')).textContent).toContain('Disabled: Repair');
});

it('a search applies from three letters on and matches any field; the view has sirens or stations', async () => {
  show();
  await card('Field siren');
  const search = screen.getByRole('searchbox', { name: 'Search hardware' });
  await userEvent.type(search, 'po');
  expect(cards()).toHaveLength(3);
  await userEvent.type(search, 'ol');
  await waitFor(() => expect(cards()).toEqual(['Pool siren']));
  await userEvent.clear(search);
  await waitFor(() => expect(cards()).toHaveLength(3));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'View' }), 'station');
  await waitFor(() => expect(cards()).toEqual(['Roof station']));
});

it('shows fifteen of a thousand units on a page', async () => {
  give(
    Array.from({ length: 1_000 }, (_, i) =>
      exampleUnit({ id: `u${i}`, name: `Unit ${i}`, faults: i === 999 ? ['Battery low'] : [] }),
    ),
  );
  show();
  await card('Unit 999');
  expect(cards()).toHaveLength(15);
  expect(screen.getByText('1–15 of 1000 units')).toBeTruthy();
  await click('Page 2');
  await waitFor(() => expect(screen.getByText('16–30 of 1000 units')).toBeTruthy());
  expect(cards()[0]).toBe('Unit 14');
});

it('bulk actions need two units; a bulk test sends all of them and says what became of each', async () => {
  api.answers['POST Siren/Test/Delay'] = {
    data: {
      units: [
        { id: 'u1', name: 'Field siren', ok: true, message: 'Test begun' },
        { id: 'u2', name: 'Pool siren', ok: false, message: 'Its place is in delay' },
      ],
      ...{ seconds: 40, message: 'begun' },
    },
  };
  show();
  await card('Field siren');
  const bulk = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Bulk Actions/ });
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Field siren' }));
  expect(bulk().textContent).toContain('(1)');
  expect(bulk().disabled).toBe(true);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Pool siren' }));
  await choose('Bulk Actions (2)', 'Start Delay');
  await click('Start Delay (40 s)');
  const dialog = await screen.findByRole('dialog', { name: 'Test 2 units' });
  expect(await within(dialog).findByText(/Its place is in delay/)).toBeTruthy();
  expect(await screen.findByText('Unable to test Delay for selected unit(s).')).toBeTruthy();
  expect(sent('POST')[0]?.body).toEqual({ ids: ['u1', 'u2'] });
  expect(within(dialog).getByText(/Stop testing when you are done/)).toBeTruthy();
});

it('disabling needs a reason that is not blank, says that no all clear comes, and closes with a toast', async () => {
  give([{ ...siren, signal: 'warning', signalText: 'Lightning' }]);
  api.answers['POST Support/Siren/Disable'] = { data: { id: 'u1', enabled: false, message: 'Disabled' } };
  show();
  await card('Field siren');
  await choose('More: Field siren', 'Disable');
  const dialog = await screen.findByRole('dialog', { name: 'Disable Field siren' });
  expect(within(dialog).getByRole('alert').textContent).toContain('goes dark without an all clear');
  const confirm = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Disable' });
  const reason = within(dialog).getByRole('textbox', { name: 'Reason' });
  await userEvent.type(reason, '   ');
  expect(confirm.disabled).toBe(true);
  await userEvent.type(reason, 'Repair ');
  await userEvent.click(confirm);
  expect(await screen.findByText('Successfully disabled OWS')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Disable Field siren' })).toBeNull());
  expect(sent('POST')[0]?.body).toEqual({ id: 'u1', message: 'Repair' });
});

it('a refused change keeps its dialog and says why', async () => {
  api.answers['POST Support/Siren/Disable'] = {
    status: 409,
    responseException: { code: 'conflict', message: 'It is disabled already.' },
  };
  show();
  await card('Field siren');
  await choose('More: Field siren', 'Disable');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Repair');
  await userEvent.tab();
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe('Disable');
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('Error disabling OWS')).toBeTruthy();
  expect(screen.getByText(/It is disabled already/)).toBeTruthy();
  expect(screen.getByRole('dialog', { name: 'Disable Field siren' })).toBeTruthy();
});

it('without the permission to change, nothing is added or edited; without that of PA nothing is sent; units of others are not operated', async () => {
  give([{ ...siren, mayOperate: false }]);
  show(['hardware:read', 'hardware:operate']);
  const of = within(await card('Field siren'));
  for (const name of ['Add Hardware', 'Send PA Message', 'Test: Field siren'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  expect(of.queryByRole('checkbox')).toBeNull();
  expect(of.getByRole('button', { name: 'Settings: Field siren' })).toBeTruthy();
  await click('More: Field siren');
  const items = await screen.findAllByRole('menuitem', { hidden: true });
  expect(items.map(({ textContent }) => textContent)).toEqual(['Record of commands']);
});

it('without any hardware it says so and leads to the support contact', async () => {
  give([]);
  show();
  expect(await screen.findByText("You don't have any hardware added")).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toContain('/Support');
});

it('says that it could not be loaded; an old list is hatched and says that it is old', async () => {
  const away = { status: 503, responseException: { code: 'unavailable', message: 'Not now.' } };
  api.answers['GET Hardware'] = away;
  const { unmount } = show();
  expect(await screen.findByText('Failed To Get Hardware')).toBeTruthy();
  give([siren]);
  await click('Try again');
  expect((await card('Field siren')).className).not.toContain('hatched');
  api.answers['GET Hardware'] = away;
  api.answers['POST Support/Siren/Disable'] = away;
  await choose('More: Field siren', 'Disable');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Repair');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Disable' }));
  expect(await screen.findByText('This list may be old')).toBeTruthy();
  expect((await card('Field siren')).className).toContain('hatched');
  unmount();
});

it('the record of a unit has what was commanded, why, and what the device said', async () => {
  api.answers['GET Hardware/Commands/u1'] = {
    data: [
      {
        ...{ id: 'c1', hardwareId: 'u1', action: 'sound', text: 'Warning signal, 3 plays of 10 s' },
        ...{ cause: 'Lightning policy', isTest: false, state: 'refused', detail: 'Wrong password' },
        ...{ atUtc: '2026-06-06T20:45:00Z', endedUtc: null },
      },
    ],
  };
  show();
  await card('Field siren');
  await choose('More: Field siren', 'Record of commands');
  const list = await screen.findByRole('list', { name: 'Commands' });
  expect(list.textContent).toContain('Warning signal, 3 plays of 10 s');
  expect(list.textContent).toContain('Lightning policy');
  expect(list.textContent).toContain('Refused by the device: Wrong password');
});
