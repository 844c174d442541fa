import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Answer, openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import { checkInOutbox } from '../../features/roll-call/entry-outbox.ts';
import { exampleCheckIn } from '../../features/roll-call/example.ts';
import CheckInPage from './CheckInPage.tsx';

let api: StandInApi;
let authorization: (string | undefined)[] = [];
const away: Answer = { status: 503, responseException: { code: 'unavailable', message: 'Not now.' } };
const own = { groupId: 'a', shelterId: 'gym', people: 3, atUtc: '2026-06-06T20:46:00.000Z' };
beforeEach(async () => {
  localStorage.clear();
  authorization = [];
  api = await openStandInApi({
    'GET public/CheckIn': { data: exampleCheckIn() },
    'POST public/CheckIn': { data: exampleCheckIn({ own }) },
  });
  api.server.prependListener('request', ({ method, headers }) => {
    if (method !== 'OPTIONS') authorization.push(headers.authorization);
  });
});
afterEach(async () => {
  cleanup();
  act(() => checkInOutbox.drop());
  window.history.replaceState(null, '', '/');
  await api.close();
});
const open = (address: string) => {
  window.history.replaceState(null, '', address);
  return render(api.wrap(<CheckInPage />));
};
interface SentBody {
  key: string;
  deviceKey: string;
  people: number;
  rollCallId: string | null;
  groupId: string | null;
}
const sent = () => api.requests.flatMap(({ method, body }) => (method === 'POST' ? [body as SentBody] : []));
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

it('a code is typed in any manner, and goes in a header alone', async () => {
  open('/check-in');
  await userEvent.type(screen.getByLabelText('Code of the shelter'), 'k7qm');
  await press('Go on');
  expect(screen.getByText(/This is no code of a shelter/)).toBeTruthy();
  expect(api.requests).toEqual([]);
  await userEvent.type(screen.getByLabelText('Code of the shelter'), '-4xpa');
  await press('Go on');
  expect(await screen.findByRole('heading', { name: 'North Field' })).toBeTruthy();
  expect(authorization).toEqual(['Bearer K7QM4XPA']);
  expect(api.requests.map(({ path }) => path)).toEqual(['public/CheckIn']);
});

it('opening it changes nothing; a press counts, says what was counted, and can be changed with the same device', async () => {
  open('/check-in#K7QM4XPA');
  await screen.findByRole('heading', { name: 'North Field' });
  expect(api.requests.map(({ method }) => method)).toEqual(['GET']);
  await userEvent.selectOptions(screen.getByLabelText('Group'), 'a');
  await press(/^One more/);
  await press(/^One more/);
  await press('Check in 3 people');
  expect(await screen.findByText('Counted: 3 people at Gym, Team A.')).toBeTruthy();
  expect(document.body.textContent).not.toMatch(/\b(?:all )?clear\b|\bsafe\b|all good/i);
  await press('Change it');
  await press('Check in 3 people');
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[0]).toMatchObject({ people: 3, groupId: 'a', rollCallId: 'rc1' });
  expect(new Set(sent().map(({ deviceKey }) => deviceKey)).size).toBe(1);
  expect(new Set(sent().map(({ key }) => key)).size).toBe(2);
});

it('without a network it takes the check-in, says that nobody knows of it, and sends it later once', async () => {
  api.answers['GET public/CheckIn'] = away;
  api.answers['POST public/CheckIn'] = away;
  open('/check-in#K7QM4XPA');
  expect(await screen.findByText(/whether a roll-call is open here is not known/)).toBeTruthy();
  await press('Check in 1 person');
  expect(await screen.findByText(/Not sent yet: .*1 person.*Until then nobody knows of it/)).toBeTruthy();
  expect(screen.queryByText(/Counted/)).toBeNull();
  cleanup();
  api.answers['GET public/CheckIn'] = { data: exampleCheckIn() };
  api.answers['POST public/CheckIn'] = {
    data: exampleCheckIn({ own: { ...own, groupId: null, people: 1 } }),
  };
  open('/check-in#K7QM4XPA');
  expect(await screen.findByText('Counted: 1 person at Gym, without a group.')).toBeTruthy();
  expect(new Set(sent().map(({ key }) => key)).size).toBe(1);
  expect(sent().at(-1)?.rollCallId).toBeNull();
});

it('says that no roll-call is open, and what the server says', async () => {
  api.answers['GET public/CheckIn'] = {
    ...{ status: 404 },
    responseException: { code: 'not-found', message: 'There is no roll-call at this place now.' },
  };
  open('/check-in#K7QM4XPA');
  expect(await screen.findByRole('heading', { name: 'This code opens no roll-call now' })).toBeTruthy();
  expect(screen.getByText('There is no roll-call at this place now.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Check in/ })).toBeNull();
});

it('a drill is marked in words', async () => {
  api.answers['GET public/CheckIn'] = { data: exampleCheckIn({ isDrill: true }) };
  open('/check-in#K7QM4XPA');
  expect(await screen.findByText('This is a drill.')).toBeTruthy();
});
