import type { Shelter } from '@allclear/contract';
import { notifications } from '@mantine/notifications';
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect } from 'react';
import { Route, Routes, useNavigate } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import SheltersPage from './SheltersPage.tsx';

const gym: Shelter = {
  ...{ id: 'gym', organizationLocationId: 'north', name: 'Gym', capacity: null, minutesToReach: 3 },
  ...{ directions: 'Behind the stand.', isOpen: false, openSetBy: 'Person 1' },
  ...{ openSetUtc: '2026-06-06T20:00:00Z', position: 0, code: 'K7QM4XPA', revision: 4 },
};
const admin = ['shelters:write', 'rollcall:write'];
let api: StandInApi;
beforeAll(() => configure({ asyncUtilTimeout: 15_000 }));
beforeEach(async () => {
  api = await openStandInApi({
    'GET location': { data: [] },
    'GET OrganizationLocation': { data: [] },
    'GET RollCall/Place/north': { data: null },
    'GET RollCall/Shelters/north': { data: [gym] },
    'GET RollCall/Groups/north': { data: [] },
  });
});
afterEach(async () => {
  cleanup();
  notifications.clean();
  await api.close();
});

function AtPlace({ permissions }: { permissions: readonly string[] }) {
  const navigate = useNavigate();
  useEffect(() => void navigate('/shelters/north'), [navigate]);
  return (
    <Routes>
      <Route path="/shelters/:placeId" element={<SheltersPage permissions={permissions} />} />
      <Route path="*" element={null} />
    </Routes>
  );
}
const show = (permissions: readonly string[] = admin) =>
  render(api.wrap(<AtPlace permissions={permissions} />));
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const sent = () => api.requests.filter(({ method }) => method !== 'GET');

it('people who change nothing read where to go, without a code', async () => {
  api.answers['GET RollCall/Shelters/north'] = { data: [{ ...gym, code: null }] };
  show([]);
  expect(await screen.findByText('Behind the stand.')).toBeTruthy();
  expect(screen.getByText('Closed now')).toBeTruthy();
  expect(screen.getByText(/Capacity not known · 3 min on foot/)).toBeTruthy();
  expect(screen.queryByRole('switch')).toBeNull();
  expect(screen.queryByRole('button', { name: /Add|Edit|Replace/ })).toBeNull();
});

it('a warden opens a shelter by its revision; who was second reads why it was not changed', async () => {
  api.answers['PUT RollCall/Shelter/gym/Open'] = {
    ...{ status: 409 },
    responseException: { code: 'conflict', message: 'Somebody else changed this shelter.' },
  };
  show(['rollcall:write']);
  await userEvent.click(await screen.findByRole('switch', { name: 'Gym is open now' }));
  expect(await screen.findByText('Somebody else changed this shelter.')).toBeTruthy();
  expect(sent()[0]?.body).toEqual({ isOpen: true, revision: 4 });
});

it('an empty capacity is one that is not known, and what is wrong stands at its field', async () => {
  api.answers['POST RollCall/Shelters/north'] = { data: gym };
  show();
  await press('Add Shelter');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), ' Bus ');
  await press('Save');
  expect(sent()).toEqual([]);
  expect(screen.getAllByText(/Minutes to reach must be a whole number/).length).toBeGreaterThan(0);
  await userEvent.type(screen.getByRole('textbox', { name: 'Minutes to reach' }), '2');
  await press('Save');
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toEqual({
    ...{ name: 'Bus', capacity: null, minutesToReach: 2, directions: '', position: 0 },
  });
});

it('a shelter is edited by the revision that was shown, and removed after a question', async () => {
  api.answers['PUT RollCall/Shelter/gym'] = { data: { ...gym, revision: 5 } };
  api.answers['DELETE RollCall/Shelter/gym'] = { data: { id: 'gym' } };
  show();
  await press('Edit Gym');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Capacity' }), '200');
  await press('Save Changes');
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toMatchObject({ name: 'Gym', capacity: 200, revision: 4 });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Edit Gym');
  await press(/^(Remove|Delete)/);
  expect(await screen.findByText(/its printed code opens nothing from then on/)).toBeTruthy();
  expect(sent()).toHaveLength(1);
  await press('Remove');
  await waitFor(() => expect(sent().at(-1)).toMatchObject({ method: 'DELETE', body: { revision: 4 } }));
});

it('a code is replaced after a question', async () => {
  api.answers['POST RollCall/Shelter/gym/Code'] = { data: { ...gym, code: 'ACDEFGHJ', revision: 5 } };
  show();
  expect(await screen.findByText('K7QM-4XPA')).toBeTruthy();
  await press('Replace code: Gym');
  expect(sent()).toEqual([]);
  await press('Replace');
  await waitFor(() => expect(sent()[0]?.body).toEqual({ revision: 4 }));
});

it('without groups it says what a roll-call then cannot say', async () => {
  show();
  expect(await screen.findByText(/a roll-call cannot say who is missing without them/)).toBeTruthy();
});

it('a list that cannot be loaded says that nothing is known', async () => {
  api.answers['GET RollCall/Shelters/north'] = {
    ...{ status: 503 },
    responseException: { code: 'unavailable', message: 'Not now.' },
  };
  show([]);
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Which shelters are open is not known here',
  );
});
