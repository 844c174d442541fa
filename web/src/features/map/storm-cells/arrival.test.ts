import { pointFrom } from '@allclear/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrivalAt, type MovingCell } from './arrival.ts';

const seenAt = Date.UTC(2026, 5, 6, 20);
const minute = 60_000;
const here = { latitude: 32, longitude: -97 };
const moving = (heading: number, speedMph: number, at = here): MovingCell => ({
  at,
  seenAt,
  speedMph,
  ahead: [15, 30, 45, 60].map((minutes) => ({
    minutes,
    at: pointFrom(at, heading, (speedMph * minutes) / 60),
  })),
});

describe('where a storm goes', () => {
  it('a place on its way is reached, in a span around the straight reckoning', () => {
    const arrival = arrivalAt(moving(90, 30), pointFrom(here, 90, 15))!;
    expect(arrival.passesMiles).toBeLessThan(0.5);
    expect(arrival.from).toBeLessThan(seenAt + 30 * minute);
    expect(arrival.from).toBeGreaterThan(seenAt + 10 * minute);
    expect(arrival.to).toBeGreaterThan(seenAt + 30 * minute);
    expect(arrival.to).toBeLessThan(seenAt + 50 * minute);
  });

  it.each([
    ['behind it', moving(90, 30), pointFrom(here, 270, 20)],
    ['far to the side', moving(90, 30), pointFrom(here, 0, 30)],
    ['farther than an hour', moving(90, 30), pointFrom(here, 90, 60)],
    ['a cell that stands still', moving(90, 0), pointFrom(here, 90, 10)],
    [
      'a cell whose motion is not known',
      { ...moving(90, 30), speedMph: null, ahead: [] },
      pointFrom(here, 90, 10),
    ],
  ])('%s is not reached', (_name, cell, place) => {
    expect(arrivalAt(cell, place)).toBeNull();
  });

  it('a place on its track within the hour is always reached, and the straight reckoning lies in the span', () => {
    const heading = fc.integer({ min: 0, max: 359 });
    fc.assert(
      fc.property(
        heading,
        fc.integer({ min: 5, max: 70 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (degrees, speed, share) => {
          const at = { latitude: 40, longitude: 179.9 };
          const arrival = arrivalAt(moving(degrees, speed, at), pointFrom(at, degrees, speed * share));
          expect(arrival).not.toBeNull();
          const reckoned = seenAt + share * 60 * minute;
          expect(arrival!.from).toBeLessThanOrEqual(reckoned + 1);
          expect(arrival!.to).toBeGreaterThanOrEqual(reckoned - 1);
        },
      ),
    );
  });
});
