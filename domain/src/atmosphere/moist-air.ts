// Properties of moist air for the Liljegren model, in kelvin, hPa and SI units. The product's own humidity is
// that of humidity.ts: the Buck saturation pressure is for this model and for what is derived from it.
//
// Sources: Liljegren et al., J. Occup. Environ. Hyg. 5 (2008) 645–655; Bird, Stewart & Lightfoot, "Transport
// Phenomena" (1960) for viscosity (Chapman–Enskog, eq. 1.4-18), conductivity (Eucken, 8.3-3) and diffusivity
// (Slattery & Bird, 16.3-1); Buck, J. Appl. Meteor. 20 (1981) 1527–1532 for saturation; Van Wylen & Sonntag
// for the heat of evaporation (283–313 K).

const GAS_CONSTANT = 8314.34;
const MOLAR_MASS_AIR = 28.97;
const MOLAR_MASS_WATER = 18.015;
/** Specific heat of air at constant pressure, J/(kg K). */
export const HEAT_CAPACITY_AIR = 1003.5;
/** Gas constant of dry air, J/(kg K). */
export const GAS_CONSTANT_AIR = GAS_CONSTANT / MOLAR_MASS_AIR;
/** Ratio of molar masses water to air, for turning a pressure ratio into a mixing ratio. */
export const MOLAR_MASS_RATIO = MOLAR_MASS_WATER / MOLAR_MASS_AIR;
/** Prandtl number, constant by Eucken's relation. */
export const PRANDTL = HEAT_CAPACITY_AIR / (HEAT_CAPACITY_AIR + 1.25 * GAS_CONSTANT_AIR);

/** Enhancement of the saturation pressure in air against pure vapor, good above 800 hPa. */
const AIR_ENHANCEMENT = 1.004;
const BUCK_HPA = 6.1121 * AIR_ENHANCEMENT;

/** Saturation vapor pressure over water, hPa. */
export function saturationHpa(kelvin: number): number {
  return BUCK_HPA * Math.exp((17.502 * (kelvin - 273.15)) / (kelvin - 32.18));
}

/** Temperature in K at which the saturation pressure reaches the given hPa: the boiling point of water. */
export function boilingKelvin(pressureHpa: number): number {
  const y = Math.log(pressureHpa / BUCK_HPA) / 17.502;
  return (273.15 - 32.18 * y) / (1 - y);
}

/** Dynamic viscosity of air, kg/(m s). */
export function viscosity(kelvin: number): number {
  const collision = ((kelvin / 97 - 2.9) / 0.4) * -0.034 + 1.048;
  return (2.6693e-6 * Math.sqrt(MOLAR_MASS_AIR * kelvin)) / (3.617 * 3.617 * collision);
}

/** Thermal conductivity of air, W/(m K). */
export function conductivity(viscosityOfAir: number): number {
  return (HEAT_CAPACITY_AIR + 1.25 * GAS_CONSTANT_AIR) * viscosityOfAir;
}

/** Density of air, kg/m³. */
export function density(kelvin: number, pressureHpa: number): number {
  return (pressureHpa * 100) / (GAS_CONSTANT_AIR * kelvin);
}

const CRITICAL_K = Math.sqrt(132 * 647.3);
const DIFFUSIVITY_AT_CRITICAL =
  3.64e-8 *
  Math.cbrt(36.4 * 218) *
  (132 * 647.3) ** (5 / 12) *
  Math.sqrt(1 / MOLAR_MASS_AIR + 1 / MOLAR_MASS_WATER);

/** Diffusivity of water vapor in air, m²/s. */
export function diffusivity(kelvin: number, pressureHpa: number): number {
  return (DIFFUSIVITY_AT_CRITICAL * (kelvin / CRITICAL_K) ** 2.334 * 1013.25) / pressureHpa;
}

/**
 * Heat of evaporation of water, J/kg. The straight line of the reference program between 283 and 313 K. Its
 * slope has the sign opposite to that of steam tables (2.48 MJ/kg at 283 K); it is kept because the model was
 * fitted, published and is reproduced everywhere with it. Steam tables would lower the WBGT by 0.03 … 0.18
 * °C.
 */
export function evaporationHeat(kelvin: number): number {
  return 2.4073e6 - ((313.15 - kelvin) / 30) * 71_100;
}

/** Emissivity of the sky from the vapor pressure in hPa (Oke, "Boundary Layer Climates", 1978). */
export function skyEmissivity(vapourHpa: number): number {
  return 0.575 * vapourHpa ** 0.143;
}
