import { randomFrom } from '../random.ts';

export interface Wave {
  /** Radians per degree and per ms. */
  readonly perLongitude: number;
  readonly perLatitude: number;
  readonly perMs: number;
  readonly phase: number;
}

export interface WaveOptions {
  readonly count: number;
  /** Length of the longest wave in degrees; the others are shorter, down to a third of it. */
  readonly lengthDegrees: number;
  /** The time in which the longest wave passes. */
  readonly periodMs: number;
  /** Where and when all waves are near their crest, if given. */
  readonly crestAt?: Instant;
}

/** Epoch ms and degrees. */
export interface Instant {
  readonly at: number;
  readonly latitude: number;
  readonly longitude: number;
}

/** A few plane waves whose sum resembles weather; the same for the same seed. */
export function createWaves(seed: string, { count, lengthDegrees, periodMs, crestAt }: WaveOptions): Wave[] {
  const random = randomFrom('waves', seed);
  return Array.from({ length: count }, (_, index) => {
    const part = 1 - (index / count) * 0.66;
    const around = (2 * Math.PI) / (lengthDegrees * part);
    // Weather comes from the west: crests move eastwards.
    const direction = (random() - 0.5) * 2;
    const wave = {
      perLongitude: around * Math.cos(direction),
      perLatitude: around * Math.sin(direction),
      perMs: (-2 * Math.PI) / (periodMs * part),
      phase: random() * 2 * Math.PI,
    };
    if (crestAt === undefined) return wave;
    const there =
      wave.perLongitude * crestAt.longitude + wave.perLatitude * crestAt.latitude + wave.perMs * crestAt.at;
    return { ...wave, phase: Math.PI / 2 + (random() - 0.5) - there };
  });
}

/** The mean of the waves, −1 … 1, at an instant (epoch ms) and place (degrees). */
export function waveHeight(waves: readonly Wave[], at: number, latitude: number, longitude: number): number {
  let sum = 0;
  for (const wave of waves)
    sum += Math.sin(
      wave.perLongitude * longitude + wave.perLatitude * latitude + wave.perMs * at + wave.phase,
    );
  return sum / waves.length;
}

/**
 * `waveHeight` over a grid, row by row. A plane wave is a product of sines of row and column, so no sine is
 * taken per cell.
 */
export function waveGrid(
  waves: readonly Wave[],
  at: number,
  latitudes: Float64Array,
  longitudes: Float64Array,
): Float32Array {
  const grid = new Float32Array(latitudes.length * longitudes.length);
  for (const wave of waves) {
    const sines = longitudes.map((longitude) => Math.sin(wave.perLongitude * longitude) / waves.length);
    const cosines = longitudes.map((longitude) => Math.cos(wave.perLongitude * longitude) / waves.length);
    let cell = 0;
    for (let row = 0; row < latitudes.length; row++) {
      const rest = wave.perLatitude * (latitudes[row] ?? 0) + wave.perMs * at + wave.phase;
      const sine = Math.sin(rest);
      const cosine = Math.cos(rest);
      for (let column = 0; column < longitudes.length; column++, cell++)
        grid[cell] = (grid[cell] ?? 0) + (sines[column] ?? 0) * cosine + (cosines[column] ?? 0) * sine;
    }
  }
  return grid;
}
