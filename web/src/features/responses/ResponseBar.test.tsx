import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Answer, openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import { queuedResponses } from '../../session/queued-responses.ts';
import { exampleRequest } from './example.ts';
import ResponseBar from './ResponseBar.tsx';

let api: StandInApi;
/** Another person in each test: what a page has of one stays. */
let user = '';
let people = 0;
beforeEach(async () => {
  people += 1;
  user = `person-${people}`;
  localStorage.clear();
  api = await openStandInApi({ 'GET Response/Open': { data: [exampleRequest()] } });
});
afterEach(async () => {
  cleanup();
  await api.close();
});

const answered = (kind: 'read' | 'inside' | 'help', place = ''): Answer => ({
  data: exampleRequest({ response: { kind, place, atUtc: '2026-06-06T20:00:00.000Z', way: 'app' } }),
});
const show = (isLeaving = false, onLeave = () => {}) =>
  render(
    api.wrap(<ResponseBar userId={user} isLeaving={isLeaving} onLeave={onLeave} onStay={() => undefined} />),
  );
const queued = () => queuedResponses.read(localStorage, user);
const away = { status: 503, responseException: { code: 'unavailable', message: 'Not now.' } };
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

it('a press that was not sent is kept, says how old it is, and counts once by its key', async () => {
  api.answers['POST Response/r1'] = away;
  show();
  await press('I need help');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Not sent yet: the server does not answer.');
  expect(alert.textContent).toContain('I need help, pressed less than a minute ago (Go inside)');
  expect(alert.textContent).toContain('call the emergency number');
  expect(screen.queryByText(/You responded/)).toBeNull();
  await press('I need help');
  expect(queued()).toHaveLength(1);
  expect(Object.values(localStorage).join()).not.toMatch(/bearer|token/i);
  api.answers['POST Response/r1'] = answered('help');
  await press('Try now');
  await screen.findByText(/You responded: I need help/);
  const keys = (sent() as { key: string }[]).map(({ key }) => key);
  expect(keys.length).toBeGreaterThanOrEqual(2);
  expect(new Set(keys).size).toBe(1);
  expect(queued()).toEqual([]);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('what a reload found on the device is sent with its age, also where the message is not asked any more', async () => {
  const pressedAtMs = Date.now() - 13 * 60_000;
  const kept = { key: '2f0a3c1e-6b57-4d0e-8a0f-5a2c9d7e1b33', requestId: 'r1', headline: 'Go inside' };
  const response = { ...kept, kind: 'help' as const, place: 'Gym', isChange: false, pressedAtMs };
  queuedResponses.add(localStorage, user, response);
  api.answers['GET Response/Open'] = { data: [] };
  api.answers['POST Response/r1'] = away;
  show();
  expect((await screen.findByRole('alert')).textContent).toContain('I need help, Gym, pressed 13 min ago');
  await expect.poll(() => sent().length).toBe(1);
  expect(sent()).toMatchObject([{ key: kept.key, kind: 'help', place: 'Gym' }]);
  expect((sent()[0] as { ageMs: number }).ageMs).toBeGreaterThanOrEqual(13 * 60_000);
  api.answers['POST Response/r1'] = {
    ...{ status: 409 },
    responseException: { code: 'conflict', message: 'This message does not ask for a response any more' },
  };
  await press('Try now');
  expect(await screen.findByText(/Your response did not count: This message does not ask/)).toBeTruthy();
  expect(queued()).toEqual([]);
});

it('a sign-out asks before it drops what is not sent', async () => {
  api.answers['POST Response/r1'] = away;
  let hasLeft = false;
  const { unmount } = show();
  await press('I have read it');
  await screen.findByRole('alert');
  unmount();
  show(true, () => {
    hasLeft = true;
  });
  await press('Sign out and drop');
  expect([hasLeft, queued()]).toEqual([true, []]);
});
