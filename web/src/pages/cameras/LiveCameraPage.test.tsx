import { cameraTexts } from '@allclear/contract/live-stream';
import { notifications } from '@mantine/notifications';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type LiveStreamTimings, liveStreamTimings } from '../../api/live-camera/live-stream.ts';
import { pollingMs } from '../../api/polling.ts';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import {
  admin,
  camera,
  minutes,
  onePicture,
  openStandInStreams,
  type StandInStreams,
} from '../../features/cameras/example.ts';
import LiveCameraPage from './LiveCameraPage.tsx';

const names = ['Stadium gate', 'Pool', 'Track', 'Parking'];
const cameras = names.map((name, at) => ({ ...camera, id: `c${at + 1}`, name, simulated: at === 1 }));
const stream = '/Stream/c1/live.mjpeg';
let api: StandInApi;
let streams: StandInStreams;

beforeEach(async () => {
  api = await openStandInApi({
    'GET LiveStream/CameraFeed/Customer/bay': { data: cameras },
    'GET LiveStream/ConsumedMinutes/Customer/bay': { data: minutes },
    [`GET ${stream}`]: onePicture,
  });
  streams = openStandInStreams(api);
});
afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  notifications.clean();
  streams.close();
  await api.close();
});

const show = (timings: LiveStreamTimings = liveStreamTimings, user = admin) =>
  render(api.wrap(<LiveCameraPage user={user} permissions={['live_camera.access']} timings={timings} />));
const picker = () => screen.findByRole('combobox', { name: /Select Camera/ });
async function choose(name: string) {
  await userEvent.click(await picker());
  await userEvent.click(await screen.findByRole('option', { name, hidden: true }));
}
/** A chosen camera with its first picture on the screen. */
async function watch(name = 'Stadium gate', timings?: LiveStreamTimings) {
  const shown = show(timings);
  await choose(name);
  await waitFor(() => expect(streams.viewers).toHaveLength(1));
  streams.viewers[0]!.socket.send(streams.address(stream));
  const picture = await screen.findByAltText(`${name}, live`);
  await waitFor(() => expect(picture.getAttribute('src')).toMatch(/^blob:/));
  fireEvent.load(picture);
  return { ...shown, picture };
}

it('has the picker with three choices, the used time, and the way to the logs', async () => {
  show();
  expect(await screen.findByText('You have used 1h 15m of 10h this month.')).toBeTruthy();
  await userEvent.click(await picker());
  expect(screen.getAllByRole('option', { hidden: true }).map((option) => option.textContent)).toEqual(
    names.slice(0, 3),
  );
  await userEvent.type(await picker(), 'Park');
  expect(screen.getAllByRole('option', { hidden: true }).map((option) => option.textContent)).toEqual([
    'Parking',
  ]);
  expect(screen.getByRole('link', { name: 'Camera Logs' }).getAttribute('href')).toBe('/LiveCamera/Logs/bay');
  expect(screen.getByText('Select a camera.')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Share links' })).toBeNull();
});

it('asks for the used time every 60 seconds', async () => {
  expect(pollingMs.cameraMinutes).toBe(60_000);
  const waits: unknown[] = [];
  const timer = window.setInterval;
  vi.spyOn(globalThis, 'setInterval').mockImplementation(((...input: Parameters<typeof timer>) => {
    waits.push(input[1]);
    return timer(...input);
  }) as typeof setInterval);
  show();
  await screen.findByText(/^You have used/);
  expect(waits).toContain(60_000);
});

it('a Super Admin has all cameras of the organization', async () => {
  api.answers['GET LiveStream/CameraFeed/All'] = { data: [{ ...camera, name: 'Everywhere' }] };
  show(undefined, { ...admin, roleName: 'Super Admin' });
  await choose('Everywhere');
  expect(api.requests.some(({ path }) => path.includes('CameraFeed/Customer'))).toBe(false);
});

it('connects by the sub-protocol and the token, says how far it is, and answers each text', async () => {
  show();
  await choose('Pool');
  expect(await screen.findByText('Connecting to camera...')).toBeTruthy();
  expect(screen.getByText('This might take up to 30 seconds to complete.')).toBeTruthy();
  await waitFor(() => expect(streams.viewers).toHaveLength(1));
  expect(streams.viewers[0]).toMatchObject({
    path: '/Stream/ws/c2',
    protocols: ['allclear.stream', 'a-token'],
  });
  streams.viewers[0]!.socket.send('Opening the camera');
  expect(await screen.findByText('Opening the camera')).toBeTruthy();
  // Progress that says the same as the heading is not said twice.
  streams.viewers[0]!.socket.send('Connecting to camera...');
  await waitFor(() => expect(screen.queryByText('Opening the camera')).toBeNull());
  expect(screen.getAllByText('Connecting to camera...')).toHaveLength(1);
  await waitFor(() => expect(streams.received).toEqual(['pong', 'pong']));
  const panel = screen.getByRole('region', { name: 'Pool' });
  expect(within(panel).getByText('Simulated')).toBeTruthy();
  // Another camera ends the session of this one.
  await choose('Track');
  await waitFor(() =>
    expect(streams.viewers.map(({ path }) => path)).toEqual(['/Stream/ws/c2', '/Stream/ws/c3']),
  );
  await waitFor(() => expect(streams.count()).toBe(1));
  expect(screen.queryByText('Simulated')).toBeNull();
});

it('is connecting until the first picture is on the screen; bytes that are no picture are none', async () => {
  show();
  await choose('Stadium gate');
  await waitFor(() => expect(streams.viewers).toHaveLength(1));
  streams.viewers[0]!.socket.send(streams.address(stream));
  const picture = await screen.findByAltText('Stadium gate, live');
  await waitFor(() => expect(picture.getAttribute('src')).toMatch(/^blob:/));
  fireEvent.error(picture);
  expect(screen.getByText('Connecting to camera...')).toBeTruthy();
  const first = picture.getAttribute('src');
  await waitFor(() => expect(picture.getAttribute('src')).not.toBe(first));
  fireEvent.load(picture);
  expect(screen.queryByText('Connecting to camera...')).toBeNull();
});

it('a picture that nothing followed for ten seconds is covered and says its age, until the next', async () => {
  const { picture } = await watch();
  expect(screen.queryByText('The picture has stopped')).toBeNull();
  const now = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 9_000);
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(screen.queryByText('The picture has stopped')).toBeNull();
  // As after a sleep of the computer, in which only the wall's time goes on.
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 95_000);
  expect(await screen.findByText('The picture has stopped')).toBeTruthy();
  expect(
    screen.getByText(/The last one came (1 minute|2 minutes|9\d seconds|95 seconds).* ago/),
  ).toBeTruthy();
  fireEvent.load(picture);
  await waitFor(() => expect(screen.queryByText('The picture has stopped')).toBeNull());
});

it('asks after 3 minutes of viewing with a countdown; Continue goes on', async () => {
  await watch('Stadium gate', { ...liveStreamTimings, viewingMs: 400 });
  const dialog = await screen.findByRole('dialog', { name: 'Still watching?' });
  expect(dialog.textContent).toContain(
    'You have been viewing this camera for 3 minutes. Would you like to continue?',
  );
  expect(within(dialog).getByRole('timer').textContent).toMatch(/^Disconnecting in (30|29) seconds$/);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(streams.received).toContain('continue'));
  expect(streams.count()).toBe(1);
  // And asks again.
  expect(await screen.findByRole('dialog', { name: 'Still watching?' })).toBeTruthy();
});

it('without an answer it disconnects due to inactivity, and no camera is selected', async () => {
  await watch('Stadium gate', { ...liveStreamTimings, viewingMs: 100, continueMs: 700 });
  await screen.findByRole('dialog', { name: 'Still watching?' });
  expect(await screen.findByText('You have been disconnected due to inactivity.')).toBeTruthy();
  expect(await picker()).toHaveProperty('value', '');
  expect(screen.getByText('Select a camera.')).toBeTruthy();
  await waitFor(() => expect(streams.count()).toBe(0));
});

it('Stop ends the session', async () => {
  await watch('Stadium gate', { ...liveStreamTimings, viewingMs: 100 });
  const dialog = await screen.findByRole('dialog', { name: 'Still watching?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(streams.count()).toBe(0));
  expect(await picker()).toHaveProperty('value', '');
});

it('shows why the server closed, without a reason that it could not connect, and tries again', async () => {
  await watch();
  streams.viewers[0]!.socket.close(4000, cameraTexts.stopped);
  expect(await screen.findByText('The camera has stopped sending pictures.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(streams.viewers).toHaveLength(2));
  expect(screen.getByText('Connecting to camera...')).toBeTruthy();
  streams.viewers[1]!.socket.terminate();
  expect(await screen.findByText('Unable to connect to camera.')).toBeTruthy();
});

it('the end of the allowance during a view is told, and nothing can be selected any more', async () => {
  await watch();
  api.answers['GET LiveStream/ConsumedMinutes/Customer/bay'] = {
    data: { ...minutes, consumedMinutes: 600, usedUp: true },
  };
  streams.viewers[0]!.socket.close(4000, cameraTexts.usedUp);
  expect(await screen.findByText(cameraTexts.usedUp)).toBeTruthy();
  await waitFor(async () => expect(await picker()).toHaveProperty('disabled', true));
});

it('with the allowance used up it says Select a camera. and when the new month begins', async () => {
  api.answers['GET LiveStream/ConsumedMinutes/Customer/bay'] = {
    data: { ...minutes, consumedMinutes: 0, allowedMinutes: 0, usedUp: true },
  };
  show();
  expect(await screen.findByText('You have used 0h 0m of 0h this month.')).toBeTruthy();
  expect(await picker()).toHaveProperty('disabled', true);
  expect(screen.getByText('Select a camera.')).toBeTruthy();
  expect(screen.getByText(/begins anew on July 1(,| at) 12:00\sAM CDT/)).toBeTruthy();
});

it('says when cameras cannot be loaded, and tries again', async () => {
  const list = 'GET LiveStream/CameraFeed/Customer/bay';
  api.answers[list] = { status: 500, responseException: { code: 'internal', message: 'It failed.' } };
  show();
  expect(await screen.findByText('Unable to load cameras.')).toBeTruthy();
  api.answers[list] = { data: cameras };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await picker()).toBeTruthy();
});

it('says when there is no camera, or no time for one', async () => {
  const text = 'Your organization does not have a live camera feed.';
  api.answers['GET LiveStream/CameraFeed/Customer/bay'] = { data: [] };
  const { unmount } = show();
  expect(await screen.findByText(text)).toBeTruthy();
  unmount();
  api.answers['GET LiveStream/CameraFeed/Customer/bay'] = { data: cameras };
  api.answers['GET LiveStream/ConsumedMinutes/Customer/bay'] = { data: { ...minutes, allowedMinutes: null } };
  show();
  expect(await screen.findByText(text)).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(/You have used/)).toBeNull());
  expect(screen.getByText(text)).toBeTruthy();
});

it('leaving the page ends the session', async () => {
  const { unmount } = await watch();
  unmount();
  await waitFor(() => expect(streams.count()).toBe(0));
});

it('a playlist is not left to a browser that has MediaSource, whatever it says', async () => {
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('maybe');
  vi.stubGlobal('MediaSource', class {});
  show();
  await choose('Stadium gate');
  await waitFor(() => expect(streams.viewers).toHaveLength(1));
  streams.viewers[0]!.socket.send(streams.address('/Stream/c1/live.m3u8?token=x'));
  const video = (await screen.findByLabelText('Stadium gate, live')) as HTMLVideoElement;
  expect(video.getAttribute('src')).toBeNull();
});

it('a playlist is played by the browser where it can, and is old when its time stands still', async () => {
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('maybe');
  show();
  await choose('Stadium gate');
  await waitFor(() => expect(streams.viewers).toHaveLength(1));
  const address = streams.address('/Stream/c1/live.m3u8?token=x');
  streams.viewers[0]!.socket.send(address);
  const video = (await screen.findByLabelText('Stadium gate, live')) as HTMLVideoElement;
  expect(video.tagName).toBe('VIDEO');
  expect(video.getAttribute('src')).toBe(address);
  video.currentTime = 0;
  fireEvent.timeUpdate(video);
  expect(screen.getByText('Connecting to camera...')).toBeTruthy();
  video.currentTime = 1.5;
  fireEvent.timeUpdate(video);
  expect(screen.queryByText('Connecting to camera...')).toBeNull();
  const now = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 11_000);
  fireEvent.timeUpdate(video);
  expect(await screen.findByText('The picture has stopped')).toBeTruthy();
});
