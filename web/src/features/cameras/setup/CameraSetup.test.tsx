import { notifications } from '@mantine/notifications';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../../api/stand-in-api.tsx';
import { camera, link, settings } from '../example.ts';
import { CameraSetup } from './CameraSetup.tsx';

let api: StandInApi;
beforeEach(async () => {
  api = await openStandInApi({
    'GET LiveStream/ShareLink': { data: [link] },
    'GET LiveStream/Camera/c1': { data: settings },
    'GET organizationLocation': {
      data: [
        { id: 'o1', name: 'Stadium' },
        { id: 'o2', name: 'Pool' },
      ],
    },
  });
});
afterEach(async () => {
  cleanup();
  notifications.clean();
  await api.close();
});
const show = (sharing: boolean | undefined = true, cameras = [camera]) =>
  render(api.wrap(<CameraSetup cameras={cameras} sharing={sharing} />));
const sent = (method: string) => api.requests.filter((request) => request.method === method);
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const field = (dialog: HTMLElement, name: RegExp) => within(dialog).getByRole('textbox', { name });

it('adds a camera; what is missing is at its field before anything is sent', async () => {
  api.answers['POST LiveStream/Camera'] = { data: settings };
  show();
  await click('Add Camera');
  const dialog = await screen.findByRole('dialog', { name: 'Add Camera' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect((await screen.findAllByText('Enter the address')).length).toBeGreaterThan(0);
  expect(sent('POST')).toEqual([]);
  await userEvent.type(field(dialog, /^Name/), ' Track ');
  await userEvent.selectOptions(within(dialog).getByRole('combobox', { name: 'Kind' }), 'rtsp');
  await userEvent.type(field(dialog, /^Address/), 'rtsp://192.168.1.20/1');
  await userEvent.type(field(dialog, /^Username/), 'viewer');
  await userEvent.type(within(dialog).getByLabelText(/^Password/), 'secret');
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'Location' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Pool', hidden: true }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Camera added')).toBeTruthy();
  expect(sent('POST')[0]?.body).toEqual({
    ...{ name: 'Track', kind: 'rtsp', address: 'rtsp://192.168.1.20/1', username: 'viewer' },
    ...{ password: 'secret', organizationLocationId: 'o2' },
  });
});

it('a simulated camera has neither an address nor credentials', async () => {
  api.answers['POST LiveStream/Camera'] = { data: settings };
  show();
  await click('Add Camera');
  const dialog = await screen.findByRole('dialog', { name: 'Add Camera' });
  await userEvent.type(field(dialog, /^Name/), 'Sky');
  await userEvent.selectOptions(within(dialog).getByRole('combobox', { name: 'Kind' }), 'simulated');
  expect(within(dialog).queryByLabelText(/^(Address|Username|Password)/)).toBeNull();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent('POST')[0]?.body).toMatchObject({ kind: 'simulated', address: '' }));
});

it('a simulated camera may speak a protocol, which is its address', async () => {
  api.answers['PUT LiveStream/Camera/c1'] = { data: settings };
  const simulated = { ...settings, kind: 'simulated', simulated: true, username: '', hasPassword: false };
  api.answers['GET LiveStream/Camera/c1'] = { data: { ...simulated, address: 'hls' } };
  show();
  await click('Edit Stadium gate');
  const dialog = await screen.findByRole('dialog', { name: 'Edit Camera' });
  const protocol = await within(dialog).findByRole('combobox', { name: /^Protocol/ });
  expect(protocol).toHaveProperty('value', 'hls');
  await userEvent.selectOptions(protocol, 'RTSP: a stream, by ffmpeg');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => expect(sent('PUT')[0]?.body).toMatchObject({ kind: 'simulated', address: 'rtsp' }));
});

it('a stored password is kept unless it is replaced', async () => {
  api.answers['PUT LiveStream/Camera/c1'] = { data: settings };
  show();
  await click('Edit Stadium gate');
  const kept = await screen.findByRole('dialog', { name: 'Edit Camera' });
  expect(await within(kept).findByText('A password is stored, and is kept.')).toBeTruthy();
  await userEvent.clear(field(kept, /^Name/));
  await userEvent.type(field(kept, /^Name/), 'West gate');
  await userEvent.click(within(kept).getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => expect(sent('PUT')).toHaveLength(1));
  expect(sent('PUT')[0]?.body).toEqual({
    ...{ name: 'West gate', kind: 'mjpeg', address: settings.address, username: 'viewer' },
    ...{ organizationLocationId: 'o1', revision: 3 },
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await click('Edit Stadium gate');
  const replaced = await screen.findByRole('dialog', { name: 'Edit Camera' });
  await userEvent.click(await within(replaced).findByRole('button', { name: 'Replace password' }));
  await userEvent.type(within(replaced).getByLabelText(/^Password/), 'new');
  await userEvent.click(within(replaced).getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => expect(sent('PUT')[1]?.body).toMatchObject({ password: 'new', revision: 3 }));
});

it('a refusal of the server is at its field', async () => {
  api.answers['PUT LiveStream/Camera/c1'] = {
    ...{ status: 400 },
    responseException: {
      ...{ code: 'bad-input', message: 'No.' },
      errors: { Address: ['This address is not inside the allowed networks'] },
    },
  };
  show();
  await click('Edit Stadium gate');
  const dialog = await screen.findByRole('dialog', { name: 'Edit Camera' });
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Save Changes' }));
  await screen.findByText('The camera was not saved');
  expect(field(dialog, /^Address/).getAttribute('aria-invalid')).toBe('true');
});

it('when somebody else changed it the save is refused, says what changed, and can be made again', async () => {
  api.answers['PUT LiveStream/Camera/c1'] = {
    ...{ status: 409, responseException: { code: 'conflict', message: 'It was changed meanwhile.' } },
  };
  show();
  await click('Edit Stadium gate');
  const dialog = await screen.findByRole('dialog', { name: 'Edit Camera' });
  const name = await within(dialog).findByRole('textbox', { name: /^Name/ });
  await userEvent.clear(name);
  await userEvent.type(name, 'West gate');
  api.answers['GET LiveStream/Camera/c1'] = { data: { ...settings, username: 'guard', revision: 4 } };
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('This camera was changed meanwhile')).toBeTruthy();
  expect(screen.getByText(/Username: viewer →/).textContent).toContain('guard');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => expect(sent('PUT')).toHaveLength(2));
  expect(sent('PUT')[1]?.body).toMatchObject({ name: 'West gate', username: 'guard', revision: 4 });
});

it('is deleted after a question', async () => {
  api.answers['DELETE LiveStream/Camera/c1'] = { data: { id: 'c1' } };
  show();
  await click('Edit Stadium gate');
  const dialog = await screen.findByRole('dialog', { name: 'Edit Camera' });
  await userEvent.click(await within(dialog).findByRole('button', { name: /Camera$/ }));
  const question = await screen.findByRole('dialog', { name: 'Remove Stadium gate' });
  expect(sent('DELETE')).toEqual([]);
  await userEvent.click(within(question).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Camera deleted')).toBeTruthy();
});

it('a check says whether the camera works, and what keeps it from being watched', async () => {
  api.answers['POST LiveStream/Camera/c1/Check'] = {
    data: { works: false, message: 'It asks for a password.' },
  };
  show(true, [{ ...camera, problem: 'ffmpeg is not installed.' }]);
  expect(screen.getByText('ffmpeg is not installed.')).toBeTruthy();
  await click('Check Stadium gate');
  expect(await screen.findByText('It asks for a password.')).toBeTruthy();
  api.answers['POST LiveStream/Camera/c1/Check'] = { data: { works: true, message: 'It works.' } };
  await click('Check Stadium gate');
  expect(await screen.findByText('It works.')).toBeTruthy();
});

it('share links are made for hours, and the address is shown once with its QR code', async () => {
  api.answers['POST LiveStream/ShareLink'] = { data: { ...link, token: 'acs_token' } };
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Make Link' }));
  expect((await screen.findAllByText('Enter a name')).length).toBeGreaterThan(0);
  await userEvent.type(screen.getByRole('textbox', { name: /^Name of the link/ }), 'Police');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Ends after' }), '8 hours');
  await userEvent.click(screen.getByRole('button', { name: 'Make Link' }));
  const made = await screen.findByRole('status', { name: 'The new share link' });
  expect(within(made).getByRole('textbox')).toHaveProperty(
    'value',
    expect.stringMatching(/\/camera#acs_token$/),
  );
  expect(within(made).getByRole('img', { name: 'QR code of the share link' })).toBeTruthy();
  expect(sent('POST')[0]?.body).toEqual({ name: 'Police', cameraId: 'c1', hours: 8 });
  await userEvent.click(within(made).getByRole('button', { name: 'Done' }));
  expect(screen.queryByDisplayValue(/acs_token/)).toBeNull();
});

it('each link says what it shows, until when, and how it was used; it is revoked after a question', async () => {
  api.answers['DELETE LiveStream/ShareLink/s1'] = { data: { id: 's1' } };
  show();
  const list = await screen.findByRole('list', { name: 'Share links' });
  expect(list.textContent).toMatch(/Stadium gate · of Kim Lee · ends Jun 6, /);
  expect(list.textContent).toMatch(/opened 2 times, 3 min 5 s watched, last Jun 6, /);
  await click('Revoke Fire department');
  const question = await screen.findByRole('dialog', { name: 'Revoke Fire department' });
  api.answers['GET LiveStream/ShareLink'] = { data: [] };
  await userEvent.click(within(question).getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('There are no share links.')).toBeTruthy();
  expect(sent('DELETE').map(({ path }) => path)).toEqual(['LiveStream/ShareLink/s1']);
});

it('sharing is switched on at once and off after a question; while it is off nothing can be made', async () => {
  api.answers['PUT LiveStream/Sharing'] = (body) => ({ data: body });
  const { unmount } = show(false);
  expect(screen.queryByRole('button', { name: 'Make Link' })).toBeNull();
  await userEvent.click(screen.getByRole('switch', { name: 'Share links are allowed' }));
  await waitFor(() => expect(sent('PUT').at(-1)?.body).toEqual({ sharing: true }));
  unmount();
  show(true);
  await userEvent.click(screen.getByRole('switch', { name: 'Share links are allowed' }));
  const question = await screen.findByRole('dialog', { name: 'Switch off share links' });
  expect(sent('PUT')).toHaveLength(1);
  await userEvent.click(within(question).getByRole('button', { name: 'Switch off' }));
  await waitFor(() => expect(sent('PUT').at(-1)?.body).toEqual({ sharing: false }));
});
