import type { StoredMessage } from '@allclear/contract';
import { notifications } from '@mantine/notifications';
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import StoredMessagesPage from './StoredMessagesPage.tsx';

const message = (part: Partial<StoredMessage> = {}): StoredMessage => ({
  ...{ id: 'm1', title: 'Leave the pool', message: 'Please leave the pool now.', customerId: 'c' },
  ...{ clip: '', revision: 3 },
  ...part,
});
const refused = (sentence: string, errors?: Record<string, string[]>) => ({
  status: 400,
  responseException: { code: 'bad-input', message: sentence, ...(errors && { errors }) },
});
let api: StandInApi;

beforeAll(() => {
  // Allows for a busy machine.
  configure({ asyncUtilTimeout: 15_000 });
  // A field that grows listens to fonts.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
});
beforeEach(async () => {
  api = await openStandInApi({ 'GET PA/StoredMessages': { data: [message()] } });
});
afterEach(async () => {
  cleanup();
  notifications.clean();
  await api.close();
});
const show = () => render(api.wrap(<StoredMessagesPage />));
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const sent = (method: string) => api.requests.filter((request) => request.method === method);
const type = (name: RegExp, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });

it('ten messages stand on a page', async () => {
  const many = Array.from({ length: 24 }, (_, i) => message({ id: `m${i}`, title: `Message ${i}` }));
  api.answers['GET PA/StoredMessages'] = { data: many };
  show();
  await screen.findByText('Message 0');
  expect(screen.getAllByRole('row')).toHaveLength(11);
  expect(screen.getByText('1–10 of 24')).toBeTruthy();
});

it('adds a message; the counter warns, and a message that is too long is not sent', async () => {
  api.answers['POST PA/StoredMessage'] = { data: { ...message(), responseMessage: 'added' } };
  show();
  await click('Add Message');
  await screen.findByRole('dialog', { name: 'Add Stored Message' });
  const counter = () => screen.getByText(/characters/, { selector: '[data-tone]' });
  expect(counter().textContent).toBe('350 characters left');
  type(/^Title/, 'Storm');
  type(/^Message/, 'x'.repeat(251));
  expect(counter().dataset.tone).toBe('warning');
  expect(counter().textContent).toBe('99 characters left');
  type(/^Message/, 'x'.repeat(331));
  expect(counter().dataset.tone).toBe('danger');
  type(/^Message/, 'x'.repeat(351));
  await click('Add');
  expect(await screen.findByRole('link', { name: 'At most 350 characters' })).toBeTruthy();
  expect(sent('POST')).toEqual([]);
  type(/^Message/, ' Go inside. ');
  await click('Add');
  expect(await screen.findByText('Successfully Added Stored Message')).toBeTruthy();
  expect(sent('POST')[0]?.body).toEqual({ title: 'Storm', message: 'Go inside.', clip: '' });
});

it('updates what differs, and shows the errors of the server at Title and Message', async () => {
  api.answers['PATCH PA/StoredMessage'] = refused('Invalid', {
    Title: ['It is taken'],
    Message: ['No HTML'],
  });
  show();
  await click('Update Leave the pool');
  await screen.findByRole('dialog', { name: 'Update Stored Message' });
  type(/^Title/, 'Pool');
  await click('Update');
  expect(await screen.findByText('Failed To Update Message')).toBeTruthy();
  expect(screen.getByRole('textbox', { name: /^Title/ }).getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('link', { name: 'No HTML' })).toBeTruthy();
  api.answers['PATCH PA/StoredMessage'] = { data: { ...message(), responseMessage: 'changed' } };
  await click('Update');
  expect(await screen.findByText('Successfully Updated Stored Message')).toBeTruthy();
  expect(sent('PATCH').at(-1)?.body).toEqual({ id: 'm1', revision: 3, title: 'Pool' });
});

it('says that somebody else changed the message meanwhile', async () => {
  api.answers['PATCH PA/StoredMessage'] = () => {
    api.answers['GET PA/StoredMessages'] = { data: [message({ title: 'Their title', revision: 4 })] };
    return { status: 409, responseException: { code: 'conflict', message: 'Somebody else changed it.' } };
  };
  show();
  await click('Update Leave the pool');
  type(/^Message/, 'Mine');
  await click('Update');
  expect(await screen.findByText('This message was changed meanwhile')).toBeTruthy();
  expect(screen.getByText(/^Title: Leave the pool →/)).toBeTruthy();
});

it('deletes after a question; a refusal is a toast', async () => {
  api.answers['DELETE PA/StoredMessage/m1'] = refused('Not now.');
  show();
  const remove = async () => {
    await click('Delete Leave the pool');
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Leave the pool' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  };
  await remove();
  expect(await screen.findByText('Failed To Delete Message')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  api.answers['DELETE PA/StoredMessage/m1'] = { data: { id: 'm1', message: 'deleted' } };
  await remove();
  expect(await screen.findByText('Successfully Deleted Stored Message')).toBeTruthy();
});
