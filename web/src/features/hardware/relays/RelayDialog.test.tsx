import type { RemoteRelay } from '@allclear/contract';
import { notifications } from '@mantine/notifications';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../../api/stand-in-api.tsx';
import { exampleUnit } from '../example.ts';
import { RelayDialog } from './RelayDialog.tsx';

const unit = exampleUnit({ hasRemoteRelays: true });
const relay = (part: Partial<RemoteRelay>): RemoteRelay => ({
  ...{ id: 'r1', hardwareId: 'u1', name: 'Pump', output: '1', toggled: null, ipAddress: unit.ipAddress },
  ...{ remoteRelayTrigger: null, onAtStart: true, onAtClear: false, shortestOnSeconds: null },
  ...{ longestOnSeconds: null, excludesRelayId: null, automationText: '', needsReason: false, revision: 2 },
  ...part,
});
const automatic = relay({
  ...{ id: 'r2', name: 'Lights', needsReason: true, automationText: 'On because of lightning.' },
  remoteRelayTrigger: { policyTypeId: 9, policyId: 'p1', policyName: 'Lightning' },
});
const states = (...list: [string, boolean | null][]) => ({
  data: list.map(([id, toggled]) => ({ id, toggled })),
});
let api: StandInApi;

beforeAll(() => {
  configure({ asyncUtilTimeout: 15_000 });
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
});
beforeEach(async () => {
  api = await openStandInApi({
    'GET Hardware/u1': { data: { ...unit, remoteRelays: [relay({}), automatic] } },
    'GET RemoteRelay/10.1.0.5': states(['Pump', false], ['Lights', true]),
    'GET policy': { data: [] },
  });
});
afterEach(async () => {
  cleanup();
  notifications.clean();
  await api.close();
});
const show = () => render(api.wrap(<RelayDialog unit={unit} mayWrite onClose={() => undefined} />));
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const inDialog = async (title: string) => within(await screen.findByRole('dialog', { name: title }));
const sent = (method: string) => api.requests.filter((request) => request.method === method);

it('says the state as the device has it, and whether automation is set', async () => {
  show();
  const list = await screen.findByRole('list', { name: 'Relays' });
  await waitFor(() => expect(list.textContent).toContain('Pump: Off'));
  expect(list.textContent).toContain('No Automation Set');
  expect(list.textContent).toContain('Lights: On');
  expect(list.textContent).toContain('Automation Active: Lightning');
});

it('switches after a confirmation and says what the device confirmed', async () => {
  api.answers['POST RemoteRelay/SetRelay/10.1.0.5'] = () => {
    api.answers['GET RemoteRelay/10.1.0.5'] = states(['Pump', true], ['Lights', true]);
    return { data: { id: 'Pump', toggled: true, isConfirmed: true, message: 'Pump is on' } };
  };
  show();
  await click('Switch on Pump');
  const question = await inDialog('Switch on Pump');
  expect(sent('POST')).toEqual([]);
  await userEvent.click(question.getByRole('button', { name: 'Switch on' }));
  expect(await screen.findByText('Pump is on')).toBeTruthy();
  expect(sent('POST')[0]?.body).toEqual({ id: 'Pump', toggled: true });
  expect(await screen.findByRole('button', { name: 'Switch off Pump' })).toBeTruthy();
});

it('asks for a reason while automation is at work', async () => {
  api.answers['POST RemoteRelay/SetRelay/10.1.0.5'] = {
    status: 409,
    responseException: { code: 'conflict', message: 'Somebody else has switched it.' },
  };
  show();
  await click('Switch off Lights');
  const question = await inDialog('Switch off Lights');
  const confirm = question.getByRole<HTMLButtonElement>('button', { name: 'Switch off' });
  expect(question.getByText(/holds until the warning ends/)).toBeTruthy();
  await userEvent.type(question.getByRole('textbox', { name: 'Reason' }), ' ');
  expect(confirm.disabled).toBe(true);
  await userEvent.type(question.getByRole('textbox', { name: 'Reason' }), 'Repair');
  await userEvent.click(confirm);
  expect(await screen.findByText('Failed to toggle relay, please try again.')).toBeTruthy();
  expect(screen.getByText('Somebody else has switched it.')).toBeTruthy();
  expect(sent('POST')[0]?.body).toEqual({ id: 'Lights', toggled: false, reason: 'Repair' });
});

it('what nobody expected is said so', async () => {
  api.answers['POST RemoteRelay/SetRelay/10.1.0.5'] = {
    status: 500,
    responseException: { code: 'internal', message: 'Something went wrong on the server.' },
  };
  show();
  await click('Switch on Pump');
  await userEvent.click((await inDialog('Switch on Pump')).getByRole('button', { name: 'Switch on' }));
  expect(await screen.findByText('An unexpected error occurred.')).toBeTruthy();
});

it('a device that does not answer leaves the state not known, and both ways open', async () => {
  api.answers['GET RemoteRelay/10.1.0.5'] = {
    status: 503,
    responseException: { code: 'unavailable', message: 'It does not answer.' },
  };
  show();
  const list = await screen.findByRole('list', { name: 'Relays' });
  expect(list.textContent).toContain('Pump: State not known');
  expect(screen.getByRole('button', { name: 'Switch on Pump' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Switch off Pump' })).toBeTruthy();
  expect(await screen.findByText(/It does not answer/)).toBeTruthy();
});

it('adds a relay with its automation, and removes one after its consequence was said', async () => {
  Object.assign(api.answers, {
    'POST RemoteRelay': { data: { ...relay({ id: 'r3' }), message: 'Relay added' } },
    'DELETE RemoteRelay/Relay/r1': { data: { id: 'r1', message: 'Relay removed' } },
  });
  show();
  await click('Add Relay');
  const add = await inDialog('Add Relay');
  await userEvent.click(add.getByRole('button', { name: 'Save' }));
  expect(await add.findByRole('link', { name: 'Enter a name' })).toBeTruthy();
  await userEvent.type(add.getByRole('textbox', { name: /^Name/ }), 'Gate');
  await userEvent.type(add.getByRole('textbox', { name: /^Output/ }), '4');
  await userEvent.click(add.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Relay added')).toBeTruthy();
  expect(sent('POST')[0]?.body).toMatchObject({
    hardwareId: 'u1',
    name: 'Gate',
    output: '4',
    policyId: null,
  });
  await click('Edit Pump');
  await click('Delete Relay');
  expect(await screen.findByText(/stays as it is switched now/)).toBeTruthy();
  await userEvent.click((await inDialog('Remove Pump')).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Relay removed')).toBeTruthy();
});
