import { expect, test } from 'vitest';
import { boilingKelvin } from '../moist-air.ts';
import { type BalanceInput, globeKelvin, naturalWetBulbKelvin } from './wbgt-balances.ts';

const shade: BalanceInput = {
  airK: 303.15,
  vapourHpa: 20,
  pressureHpa: 1000,
  windMps: 1,
  solarWm2: 0,
  directFraction: 0,
  cosZenith: 0.8,
};

test('without a beam the height of the sun does not matter, not even a sun on the horizon', () => {
  for (const balance of [globeKelvin, naturalWetBulbKelvin]) {
    const diffuse = { ...shade, solarWm2: 100 };
    for (const cosZenith of [1, 0.001, 0, -0.5])
      expect(balance({ ...diffuse, cosZenith })).toBe(balance(diffuse));
  }
});

test('a beam from a lower sun heats more, for the same light on the ground', () => {
  const beam = { ...shade, solarWm2: 300, directFraction: 0.7 };
  for (const balance of [globeKelvin, naturalWetBulbKelvin])
    expect(balance({ ...beam, cosZenith: 0.4 })).toBeGreaterThan(balance(beam) + 0.3);
});

test('wind below 0.13 m/s cools as 0.13 m/s does, more wind brings the globe nearer to the air', () => {
  const sunny = { ...shade, solarWm2: 800, directFraction: 0.7 };
  expect(globeKelvin({ ...sunny, windMps: 0 })).toBe(globeKelvin({ ...sunny, windMps: 0.13 }));
  expect(naturalWetBulbKelvin({ ...sunny, windMps: 0 })).toBe(
    naturalWetBulbKelvin({ ...sunny, windMps: 0.13 }),
  );
  const above = [0.13, 1, 5, 30].map((windMps) => globeKelvin({ ...sunny, windMps }) - sunny.airK);
  expect([...above].sort((a, b) => b - a)).toEqual(above);
  expect(above.at(-1)).toBeGreaterThan(0);
});

test('in saturated air without sun the wick stands near the air, in dry air far below, and never boils', () => {
  const saturated = { ...shade, vapourHpa: 42.6 };
  expect(Math.abs(naturalWetBulbKelvin(saturated) - shade.airK)).toBeLessThan(0.3);
  expect(naturalWetBulbKelvin({ ...shade, vapourHpa: 0 })).toBeLessThan(shade.airK - 15);
  const furnace = {
    ...shade,
    airK: 343,
    vapourHpa: 310,
    pressureHpa: 500,
    solarWm2: 2000,
    directFraction: 0.9,
    cosZenith: 0.06,
    windMps: 0,
  };
  expect(naturalWetBulbKelvin(furnace)).toBeLessThan(boilingKelvin(500));
});
