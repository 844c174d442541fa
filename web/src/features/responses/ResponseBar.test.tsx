import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Answer, openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import { exampleRequest } from './example.ts';
import ResponseBar from './ResponseBar.tsx';

let api: StandInApi;
beforeEach(async () => {
  api = await openStandInApi({ 'GET Response/Open': { data: [exampleRequest()] } });
});
afterEach(async () => {
  cleanup();
  await api.close();
});

const answered = (kind: 'read' | 'inside' | 'help', place = ''): Answer => ({
  data: exampleRequest({ response: { kind, place, atUtc: '2026-06-06T20:00:00.000Z' } }),
});
const show = () => render(api.wrap(<ResponseBar />));
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const sent = () => api.requests.flatMap(({ method, body }) => (method === 'POST' ? [body] : []));
const calming = /\b(?:all )?clear\b|\bsafe\b|all good/i;

it('shows nothing while nothing is asked', async () => {
  api.answers['GET Response/Open'] = { data: [] };
  const { container } = show();
  await expect.poll(() => api.requests.length).toBe(1);
  expect(container.querySelector('section')).toBeNull();
});

it('has three presses, and a read response says that it was read and nothing more', async () => {
  api.answers['POST Response/r1'] = answered('read');
  show();
  for (const name of ['I have read it', 'We are inside', 'I need help'])
    expect(await screen.findByRole('button', { name })).toBeTruthy();
  await press('I have read it');
  expect(await screen.findByText('You responded: I have read it.')).toBeTruthy();
  expect(document.body.textContent).not.toMatch(calming);
  expect(sent()).toEqual([expect.objectContaining({ kind: 'read', place: '', isChange: false })]);
  await press('Close the response to: Go inside');
  expect(screen.queryByRole('region')).toBeNull();
});

it('inside needs the place, and takes the focus to it', async () => {
  api.answers['POST Response/r1'] = answered('inside', 'Gym');
  show();
  await press('We are inside');
  const place = screen.getByRole('textbox', { name: 'Where are you?' });
  expect(screen.getByText('Say where you are inside')).toBeTruthy();
  expect(document.activeElement).toBe(place);
  expect(sent()).toEqual([]);
  await userEvent.type(place, 'Gym');
  await press('We are inside');
  expect(await screen.findByText('You responded: We are inside at Gym.')).toBeTruthy();
  expect(document.body.textContent).not.toMatch(calming);
});

it('help is sent at once without a place, and a change of it says that it is one', async () => {
  api.answers['POST Response/r1'] = answered('help');
  show();
  await press('I need help');
  expect(await screen.findByText(/You responded: I need help\. The desk was notified\./)).toBeTruthy();
  await press('Change response');
  await press('I have read it');
  await expect.poll(() => sent().length).toBe(2);
  expect(sent()).toMatchObject([
    { kind: 'help', isChange: false },
    { kind: 'read', isChange: true },
  ]);
});

it('a press that was not sent says so, and the next one has the same key', async () => {
  api.answers['POST Response/r1'] = {
    ...{ status: 503 },
    responseException: { code: 'unavailable', message: 'Not now.' },
  };
  show();
  await press('I need help');
  expect((await screen.findByRole('alert')).textContent).toContain('Your response was not sent');
  expect(screen.queryByText(/You responded/)).toBeNull();
  api.answers['POST Response/r1'] = answered('help');
  await press('I need help');
  await screen.findByText(/You responded: I need help/);
  const keys = (sent() as { key: string }[]).map(({ key }) => key);
  expect(keys.length).toBeGreaterThanOrEqual(2);
  expect(new Set(keys).size).toBe(1);
});
