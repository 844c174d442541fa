import { notifications } from '@mantine/notifications';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Answer, openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import { readQueuedEntries } from '../../session/queued-entries.ts';
import { entryOutbox } from './entry-outbox.ts';
import { exampleRollCall } from './example.ts';
import RollCallBar from './RollCallBar.tsx';

let api: StandInApi;
let left: string[] = [];
const path = 'POST RollCall/rc1/Count';
const failing: Answer = { status: 503, responseException: { code: 'unavailable', message: 'Not now.' } };
beforeEach(async () => {
  localStorage.clear();
  left = [];
  api = await openStandInApi({ [path]: { data: exampleRollCall() } });
});
afterEach(async () => {
  cleanup();
  notifications.clean();
  act(() => entryOutbox.drop());
  await api.close();
});

const bar = (part: { userId?: string; isOwnDevice?: boolean; isLeaving?: boolean } = {}) =>
  api.wrap(
    <RollCallBar
      userId={part.userId ?? 'ann'}
      isOwnDevice={part.isOwnDevice ?? true}
      isLeaving={part.isLeaving ?? false}
      onLeave={() => left.push('left')}
      onStay={() => left.push('stayed')}
    />,
  );
function count(people: number): boolean {
  let isTaken = false;
  act(() => {
    isTaken = entryOutbox.press({
      ...{ rollCallId: 'rc1', label: `Team A at Gym: ${people}` },
      content: { kind: 'count', groupId: 'a', shelterId: 'gym', people },
    });
  });
  return isTaken;
}
interface SentBody {
  key: string;
  people: number;
  pressedAtMs: number;
  sentAtMs: number;
}
const sent = () => api.requests.flatMap(({ method, body }) => (method === 'POST' ? [body as SentBody] : []));
const queued = () => readQueuedEntries(localStorage, 'ann');
const comeBack = () => act(() => void window.dispatchEvent(new Event('online')));

it('a count is sent at once with the clock of the phone, and leaves nothing behind', async () => {
  render(bar());
  expect(count(20)).toBe(true);
  await waitFor(() => expect(entryOutbox.items()).toEqual([]));
  expect(sent()).toHaveLength(1);
  expect(sent()[0]).toMatchObject({ groupId: 'a', shelterId: 'gym', people: 20, offsetAtPressMs: null });
  expect(sent()[0]).not.toHaveProperty('label');
  expect(queued()).toEqual([]);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('without an answer it says that it is not sent, and is sent later with the same key and the time of the press', async () => {
  api.answers[path] = failing;
  render(bar());
  count(20);
  expect((await screen.findByRole('alert')).textContent).toMatch(/Not sent yet.*Team A at Gym: 20/);
  expect(queued()).toHaveLength(1);
  api.answers[path] = { data: exampleRollCall() };
  comeBack();
  expect(await screen.findByText(/marked as joined later: Team A at Gym: 20/)).toBeTruthy();
  const bodies = sent();
  expect(new Set(bodies.map(({ key }) => key)).size).toBe(1);
  expect(new Set(bodies.map(({ pressedAtMs }) => pressedAtMs)).size).toBe(1);
  expect(queued()).toEqual([]);
});

it('after a reload the entries of this person go on, in their order, and those of another person wait', async () => {
  api.answers[path] = failing;
  const { unmount } = render(bar());
  count(20);
  count(21);
  await waitFor(() => expect(queued()).toHaveLength(2));
  // Both were refused: none is on its way any more.
  await waitFor(() => expect(sent().map(({ people }) => people)).toContain(21));
  unmount();
  const before = sent().length;
  api.answers[path] = { data: exampleRollCall() };
  const other = render(bar({ userId: 'bob' }));
  expect(screen.queryByRole('alert')).toBeNull();
  other.unmount();
  expect(sent().length).toBe(before);
  render(bar());
  await waitFor(() => expect(queued()).toEqual([]));
  expect(
    sent()
      .slice(-2)
      .map(({ people }) => people),
  ).toEqual([20, 21]);
});

it('what one person has not sent is never sent for somebody else who opens the page while it is tried', async () => {
  api.answers[path] = failing;
  const first = render(bar());
  count(20);
  count(21);
  await waitFor(() => expect(new Set(sent().map(({ people }) => people))).toEqual(new Set([20, 21])));
  const held: (() => void)[] = [];
  api.answers[path] = () => new Promise<Answer>((resolve) => held.push(() => resolve(failing)));
  await waitFor(() => {
    comeBack();
    expect(held.length).toBeGreaterThan(0);
  });
  first.unmount();
  const other = render(bar({ userId: 'bob' }));
  const before = sent().length;
  held[0]?.();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(sent()).toHaveLength(before);
  expect(queued()).toHaveLength(2);
  other.unmount();
});

it('a refusal is said until it is closed, and does not hold up the next entry', async () => {
  api.answers[path] = (body) =>
    (body as SentBody).people === 20
      ? { status: 409, responseException: { code: 'conflict', message: 'This roll-call has ended.' } }
      : { data: exampleRollCall() };
  render(bar());
  count(20);
  count(21);
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Not counted: Team A at Gym: 20. This roll-call has ended.',
  );
  await waitFor(() => expect(sent().map(({ people }) => people)).toContain(21));
  await waitFor(() => expect(queued()).toEqual([]));
  await userEvent.click(screen.getByRole('button', { name: /^Close: / }));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('a device that is not the person’s keeps nothing', async () => {
  api.answers[path] = failing;
  render(bar({ isOwnDevice: false }));
  count(20);
  await screen.findByRole('alert');
  expect(localStorage.length).toBe(0);
});

it('a sign-out asks, and drops what is not sent only then', async () => {
  api.answers[path] = failing;
  const { rerender } = render(bar());
  count(20);
  await screen.findByRole('alert');
  rerender(bar({ isLeaving: true }));
  expect(await screen.findByText(/has not been sent\. It is dropped/)).toBeTruthy();
  expect(queued()).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Sign out and drop' }));
  expect(left).toEqual(['left']);
  expect(queued()).toEqual([]);
});

it('no name of a person is kept on the device', async () => {
  api.answers['POST RollCall/rc1/Tick'] = failing;
  render(bar());
  act(
    () =>
      void entryOutbox.press({
        ...{ rollCallId: 'rc1', label: 'Team A: one person at Gym' },
        content: { kind: 'tick', groupId: 'a', memberId: 'm1', shelterId: 'gym' },
      }),
  );
  await screen.findByRole('alert');
  expect(queued()[0]?.content).toEqual({ kind: 'tick', groupId: 'a', memberId: 'm1', shelterId: 'gym' });
});
