// The two energy balances of Liljegren et al., "Modeling the Wet Bulb Globe Temperature Using Standard
// Meteorological Measurements", J. Occup. Environ. Hyg. 5 (2008) 645–655. Kelvin and SI inside; inner part of
// wet-bulb-globe.ts.

import {
  boilingKelvin,
  conductivity,
  density,
  diffusivity,
  evaporationHeat,
  HEAT_CAPACITY_AIR,
  MOLAR_MASS_RATIO,
  PRANDTL,
  saturationHpa,
  skyEmissivity,
  viscosity,
} from '../moist-air.ts';
import { fallingRoot } from './falling-root.ts';
import { MIN_WIND_MPS } from './wind-profile.ts';

const STEFAN_BOLTZMANN = 5.6696e-8;
const GROUND_EMISSIVITY = 0.999;
const GROUND_ALBEDO = 0.45;

const GLOBE_DIAMETER_M = 0.0508;
const GLOBE_EMISSIVITY = 0.95;
const GLOBE_ALBEDO = 0.05;

const WICK_DIAMETER_M = 0.007;
const WICK_LENGTH_M = 0.0254;
const WICK_EMISSIVITY = 0.95;
const WICK_ALBEDO = 0.4;
/** Part of the direct beam, and of the sky's light, that falls on the top of the wick. */
const WICK_TOP = (0.25 * WICK_DIAMETER_M) / WICK_LENGTH_M;

/** Colder and hotter than any equilibrium within the ranges of the model, K. */
const COLDEST_K = 100;
const HOTTEST_K = 700;

const PRANDTL_SPHERE = PRANDTL ** 0.3333;
const PRANDTL_CYLINDER = PRANDTL ** 0.44;

export type BalanceInput = {
  airK: number;
  vapourHpa: number;
  pressureHpa: number;
  windMps: number;
  solarWm2: number;
  directFraction: number;
  cosZenith: number;
};

/**
 * Long-wave radiation from sky and ground, as the fourth power of a temperature (ground and air at one
 * temperature).
 */
function surroundingsK4({ airK, vapourHpa }: BalanceInput): number {
  return 0.5 * (skyEmissivity(vapourHpa) + GROUND_EMISSIVITY) * airK ** 4;
}

/** Temperature of a black 50.8 mm globe in K. */
export function globeKelvin(input: BalanceInput): number {
  const { airK, pressureHpa, windMps, solarWm2, directFraction, cosZenith } = input;
  // Without a direct beam its geometry must not be evaluated: 0 × ∞ at the horizon is NaN.
  const beam = directFraction > 0 ? directFraction * (1 / (2 * cosZenith) - 1) : 0;
  const sun =
    (solarWm2 / (2 * GLOBE_EMISSIVITY * STEFAN_BOLTZMANN)) * (1 - GLOBE_ALBEDO) * (beam + 1 + GROUND_ALBEDO);
  const gain = surroundingsK4(input) + sun;
  const balance = (globeK: number) => {
    const convection =
      sphereWm2K((globeK + airK) / 2, pressureHpa, windMps) / (GLOBE_EMISSIVITY * STEFAN_BOLTZMANN);
    return { value: gain - globeK ** 4 - convection * (globeK - airK), slope: -4 * globeK ** 3 - convection };
  };
  return fallingRoot(balance, COLDEST_K, HOTTEST_K, airK);
}

/**
 * Temperature of a wetted wick in sun and wind (the natural wet bulb) in K; below `boilingKelvin` of the
 * pressure.
 */
export function naturalWetBulbKelvin(input: BalanceInput): number {
  const { airK, vapourHpa, pressureHpa, windMps, solarWm2, directFraction, cosZenith } = input;
  const side =
    directFraction > 0 ? Math.sqrt(Math.max(0, 1 - cosZenith * cosZenith)) / cosZenith / Math.PI : 0;
  const light = (1 - directFraction) * (1 + WICK_TOP) + directFraction * (side + WICK_TOP) + GROUND_ALBEDO;
  const gain =
    STEFAN_BOLTZMANN * WICK_EMISSIVITY * surroundingsK4(input) + (1 - WICK_ALBEDO) * solarWm2 * light;
  const balance = (wickK: number) => {
    const filmK = (wickK + airK) / 2;
    const mu = viscosity(filmK);
    const rho = density(filmK, pressureHpa);
    const schmidt = mu / (rho * diffusivity(filmK, pressureHpa));
    const convection = cylinderWm2K(mu, rho, windMps);
    const cooling =
      ((evaporationHeat(filmK) * MOLAR_MASS_RATIO) / HEAT_CAPACITY_AIR) * (PRANDTL / schmidt) ** 0.56;
    const saturation = saturationHpa(wickK);
    const dry = pressureHpa - saturation;
    const radiative = STEFAN_BOLTZMANN * WICK_EMISSIVITY * wickK ** 3;
    const saturationSlope = (saturation * 17.502 * (273.15 - 32.18)) / (wickK - 32.18) ** 2;
    return {
      value:
        airK - wickK - (cooling * (saturation - vapourHpa)) / dry + (gain - radiative * wickK) / convection,
      slope:
        -1 -
        (cooling * saturationSlope * (pressureHpa - vapourHpa)) / (dry * dry) -
        (4 * radiative) / convection,
    };
  };
  // At the boiling point evaporation is unbounded, so the balance is negative there.
  return fallingRoot(balance, COLDEST_K, boilingKelvin(pressureHpa) - 1e-6, airK);
}

/** Heat transfer of the globe in air, W/(m² K). Source: Bird, Stewart & Lightfoot (1960), page 409. */
function sphereWm2K(filmK: number, pressureHpa: number, windMps: number): number {
  const mu = viscosity(filmK);
  const reynolds = (density(filmK, pressureHpa) * Math.max(windMps, MIN_WIND_MPS) * GLOBE_DIAMETER_M) / mu;
  return ((2 + 0.6 * Math.sqrt(reynolds) * PRANDTL_SPHERE) * conductivity(mu)) / GLOBE_DIAMETER_M;
}

/**
 * Heat transfer of the wick in air, W/(m² K). Source: Bedingfield & Drew, Ind. Eng. Chem. 42 (1950), equation
 * 32.
 */
function cylinderWm2K(mu: number, rho: number, windMps: number): number {
  const reynolds = (rho * Math.max(windMps, MIN_WIND_MPS) * WICK_DIAMETER_M) / mu;
  return (0.281 * reynolds ** 0.6 * PRANDTL_CYLINDER * conductivity(mu)) / WICK_DIAMETER_M;
}
