import { describe, expect, test } from 'vitest';
import {
  afterCameraEvent,
  type CameraSession,
  cameraMonth,
  cameraSessionDue,
  checkCamera,
  consumedMinutesOf,
  isUsedUp,
  openCameraSession,
} from './index.ts';

const times = { connectMs: 30_000, viewingMs: 180_000, continueMs: 30_000, keepAliveMs: 5_000 };

describe('a calendar month', () => {
  test('is that of the time zone, with its change of clocks', () => {
    const march = cameraMonth(Date.UTC(2026, 2, 15), 'America/Chicago');
    expect(march.name).toBe('2026-03');
    expect(march.from).toBe(Date.UTC(2026, 2, 1, 6));
    expect(march.to).toBe(Date.UTC(2026, 3, 1, 5));
  });

  test('begins the year anew, and counts back', () => {
    expect(cameraMonth(Date.UTC(2026, 0, 1, 3), 'America/Chicago').name).toBe('2025-12');
    expect(cameraMonth(Date.UTC(2026, 1, 10), 'America/Chicago', 5).name).toBe('2025-09');
  });
});

test('an allowance is used up at its last second; none set leaves nothing', () => {
  expect(isUsedUp(59_999, 1)).toBe(false);
  expect(isUsedUp(60_000, 1)).toBe(true);
  expect(isUsedUp(0, 0)).toBe(true);
  expect(isUsedUp(0, null)).toBe(true);
  expect(consumedMinutesOf(119_999)).toBe(1);
});

describe('a session', () => {
  const answered = (session: CameraSession) => ({ ...session, unanswered: 0 });

  test('connects for at most 30 s', () => {
    const session = answered({ ...openCameraSession(0), textAt: 29_999 });
    expect(cameraSessionDue(session, 29_999, times)).toBeNull();
    expect(cameraSessionDue(session, 30_000, times)).toBe('unable');
  });

  test('ends 210 s after its first picture unless the viewer continues', () => {
    const streaming = afterCameraEvent(openCameraSession(0), 'picture', 10_000);
    const late = { ...streaming, textAt: 219_000 };
    expect(cameraSessionDue(late, 219_999, times)).toBeNull();
    expect(cameraSessionDue(late, 220_000, times)).toBe('inactive');
    const continued = afterCameraEvent(late, 'continue', 219_999);
    expect(cameraSessionDue(continued, 220_000, times)).toBeNull();
    expect(afterCameraEvent(streaming, 'picture', 20_000)).toEqual(streaming);
    expect(afterCameraEvent(openCameraSession(0), 'continue', 5_000)).toEqual(openCameraSession(0));
  });

  test('two missing answers end it, at the next text', () => {
    let session = afterCameraEvent(openCameraSession(0), 'text', 0);
    session = afterCameraEvent(session, 'picture', 1);
    expect(cameraSessionDue(session, 5_000, times)).toBe('text');
    session = afterCameraEvent(session, 'text', 5_000);
    expect(cameraSessionDue(session, 9_999, times)).toBeNull();
    expect(cameraSessionDue(session, 10_000, times)).toBe('silent');
    session = afterCameraEvent(session, 'pong', 9_999);
    expect(cameraSessionDue(session, 10_000, times)).toBe('text');
  });
});

test('a camera has a name and, unless it is simulated, an address', () => {
  const draft = { name: 'Gate', kind: 'rtsp', address: '', username: '', password: undefined } as const;
  expect(checkCamera(draft)).toEqual({ Address: ['Address is required'] });
  for (const address of ['', 'jpeg', 'mjpeg', 'hls', 'rtsp'])
    expect(checkCamera({ ...draft, kind: 'simulated', address })).toEqual({});
  for (const address of ['http://192.0.2.7/', 'HLS', 'webrtc'])
    expect(checkCamera({ ...draft, kind: 'simulated', address })).toEqual({
      Address: ['Address of a simulated camera is empty, jpeg, mjpeg, hls or rtsp'],
    });
  expect(checkCamera({ ...draft, name: ' ', address: 'rtsp://a b' })).toEqual({
    Name: ['Name is required'],
    Address: ['Address can be at most 1000 characters without spaces'],
  });
  expect(Object.keys(checkCamera({ ...draft, username: '\n', password: '\n', kind: 'simulated' }))).toEqual([
    'Username',
    'Password',
  ]);
});
