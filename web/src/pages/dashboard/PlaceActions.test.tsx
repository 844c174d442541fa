import type { Location } from '@allclear/contract';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import { clock } from '../../clock/clock.ts';
import { exampleClosure } from '../../features/closures/example.ts';
import { exampleReport } from '../../features/thunder/example.ts';
import ThunderBar from '../../features/thunder/ThunderBar.tsx';
import { thunderOutbox } from '../../features/thunder/thunder-outbox.ts';
import { PlaceActions } from './PlaceActions.tsx';

let api: StandInApi;
const nowIso = '2026-06-06T20:46:00Z';
const admin = ['thunder.report', 'closures:write', 'locations:read-others'];
beforeEach(async () => {
  localStorage.clear();
  clock.set(nowIso, 1);
  api = await openStandInApi({
    'GET Closure': { data: [] },
    'GET ThunderReport': { data: [exampleReport()] },
    'POST ThunderReport': { data: exampleReport() },
    'POST Closure': { data: exampleClosure() },
    'PUT Closure/c1': { data: exampleClosure({ revision: 2 }) },
    'POST Closure/c1/Open': { data: exampleClosure({ open: false }) },
  });
});
afterEach(async () => {
  cleanup();
  act(() => thunderOutbox.drop());
  await api.close();
});

async function show(permissions: readonly string[], organizationLocationId: string | null = 'north') {
  api.answers['GET user/current'] = { data: { id: 'ann', permissions } };
  const location = { id: 'l', label: 'North Field', timeZone: 'America/Chicago', organizationLocationId };
  const view = render(
    api.wrap(
      <>
        <PlaceActions location={location as Location} speed={1} isHeld />
        <ThunderBar userId="ann" isOwnDevice isLeaving={false} onLeave={() => {}} onStay={() => {}} />
      </>,
    ),
  );
  await waitFor(() => expect(api.requests.some(({ path }) => /user/i.test(path))).toBe(true));
  return view;
}
const press = (name: RegExp | string) =>
  screen.findByRole('button', { name }).then((found) => userEvent.click(found));
const bodiesOf = (path: string) =>
  api.requests.filter((one) => `${one.method} ${one.path}` === path).map(({ body }) => body);

it('a place of the person’s own has no thunder button: nobody else is told', async () => {
  const { container } = await show(admin, null);
  await waitFor(() => expect(container.querySelector('section')).toBeNull());
});

it('without the permissions there is nothing', async () => {
  const { container } = await show(['locations:read']);
  await waitFor(() => expect(container.querySelector('section')).toBeNull());
});

it('a person reports thunder of the place, and has no way to close it', async () => {
  await show(['thunder.report']);
  await press('I hear thunder');
  await press('Report thunder');
  expect(await screen.findByText(/stay inside/)).toBeTruthy();
  expect(bodiesOf('POST ThunderReport')).toMatchObject([{ organizationLocationId: 'north' }]);
  expect(screen.queryByRole('button', { name: /closed/ })).toBeNull();
});

it('the reports of the place open in a dialog', async () => {
  await show(admin);
  await press('Thunder reports');
  expect(await screen.findByRole('dialog', { name: 'Thunder reports: North Field' })).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Take back…' })).toBeTruthy();
});

it('an admin keeps the place closed, with a reason and an end', async () => {
  await show(admin);
  await press('Keep closed…');
  await press('Keep closed');
  expect((await screen.findAllByText(/Reason is required/)).length).toBeGreaterThan(0);
  await userEvent.type(screen.getByRole('textbox', { name: /^Reason/ }), 'Wet field');
  await userEvent.click(screen.getByRole('radio', { name: '2 hours' }));
  api.answers['GET Closure'] = { data: [exampleClosure()] };
  await press('Keep closed');
  expect(await screen.findByRole('button', { name: 'Open again…' })).toBeTruthy();
  const [body] = bodiesOf('POST Closure') as { reason: string; untilUtc: string }[];
  expect(body).toMatchObject({ organizationLocationId: 'north', reason: 'Wet field' });
  expect(Date.parse(body!.untilUtc) - Date.parse(nowIso)).toBeGreaterThanOrEqual(2 * 3_600_000);
  expect(Date.parse(body!.untilUtc) - Date.parse(nowIso)).toBeLessThan(2 * 3_600_000 + 60_000);
});

it('a place that somebody else closed meanwhile is not closed twice', async () => {
  api.answers['POST Closure'] = {
    ...{ status: 409 },
    responseException: {
      code: 'conflict',
      message: 'This place is closed already: change that closure instead',
    },
  };
  await show(admin);
  await press('Keep closed…');
  await userEvent.type(await screen.findByRole('textbox', { name: /^Reason/ }), 'Wet field');
  await press('Keep closed');
  expect(await screen.findByText(/is closed already/)).toBeTruthy();
});

it('an admin changes a closure; what somebody else changed is said, and kept', async () => {
  api.answers['GET Closure'] = { data: [exampleClosure()] };
  await show(admin);
  await press('Change…');
  const reason = await screen.findByRole('textbox', { name: /^Reason/ });
  expect((reason as HTMLInputElement).value).toBe('Wet field');
  expect((screen.getByRole('radio', { name: 'Until somebody opens it' }) as HTMLInputElement).checked).toBe(
    true,
  );
  const theirs = exampleClosure({ untilUtc: '2026-06-06T22:00:00.000Z', revision: 2 });
  api.answers['GET Closure'] = { data: [theirs] };
  api.answers['PUT Closure/c1'] = {
    ...{ status: 409 },
    responseException: { code: 'conflict', message: 'Somebody else changed it.' },
  };
  await userEvent.clear(reason);
  await userEvent.type(reason, 'Mud');
  await press('Save Changes');
  expect(await screen.findByText('This closure was changed meanwhile')).toBeTruthy();
  api.answers['PUT Closure/c1'] = { data: { ...theirs, reason: 'Mud', revision: 3 } };
  await press('Save Changes');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bodiesOf('PUT Closure/c1')).toEqual([
    { reason: 'Mud', untilUtc: null, revision: 1 },
    { reason: 'Mud', untilUtc: '2026-06-06T22:00:00.000Z', revision: 2 },
  ]);
});

it('an admin opens the place again after a question that says what goes on', async () => {
  api.answers['GET Closure'] = { data: [exampleClosure({ revision: 4 })] };
  await show(admin);
  await press('Open again…');
  expect((await screen.findByRole('dialog')).textContent).toContain('What else holds the place goes on.');
  api.answers['GET Closure'] = { data: [] };
  await press('Open again');
  expect(await screen.findByRole('button', { name: 'Keep closed…' })).toBeTruthy();
  expect(bodiesOf('POST Closure/c1/Open')).toEqual([{ revision: 4 }]);
});

it('a closure that somebody else changed is not ended unseen', async () => {
  api.answers['GET Closure'] = { data: [exampleClosure()] };
  api.answers['POST Closure/c1/Open'] = {
    ...{ status: 409 },
    responseException: { code: 'conflict', message: 'Somebody else changed it.' },
  };
  await show(admin);
  await press('Open again…');
  await press('Open again');
  expect(await screen.findByText('The closure was not ended')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Open again…' })).toBeTruthy();
});
