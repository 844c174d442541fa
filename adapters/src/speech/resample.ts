import type { Sound } from './wav.ts';

/** Samples a second of telephone sound. */
export const TELEPHONE_RATE = 8_000;

/** The middle of the band between what passes (up to 3,400 Hz) and what must not come back as an alias (4,000 Hz). */
const CUTOFF_HZ = 3_700;
/** Seconds on each side of a sample that the filter takes in: 60 dB at a transition of 600 Hz (Kaiser's formula). */
const REACH_SECONDS = 0.00305;
/** Kaiser's shape for 60 dB. */
const BETA = 5.653;

/**
 * The sound with 8,000 samples a second, through a low-pass filter (windowed sinc, Kaiser window): what is above
 * 4,000 Hz would otherwise be heard as another tone below it. Sound that has 8,000 already comes back as it is.
 */
export function toTelephoneRate({ rate, samples }: Sound): Float64Array {
  if (rate === TELEPHONE_RATE) return samples;
  const common = greatestCommonDivisor(rate, TELEPHONE_RATE);
  const phases = TELEPHONE_RATE / common;
  const step = rate / common;
  const reach = Math.ceil(REACH_SECONDS * rate);
  // Output sample n lies at n × step / phases of the input, so that there are only so many places between two samples.
  const kernels = Array.from({ length: phases }, (_, phase) => kernelAt(phase / phases, reach, rate));
  const length = Math.ceil((samples.length * phases) / step);
  // Silence around it, so that no read is outside: reads outside make the loop ten times slower.
  const padded = new Float64Array(samples.length + 2 * reach + step);
  padded.set(samples, reach);
  const output = new Float64Array(length);
  for (let n = 0; n < length; n++) {
    const place = n * step;
    const kernel = kernels[place % phases];
    if (kernel) output[n] = weighted(padded, Math.floor(place / phases) + 1, kernel);
  }
  return output;
}

function weighted(samples: Float64Array, first: number, kernel: Float64Array): number {
  let sum = 0;
  for (let offset = 0; offset < kernel.length; offset++)
    sum += (kernel[offset] ?? 0) * (samples[first + offset] ?? 0);
  return sum;
}

/** Weights of the 2 × `reach` samples around a place that is `fraction` of a sample behind the middle; their sum is 1. */
function kernelAt(fraction: number, reach: number, rate: number): Float64Array {
  const weights = Array.from({ length: 2 * reach }, (_, index) => {
    const distance = index - reach + 1 - fraction;
    const phase = (2 * Math.PI * CUTOFF_HZ * distance) / rate;
    return (phase === 0 ? 1 : Math.sin(phase) / phase) * kaiser(distance / reach);
  });
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return Float64Array.from(weights, (weight) => weight / sum);
}

/** Kaiser's window, 1 in the middle, at −1 to 1. */
function kaiser(place: number): number {
  return besselZero(BETA * Math.sqrt(Math.max(0, 1 - place * place))) / besselZero(BETA);
}

/** The modified Bessel function of the first kind of order 0, by its power series. */
function besselZero(x: number): number {
  let sum = 1;
  for (let k = 1, term = 1; term > sum * 1e-12; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
