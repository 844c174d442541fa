import type { PracticeTimes } from '@allclear/contract';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../../api/stand-in-api.tsx';
import PracticeTimesDialog from './PracticeTimesDialog.tsx';

let api: StandInApi;
afterEach(async () => {
  cleanup();
  await api.close();
});

const football: PracticeTimes['times'][number] = {
  id: 'football',
  name: 'Football',
  weekdays: [1, 3],
  startsAt: '16:00',
  endsAt: '18:00',
  validFrom: null,
  validUntil: null,
  exceptions: ['2026-09-07'],
};
const stored = (times = [football], revision = 3): PracticeTimes => ({
  organizationLocationId: 'stadium',
  timeZone: 'America/Chicago',
  times,
  revision,
});

let closed = 0;
async function show(
  saved: StandInApi['answers'][string] = {
    data: { message: 'Practice times saved', practiceTimes: stored() },
  },
) {
  closed = 0;
  api = await openStandInApi({
    'GET PracticeTimes/stadium': { data: stored() },
    'POST PracticeTimes': saved,
  });
  render(
    api.wrap(
      <PracticeTimesDialog
        opened
        organizationLocationId="stadium"
        label="Stadium"
        onClose={() => {
          closed++;
        }}
      />,
    ),
  );
  await screen.findByDisplayValue('Football');
}
const sent = () => api.requests.find(({ method }) => method === 'POST')?.body;
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

it('changes, adds and removes practice times and days off, and saves them by their revision', async () => {
  await show();
  const first = screen.getByRole('group', { name: 'Football' });
  await userEvent.click(within(first).getByRole('checkbox', { name: 'Friday' }));
  await userEvent.click(
    within(first).getByRole('button', { name: 'Football takes place on Mon, Sep 7, 2026' }),
  );
  fireEvent.change(within(first).getByLabelText('Day off'), { target: { value: '2026-11-25' } });
  await userEvent.click(within(first).getByRole('button', { name: 'Add day off' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add a practice time' }));
  const second = screen.getByRole('group', { name: 'practice time 2' });
  await userEvent.type(within(second).getByLabelText(/^Name/), 'Band');
  fireEvent.change(within(second).getByLabelText('From'), { target: { value: '07:00' } });
  await save();
  await waitFor(() => expect(closed).toBe(1));
  expect(sent()).toEqual({
    organizationLocationId: 'stadium',
    revision: 3,
    times: [
      { ...football, weekdays: [1, 3, 5], exceptions: ['2026-11-25'] },
      {
        ...{ name: 'Band', weekdays: [1, 2, 3, 4, 5], startsAt: '07:00', endsAt: '18:00' },
        ...{ validFrom: null, validUntil: null, exceptions: [] },
      },
    ],
  });
});

it('checks before it sends, and shows the errors at their fields', async () => {
  await show();
  await userEvent.click(screen.getByRole('button', { name: 'Add a practice time' }));
  await save();
  expect(await screen.findByRole('link', { name: 'Name is required' })).toBeTruthy();
  expect(sent()).toBeUndefined();
  await userEvent.click(screen.getByRole('button', { name: 'Remove practice time 2' }));
  expect(screen.queryByText('Name is required')).toBeNull();
});

it('asks before changes are lost', async () => {
  await show();
  await userEvent.click(screen.getByRole('button', { name: 'Remove Football' }));
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  const question = await screen.findByRole('dialog', { name: 'Close without saving?' });
  expect(closed).toBe(0);
  await userEvent.click(within(question).getByRole('button', { name: 'Discard' }));
  expect(closed).toBe(1);
});

it('when somebody else saved meanwhile, says so and shows theirs on demand', async () => {
  await show({
    status: 409,
    responseException: {
      code: 'conflict',
      message: 'Somebody else changed these practice times meanwhile.',
      errors: { Times: ['Somebody else changed this meanwhile'] },
    },
  });
  api.answers['GET PracticeTimes/stadium'] = { data: stored([{ ...football, name: 'Soccer' }], 4) };
  await userEvent.click(screen.getByRole('checkbox', { name: 'Friday' }));
  await save();
  expect(await screen.findByText('Somebody else changed this meanwhile')).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'Show them as they are now' }));
  expect(await screen.findByDisplayValue('Soccer')).toBeTruthy();
  expect(screen.queryByText('Somebody else changed this meanwhile')).toBeNull();
  await save();
  await waitFor(() =>
    expect(api.requests.filter(({ method }) => method === 'POST').at(-1)?.body).toMatchObject({
      revision: 4,
    }),
  );
});
