import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openStandInApi, type StandInApi } from '../../../api/stand-in-api.tsx';
import { PositionSection } from './PositionSection.tsx';
import { positionSharing } from './position-sharing.ts';
import { usePositionSharing } from './use-position-sharing.ts';

/** The browser's side: where it is, whether it says so, and how often it was asked. */
const browser = {
  permission: 'prompt' as PermissionState,
  refusal: null as number | null,
  latitude: 28,
  accuracy: 30,
  asked: 0,
};
const geolocation = {
  getCurrentPosition(found: PositionCallback, failed: PositionErrorCallback) {
    browser.asked++;
    if (browser.refusal !== null) {
      const codes = { PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 } as const;
      return failed({ ...codes, code: browser.refusal, message: '' });
    }
    const { latitude, accuracy } = browser;
    found({
      coords: { latitude, longitude: -82, accuracy } as GeolocationCoordinates,
      timestamp: Date.now() - 2_000,
    } as GeolocationPosition);
  },
};
const key = 'allclear.sharing-position.ann';
const deviceId = '0b0ddb70-3d8f-4f6c-8f5f-90fd0a3c1f7e';

let api: StandInApi;
let stored: { deviceId: string | null; takenUtc: string | null };
beforeEach(() => {
  Object.assign(browser, { permission: 'prompt', refusal: null, latitude: 28, accuracy: 30, asked: 0 });
  stored = { deviceId: null, takenUtc: null };
  localStorage.clear();
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: geolocation });
  Object.defineProperty(navigator, 'permissions', {
    configurable: true,
    value: { query: async () => ({ state: browser.permission }) },
  });
  Object.defineProperty(window, 'isSecureContext', { configurable: true, value: true });
});
afterEach(async () => {
  vi.useRealTimers();
  cleanup();
  await api.close();
});

interface SentPosition {
  deviceId: string;
  latitude: number;
  accuracyMeters: number;
  ageSeconds: number;
  takesOver: boolean;
}
const sent = () =>
  api.requests
    .filter(({ method, path }) => method === 'POST' && path === 'Settings/Position')
    .map(({ body }) => body as SentPosition);
const deleted = () => api.requests.filter(({ method }) => method === 'DELETE').length;

function Page() {
  usePositionSharing('ann');
  return <PositionSection />;
}
async function show(answers: StandInApi['answers'] = {}) {
  api = await openStandInApi({
    'GET Settings/Position': () => ({ data: stored }),
    'POST Settings/Position': (body) => {
      stored = { deviceId: (body as SentPosition).deviceId, takenUtc: '2026-06-06T17:41:00.000Z' };
      return { data: stored };
    },
    'DELETE Settings/Position': () => {
      stored = { deviceId: null, takenUtc: null };
      return { data: { message: 'Your position is no longer shared' } };
    },
    ...answers,
  });
  render(api.wrap(<Page />));
  return userEvent.setup();
}
const shareHere = () => screen.getByRole('button', { name: 'Share position of this device' });
const lastSent = new Date('2026-06-06T17:41:00.000Z').toLocaleTimeString('en-US', {
  hour: 'numeric',
  minute: '2-digit',
});

describe('sharing', () => {
  it('asks the browser only after a press, sends where it is, and says when', async () => {
    const user = await show();
    expect(
      await screen.findByText('No device shares your position: you are notified of all your locations.'),
    ).toBeTruthy();
    expect(browser.asked).toBe(0);
    await user.click(shareHere());
    expect(await screen.findByText(`Sharing your position, last sent ${lastSent}.`)).toBeTruthy();
    expect(sent()).toEqual([
      {
        ...{ deviceId: localStorage.getItem(key), latitude: 28, longitude: -82, accuracyMeters: 30 },
        ageSeconds: expect.closeTo(2, 0),
        takesOver: true,
      },
    ]);
    await user.click(screen.getByRole('button', { name: 'Stop sharing' }));
    expect(await screen.findByText(/^No device shares your position/)).toBeTruthy();
    await expect.poll(deleted).toBe(1);
    expect(localStorage.getItem(key)).toBeNull();
  });

  it('goes on when the app is opened again, without a question', async () => {
    localStorage.setItem(key, deviceId);
    browser.permission = 'granted';
    await show();
    expect(await screen.findByText(/^Sharing your position, last sent/)).toBeTruthy();
    expect(sent()).toMatchObject([{ deviceId, takesOver: false }]);
  });

  it('does not go on where the browser would ask', async () => {
    localStorage.setItem(key, deviceId);
    await show();
    expect(await screen.findByText(/^No device shares your position/)).toBeTruthy();
    expect([browser.asked, sent()]).toEqual([0, []]);
  });

  it('sends once a minute at most, when the device moved or is less sure, and every five minutes', async () => {
    const user = await show();
    await user.click(shareHere());
    await screen.findByText(/^Sharing your position, last sent/);
    await user.click(screen.getByRole('button', { name: 'Stop sharing' }));
    await expect.poll(deleted).toBe(1);
    const sentBefore = sent().length;
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    await positionSharing.share();
    const inRounds = async (count: number) => {
      for (let i = 0; i < count; i++) {
        const before = positionSharing.state();
        vi.advanceTimersByTime(60_000);
        // Each round ends with a new state.
        await expect.poll(() => positionSharing.state() === before).toBe(false);
      }
    };
    await inRounds(3);
    expect(sent().length - sentBefore).toBe(1);
    browser.latitude += 0.005;
    await inRounds(1);
    expect(sent().length - sentBefore).toBe(2);
    browser.accuracy = 900;
    await inRounds(1);
    expect(sent().length - sentBefore).toBe(3);
    await inRounds(4);
    expect(sent().length - sentBefore).toBe(3);
    await inRounds(1);
    expect(sent().length - sentBefore).toBe(4);
    // The page comes back within the same half minute.
    const asked = browser.asked;
    document.dispatchEvent(new Event('visibilitychange'));
    expect(browser.asked).toBe(asked);
  });
});

describe('what stands in its way', () => {
  it('a refusal of the person: nothing is stored, and it can be tried again', async () => {
    browser.refusal = 1;
    const user = await show();
    await user.click(await screen.findByRole('button', { name: 'Share position of this device' }));
    expect(
      await screen.findByText(
        /^Position refused by the browser.* No device shares your position: you are notified of all your locations\.$/,
      ),
    ).toBeTruthy();
    expect(sent()).toEqual([]);
    browser.refusal = null;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/^Sharing your position, last sent/)).toBeTruthy();
  });

  it('a permission that is withdrawn deletes what is stored', async () => {
    const user = await show();
    await user.click(shareHere());
    await screen.findByText(/^Sharing your position, last sent/);
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    await positionSharing.share();
    browser.refusal = 1;
    vi.advanceTimersByTime(60_000);
    vi.useRealTimers();
    await expect.poll(() => [deleted(), stored.deviceId]).toEqual([1, null]);
    expect(await screen.findByText(/^Position refused by the browser/)).toBeTruthy();
  });

  it('a device that finds no position', async () => {
    browser.refusal = 2;
    const user = await show();
    await user.click(shareHere());
    expect(
      await screen.findByText(
        'This device does not find its position, none was sent yet. Without a new one for 15 minutes you are notified of all your locations.',
      ),
    ).toBeTruthy();
  });

  it('no connection', async () => {
    const user = await show({
      'POST Settings/Position': {
        status: 503,
        responseException: { code: 'unavailable', message: 'Please try again.' },
      },
    });
    await user.click(shareHere());
    expect(
      await screen.findByText(/^Your position cannot be sent \(no connection\), none was sent yet/),
    ).toBeTruthy();
  });

  it('an address that is not secure', async () => {
    Object.defineProperty(window, 'isSecureContext', { configurable: true, value: false });
    await show();
    expect(
      await screen.findByText(/needs a secure address.* No device shares your position: you are notified/),
    ).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('another device that shares, until this one is to share instead', async () => {
    stored = { deviceId, takenUtc: '2026-06-06T17:41:00.000Z' };
    const user = await show();
    expect(
      await screen.findByText(`Another device shares your position, last sent ${lastSent}.`),
    ).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Share from this device instead' }));
    expect(await screen.findByText(/^Sharing your position, last sent/)).toBeTruthy();
    expect(sent()).toMatchObject([{ takesOver: true }]);
  });

  it('another device that took over: this one stops and does not begin again by itself', async () => {
    localStorage.setItem(key, deviceId);
    browser.permission = 'granted';
    stored = { deviceId: '7a0c62fc-6a4f-4a43-8a85-7f1c3d8a6d11', takenUtc: null };
    await show({
      'POST Settings/Position': {
        status: 409,
        responseException: { code: 'conflict', message: 'Another of your devices shares its position.' },
      },
    });
    expect(
      await screen.findByText(
        'This device no longer shares its position. Another device shares your position, but none of the last 15 minutes is there: you are notified of all your locations.',
      ),
    ).toBeTruthy();
    expect(localStorage.getItem(key)).toBeNull();
  });

  it('a sign-out deletes what this device shares and forgets it; what another one shares stays', async () => {
    const user = await show();
    await positionSharing.signOut();
    expect(deleted()).toBe(0);
    await user.click(shareHere());
    await screen.findByText(/^Sharing your position, last sent/);
    await positionSharing.signOut();
    expect([deleted(), localStorage.getItem(key)]).toEqual([1, null]);
  });
});
