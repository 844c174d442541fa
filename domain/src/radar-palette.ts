import { isKnown, type Reading } from './known.ts';

/** One colour of the radar's scale: it stands for echoes of `fromDbz` and more. */
export interface RadarColor {
  readonly fromDbz: number;
  /** 0–255 each. */
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

const scale: readonly (readonly [fromDbz: number, rgb: number])[] = [
  [5, 0x04e9e7],
  [10, 0x019ff4],
  [15, 0x0300f4],
  [20, 0x02fd02],
  [25, 0x01c501],
  [30, 0x008e00],
  [35, 0xfdf802],
  [40, 0xe5bc00],
  [45, 0xfd9500],
  [50, 0xfd0000],
  [55, 0xd40000],
  [60, 0xbc0000],
  [65, 0xf800fd],
  [70, 0x9854c6],
  [75, 0xfdfdfd],
];

/** The fifteen colours of the US National Weather Service's reflectivity scale, 5 dBZ each; with 'no echo' they fit four bits a pixel. */
export const radarColors: readonly RadarColor[] = scale.map(([fromDbz, rgb]) => ({
  fromDbz,
  red: rgb >> 16,
  green: (rgb >> 8) & 0xff,
  blue: rgb & 0xff,
}));

/** Level of a place without echo, or that the radar does not see. */
export const NO_ECHO = 0;

/**
 * The level of an echo in the steps of the N0Q composite: 1 is −32 dBZ, 255 is 95 dBZ, half a dBZ each; what lies beyond takes the end of the
 * scale. A missing reading is `NO_ECHO`. Source: Iowa Environmental Mesonet, N0Q composite ramp.
 */
export function radarLevel(dbz: Reading): number {
  if (!isKnown(dbz)) return NO_ECHO;
  return Math.min(255, Math.max(1, Math.round((dbz + 32) * 2) + 1));
}

/** dBZ of a level of `radarLevel`; null for `NO_ECHO` and for what is no level. */
export function dbzOfLevel(level: number): number | null {
  return Number.isInteger(level) && level >= 1 && level <= 255 ? -32 + 0.5 * (level - 1) : null;
}

/** Which colour an echo takes: 0 for none (below 5 dBZ, or missing), else one more than its place in `radarColors`. */
export function radarColorIndex(dbz: Reading): number {
  if (!isKnown(dbz)) return 0;
  return radarColors.findLastIndex(({ fromDbz }) => dbz >= fromDbz) + 1;
}
