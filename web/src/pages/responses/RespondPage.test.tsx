import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import { exampleRequest } from '../../features/responses/example.ts';
import RespondPage from './RespondPage.tsx';

let api: StandInApi;
let authorization: (string | undefined)[] = [];
beforeEach(async () => {
  authorization = [];
  api = await openStandInApi();
  api.server.prependListener('request', ({ method, headers }) => {
    if (method !== 'OPTIONS') authorization.push(headers.authorization);
  });
});
afterEach(async () => {
  cleanup();
  window.history.replaceState(null, '', '/');
  await api.close();
});
const open = (address: string) => {
  window.history.replaceState(null, '', address);
  render(api.wrap(<RespondPage />));
};

it('without a token says that the address is not complete, and asks nothing', async () => {
  open('/respond');
  expect(await screen.findByText('This address is not complete')).toBeTruthy();
  expect(api.requests).toEqual([]);
});

it('opening the link only asks; a press responds, with the token in the header alone', async () => {
  api.answers['GET public/Response'] = { data: exampleRequest() };
  api.answers['POST public/Response'] = {
    data: exampleRequest({
      response: { kind: 'help', place: '', atUtc: '2026-06-06T20:00:00.000Z', way: 'link' },
    }),
  };
  open('/respond#acr_token');
  expect(await screen.findByRole('heading', { name: 'Go inside' })).toBeTruthy();
  expect(window.location.hash).toBe('');
  expect(api.requests.map(({ method }) => method)).toEqual(['GET']);
  await userEvent.click(screen.getByRole('button', { name: 'I need help' }));
  expect(await screen.findByText(/You responded: I need help/)).toBeTruthy();
  expect(authorization).toEqual(['Bearer acr_token', 'Bearer acr_token']);
});

it('a press without a network is kept by the page alone: no storage has it or the token', async () => {
  api.answers['GET public/Response'] = { data: exampleRequest() };
  api.answers['POST public/Response'] = {
    ...{ status: 503 },
    responseException: { code: 'unavailable', message: 'Not now.' },
  };
  open('/respond#acr_offline');
  await userEvent.click(await screen.findByRole('button', { name: 'I need help' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Not sent yet');
  expect([localStorage.length, sessionStorage.length, document.cookie]).toEqual([0, 0, '']);
  api.answers['POST public/Response'] = {
    data: exampleRequest({
      response: { kind: 'help', place: '', atUtc: '2026-06-06T20:00:00.000Z', way: 'link' },
    }),
  };
  await userEvent.click(screen.getByRole('button', { name: 'Try now' }));
  expect(await screen.findByText(/You responded: I need help/)).toBeTruthy();
});

it('a link that is over says so, and what to do', async () => {
  api.answers['GET public/Response'] = {
    ...{ status: 404 },
    responseException: { code: 'not-found', message: 'This link is over or not complete.' },
  };
  open('/respond#acr_old');
  expect(await screen.findByText('This link is over or not complete')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'I need help' })).toBeNull();
});

it('a server that is away is asked again by a press', async () => {
  api.answers['GET public/Response'] = {
    ...{ status: 503 },
    responseException: { code: 'unavailable', message: 'Not now.' },
  };
  open('/respond#acr_away');
  const again = await screen.findByRole('button', { name: 'Try again' });
  api.answers['GET public/Response'] = { data: exampleRequest() };
  await userEvent.click(again);
  expect(await screen.findByRole('heading', { name: 'Go inside' })).toBeTruthy();
});

it('a long text is folded, so that the presses are seen at once', async () => {
  const text = 'Lightning within 10 miles of the stadium. '.repeat(10);
  api.answers['GET public/Response'] = { data: exampleRequest({ text }) };
  open('/respond#acr_token');
  const summary = await screen.findByText('Read the message');
  const details = summary.closest('details');
  expect([details?.open, details?.textContent?.includes(text.trim())]).toEqual([false, true]);
  await userEvent.click(summary);
  expect(details?.open).toBe(true);
  expect(screen.getByRole('button', { name: 'I need help' })).toBeTruthy();
});
