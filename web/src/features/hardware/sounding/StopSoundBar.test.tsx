import type { Sounding } from '@allclear/contract';
import { notifications } from '@mantine/notifications';
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openStandInApi, type StandInApi } from '../../../api/stand-in-api.tsx';
import StopSoundBar from './StopSoundBar.tsx';

const unit = (part: Partial<Sounding['units'][number]> = {}): Sounding['units'][number] => ({
  ...{ id: 'u1', name: 'Field siren', locationName: 'Stadium', endsUtc: '2026-06-06T20:46:00Z' },
  ...{ isTest: false, mayOperate: true },
  ...part,
});
const sounding = (...units: Sounding['units']) => ({ data: { units } });
let api: StandInApi;

beforeAll(() => configure({ asyncUtilTimeout: 15_000 }));
beforeEach(async () => {
  api = await openStandInApi();
});
afterEach(async () => {
  cleanup();
  notifications.clean();
  await api.close();
});
const show = () => render(api.wrap(<StopSoundBar />));

it('names what sounds, is announced, and stops it with one press of a key; it goes when all is silent', async () => {
  api.answers['GET Siren/Sounding'] = sounding(unit(), unit({ id: 'u2', name: 'Other', mayOperate: false }));
  api.answers['POST Siren/StopSound'] = () => {
    api.answers['GET Siren/Sounding'] = sounding();
    return { data: { units: [{ id: 'u1', name: 'Field siren', ok: true, message: '' }], message: '' } };
  };
  show();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('Sounding now: Field siren (Stadium) and Other (Stadium)');
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe('Stop sound');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(api.requests.find(({ method }) => method === 'POST')?.body).toEqual({ ids: ['u1'] });
});

it('has no button for units of others; a test is called one', async () => {
  api.answers['GET Siren/Sounding'] = sounding(unit({ mayOperate: false, isTest: true }));
  show();
  expect((await screen.findByRole('alert')).textContent).toContain('Test: sounding now');
  expect(screen.queryByRole('button')).toBeNull();
});

it('a refusal stands in the bar, which stays', async () => {
  api.answers['GET Siren/Sounding'] = sounding(unit());
  api.answers['POST Siren/StopSound'] = {
    status: 503,
    responseException: { code: 'unavailable', message: 'Not now.' },
  };
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Stop sound' }));
  expect(await screen.findByText(/was not stopped. Not now\./)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Stop sound' })).toBeTruthy();
});

it('shows nothing while nothing sounds', async () => {
  api.answers['GET Siren/Sounding'] = sounding();
  const { container } = show();
  await waitFor(() => expect(api.requests).toHaveLength(1));
  expect(container.querySelector('button')).toBeNull();
});
