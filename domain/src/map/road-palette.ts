import { type RoadCondition, roadConditions } from './road-conditions.ts';

/** Label and color of a road condition. */
export interface RoadColor {
  readonly condition: Exclude<RoadCondition, 'none'>;
  readonly label: string;
  /** 0–255 each. */
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

/**
 * Blues are water, violets ice, grays snow. They differ in lightness too, for people with color blindness.
 */
const legend: readonly (readonly [RoadColor['condition'], string, number])[] = [
  ['flooded', 'Flooded', 0x0b3d91],
  ['slippery', 'Slippery', 0x2fb4d8],
  ['patchy-ice', 'Patchy Ice', 0xe7a3e0],
  ['ice', 'Ice', 0xa21caf],
  ['snow', 'Snow', 0x9fb0c9],
  ['heavy-snow', 'Heavy Snow', 0x56617a],
];

/** The legend of road conditions, in the wording and order of the specification. */
export const roadColors: readonly RoadColor[] = legend.map(([condition, label, rgb]) => ({
  condition,
  label,
  red: rgb >> 16,
  green: (rgb >> 8) & 0xff,
  blue: rgb & 0xff,
}));

/** 'Patchy Ice'; 'No hazard' for `none`, 'Unknown' for null. */
export function roadLabel(condition: RoadCondition | null): string {
  if (condition === null) return 'Unknown';
  return roadColors.find((color) => color.condition === condition)?.label ?? 'No hazard';
}

/** Index of a condition's color in `roadColors`, from 1, by its index in `roadConditions`; 0 for `none`. */
export const roadColorIndexes: readonly number[] = roadConditions.map(
  (condition) => roadColors.findIndex((color) => color.condition === condition) + 1,
);
