import { isFiniteReading, type Reading } from './reading.ts';

const COMPASS_16 = [
  'N',
  'NNE',
  'NE',
  'ENE',
  'E',
  'ESE',
  'SE',
  'SSE',
  'S',
  'SSW',
  'SW',
  'WSW',
  'W',
  'WNW',
  'NW',
  'NNW',
] as const;
const COMPASS_8 = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const;

export type Compass16 = (typeof COMPASS_16)[number];
export type Compass8 = (typeof COMPASS_8)[number];

/**
 * The point of a 16-point compass nearest to a direction in degrees clockwise from north (any finite number:
 * −90 is W, 450 is E). A direction exactly between two points takes the clockwise one. Null when missing. A
 * wind is named for the direction it comes from.
 */
export function compass16(degrees: Reading): Compass16 | null {
  return isFiniteReading(degrees) ? (COMPASS_16[nearestPoint(degrees, 16)] ?? null) : null;
}

/** The same on an 8-point compass. */
export function compass8(degrees: Reading): Compass8 | null {
  return isFiniteReading(degrees) ? (COMPASS_8[nearestPoint(degrees, 8)] ?? null) : null;
}

function nearestPoint(degrees: number, points: number): number {
  const turned = ((degrees % 360) + 360) % 360;
  return Math.round((turned * points) / 360) % points;
}
