// Solar irradiance for Liljegren's model: how much of the measured irradiance to accept and which part of it
// is direct beam. Inner part of wet-bulb-globe.ts, not exported from the package.

const SOLAR_CONSTANT_WM2 = 1367;
/**
 * The largest part of the irradiance outside the atmosphere that reaches the ground; a sensor that reports
 * more is wrong.
 */
const MAX_TRANSMISSION = 0.85;
const MAX_DIRECT_FRACTION = 0.9;
/** Less than this counts as no light; a smaller value has no usable fraction in floating point. */
const DARK_WM2 = 1e-6;
/** Elevations (as cosines of zenith distance, 2° and 3°) between which the direct beam fades in. */
const BEAM_NONE = Math.sin((2 * Math.PI) / 180);
const BEAM_FULL = Math.sin((3 * Math.PI) / 180);

export type Radiation = { solarWm2: number; directFraction: number };

/**
 * Irradiance to use (W/m²) and the fraction of it in the direct beam (0 … 0.9), from the measured irradiance
 * (W/m², 0 and up), the cosine of the zenith distance and the sun's distance (au).
 *
 * Liljegren 2008: normalize by the irradiance above the atmosphere, cap at 0.85, direct fraction exp(3 − 1.34
 * n − 1.65/n). Guard: near the horizon the beam enters the balances as 1/cos and tan of the zenith distance,
 * so an error of a few W/m² turns into degrees of WBGT. The model itself takes all light as diffuse and
 * uncapped once the sun is below 0.5°; here that treatment reaches up to 2° and fades into the full one until
 * 3°, without a jump.
 */
export function radiation(measuredWm2: number, cosZenith: number, distanceAu: number): Radiation {
  const beam = Math.min(1, Math.max(0, (cosZenith - BEAM_NONE) / (BEAM_FULL - BEAM_NONE)));
  if (measuredWm2 < DARK_WM2) return { solarWm2: 0, directFraction: 0 };
  if (beam === 0) return { solarWm2: measuredWm2, directFraction: 0 };
  const outside = (SOLAR_CONSTANT_WM2 * cosZenith) / (distanceAu * distanceAu);
  const transmission = Math.min(measuredWm2 / outside, MAX_TRANSMISSION);
  const capped = transmission * outside;
  const direct = Math.min(Math.exp(3 - 1.34 * transmission - 1.65 / transmission), MAX_DIRECT_FRACTION);
  const solarWm2 = beam * capped + (1 - beam) * measuredWm2;
  return { solarWm2, directFraction: direct * Math.min(1, (beam * capped) / solarWm2) };
}
