import { describe, expect, it } from 'vitest';
import { dateAndTime, timeAgo, timeOfDay } from './time-text.ts';

const now = Date.parse('2026-06-06T20:46:00Z');
const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString();

describe('time in words', () => {
  it.each([
    [5, 'just now', 'just now'],
    [40, '40 seconds ago', '40 s ago'],
    [60, '1 minute ago', '1 min ago'],
    [180, '3 minutes ago', '3 min ago'],
    [89 * 60, '89 minutes ago', '89 min ago'],
    [90 * 60, '2 hours ago', '2 h ago'],
    [35 * 3600, '35 hours ago', '35 h ago'],
    [36 * 3600, '2 days ago', '2 d ago'],
  ])('%d seconds', (seconds, long, short) => {
    expect(timeAgo(ago(seconds), now)).toBe(long);
    expect(timeAgo(ago(seconds), now, 'short')).toBe(short);
  });

  it('says nothing of an instant it does not know', () => {
    expect(timeAgo(null, now)).toBe('--');
    expect(timeAgo('soon', now)).toBe('--');
    expect(timeAgo(ago(60), null)).toBe('--');
    expect(timeOfDay(null, 'America/Chicago')).toBe('--');
  });

  it('gives the date and the time of the place', () => {
    expect(dateAndTime(now, 'America/Chicago')).toBe('Saturday, June 6 · 3:46 PM CDT');
  });

  it('falls back to UTC, and says so, for a zone the browser does not know', () => {
    expect(timeOfDay('2026-06-06T20:46:00Z', 'Mars/Olympus', true)).toContain('8:46:00');
  });
});
