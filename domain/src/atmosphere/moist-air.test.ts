import { expect, test } from 'vitest';
import {
  boilingKelvin,
  conductivity,
  density,
  diffusivity,
  evaporationHeat,
  PRANDTL,
  saturationHpa,
  skyEmissivity,
  viscosity,
} from './moist-air.ts';

// Property tables of dry air and water vapor at one atmosphere (Incropera & DeWitt, tables A.4 and A.8; Oke
// 1978 for the sky). The kinetic theory of the model is within 1.2 % of them in viscosity and 5 % in what
// follows from it.
test.each([
  ['viscosity at 300 K', viscosity(300), 1.846e-5, 0.01],
  ['viscosity at 250 K', viscosity(250), 1.596e-5, 0.012],
  ['conductivity at 300 K', conductivity(viscosity(300)), 0.0263, 0.05],
  ['density at 300 K', density(300, 1013.25), 1.1614, 0.015],
  ['diffusivity of vapour at 298 K', diffusivity(298, 1013.25), 2.6e-5, 0.05],
  ['Prandtl number', PRANDTL, 0.71, 0.05],
  ['saturation pressure at 20 °C', saturationHpa(293.15), 23.39, 0.005],
  ['saturation pressure at 0 °C', saturationHpa(273.15), 6.1121 * 1.004, 1e-9],
  ['emissivity of the sky at 10 hPa', skyEmissivity(10), 0.799, 0.001],
])('%s', (_, ours, published, within) => {
  expect(Math.abs(ours / published - 1)).toBeLessThan(within);
});

test('diffusivity falls with pressure and grows with temperature to the power 2.334', () => {
  expect(diffusivity(300, 500) / diffusivity(300, 1000)).toBeCloseTo(2, 9);
  expect(diffusivity(330, 1000) / diffusivity(300, 1000)).toBeCloseTo(1.1 ** 2.334, 9);
});

test('density grows with pressure and falls with temperature', () => {
  expect(density(300, 1000) / density(300, 500)).toBeCloseTo(2, 9);
  expect(density(250, 1000) / density(500, 1000)).toBeCloseTo(2, 9);
});

test('water boils where its vapour has the pressure of the air', () => {
  for (const pressureHpa of [500, 800, 1013.25, 1100])
    expect(saturationHpa(boilingKelvin(pressureHpa))).toBeCloseTo(pressureHpa, 6);
});

test('the heat of evaporation is the line of the reference program', () => {
  expect(evaporationHeat(313.15)).toBe(2.4073e6);
  expect(evaporationHeat(283.15)).toBeCloseTo(2.4073e6 - 71_100, 6);
});
