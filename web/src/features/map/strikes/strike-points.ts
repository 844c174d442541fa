import type { StrikePoints } from '@allclear/contract';
import type { Point } from '../measure/measure.ts';

/** Strikes are shown for half an hour (spec 1 section 2.10). */
const shownSeconds = 1_800;
/** The limit of the server's answer, and of the strikes kept. */
export const maxPoints = 30_000;

/** A single strike. `at` in epoch seconds. */
export interface StrikePoint {
  readonly id: number;
  readonly at: number;
  readonly longitude: number;
  readonly latitude: number;
  readonly ampKa: number | null;
  readonly energyJ: number | null;
  readonly type: number;
}

/** The known single strikes of a view; see the contract for `cursor` and `completeFrom`. */
export interface HeldStrikes
  extends Pick<StrikePoints, 'cursor' | 'observedThrough' | 'coverage' | 'completeFrom'> {
  /** Oldest first, so that the newest is drawn on top. */
  readonly points: readonly StrikePoint[];
}

/**
 * An answer merged with the known strikes: duplicates count once, strikes older than half an hour are
 * dropped, and above the limit the newest stay.
 */
export function mergeStrikes(
  held: HeldStrikes | undefined,
  answer: StrikePoints,
  nowMs: number,
): HeldStrikes {
  const before = answer.whole ? undefined : held;
  const points = joined(before?.points ?? [], pointsOf(answer)).filter(
    ({ at }) => nowMs / 1_000 - at <= shownSeconds,
  );
  const { cursor, observedThrough, coverage } = answer;
  const lines = [before?.completeFrom ?? null, answer.completeFrom];
  // Times are whole seconds: within the second of the limit some strikes may be left out.
  const newestLeftOut = points.at(-maxPoints - 1);
  if (newestLeftOut) lines.push(new Date((newestLeftOut.at + 1) * 1_000).toISOString());
  const cuts = lines.filter((line) => line !== null && nowMs - Date.parse(line) <= shownSeconds * 1_000);
  return {
    cursor,
    observedThrough,
    coverage,
    completeFrom: cuts.sort().at(-1) ?? null,
    points: points.slice(-maxPoints),
  };
}

function joined(held: readonly StrikePoint[], came: readonly StrikePoint[]): StrikePoint[] {
  const ids = new Set(held.map(({ id }) => id));
  const all = held.concat(came.filter(({ id }) => !ids.has(id)));
  return all.sort((a, b) => a.at - b.at || a.id - b.id);
}

/** The strikes of an answer, in its order. */
export function pointsOf({
  ids,
  at,
  longitude,
  latitude,
  ampKa,
  energyJ,
  type,
}: StrikePoints): StrikePoint[] {
  return ids.map((id, i) => ({
    id,
    at: at[i]!,
    longitude: longitude[i]!,
    latitude: latitude[i]!,
    ampKa: ampKa[i] ?? null,
    energyJ: energyJ[i] ?? null,
    type: type[i] ?? 0,
  }));
}

/**
 * The strike nearest to a place within `reachPx`, null when there is none; `degreesPerPx` of longitude. Of
 * equally near ones the newer.
 */
export function nearestStrike(
  points: readonly StrikePoint[],
  place: Point,
  degreesPerPx: number,
  reachPx: number,
): StrikePoint | null {
  const shrink = Math.max(0.01, Math.cos((place.latitude * Math.PI) / 180));
  let nearest: StrikePoint | null = null;
  let leastPx = reachPx;
  for (const point of points) {
    const east = Math.abs(point.longitude - place.longitude) % 360;
    const px =
      Math.hypot(Math.min(east, 360 - east), (point.latitude - place.latitude) / shrink) / degreesPerPx;
    if (px > leastPx) continue;
    leastPx = px;
    nearest = point;
  }
  return nearest;
}

/** The properties of a strike for a popup. */
export function propertiesOf(strike: StrikePoint): Record<string, unknown> {
  const { at, ampKa, energyJ, type, longitude, latitude } = strike;
  return { At: at, Amp: ampKa, EnergyJ: energyJ, type, longitude, latitude };
}
