import { cameraKinds, logMonths } from '@allclear/contract';
import { expect, it } from 'vitest';
import {
  kindTexts,
  minutesOf,
  monthChoices,
  monthText,
  newMonthText,
  secondsText,
  shownMonths,
  usedText,
} from './camera-words.ts';

it.each([
  [75, 600, 'You have used 1h 15m of 10h this month.'],
  [0, 60, 'You have used 0h 0m of 1h this month.'],
  [125, 90, 'You have used 2h 5m of 1h 30m this month.'],
  [0, 0, 'You have used 0h 0m of 0h this month.'],
])('%d of %d minutes', (consumed, allowed, text) => {
  expect(usedText(consumed, allowed)).toBe(text);
});

it('the new month begins in the zone of the organization', () => {
  const minutes = {
    consumedMinutes: 600,
    consumedSeconds: 36_000,
    allowedMinutes: 600,
    usedUp: true,
    sharing: false,
  };
  const nextMonthUtc = '2026-07-01T05:00:00Z';
  expect(newMonthText({ ...minutes, nextMonthUtc, timeZone: 'America/Chicago' })).toMatch(
    /It begins anew on July 1(,| at) 12:00\sAM CDT\.$/,
  );
});

it('six months, the current one first, across a year and in any zone', () => {
  expect(shownMonths).toBe(logMonths);
  expect(monthChoices('2026-04-01T04:00:00Z', 'America/New_York').map(({ label }) => label)).toEqual([
    ...['March 2026', 'February 2026', 'January 2026', 'December 2025', 'November 2025', 'October 2025'],
  ]);
  expect(monthChoices('2026-03-31T15:00:00Z', 'Asia/Tokyo')[0]).toEqual({ value: '0', label: 'March 2026' });
  expect(monthChoices('2026-01-01T10:00:00Z', 'Pacific/Honolulu')[0]?.label).toBe('December 2025');
});

it('durations and minutes', () => {
  expect([0, 45, 185, 3_725, 3_600].map(secondsText)).toEqual([
    '0 s',
    '45 s',
    '3 min 5 s',
    '1 h 2 min 5 s',
    '1 h',
  ]);
  expect([0, 30, 90, 3_600].map(minutesOf)).toEqual([0, 0.5, 1.5, 60]);
  expect(monthText(61, null)).toBe('1h 1m used');
  expect(monthText(61, 600)).toBe('1h 1m used of 10h allowed');
});

it('each kind of camera has words', () => {
  expect(Object.keys(kindTexts).sort()).toEqual([...cameraKinds].sort());
});
