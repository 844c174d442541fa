import type { PlaceDuties } from '@allclear/contract';
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../../api/stand-in-api.tsx';
import DutiesDialog from './DutiesDialog.tsx';
import { DutyFaults } from './DutyFaults.tsx';
import { OnDutyLine } from './OnDutyLine.tsx';

const standIn = { userId: 'bo', weekdays: [1], startsAt: '16:00', endsAt: '18:00' };
const duties: PlaceDuties = {
  ...{ organizationLocationId: 'north', organizationLocationName: 'North Field' },
  ...{ timeZone: 'America/Chicago', revision: 4 },
  onDuty: [
    { kind: 'watcher', name: 'Ana Silva', fault: 'Has no channel by which messages arrive' },
    { kind: 'decision-maker', name: null, fault: 'Nobody who is active has this duty now' },
  ],
  watcher: { userId: 'ana', standIns: [standIn] },
  decisionMaker: { userId: null, standIns: [] },
};
let api: StandInApi;
beforeAll(() => configure({ asyncUtilTimeout: 15_000 }));
beforeEach(async () => {
  api = await openStandInApi({
    'GET Duty/north': { data: duties },
    'PUT Duty/north': { data: { ...duties, revision: 5 } },
    'GET user/customer': {
      data: [
        { id: 'ana', fullName: 'Ana Silva' },
        { id: 'bo', fullName: 'Bo Berg' },
      ],
    },
  });
});
afterEach(async () => {
  cleanup();
  await api.close();
});

it('says who is on duty and what is wrong, and saves the duties by their revision', async () => {
  let closed = 0;
  render(
    api.wrap(<DutiesDialog organizationLocationId="north" label="North Field" onClose={() => closed++} />),
  );
  const now = await screen.findByRole('list', { name: 'On duty now' });
  expect(now.textContent).toMatch(/Watcher now: Ana Silva Has no channel.*Decision maker now: nobody Nobody/);
  await userEvent.click(screen.getByRole('button', { name: 'Remove Watcher: stand-in 1' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add a stand-in for the decision maker' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(closed).toBe(1));
  expect(api.requests.find(({ method }) => method === 'PUT')?.body).toEqual({
    watcher: { userId: 'ana', standIns: [] },
    decisionMaker: {
      userId: null,
      standIns: [{ userId: 'ana', weekdays: [1, 2, 3, 4, 5], startsAt: '16:00', endsAt: '18:00' }],
    },
    revision: 4,
  });
});

it('faults are listed for admins, and while they are not known that is said', async () => {
  api.answers['GET Duty'] = {
    data: [
      {
        ...{ organizationLocationId: 'north', organizationLocationName: 'North Field', kind: 'watcher' },
        ...{ name: 'Ana Silva', fault: 'Has silenced this place' },
      },
    ],
  };
  const { unmount } = render(api.wrap(<DutyFaults />));
  expect((await screen.findByRole('alert')).textContent).toContain(
    'North Field, watcher Ana Silva: Has silenced this place.',
  );
  unmount();
  await api.close();
  api = await openStandInApi();
  render(api.wrap(<DutyFaults />));
  expect(await screen.findByText('It is not known whether everybody on duty can be reached.')).toBeTruthy();
});

it('the page of a place says who is on duty, and nothing where nobody has a duty', async () => {
  render(api.wrap(<OnDutyLine organizationLocationId="north" />));
  const line = await screen.findByRole('list', { name: 'On duty now' });
  expect(line.textContent).toMatch(/^Watcher: Ana Silva \(Has no channel.*Decision maker: nobody/);
  cleanup();
  api.answers['GET Duty/north'] = { data: { ...duties, onDuty: [] } };
  const before = api.requests.length;
  const { container } = render(api.wrap(<OnDutyLine organizationLocationId="north" />));
  await waitFor(() => expect(api.requests.length).toBeGreaterThan(before));
  await waitFor(() => expect(container.querySelector('ul')).toBeNull());
});
