import { describe, expect, test } from 'vitest';
import { glmSunWindow } from './glm-coverage.ts';
import { sunBlindsMapper } from './sun-window.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const EAST = 19;
const WEST = 18;

/** The sun window of the night that contains the hour (UTC) of a date: its begin and end as HH:MM, or null. */
function windowOf(satellite: number, noon: number): [string, string] | null {
  const minutes: number[] = [];
  for (let at = noon; at < noon + day; at += minute) if (glmSunWindow(satellite, at)) minutes.push(at);
  const [first, last] = [minutes[0], minutes.at(-1)];
  if (first === undefined || last === undefined) return null;
  // One window a night, without a break.
  expect(last - first).toBe((minutes.length - 1) * minute);
  const time = (at: number) => new Date(at).toISOString().slice(11, 16);
  return [time(first), time(last)];
}

describe('the sun window of a night', () => {
  test.each([
    ['East at the March equinox', EAST, '2026-03-20', ['04:15', '06:01']],
    ['East at the September equinox', EAST, '2026-09-23', ['04:00', '05:46']],
    ['West at the March equinox', WEST, '2026-03-20', ['08:23', '10:09']],
    ['West at the September equinox', WEST, '2026-09-23', ['08:08', '09:54']],
    ['East three weeks before', EAST, '2026-02-27', ['04:28', '05:58']],
    ['East in June', EAST, '2026-06-21', null],
    ['East in December', EAST, '2026-12-21', null],
    ['East seven weeks before', EAST, '2026-01-30', null],
    ['West seven weeks after', WEST, '2026-05-08', null],
  ])('%s', (_name, satellite, date, expected) => {
    const found = windowOf(satellite, Date.parse(`${date}T00:00:00Z`));
    if (expected === null || found === null) {
      expect(found).toBe(expected);
      return;
    }
    const minutesOf = (time = '') => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
    for (const side of [0, 1])
      expect(Math.abs(minutesOf(found[side]) - minutesOf(expected[side]))).toBeLessThanOrEqual(3);
  });

  test('contains the time that is known of GOES-East, in both seasons', () => {
    for (const date of ['2026-03-20', '2026-09-23', '2027-03-20', '2027-09-23']) {
      for (let at = Date.parse(`${date}T04:16:00Z`); at <= Date.parse(`${date}T05:45:00Z`); at += minute)
        expect(glmSunWindow(EAST, at), new Date(at).toISOString()).toBe(true);
    }
  });
});

test('the seasons lie around the equinoxes and last about ten weeks', () => {
  const begin = Date.UTC(2026, 0, 1);
  const days = Array.from({ length: 365 }, (_, i) => i).filter((i) => windowOf(EAST, begin + i * day));
  const dates = days.map((i) => new Date(begin + i * day).toISOString().slice(5, 10));
  const breaks = days.flatMap((one, i) => (i > 0 && one - days[i - 1]! > 1 ? [i] : []));
  expect(breaks).toHaveLength(1);
  const autumn = breaks[0]!;
  expect([dates[0], dates[autumn - 1], dates[autumn], dates.at(-1)]).toEqual([
    expect.stringMatching(/^02-1[2-6]$/),
    expect.stringMatching(/^04-2[2-6]$/),
    expect.stringMatching(/^08-1[6-9]|08-20$/),
    expect.stringMatching(/^10-2[6-9]|10-30$/),
  ]);
});

test('the hours that are left out at once are never in a window', () => {
  // The whole window lies within its night's 72 minutes around mean midnight, for any longitude.
  for (const longitude of [-180, -137.2, -75.2, 0, 140.7, 180]) {
    const midnight = (((-longitude / 15) % 24) + 24) % 24;
    for (let date = Date.UTC(2026, 0, 1); date < Date.UTC(2027, 0, 1); date += day) {
      for (const side of [-71, 71])
        expect(sunBlindsMapper(longitude, date + midnight * 60 * minute + side * minute)).toBe(false);
    }
  }
});

test('an unknown satellite and a time that is no number are never in a window', () => {
  const midnight = Date.UTC(2026, 2, 20, 5, 8);
  expect(glmSunWindow(19, midnight)).toBe(true);
  expect(glmSunWindow(16, midnight)).toBe(true);
  expect(glmSunWindow(15, midnight)).toBe(false);
  expect(glmSunWindow(18, midnight)).toBe(false);
  expect(glmSunWindow(19, Number.NaN)).toBe(false);
});
