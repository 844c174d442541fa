import { isFiniteReading, type Reading } from '../core/index.ts';

/** One color of the radar scale, for echoes of `fromDbz` and more. */
export interface RadarColor {
  readonly fromDbz: number;
  /** 0–255 each. */
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

const scale: readonly (readonly [fromDbz: number, rgb: number])[] = [
  [5, 0x4b64a1],
  [10, 0x518bbb],
  [15, 0x6fd6e8],
  [20, 0x10cd17],
  [25, 0x0d9e11],
  [30, 0x096f0c],
  [35, 0x98a806],
  [40, 0xffc400],
  [45, 0xff8f00],
  [50, 0xcd0000],
  [55, 0x7f0000],
  [60, 0xffb3ff],
  [65, 0xea2bec],
  [70, 0x7900e2],
  [75, 0x05ccd0],
];

/**
 * Fifteen colors, 5 dBZ each; with 'no echo' they fit four bits per pixel. They are those of the N0Q
 * composite in the middle of each step, so that drawn images and the composite's tiles have one legend.
 * Source: Iowa Environmental Mesonet, N0Q composite ramp.
 */
export const radarColors: readonly RadarColor[] = scale.map(([fromDbz, rgb]) => ({
  fromDbz,
  red: rgb >> 16,
  green: (rgb >> 8) & 0xff,
  blue: rgb & 0xff,
}));

/** Level of a place without an echo or outside radar coverage. */
export const NO_ECHO = 0;

/**
 * The level of an echo in the steps of the N0Q composite: 1 is −32 dBZ, 255 is 95 dBZ, half a dBZ each;
 * values beyond are clamped. A missing reading is `NO_ECHO`. Source: Iowa Environmental Mesonet, N0Q
 * composite ramp.
 */
export function radarLevel(dbz: Reading): number {
  if (!isFiniteReading(dbz)) return NO_ECHO;
  return Math.min(255, Math.max(1, Math.round((dbz + 32) * 2) + 1));
}

/** dBZ of a level of `radarLevel`; null for `NO_ECHO` and for an invalid level. */
export function dbzOfLevel(level: number): number | null {
  return Number.isInteger(level) && level >= 1 && level <= 255 ? -32 + 0.5 * (level - 1) : null;
}

/**
 * The color of an echo: 0 for none (below 5 dBZ, or missing), else one more than its index in `radarColors`.
 */
export function radarColorIndex(dbz: Reading): number {
  if (!isFiniteReading(dbz)) return 0;
  return radarColors.findLastIndex(({ fromDbz }) => dbz >= fromDbz) + 1;
}
