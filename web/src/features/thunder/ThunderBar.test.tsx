import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Answer, openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import { readQueuedThunder } from '../../session/queued-thunder.ts';
import { exampleReport } from './example.ts';
import ThunderBar from './ThunderBar.tsx';
import { thunderOutbox } from './thunder-outbox.ts';

let api: StandInApi;
let left: string[] = [];
beforeEach(async () => {
  localStorage.clear();
  left = [];
  api = await openStandInApi({ 'POST ThunderReport': { data: exampleReport() } });
});
afterEach(async () => {
  cleanup();
  act(() => thunderOutbox.drop());
  await api.close();
});

const failing: Answer = { status: 503, responseException: { code: 'unavailable', message: 'Not now.' } };
function bar(part: { userId?: string; isLeaving?: boolean; isOwnDevice?: boolean } = {}) {
  return api.wrap(
    <ThunderBar
      userId={part.userId ?? 'ann'}
      isOwnDevice={part.isOwnDevice ?? true}
      isLeaving={part.isLeaving ?? false}
      onLeave={() => left.push('left')}
      onStay={() => left.push('stayed')}
    />,
  );
}
const press = (flashToBangSeconds: number | null = null) =>
  act(() =>
    thunderOutbox.press({
      ...{ organizationLocationId: 'north', placeName: 'North Field', timeZone: 'America/Chicago' },
      flashToBangSeconds,
    }),
  );
interface SentBody {
  key: string;
  pressedAtMs: number;
  sentAtMs: number;
  offsetAtPressMs: number | null;
}
const sent = () =>
  api.requests.flatMap(({ method, path, body }) =>
    method === 'POST' && path === 'ThunderReport' ? [body as SentBody] : [],
  );
const queued = () => readQueuedThunder(localStorage, 'ann');
const comeBack = () => act(() => void window.dispatchEvent(new Event('online')));

it('shows nothing while there is no report', () => {
  render(bar());
  expect(screen.queryByRole('region')).toBeNull();
});

it('sends a report at once, with the clock of the phone, and says what the server said', async () => {
  render(bar());
  press(10);
  expect(screen.getByText(/sending…/)).toBeTruthy();
  expect(await screen.findByText('Reported for North Field: stay inside.')).toBeTruthy();
  const [body] = sent();
  expect(body).toMatchObject({
    organizationLocationId: 'north',
    flashToBangSeconds: 10,
    offsetAtPressMs: null,
  });
  expect(body).not.toHaveProperty('placeName');
  expect(body!.key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Math.abs(body!.sentAtMs - Date.now())).toBeLessThan(10_000);
  expect(body!.pressedAtMs).toBeLessThanOrEqual(body!.sentAtMs);
  expect(queued()).toEqual([]);
});

it('is taken back by its person for as long as the server allows', async () => {
  api.answers['POST ThunderReport/r1/TakeBack'] = {
    data: exampleReport({
      ...{ state: 'taken-back', takeBackUntilWallUtc: null },
      message: 'The report was taken back. What else holds the place goes on.',
    }),
  };
  render(bar());
  press();
  await userEvent.click(await screen.findByRole('button', { name: /^Take back/ }));
  expect(await screen.findByText(/The report was taken back/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Take back/ })).toBeNull();
  expect(api.requests.at(-1)?.body).toEqual({ reason: '' });
  await userEvent.click(screen.getByRole('button', { name: 'Close the report of North Field' }));
  expect(screen.queryByRole('region')).toBeNull();
});

it('a report that was not taken back says so, and still counts', async () => {
  api.answers['POST ThunderReport/r1/TakeBack'] = {
    ...{ status: 403 },
    responseException: { code: 'forbidden', message: 'After a minute only an admin can take a report back' },
  };
  render(bar());
  press();
  await userEvent.click(await screen.findByRole('button', { name: /^Take back/ }));
  expect(await screen.findByText(/It was not taken back. After a minute/)).toBeTruthy();
  expect(screen.getByText(/stay inside/)).toBeTruthy();
});

it('without an answer it says so plainly, keeps the report, and sends it again with the same key', async () => {
  api.answers['POST ThunderReport'] = failing;
  render(bar());
  press();
  expect(
    await screen.findByText('Not sent yet: the server does not answer. Tell people yourself.'),
  ).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain('North Field');
  expect(queued()).toHaveLength(1);
  api.answers['POST ThunderReport'] = { data: exampleReport({ ageSeconds: 240 }) };
  await comeBack();
  expect(await screen.findByText(/Sent now: thunder of/)).toBeTruthy();
  const keys = sent().map(({ key }) => key);
  expect(keys.length).toBeGreaterThanOrEqual(2);
  expect(new Set(keys).size).toBe(1);
  const [first, last] = [sent()[0]!, sent().at(-1)!];
  expect(last.pressedAtMs).toBe(first.pressedAtMs);
  expect(last.sentAtMs).toBeGreaterThan(first.sentAtMs);
  expect(queued()).toEqual([]);
  expect(screen.queryByText(/Not sent yet/)).toBeNull();
});

it('without a network it says no network, and a press tries again', async () => {
  await api.close();
  render(bar());
  press();
  expect(await screen.findByText('Not sent yet: no network. Tell people yourself.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try now' }));
  expect(screen.getByText('Not sent yet: no network. Tell people yourself.')).toBeTruthy();
  expect(queued()).toHaveLength(1);
  api = await openStandInApi();
});

it('is sent after a reload, with the key of before', async () => {
  api.answers['POST ThunderReport'] = failing;
  render(bar());
  press();
  await screen.findByText(/Not sent yet/);
  const [{ key } = { key: '' }] = queued();
  cleanup();
  // Another person has none of them; the page itself has forgotten them.
  render(bar({ userId: 'ben' }));
  expect(screen.queryByRole('region')).toBeNull();
  cleanup();
  expect(queued()).toHaveLength(1);
  api.answers['POST ThunderReport'] = {
    data: exampleReport({ state: 'recorded', message: 'It is recorded.' }),
  };
  render(bar());
  expect(await screen.findByText(/It is recorded\./)).toBeTruthy();
  expect(sent().at(-1)?.key).toBe(key);
  expect(queued()).toEqual([]);
});

it('another frame of the page shows what was not seen yet', async () => {
  render(bar({ isOwnDevice: false }));
  press();
  await screen.findByText(/stay inside/);
  cleanup();
  render(bar({ isOwnDevice: false }));
  expect(screen.getByText(/stay inside/)).toBeTruthy();
});

it('a refusal is final and says that people must be told', async () => {
  api.answers['POST ThunderReport'] = {
    ...{ status: 404 },
    responseException: { code: 'not-found', message: 'The organization location no longer exists.' },
  };
  render(bar());
  press();
  expect(
    await screen.findByText('Thunder at North Field was not reported. Tell people yourself.'),
  ).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain('no longer exists');
  expect(queued()).toEqual([]);
});

it('too many presses wait for the server, and no report is lost', async () => {
  api.answers['POST ThunderReport'] = {
    ...{ status: 429 },
    responseException: { code: 'too-many-requests', message: 'Your report counts already.' },
  };
  render(bar());
  press();
  expect(await screen.findByText(/Not sent yet: Your report counts already./)).toBeTruthy();
  expect(queued()).toHaveLength(1);
});

it('keeps at most 20 that are not sent, the newest', async () => {
  api.answers['POST ThunderReport'] = failing;
  render(bar());
  for (let i = 0; i < 25; i++) press(i);
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('20 reports'));
  expect(queued().map(({ flashToBangSeconds }) => flashToBangSeconds)).toEqual(
    Array.from({ length: 20 }, (_, i) => i + 5),
  );
});

it('the browser of somebody else keeps nothing', async () => {
  api.answers['POST ThunderReport'] = failing;
  render(bar({ isOwnDevice: false }));
  press();
  await screen.findByText(/Not sent yet/);
  expect(localStorage.length).toBe(0);
});

it('a sign-out asks before it drops what is not sent', async () => {
  api.answers['POST ThunderReport'] = failing;
  const { rerender } = render(bar());
  press();
  await screen.findByText(/Not sent yet/);
  rerender(bar({ isLeaving: true }));
  await userEvent.click(await screen.findByRole('button', { name: 'Stay signed in' }));
  expect(left).toEqual(['stayed']);
  expect(queued()).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Sign out and drop' }));
  expect(left).toEqual(['stayed', 'left']);
  expect(queued()).toEqual([]);
});
