import type { CurrentUser, RollCall, Status } from '@allclear/contract';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect } from 'react';
import { Route, Routes, useNavigate } from 'react-router';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import { clock } from '../../clock/clock.ts';
import { entryOutbox } from '../../features/roll-call/entry-outbox.ts';
import { exampleGroup, exampleLive, exampleRollCall } from '../../features/roll-call/example.ts';
import RollCallBar from '../../features/roll-call/RollCallBar.tsx';
import RollCallPage from './RollCallPage.tsx';

let api: StandInApi;
beforeEach(async () => {
  localStorage.clear();
  clock.set('2026-06-06T20:46:00Z', 1);
  api = await openStandInApi({ 'GET location': { data: [] } });
});
afterEach(async () => {
  cleanup();
  entryOutbox.drop();
  await api.close();
});

const status = { speed: 1, weather: 'live', feeds: [] } as unknown as Status;
const user = { id: 'ann', permissions: [], impersonation: null } as unknown as CurrentUser;

function GoTo({ path }: { path: string }) {
  const navigate = useNavigate();
  useEffect(() => void navigate(path), [navigate, path]);
  return null;
}

function show(rollCall: RollCall) {
  api.answers['GET RollCall/rc1'] = { data: rollCall };
  return render(
    api.wrap(
      <>
        <GoTo path="/roll-call/rc1" />
        <RollCallBar userId="ann" isOwnDevice isLeaving={false} onLeave={() => {}} onStay={() => {}} />
        <Routes>
          <Route path="/roll-call/:id" element={<RollCallPage status={status} user={user} />} />
          <Route path="*" element={null} />
        </Routes>
      </>,
    ),
  );
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const calming = /\b(?:all )?clear\b|\bsafe\b|all good/i;

it('a warden sees who is missing, the groups in need first, and no word that calms', async () => {
  const groups = [
    exampleGroup({ id: 'c', name: 'Coaches', expected: 8, present: 8 }),
    exampleGroup({ id: 'b', name: 'Band', expected: 30, present: null }),
    exampleGroup({ present: 20, joinedLater: 1 }),
  ];
  show(exampleRollCall({ live: exampleLive(groups) }));
  expect(await screen.findByText('Missing 4 of 62')).toBeTruthy();
  const rows = [...(await screen.findByRole('list', { name: 'Groups' })).children].map(
    ({ textContent }) => textContent,
  );
  expect(rows[0]).toMatch(/^Team AMissing 420 of 24 counted.*1 entry joined later/);
  expect(rows[1]).toMatch(/^BandNot counted– of 30 counted/);
  expect(rows[2]).toMatch(/^CoachesAll expected counted8 of 8 counted/);
  expect(document.body.textContent).not.toMatch(calming);
});

it('everybody counted is a sentence about numbers, also in the title of the page', async () => {
  show(exampleRollCall({ live: exampleLive([exampleGroup()]) }));
  expect(await screen.findByText('Everybody expected is counted')).toBeTruthy();
  await waitFor(() =>
    expect(document.title).toContain('Everybody expected is counted · Roll-call: North Field'),
  );
  expect(document.body.textContent).not.toMatch(calming);
});

it('somebody who is no warden sees shelters, checks in, and sees neither counts nor an end', async () => {
  const rollCall = exampleRollCall({ isWarden: false, live: null, startedBy: null });
  const own = { groupId: null, shelterId: 'gym', people: 2, atUtc: '2026-06-06T20:46:00Z' };
  api.answers['POST RollCall/rc1/CheckIn'] = { data: { ...rollCall, own } };
  show(rollCall);
  expect(await screen.findByText('Behind the north stand.')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Who is missing' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^End/ })).toBeNull();
  await press('Check in');
  expect(screen.getByText('Choose the shelter where you are')).toBeTruthy();
  await userEvent.click(screen.getByRole('radio', { name: /Gym/ }));
  await press(/^One more/);
  api.answers['GET RollCall/rc1'] = { data: { ...rollCall, own } };
  await press('Check in');
  expect(await screen.findByText(/^You checked in 2 people at Gym, without a group/)).toBeTruthy();
  expect(api.requests.find(({ method }) => method === 'POST')?.body).toMatchObject({
    ...{ shelterId: 'gym', people: 2, groupId: null },
  });
});

it('an end asks with who is missing, and of two wardens the second one reads why it was not ended', async () => {
  api.answers['POST RollCall/rc1/End'] = {
    ...{ status: 409 },
    responseException: { code: 'conflict', message: 'Somebody else has ended it.' },
  };
  show(exampleRollCall({ isDrill: true }));
  expect(await screen.findByText('This is a drill.')).toBeTruthy();
  await press('End drill…');
  expect(await screen.findByText('Missing 4 of 24.')).toBeTruthy();
  await press('End drill');
  expect(await screen.findByText('Somebody else has ended it.')).toBeTruthy();
  expect(api.requests.find(({ method }) => method === 'POST')?.body).toEqual({ revision: 1 });
});

it('what cannot be loaded is not known', async () => {
  api.answers = { 'GET location': { data: [] } };
  render(
    api.wrap(
      <>
        <GoTo path="/roll-call/rc2" />
        <Routes>
          <Route path="/roll-call/:id" element={<RollCallPage status={status} user={user} />} />
          <Route path="*" element={null} />
        </Routes>
      </>,
    ),
  );
  expect(await screen.findByRole('heading', { name: 'There is no such roll-call' })).toBeTruthy();
});
