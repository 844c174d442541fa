import { expect, it } from 'vitest';
import { expiryInstant, expiryOf } from './expiry.ts';

const chicago = 'America/Chicago';
const instant = (local: string, zone = chicago) => expiryInstant({ local, savedUtc: null }, zone);

it.each([
  ['2026-07-05T15:42', chicago, '2026-07-05T20:42:00.000Z'],
  ['2026-12-05T15:42', chicago, '2026-12-05T21:42:00.000Z'],
  ['2026-07-05T00:00', 'Asia/Kathmandu', '2026-07-04T18:15:00.000Z'],
  // 02:30 is left out in spring, and 01:30 occurs twice in autumn.
  ['2026-03-08T02:30', chicago, '2026-03-08T08:00:00.000Z'],
  ['2026-11-01T01:30', chicago, '2026-11-01T07:30:00.000Z'],
])('%s of %s is %s', (local, zone, utc) => {
  expect(instant(local, zone)).toBe(utc);
});

it('nothing chosen, or half of it, is no instant', () => {
  for (const local of ['', '2026-07-05', '15:42', 'soon']) expect(instant(local)).toBeNull();
});

it('a saved instant stays as it is until the field is changed, even in the hour that occurs twice', () => {
  for (const utc of ['2026-11-01T06:30:00.000Z', '2026-11-01T07:30:00.000Z']) {
    const expiry = expiryOf(utc, chicago);
    expect(expiry?.local).toBe('2026-11-01T01:30');
    expect(expiry && expiryInstant(expiry, chicago)).toBe(utc);
  }
  expect(expiryOf(null, chicago)).toBeNull();
});
