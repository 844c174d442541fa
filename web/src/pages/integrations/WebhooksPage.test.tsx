import type { Webhook, WebhookDelivery } from '@allclear/contract';
import { notifications } from '@mantine/notifications';
import { cleanup, configure, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import WebhooksPage from './WebhooksPage.tsx';

const siren: Webhook = {
  ...{ id: 'w1', customerId: 'bay', versionNumber: '1.0', readonly: true, name: 'Siren', description: '' },
  ...{ url: 'https://siren.example/hook', kinds: ['warning.started'], organizationLocationIds: ['o1'] },
  ...{ enabled: true, offBecause: null, failingSinceUtc: null, acceptedUtc: '2026-06-06T12:00:00Z' },
  ...{ previousSecretEndsUtc: null, createdUtc: '2026-06-01T12:00:00Z', revision: 3 },
};
const off: Webhook = {
  ...siren,
  ...{ id: 'w2', name: '', url: 'https://board.example/x', enabled: false, offBecause: 'failing' },
  ...{ kinds: null, organizationLocationIds: null },
};
const failed: WebhookDelivery = {
  ...{ id: 'd1', eventId: 'e1', kind: 'warning.started', atUtc: '2026-06-06T12:00:00Z', state: 'failed' },
  ...{ createdUtc: '2026-06-06T12:00:00Z', detail: 'siren.example answered 400.' },
  attempts: [
    {
      ...{
        number: 1,
        startedUtc: '2026-06-06T12:00:00Z',
        endedUtc: '2026-06-06T12:00:01Z',
        outcome: 'failed',
      },
      ...{ detail: 'siren.example answered 400.', status: 400, durationMs: 12 },
      ...{ request: 'webhook-id: e1\n\n{"id":"e1"}', answer: 'content-type: text/plain\n\nno such siren' },
    },
  ],
};
let api: StandInApi;

// Allows for a busy machine.
beforeAll(() => configure({ asyncUtilTimeout: 15_000 }));
beforeEach(async () => {
  api = await openStandInApi({
    'GET Webhook': { data: [siren, off] },
    'GET Webhook/Log/w1': { data: [failed] },
    'GET organizationLocation': { data: [{ id: 'o1', name: 'Track' }] },
  });
});
afterEach(async () => {
  cleanup();
  notifications.clean();
  await api.close();
});
const show = () => render(api.wrap(<WebhooksPage />));
const card = async (name: string) =>
  within(await screen.findByRole('list', { name: 'Webhooks' }))
    .getByText(name)
    .closest<HTMLElement>('li')!;
const sent = (method: string) => api.requests.filter((request) => request.method === method);
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

it('tells of each webhook what it is sent, and whether that arrives', async () => {
  show();
  const on = await card('Siren');
  expect(on.textContent).toContain('Warning started · 1 place');
  expect(on.textContent).toContain('Last event Jun 6');
  const other = await card('board.example');
  expect(other.textContent).toContain('All kinds of events · all places');
  expect(other.textContent).toContain('no event reached it for three days');
  expect(within(other).getByRole('button', { name: 'Switch on board.example' })).toBeTruthy();
});

it('adds a webhook and shows its secret once; a refused address is at its field', async () => {
  api.answers['POST Webhook'] = {
    status: 400,
    responseException: { code: 'bad-input', message: 'It is private', errors: { Url: ['It is private'] } },
  };
  show();
  await click('New Webhook');
  const dialog = await screen.findByRole('dialog', { name: 'Add Webhook' });
  const address = within(dialog).getByRole('textbox', { name: /^Address/ });
  await userEvent.type(address, 'http://10.0.0.1/');
  await click('Save');
  await screen.findByText('The webhook was not saved');
  expect(address.getAttribute('aria-invalid')).toBe('true');
  api.answers['POST Webhook'] = { data: { ...siren, secret: 'whsec_new', message: 'added' } };
  await userEvent.clear(address);
  await userEvent.type(address, 'https://siren.example/hook');
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'Events' }));
  await userEvent.click(await screen.findByRole('option', { name: 'All clear', hidden: true }));
  await click('Save');
  expect(await screen.findByDisplayValue('whsec_new')).toBeTruthy();
  expect(sent('POST').at(-1)?.body).toEqual({
    ...{ name: '', description: '', url: 'https://siren.example/hook' },
    ...{ kinds: ['warning.all-clear'], organizationLocationIds: null },
  });
  await click('Done');
  expect(screen.queryByDisplayValue('whsec_new')).toBeNull();
});

it('the log has request and answer of each attempt; events are sent again', async () => {
  api.answers['POST Webhook/Resend/d1'] = { data: { id: 'd1', message: 'The event is sent again' } };
  api.answers['POST Webhook/Replay'] = { data: { id: 'w1', events: 7, message: '7 events are sent again' } };
  show();
  await click('Log of Siren');
  const log = await screen.findByRole('region', { name: 'Log' });
  await within(log).findByText('Warning started');
  expect(log.textContent).toContain('Failed · 1 attempt · siren.example answered 400.');
  expect(log.textContent).toContain('{"id":"e1"}');
  expect(log.textContent).toContain('Answer 400 (12 ms)');
  expect(log.textContent).toContain('no such siren');
  await click('Send again: Warning started');
  expect(await screen.findByText('The event is sent again')).toBeTruthy();
  await userEvent.selectOptions(within(log).getByRole('combobox'), '24');
  await click('Replay');
  expect(await screen.findByText('7 events are sent again')).toBeTruthy();
  const span = sent('POST').at(-1)?.body;
  expect(span).toMatchObject({ id: 'w1' });
  const [from, to] = ['fromUtc', 'toUtc'].map((name) => Date.parse(Object(span)[name]));
  expect(Number(to) - Number(from)).toBe(24 * 3_600_000);
});

it('tests, switches, renews the secret and deletes', async () => {
  Object.assign(api.answers, {
    'POST Webhook/Test/w1': { data: { id: 'w1', message: 'A test is on its way' } },
    'PATCH Webhook': { data: { ...off, message: 'Webhook changed' } },
    'POST Webhook/Secret/w1': { data: { ...siren, secret: 'whsec_next', message: 'renewed' } },
    'DELETE Webhook/w1': { data: { id: 'w1', message: 'Webhook deleted' } },
  });
  show();
  await click('Test Siren');
  expect(await screen.findByText('A test is on its way')).toBeTruthy();
  expect(await screen.findByRole('region', { name: 'Log' })).toBeTruthy();
  await click('Switch on board.example');
  expect(await screen.findByText('Webhook changed')).toBeTruthy();
  expect(sent('PATCH').at(-1)?.body).toEqual({ id: 'w2', enabled: true });
  await click('New secret of Siren');
  const renew = await screen.findByRole('dialog', { name: 'Renew the secret of Siren' });
  await userEvent.click(within(renew).getByRole('button', { name: 'Renew the secret of' }));
  expect(await screen.findByDisplayValue('whsec_next')).toBeTruthy();
  await click('Delete Siren');
  const remove = await screen.findByRole('dialog', { name: 'Delete Siren' });
  await userEvent.click(within(remove).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Webhook deleted')).toBeTruthy();
});

it('says when there are none, and when they could not be read', async () => {
  api.answers['GET Webhook'] = { data: [] };
  const { unmount } = show();
  expect(await screen.findByText('There are no webhooks')).toBeTruthy();
  unmount();
  await api.close();
  api = await openStandInApi({
    'GET Webhook': { status: 503, responseException: { code: 'unavailable', message: 'Not now.' } },
  });
  show();
  expect(await screen.findByText('Problem retrieving webhooks')).toBeTruthy();
});
