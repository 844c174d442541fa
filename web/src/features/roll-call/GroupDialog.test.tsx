import type { RollCall } from '@allclear/contract';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import type { EntryItem, EntryPress } from './entry-outbox.ts';
import { exampleGroup, exampleLive, exampleRollCall } from './example.ts';
import GroupDialog from './GroupDialog.tsx';

let api: StandInApi;
let pressed: EntryPress[] = [];
let unsent: EntryItem[] = [];
beforeEach(async () => {
  pressed = [];
  unsent = [];
  api = await openStandInApi();
});
afterEach(async () => {
  cleanup();
  await api.close();
});

const dialog = (group = exampleGroup({ present: null }), part: Partial<RollCall> = {}) => (
  <GroupDialog
    rollCall={exampleRollCall({ live: exampleLive([group]), ...part })}
    group={group}
    unsent={unsent}
    press={(entry) => {
      pressed.push(entry);
      return true;
    }}
    onClose={() => undefined}
  />
);
const show = (...given: Parameters<typeof dialog>) => render(api.wrap(dialog(...given)));
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

it('everybody expected is counted by one press, at the open shelter', async () => {
  show();
  expect(await screen.findByText('nobody counted, 24 expected')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Enter a number' }).hasAttribute('disabled')).toBe(true);
  await press('All 24 are at Gym');
  expect(pressed).toEqual([
    {
      ...{ rollCallId: 'rc1', label: 'Team A at Gym: 24' },
      content: { kind: 'count', groupId: 'a', shelterId: 'gym', people: 24 },
    },
  ]);
});

it('a count at another shelter takes only those who are not counted yet', async () => {
  show(exampleGroup({ present: 20 }));
  await userEvent.click(await screen.findByRole('radio', { name: /Bus/ }));
  await press('All 4 others are at Bus');
  expect(pressed.at(-1)?.content).toMatchObject({ shelterId: 'bus', people: 4 });
});

it('a count of nobody can be entered, and differs from no count', async () => {
  show(exampleGroup({ present: 20 }));
  await userEvent.clear(await screen.findByRole('textbox', { name: /How many of Team A are at Gym/ }));
  await userEvent.type(screen.getByRole('textbox', { name: /How many of Team A are at Gym/ }), '0');
  await press('Save 0 at Gym');
  expect(pressed.at(-1)?.content).toMatchObject({ shelterId: 'gym', people: 0 });
});

it('names are ticked and unticked, and a name is in no entry', async () => {
  const member = { id: 'm1', name: 'Person 1', shelterId: null, atUtc: null };
  const group = exampleGroup({ present: null, members: [{ ...member, isPresent: null }] });
  show(group, { hasNames: true });
  expect(await screen.findByText('Not ticked')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Enter a number' })).toBeNull();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Person 1' }));
  await press('Not present');
  expect(pressed.map(({ content }) => content)).toEqual([
    { kind: 'tick', groupId: 'a', memberId: 'm1', shelterId: 'gym' },
    { kind: 'tick', groupId: 'a', memberId: 'm1', shelterId: null },
  ]);
  expect(JSON.stringify(pressed)).not.toContain('Person 1');
});

it('a tick that is not sent yet shows what was pressed, and beside it what counts', async () => {
  const content = { kind: 'tick', groupId: 'a', memberId: 'm1', shelterId: 'gym' } as const;
  const times = { pressedAtMs: 1, offsetAtPressMs: null };
  unsent = [
    {
      kind: 'waiting',
      entry: { key: 'k', rollCallId: 'rc1', label: 'Team A: one person at Gym', ...times, content },
      problem: { kind: 'no-network', message: '' },
    },
  ];
  const member = { id: 'm1', name: 'Person 1', isPresent: null, shelterId: null, atUtc: null };
  show(exampleGroup({ present: null, members: [member] }), { hasNames: true });
  expect(await screen.findByText('Not sent yet. Counted: Not ticked')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Person 1' }).checked).toBe(true);
});

it('names are entered one on each line, where the organization turned them on', async () => {
  show();
  expect(screen.queryByRole('textbox', { name: /Add names/ })).toBeNull();
  cleanup();
  api.answers['POST RollCall/rc1/Group/a/Members'] = {
    ...{ status: 503 },
    responseException: { code: 'unavailable', message: 'Not now.' },
  };
  show(exampleGroup({ present: null, members: [] }), { hasNames: true });
  await userEvent.type(
    await screen.findByRole('textbox', { name: /Add names/ }),
    ' Person 1 {enter}{enter}Person 2',
  );
  await press('Add 2 names');
  await waitFor(() => expect(api.requests.length).toBe(1));
  expect(api.requests[0]?.body).toMatchObject({ members: [{ name: 'Person 1' }, { name: 'Person 2' }] });
  expect(localStorage.length).toBe(0);
  // After a failure nobody knows whether they were stored: the same press again names the same members.
  expect(await screen.findByText('Not added: Not now.')).toBeTruthy();
  api.answers['POST RollCall/rc1/Group/a/Members'] = { data: exampleRollCall() };
  await press('Add 2 names');
  await waitFor(() => expect(api.requests.length).toBe(2));
  expect(api.requests[1]?.body).toEqual(api.requests[0]?.body);
});

it('two wardens who correct at once: the second one is shown what the first one did', async () => {
  api.answers['PUT RollCall/rc1/Group/a'] = {
    ...{ status: 409 },
    responseException: { code: 'conflict', message: 'Somebody else changed this meanwhile.' },
  };
  const { rerender } = show();
  await press('Correct how many are expected (24)');
  await press('One more: Expected of Team A');
  await press('Save expected number');
  expect((await screen.findByRole('alert')).textContent).toContain('Somebody else changed this meanwhile.');
  expect(api.requests[0]?.body).toEqual({ expected: 25, revision: 1 });
  rerender(api.wrap(dialog(exampleGroup({ present: null, expected: 30, revision: 2 }))));
  await press('Show it as it is now');
  await press('Save expected number');
  await waitFor(() => expect(api.requests.at(-1)?.body).toEqual({ expected: 30, revision: 2 }));
});
