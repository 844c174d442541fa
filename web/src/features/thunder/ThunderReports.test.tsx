import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import { clock } from '../../clock/clock.ts';
import { exampleReport } from './example.ts';
import ThunderReports from './ThunderReports.tsx';

let api: StandInApi;
beforeEach(async () => {
  clock.set('2026-06-06T20:46:00Z', 1);
  api = await openStandInApi();
});
afterEach(async () => {
  cleanup();
  await api.close();
});

function show(mayTakeBack = false) {
  render(
    api.wrap(
      <ThunderReports
        organizationLocationId="north"
        placeName="North Field"
        timeZone="UTC"
        speed={1}
        mayTakeBack={mayTakeBack}
        onClose={() => undefined}
      />,
    ),
  );
}

it('says who heard thunder here and when, how far away, and what became of it', async () => {
  api.answers['GET ThunderReport'] = {
    data: [
      exampleReport({ distanceMiles: 3, presses: 2, ageSeconds: 240, receivedUtc: '2026-06-06T20:44:00Z' }),
      exampleReport({ id: 'r2', reportedBy: null, state: 'recorded', ageSeconds: null }),
      exampleReport({
        ...{ id: 'r3', state: 'taken-back', takenBackBy: 'An Admin', takeBackReason: 'A truck' },
        takenBackUtc: '2026-06-06T20:42:00Z',
      }),
      exampleReport({ id: 'r4', organizationLocationId: 'elsewhere', reportedBy: 'Somebody else' }),
    ],
  };
  show();
  const items = await screen.findAllByRole('listitem');
  expect(items).toHaveLength(3);
  expect(items[0]!.textContent).toContain('Thunder heard 8:40 PM');
  for (const part of [
    'A Coach',
    'about 3 mi away',
    'pressed 2 times',
    'sent 4 min later, at 8:44 PM',
    'Counts',
  ])
    expect(items[0]!.textContent).toContain(part);
  expect(items[1]!.textContent).toContain('a person who was erased · distance not known');
  expect(items[1]!.textContent).toContain('Recorded only');
  expect(items[2]!.textContent).toContain('Taken back by An Admin at 8:42 PM: A truck');
  expect(screen.queryByRole('button', { name: 'Take back…' })).toBeNull();
});

it('an empty list does not say that there was no thunder', async () => {
  api.answers['GET ThunderReport'] = { data: [] };
  show();
  expect(screen.getByLabelText('Loading thunder reports')).toBeTruthy();
  expect(await screen.findByText(/That does not say that there was none/)).toBeTruthy();
});

it('a list that could not be loaded is not an empty one', async () => {
  show();
  expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded');
});

it('an admin takes a report back with a reason; errors are at the field', async () => {
  api.answers['GET ThunderReport'] = { data: [exampleReport()] };
  api.answers['POST ThunderReport/r1/TakeBack'] = {
    ...{ status: 400 },
    responseException: {
      ...{ code: 'bad-input', message: 'Please check.' },
      errors: { Reason: ['Reason is required: a minute has gone by'] },
    },
  };
  show(true);
  await userEvent.click(await screen.findByRole('button', { name: 'Take back…' }));
  const submit = () => userEvent.click(screen.getByRole('button', { name: 'Take back' }));
  await submit();
  expect((await screen.findAllByText('Reason is required')).length).toBeGreaterThan(0);
  await userEvent.type(screen.getByRole('textbox', { name: /^Reason/ }), 'It was a truck');
  await submit();
  expect((await screen.findAllByText(/a minute has gone by/)).length).toBeGreaterThan(0);
  api.answers['POST ThunderReport/r1/TakeBack'] = { data: exampleReport({ state: 'taken-back' }) };
  await submit();
  await waitFor(() => expect(screen.queryByRole('textbox', { name: /^Reason/ })).toBeNull());
  const bodies = api.requests.filter(({ path }) => path.endsWith('/TakeBack')).map(({ body }) => body);
  expect(bodies.at(-1)).toEqual({ reason: 'It was a truck' });
});
