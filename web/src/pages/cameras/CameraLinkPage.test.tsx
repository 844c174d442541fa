import { cameraTexts } from '@allclear/contract/live-stream';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../api/stand-in-api.tsx';
import { openStandInStreams, type StandInStreams } from '../../features/cameras/example.ts';
import CameraLinkPage from './CameraLinkPage.tsx';

const shared = {
  ...{ cameraId: 'c1', cameraName: 'Stadium gate', organizationName: 'Our District', simulated: true },
  expiresUtc: '2026-06-06T22:00:00Z',
};
const gone = { status: 404, responseException: { code: 'not-found', message: 'This no longer exists.' } };
let api: StandInApi;
let streams: StandInStreams;

beforeEach(async () => {
  api = await openStandInApi({ 'POST public/CameraLink': { data: shared } });
  streams = openStandInStreams(api);
});
afterEach(async () => {
  cleanup();
  streams.close();
  await api.close();
});
const open = (token: string) => {
  window.location.hash = token;
  return render(api.wrap(<CameraLinkPage />));
};

it('an address without a token says that it is not complete', () => {
  open('');
  expect(screen.getByText('This address is not complete')).toBeTruthy();
  expect(api.requests).toEqual([]);
});

it('takes the token out of the address, asks what it shows, and watches by it', async () => {
  open('acs_one');
  expect(window.location.hash).toBe('');
  expect(await screen.findByRole('heading', { name: 'Stadium gate' })).toBeTruthy();
  expect(screen.getByText('Our District')).toBeTruthy();
  expect(screen.getByText(/^This link ends June 6/)).toBeTruthy();
  expect(screen.getByText('Simulated')).toBeTruthy();
  expect(api.requests.map(({ path, body }) => [path, body])).toEqual([
    ['public/CameraLink', { token: 'acs_one' }],
  ]);
  await waitFor(() => expect(streams.viewers).toHaveLength(1));
  expect(streams.viewers[0]).toMatchObject({
    path: '/Stream/ws/c1',
    protocols: ['allclear.stream', 'acs_one'],
  });
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('acs_one');
});

it('a link that has ended says so plainly, before and during a view', async () => {
  api.answers['POST public/CameraLink'] = gone;
  const { unmount } = open('acs_two');
  expect(await screen.findByText('This link has ended.')).toBeTruthy();
  unmount();
  api.answers['POST public/CameraLink'] = { data: shared };
  open('acs_three');
  await waitFor(() => expect(streams.viewers).toHaveLength(1));
  streams.viewers[0]!.socket.close(4000, cameraTexts.linkEnded);
  expect(await screen.findByText('This link has ended.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('after another end the link is opened again before it is watched again', async () => {
  open('acs_four');
  await waitFor(() => expect(streams.viewers).toHaveLength(1));
  streams.viewers[0]!.socket.close(4000, cameraTexts.stopped);
  expect(await screen.findByText(cameraTexts.stopped)).toBeTruthy();
  api.answers['POST public/CameraLink'] = gone;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('This link has ended.')).toBeTruthy();
  expect(streams.viewers).toHaveLength(1);
});

it('says when it could not be opened, and tries again', async () => {
  api.answers['POST public/CameraLink'] = {
    ...{ status: 503, responseException: { code: 'unavailable', message: 'Not now.' } },
  };
  open('acs_five');
  expect(await screen.findByText('Not now.')).toBeTruthy();
  api.answers['POST public/CameraLink'] = { data: shared };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Stadium gate' })).toBeTruthy();
});
