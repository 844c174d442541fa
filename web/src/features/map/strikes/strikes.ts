import type * as contract from '@allclear/contract';
import { distanceMiles } from '@allclear/domain';
import type { FeatureCollection, Point } from 'geojson';
import type { ExpressionSpecification } from 'maplibre-gl';
import type { z } from 'zod';
import type { Point as Place } from '../measure/measure.ts';

export type StrikeAnswer = z.infer<typeof contract.strikeCollection>;

/** Age limits of the colors, seconds (spec 1 section 9). */
export const strikeAges = [
  { color: 'red', from: 0, to: 300, label: '0-5 min' },
  { color: 'yellow', from: 300, to: 900, label: '5-15 min' },
  { color: 'green', from: 900, to: 1_800, label: '15-30 min' },
] as const;
/** From this age on a strike fades, until it disappears at 30 minutes. */
const fadesFrom = 1_500;

/**
 * An answer as map data, the newest last: `At` is the instant of the (newest) strike in epoch seconds, from
 * which its age is computed. The order is the drawing order; a sort key of MapLibre would draw each instant
 * separately.
 */
export function strikeData(answer: StrikeAnswer, answeredAtMs: number): FeatureCollection<Point> {
  const features = answer.features.map(({ geometry, properties }) => {
    const { TimeStamp, Age, Count } = properties as { TimeStamp?: number; Age: number; Count?: number };
    const At = TimeStamp ?? answeredAtMs / 1_000 - Age;
    return {
      type: 'Feature' as const,
      geometry: geometry as Point,
      properties: { ...properties, Count: Count ?? 1, At },
    };
  });
  return { type: 'FeatureCollection', features: features.sort((a, b) => a.properties.At - b.properties.At) };
}

/** MapLibre expressions for an instant (epoch ms): color by age, and opacity. */
export function strikePaint(
  nowMs: number,
  colors: Record<'red' | 'yellow' | 'green', string>,
): { color: ExpressionSpecification; opacity: ExpressionSpecification } {
  const age: ExpressionSpecification = ['-', Math.round(nowMs / 1_000), ['get', 'At']];
  return {
    color: ['step', age, colors.red, 300, colors.yellow, 900, colors.green],
    opacity: ['interpolate', ['linear'], age, fadesFrom, 1, 1_800, 0],
  };
}

/** The types of lightning that a network distinguishes (spec 1 section 3); a satellite distinguishes none. */
const types: Record<number, string> = {
  1: 'Ground General',
  2: 'Ground to Cloud',
  3: 'Cloud to Ground',
  4: 'Cloud Pulse',
};
export function strikeType(type: unknown): string {
  return types[Number(type)] ?? 'Not told apart (seen from space)';
}

/** '-34 kA', or the energy of the flash: a satellite measures light, not current. */
export function intensityText({ Amp, EnergyJ }: { Amp?: unknown; EnergyJ?: unknown }): string {
  if (typeof Amp === 'number') return `${Amp.toFixed(Math.abs(Amp) < 10 ? 1 : 0)} kA`;
  if (typeof EnergyJ === 'number')
    return `${(EnergyJ * 1e15).toFixed(EnergyJ < 1e-14 ? 1 : 0)} fJ of light (current not measured)`;
  return '--';
}

/** '12.4 mi' from the selected location; '--' without one. */
export function distanceText(from: Place | null, to: Place): string {
  const miles = from && distanceMiles(from, to);
  return miles === null ? '--' : `${miles < 100 ? miles.toFixed(1) : Math.round(miles)} mi`;
}

/** Beyond this age a feed's coverage is unknown, and the map says so. */
const lateAfterMs = 3 * 60_000;

export type LightningObservation =
  | { readonly kind: 'known'; readonly through: string }
  | { readonly kind: 'partly-covered'; readonly through: string | null }
  | { readonly kind: 'not-covered' }
  | { readonly kind: 'unknown'; readonly through: string | null };

/** The reliability of a view without strikes. */
export function lightningObservation(
  { observedThrough, coverage }: Pick<StrikeAnswer, 'observedThrough' | 'coverage'>,
  nowMs: number,
): LightningObservation {
  if (coverage === 'none') return { kind: 'not-covered' };
  if (observedThrough === null || nowMs - Date.parse(observedThrough) > lateAfterMs)
    return { kind: 'unknown', through: observedThrough };
  return coverage === 'some'
    ? { kind: 'partly-covered', through: observedThrough }
    : { kind: 'known', through: observedThrough };
}
