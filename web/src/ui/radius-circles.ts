import type { Feature, FeatureCollection, Polygon } from 'geojson';

/** Earth radius of the specification, in miles, and the segments of a circle. */
const earthRadiusMiles = 3959;
const steps = 32;

/**
 * A circle of great-circle radius around a point, as a polygon of 32 segments. Longitudes continue past ±180,
 * so that it is never split.
 */
export function circle(latitude: number, longitude: number, radiusMiles: number): [number, number][] {
  const angle = radiusMiles / earthRadiusMiles;
  const phi = (latitude * Math.PI) / 180;
  const points: [number, number][] = [];
  for (let step = 0; step <= steps; step++) {
    const bearing = ((step % steps) * 2 * Math.PI) / steps;
    const there = Math.asin(
      Math.sin(phi) * Math.cos(angle) + Math.cos(phi) * Math.sin(angle) * Math.cos(bearing),
    );
    const east = Math.atan2(
      Math.sin(bearing) * Math.sin(angle) * Math.cos(phi),
      Math.cos(angle) - Math.sin(phi) * Math.sin(there),
    );
    points.push([longitude + (east * 180) / Math.PI, (there * 180) / Math.PI]);
  }
  return points;
}

/** The circles of the active zones, outermost first so that the inner ones are drawn over them. */
export function radiusCircles(
  latitude: number,
  longitude: number,
  radiiMiles: readonly number[],
): FeatureCollection<Polygon> {
  const features = radiiMiles.flatMap((radiusMiles, i): Feature<Polygon>[] =>
    radiusMiles > 0
      ? [
          {
            type: 'Feature',
            properties: { zone: i + 1, radiusMiles },
            geometry: { type: 'Polygon', coordinates: [circle(latitude, longitude, radiusMiles)] },
          },
        ]
      : [],
  );
  return { type: 'FeatureCollection', features: features.reverse() };
}

/** West, south, east, north of the outermost circle; of a small square without any zone. */
export function boundsOf(
  latitude: number,
  longitude: number,
  radiiMiles: readonly number[],
): [number, number, number, number] {
  const points = circle(latitude, longitude, Math.max(1, ...radiiMiles));
  const longitudes = points.map(([east]) => east);
  const latitudes = points.map(([, north]) => north);
  return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
}
