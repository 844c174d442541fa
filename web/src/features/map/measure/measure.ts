import { bearingDegrees, compass16, distanceMiles } from '@allclear/domain';

export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * A great circle from one point to another in straight segments; longitudes continue past ±180, so that the
 * line is never split.
 */
export function greatCircle(from: Point, to: Point, pieces = 64): [number, number][] {
  const radians = Math.PI / 180;
  const vector = ({ latitude, longitude }: Point) => {
    const [phi, lambda] = [latitude * radians, longitude * radians];
    return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)] as const;
  };
  const [a, b] = [vector(from), vector(to)];
  const angle = Math.acos(Math.min(1, Math.max(-1, a[0] * b[0] + a[1] * b[1] + a[2] * b[2])));
  if (angle < 1e-9 || Math.PI - angle < 1e-9)
    return [from, to].map(({ latitude, longitude }) => [longitude, latitude]);
  let last = from.longitude;
  return Array.from({ length: pieces + 1 }, (_, i) => {
    const [p, q] = [
      Math.sin((1 - i / pieces) * angle) / Math.sin(angle),
      Math.sin((i / pieces) * angle) / Math.sin(angle),
    ];
    const [x, y, z] = [p * a[0] + q * b[0], p * a[1] + q * b[1], p * a[2] + q * b[2]];
    const longitude = Math.atan2(y, x) / radians;
    last += ((((longitude - last + 180) % 360) + 360) % 360) - 180;
    return [last, Math.asin(Math.min(1, Math.max(-1, z))) / radians];
  });
}

/** Each point with the one that follows it. */
export function legsOf<P>(points: readonly P[]): [from: P, to: P][] {
  return points.flatMap((from, i) => points.slice(i + 1, i + 2).map((to): [P, P] => [from, to]));
}

/**
 * '24.3 mi · 045° NE', the distance over all points and the bearing of the last leg; null with fewer than two
 * points.
 */
export function measureText(points: readonly Point[]): string | null {
  const last = points.at(-1);
  const before = points.at(-2);
  if (!last || !before) return null;
  let miles = 0;
  for (const [from, to] of legsOf(points)) miles += distanceMiles(from, to) ?? 0;
  const bearing = bearingDegrees(before, last);
  const bearingText =
    bearing === null || miles === 0
      ? ''
      : ` · ${String(Math.round(bearing) % 360).padStart(3, '0')}° ${compass16(bearing)}`;
  return `${miles < 100 ? miles.toFixed(1) : Math.round(miles).toLocaleString('en-US')} mi${bearingText}`;
}
