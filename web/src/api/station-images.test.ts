import type { WeatherStation } from '@allclear/contract';
import { expect, it } from 'vitest';
import { isOldImage, stationOfPlace } from './station-images.ts';

const nowMs = Date.parse('2026-06-06T20:46:00Z');
const minutesAgo = (minutes: number) => new Date(nowMs - minutes * 60_000).toISOString();
const station = (id: string, organizationLocationId: string | null, imageLastModified: string | null) =>
  ({ id, organizationLocationId, imageLastModified }) as WeatherStation;

it('the station of a place is the one with the newest picture', () => {
  const stations = [
    station('elsewhere', 'p', minutesAgo(0)),
    station('blind', 'o', null),
    station('old', 'o', minutesAgo(9)),
    station('new', 'o', minutesAgo(2)),
    station('nowhere', null, minutesAgo(1)),
  ];
  expect(stationOfPlace(stations, 'o')?.id).toBe('new');
  expect(stationOfPlace(stations.slice(0, 2), 'o')?.id).toBe('blind');
  expect(stationOfPlace(stations, 'q')).toBeNull();
  expect(stationOfPlace(stations, null)).toBeNull();
});

it.each([
  [60, 1, false],
  [61, 1, true],
  [61, 20, true],
  [89, 60, false],
  [91, 60, true],
])('a picture of %d minutes ago at speed %d: old is %s', (minutes, speed, old) => {
  expect(isOldImage(minutesAgo(minutes), nowMs, speed)).toBe(old);
});

it('a picture is old when the time is not known', () => {
  expect(isOldImage(minutesAgo(1), null, 1)).toBe(true);
  expect(isOldImage('soon', nowMs, 1)).toBe(true);
});
