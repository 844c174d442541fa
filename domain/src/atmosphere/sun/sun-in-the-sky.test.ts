import { describe, expect, test } from 'vitest';
import { nutationDeg, perturbationsDeg, sunInTheSky, wrapDegrees } from './sun-in-the-sky.ts';

const DEGREES = 180 / Math.PI;
/** Julian centuries from 2000 of a Julian ephemeris day. */
const centuries = (julianDay: number) => (julianDay - 2_451_545) / 36_525;

describe('the sun among the stars', () => {
  test('Meeus, example 25.b: 1992-10-13 0h TD', () => {
    const sun = sunInTheSky(Date.UTC(1992, 9, 13) - 59_000 - 10_000);
    expect(Math.abs(wrapDegrees(sun.rightAscension * DEGREES) - 198.37818)).toBeLessThan(0.001);
    expect(sun.declination * DEGREES).toBeCloseTo(-7.783817, 3);
    expect(Math.abs(sun.distanceAu - 0.99760775)).toBeLessThan(0.0001);
  });

  test('Reda & Andreas, the worked example of SPA: 2003-10-17 19:30:30 UTC', () => {
    const sun = sunInTheSky(Date.UTC(2003, 9, 17, 19, 30, 30));
    expect(wrapDegrees(sun.rightAscension * DEGREES)).toBeCloseTo(202.22741, 3);
    expect(sun.declination * DEGREES).toBeCloseTo(-9.31434, 3);
    expect(sun.siderealDeg).toBeCloseTo(318.51191, 3);
    expect(sun.distanceAu).toBeCloseTo(0.9965422974, 5);
  });

  test('Meeus, example 12.a: apparent sidereal time of 1987-04-10 0h UT is 13h 10m 46.1351s', () => {
    expect(sunInTheSky(Date.UTC(1987, 3, 10)).siderealDeg).toBeCloseTo(
      (13 + 10 / 60 + 46.1351 / 3600) * 15,
      4,
    );
  });

  test('Meeus, example 22.a: nutation of 1987-04-10 is −3.788″ and +9.443″', () => {
    const { inLongitude, inObliquity } = nutationDeg(centuries(2_446_895.5));
    expect(Math.abs(inLongitude * 3600 + 3.788)).toBeLessThan(0.1);
    expect(Math.abs(inObliquity * 3600 - 9.443)).toBeLessThan(0.1);
  });

  test('Reda & Andreas, the same example: nutation of −0.0039984° and +0.00166657°', () => {
    const { inLongitude, inObliquity } = nutationDeg(centuries(2_452_930.312847));
    expect(Math.abs(inLongitude + 0.0039984)).toBeLessThan(0.0001);
    expect(Math.abs(inObliquity - 0.00166657)).toBeLessThan(0.0001);
  });
});

test('the perturbations are what SPA’s full series has over the ellipse: −0.0043° in the same example', () => {
  expect(perturbationsDeg(centuries(2_452_930.312847))).toBeCloseTo(-0.0043, 3);
});

test('angles come into one turn', () => {
  expect([-90, 0, 359, 360, 725, -720.5].map(wrapDegrees)).toEqual([270, 0, 359, 0, 5, 359.5]);
});
