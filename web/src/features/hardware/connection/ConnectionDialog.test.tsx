import type { HardwareConnection, HardwareDriver } from '@allclear/contract';
import { notifications } from '@mantine/notifications';
import { cleanup, configure, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../../api/stand-in-api.tsx';
import { exampleUnit } from '../example.ts';
import { ConnectionDialog } from './ConnectionDialog.tsx';

const driver: HardwareDriver = {
  ...{ name: 'shelly', label: 'Shelly Gen2+', sound: true, light: true, relays: true, plays: [] },
  ...{ readsBack: true, addressHint: 'Its address in your network', outputHint: 'Output ids from 0' },
  options: [{ name: 'channel', label: 'Channel', fallback: '0', hint: 'Of the device' }],
};
const speaker: HardwareDriver = { ...driver, name: 'algo', label: 'Algo', plays: ['speech'], relays: false };
const connection: HardwareConnection = {
  ...{ id: 'u1', name: 'Field siren', modelId: 'OWS', organizationLocationId: 'o1', driver: 'shelly' },
  ...{ ipAddress: '10.1.0.5', username: 'admin', hasPassword: true, options: {}, stationId: null },
  wiring: { warningSound: '0', allClearSound: '1', light: '2' },
  ...{ defaultPlayCount: 1, askEveryMinutes: null, revision: 7 },
};
let api: StandInApi;

beforeAll(() => {
  configure({ asyncUtilTimeout: 15_000 });
  Element.prototype.scrollIntoView = () => undefined;
});
beforeEach(async () => {
  api = await openStandInApi({
    'GET Hardware/Drivers': { data: [driver, speaker] },
    'GET Hardware/Connection/u1': { data: connection },
    'GET Hardware': { data: [exampleUnit()] },
    'GET organizationLocation': { data: [{ id: 'o1', name: 'Stadium' }] },
  });
});
afterEach(async () => {
  cleanup();
  notifications.clean();
  await api.close();
});
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const field = (name: RegExp) => screen.findByRole('textbox', { name });
const pick = async (name: string, option: string) => {
  await userEvent.click(await screen.findByRole('combobox', { name }));
  await userEvent.click(await screen.findByRole('option', { name: option, hidden: true }));
};
const sent = (method: string, path?: string) =>
  api.requests.filter((one) => one.method === method && (path === undefined || one.path === path));

it('adds a unit: what is missing is said, then the driver shows its hints and options', async () => {
  api.answers['POST Hardware'] = { data: { ...exampleUnit(), message: 'Hardware added' } };
  render(api.wrap(<ConnectionDialog unit={null} onClose={() => undefined} />));
  await click('Save');
  for (const name of ['Enter a name', 'Choose a location', 'Choose a make', 'Enter an address'])
    expect(await screen.findByRole('link', { name })).toBeTruthy();
  await userEvent.type(await field(/^Name/), 'Track siren');
  await pick('Location', 'Stadium');
  await pick('Make', 'Shelly Gen2+');
  expect(screen.getByText('Its address in your network')).toBeTruthy();
  expect(screen.getByText(/says what its outputs do/)).toBeTruthy();
  await userEvent.type(await field(/^Address/), '10.1.0.8');
  await userEvent.type(await field(/^Channel/), '1');
  await userEvent.type(await field(/^Warning signal at/), '0');
  await click('Save');
  expect(await screen.findByText('Hardware added')).toBeTruthy();
  expect(sent('POST')[0]?.body).toMatchObject({
    ...{ name: 'Track siren', modelId: 'OWS', organizationLocationId: 'o1', driver: 'shelly' },
    ...{ ipAddress: '10.1.0.8', options: { channel: '1' } },
    wiring: { warningSound: '0', allClearSound: null, light: null },
  });
  expect(sent('POST')[0]?.body).not.toHaveProperty('password');
});

it('never shows the password; an empty one keeps it, and only what differs is sent', async () => {
  api.answers['PATCH Hardware'] = { data: { ...exampleUnit(), message: 'Hardware changed' } };
  render(api.wrap(<ConnectionDialog unit={exampleUnit()} onClose={() => undefined} />));
  const password = await screen.findByLabelText<HTMLInputElement>('Password');
  expect(password.value).toBe('');
  expect(password.type).toBe('password');
  expect(screen.getByText('One is stored. Leave empty to keep it.')).toBeTruthy();
  await userEvent.clear(await field(/^Name/));
  await userEvent.type(await field(/^Name/), 'North siren');
  await click('Save Changes');
  expect(await screen.findByText('Hardware changed')).toBeTruthy();
  expect(sent('PATCH')[0]?.body).toEqual({ id: 'u1', revision: 7, name: 'North siren' });
});

it('checks the connection with what was entered, and the stored password', async () => {
  api.answers['POST Hardware/CheckConnection'] = {
    data: { answered: false, isSimulator: false, message: 'Wrong password' },
  };
  render(api.wrap(<ConnectionDialog unit={exampleUnit()} onClose={() => undefined} />));
  await click('Check Connection');
  expect(await screen.findByText(/Wrong password/)).toBeTruthy();
  expect(sent('POST', 'Hardware/CheckConnection')[0]?.body).toMatchObject({
    id: 'u1',
    ipAddress: '10.1.0.5',
  });
});

it('an address outside the allowed networks is refused at its field', async () => {
  api.answers['PATCH Hardware'] = {
    status: 400,
    responseException: { code: 'bad-input', message: 'Invalid', errors: { IpAddress: ['Not allowed here'] } },
  };
  render(api.wrap(<ConnectionDialog unit={exampleUnit()} onClose={() => undefined} />));
  const address = await field(/^Address/);
  await userEvent.clear(address);
  await userEvent.type(address, '169.254.169.254');
  await click('Save Changes');
  expect(await screen.findByRole('link', { name: 'Not allowed here' })).toBeTruthy();
  expect(address.getAttribute('aria-invalid')).toBe('true');
});

it('deleting says that the light goes dark without an all clear', async () => {
  api.answers['DELETE Hardware/u1'] = { data: { id: 'u1', message: 'Hardware removed' } };
  const unit = exampleUnit({ signal: 'warning' });
  render(api.wrap(<ConnectionDialog unit={unit} onClose={() => undefined} />));
  await click('Delete Hardware');
  const question = within(await screen.findByRole('dialog', { name: 'Remove Field siren' }));
  expect(question.getByText(/It signals now: .* goes dark without an all clear/)).toBeTruthy();
  await userEvent.click(question.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Hardware removed')).toBeTruthy();
});
