import type { Show } from '@allclear/contract';
import { notifications } from '@mantine/notifications';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Link, Navigate, Route, Routes } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import { clock } from '../../clock/clock.ts';
import { exampleShow, inSeconds } from '../../features/shows/example.ts';
import ShowEditorPage from './ShowEditorPage.tsx';
import ShowsPage from './ShowsPage.tsx';

const places = [
  { id: 'a', name: 'Oak Field', latitude: 28, longitude: -82.5 },
  { id: 'b', name: 'Lake Park', latitude: 28.2, longitude: -82.4 },
];
const saved: Show = {
  ...{ id: 's1', revision: 3, changedUtc: '2026-06-06T18:00:00Z', links: 2, problems: [] },
  ...{ name: 'Scoreboard', layout: 'wide', placeIds: ['a'], ticker: '', showsClock: true },
  scenes: [
    { kind: 'lightning', seconds: 15, placeId: 'a' },
    { kind: 'message', seconds: 10, title: '', text: 'Gates open at 5 PM' },
  ],
};
const link = {
  ...{ id: 'l1', name: 'Lobby', createdBy: 'Kim Lee', createdUtc: '2026-06-06T18:00:00Z' },
  ...{ expiresUtc: '2026-07-06T18:00:00Z', expired: false, lastUsedUtc: null },
};
let api: StandInApi;

beforeAll(() => configure({ asyncUtilTimeout: 15_000 }));
beforeEach(async () => {
  clock.set(inSeconds(0), 1);
  api = await openStandInApi({
    'GET Show': { data: [saved] },
    'GET Show/s1': { data: saved },
    'GET Show/Choices': { data: { places, cameras: [{ id: 'gate', name: 'Main gate' }] } },
    'POST Show/Preview': { data: exampleShow() },
    'GET Show/s1/Link': { data: [link] },
  });
});
afterEach(async () => {
  cleanup();
  notifications.clean();
  await api.close();
});
const open = (address: string) =>
  render(
    api.wrap(
      <>
        <Link to="/elsewhere">Elsewhere</Link>
        <Routes>
          <Route path="/" element={<Navigate to={address} replace />} />
          <Route path="/Shows" element={<ShowsPage />} />
          <Route path="/Shows/:showId" element={<ShowEditorPage />} />
          <Route path="/elsewhere" element={<p>Page elsewhere</p>} />
        </Routes>
      </>,
    ),
  );
const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const sent = (method: string, path: string) =>
  api.requests.filter((request) => request.method === method && request.path === path);

it('lists the shows, and asks before one is deleted, counting its links', async () => {
  api.answers['DELETE Show/s1'] = { data: { id: 's1' } };
  open('/Shows');
  expect((await screen.findByRole('list', { name: 'Shows' })).textContent).toContain(
    'Wide, 16:9 · 2 scenes · 1 place · 2 links',
  );
  await click('Delete Scoreboard');
  const dialog = await screen.findByRole('dialog', { name: 'Delete Scoreboard' });
  expect(dialog.textContent).toContain('2 links open it');
  api.answers['GET Show'] = { data: [] };
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByRole('heading', { name: 'Make your first show' })).toBeTruthy();
  expect(sent('DELETE', 'Show/s1')).toHaveLength(1);
});

it('says that the list could not be retrieved, and tries again', async () => {
  api.answers['GET Show'] = { status: 503, responseException: { code: 'unavailable', message: 'Not now.' } };
  open('/Shows');
  expect((await screen.findByRole('alert')).textContent).toContain('Open screens go on without this page.');
  api.answers['GET Show'] = { data: [saved] };
  await click('Try again');
  expect(await screen.findByRole('link', { name: 'Scoreboard' })).toBeTruthy();
});

it('makes a show, with what is missing said at its fields, and then has its own address and links', async () => {
  api.answers['POST Show'] = { data: saved };
  open('/Shows/new');
  await click('Make Show');
  const summary = await screen.findByRole('group', { name: 'Please check the form' });
  expect(summary.textContent).toContain('Enter a name');
  expect(summary.textContent).toContain('Choose a place');
  expect(summary.textContent).toContain('Add a scene');
  await userEvent.type(screen.getByRole('textbox', { name: /^Name/ }), 'Scoreboard');
  await userEvent.click(screen.getByRole('combobox', { name: /^Places/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'Oak Field', hidden: true }));
  await click('Add Scene');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind of scene' }), 'Message');
  await click('Add Scene');
  await userEvent.type(screen.getByRole('textbox', { name: /^Text/ }), 'Gates open');
  expect(screen.getByText(/^10 of 300 characters/)).toBeTruthy();
  await click('Move scene 2, Message up');
  expect(await screen.findByRole('region', { name: 'Lightning: Oak Field' })).toBeTruthy();
  await click('Make Show');
  expect(await screen.findByRole('list', { name: 'Links' })).toBeTruthy();
  expect(sent('POST', 'Show')[0]?.body).toMatchObject({
    ...{ name: 'Scoreboard', layout: 'wide', placeIds: ['a'], showsClock: true },
    scenes: [
      { kind: 'message', seconds: 15, title: '', text: 'Gates open' },
      { kind: 'lightning', seconds: 15, placeId: 'a' },
    ],
  });
});

it('adds a scene of a camera', async () => {
  api.answers['PUT Show/s1'] = { data: saved };
  open('/Shows/s1');
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Kind of scene' }), 'Camera');
  await click('Add Scene');
  const field = await screen.findByRole<HTMLSelectElement>('combobox', { name: /^Camera/ });
  expect(field.selectedOptions[0]?.textContent).toBe('Main gate');
  await click('Save Show');
  await waitFor(() => expect(sent('PUT', 'Show/s1')).toHaveLength(1));
  expect(sent('PUT', 'Show/s1')[0]?.body).toMatchObject({
    scenes: [...saved.scenes, { kind: 'camera', seconds: 15, cameraId: 'gate' }],
  });
});

it('offers no scene of a camera where there is none', async () => {
  api.answers['GET Show/Choices'] = { data: { places, cameras: [] } };
  open('/Shows/s1');
  const kinds = await screen.findByRole('combobox', { name: 'Kind of scene' });
  expect(within(kinds).queryByRole('option', { name: 'Camera' })).toBeNull();
});

it('shows the errors of the server at their scene, and what somebody else changed', async () => {
  api.answers['PUT Show/s1'] = () => {
    api.answers['GET Show/s1'] = { data: { ...saved, revision: 4, ticker: 'Theirs' } };
    return {
      status: 409,
      responseException: {
        ...{ code: 'conflict', message: 'Changed.' },
        errors: { 'Scenes.2.text': ['Not this word'] },
      },
    };
  };
  open('/Shows/s1');
  const field = await screen.findByRole('textbox', { name: /^Text/ });
  await userEvent.type(field, '!');
  await click('Save Show');
  expect((await screen.findByRole('group', { name: 'The show was not saved' })).textContent).toContain(
    'Not this word',
  );
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect((await screen.findByText('This show was changed meanwhile')).textContent).toBeTruthy();
  api.answers['PUT Show/s1'] = { data: { ...saved, revision: 5 } };
  await click('Save Show');
  await waitFor(() => expect(sent('PUT', 'Show/s1')).toHaveLength(2));
  expect(sent('PUT', 'Show/s1')[1]?.body).toMatchObject({ revision: 4, ticker: 'Theirs' });
});

it('asks before unsaved changes are lost', async () => {
  open('/Shows/s1');
  await userEvent.type(await screen.findByRole('textbox', { name: /^Name( \*)?$/ }), ' 2');
  await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
  expect(await screen.findByText(/have not been saved and will be lost/)).toBeTruthy();
});

it('makes a link whose address is shown once, and revokes one after a question', async () => {
  api.answers['POST Show/s1/Link'] = { data: { ...link, id: 'l2', name: 'Field', token: 'acs_abc' } };
  api.answers['DELETE Show/s1/Link/l1'] = { data: { id: 'l1' } };
  open('/Shows/s1');
  await userEvent.type(await screen.findByRole('textbox', { name: /^Name of the link/ }), 'Field');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Ends after' }), 'a week');
  await click('Make Link');
  const made = await screen.findByRole('status', { name: 'The new link' });
  expect(within(made).getByRole<HTMLInputElement>('textbox').value).toMatch(/\/show#acs_abc$/);
  expect(within(made).getByRole('img', { name: 'QR code of the link' })).toBeTruthy();
  expect(sent('POST', 'Show/s1/Link')[0]?.body).toEqual({ name: 'Field', days: 7 });
  await userEvent.click(within(made).getByRole('button', { name: 'Done' }));
  expect(screen.queryByRole('status', { name: 'The new link' })).toBeNull();
  await click('Revoke Lobby');
  const dialog = await screen.findByRole('dialog', { name: 'Revoke Lobby' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(sent('DELETE', 'Show/s1/Link/l1')).toHaveLength(1));
});
