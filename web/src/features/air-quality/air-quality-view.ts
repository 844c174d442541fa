import type { AirQualityPollutant } from '@allclear/contract';
import { AQI_CATEGORIES, aqiCategory } from '@allclear/domain';

/** Marks of the gauge (spec 1 section 9). */
export const gaugeBreakpoints = [0, 5, 25, 50, 75, 100, 125, 150, 175, 200, 225, 250, 275, 300] as const;
const gaugeMaximum = 300;

export const reachNotice = 'Air quality data is only available for locations within 10 miles of a sensor.';

/** The color tokens of the six categories, in order. */
const categoryColors = ['good', 'moderate', 'sensitive', 'unhealthy', 'very-unhealthy', 'hazardous'] as const;

/**
 * The color of an index's category; the neutral one when the index is missing. The number and the word are
 * always shown beside it.
 */
export function aqiColor(index: number | null): string {
  const category = aqiCategory(index);
  return category === null
    ? 'var(--field-line)'
    : `var(--aqi-${categoryColors[AQI_CATEGORIES.indexOf(category)]})`;
}

/** The filled share of the gauge, 0 to 1: it ends at 300, even for higher values. */
export function gaugeShare(index: number): number {
  return Math.min(Math.max(index, 0), gaugeMaximum) / gaugeMaximum;
}

/**
 * The pollutant that determines the index of the place: the one marked as main, else the first; undefined
 * when there is none.
 */
export function mainPollutant(pollutants: readonly AirQualityPollutant[]): AirQualityPollutant | undefined {
  return pollutants.find(({ isMainPollutant }) => isMainPollutant) ?? pollutants[0];
}

/** Where the air was measured: the source and its distance. A value of a model is labeled as such. */
export function sourceText({ sourceName, distanceInMiles, isModelled }: AirQualityPollutant): string {
  return isModelled
    ? `Modeled, not measured: ${sourceName}`
    : `${sourceName}, ${distanceInMiles.toFixed(1)} mi away`;
}

/** '72 · Moderate'; '--' and 'N/A' for what is missing. */
export function indexText({
  value,
  shortDescription,
}: AirQualityPollutant['aqiData']['nowCastIndex']): string {
  return value === null && shortDescription === null
    ? '--'
    : `${value ?? '--'} · ${shortDescription ?? 'N/A'}`;
}

/** A point on the gauge's half circle: `share` 0 is its left end, 1 its right one. */
export function onArc(
  share: number,
  radius: number,
  center: { x: number; y: number },
): { x: number; y: number } {
  const angle = Math.PI * (1 - share);
  const round = (px: number) => Math.round(px * 100) / 100;
  return { x: round(center.x + radius * Math.cos(angle)), y: round(center.y - radius * Math.sin(angle)) };
}
