import { cosineOfMiles, MILES_PER_DEGREE } from '@allclear/domain';
import Flatbush from 'flatbush';
import type { BenchLocation, Match } from './scene.ts';

/** A box that holds the circle of a location, degrees. */
export function boxOf({ latitude, longitude, outerRadiusMiles }: BenchLocation) {
  const high = outerRadiusMiles / MILES_PER_DEGREE;
  const wide = high / Math.cos(((Math.abs(latitude) + high) * Math.PI) / 180);
  return { west: longitude - wide, south: latitude - high, east: longitude + wide, north: latitude + high };
}

/** Flatbush with a box per location, whose candidates are checked by the cosine of the distance. */
export function flatbushOf(locations: readonly BenchLocation[]): Match {
  const tree = new Flatbush(locations.length);
  for (const { west, south, east, north } of locations.map(boxOf)) tree.add(west, south, east, north);
  tree.finish();
  const vectors = unitVectors(locations);
  /** NaN, which matches nothing, for a missing value. */
  const part = (index: number) => vectors[index] ?? Number.NaN;
  return (latitude, longitude, hit) => {
    const phi = (latitude * Math.PI) / 180;
    const lambda = (longitude * Math.PI) / 180;
    const x = Math.cos(phi) * Math.cos(lambda);
    const y = Math.cos(phi) * Math.sin(lambda);
    const z = Math.sin(phi);
    for (const id of tree.search(longitude, latitude, longitude, latitude)) {
      const at = id * 4;
      if (x * part(at) + y * part(at + 1) + z * part(at + 2) >= part(at + 3)) hit(id);
    }
  };
}

/** Of each location x, y, z and the cosine of its radius. */
function unitVectors(locations: readonly BenchLocation[]): Float64Array {
  const vectors = new Float64Array(locations.length * 4);
  for (const [id, { latitude, longitude, outerRadiusMiles }] of locations.entries()) {
    const phi = (latitude * Math.PI) / 180;
    const lambda = (longitude * Math.PI) / 180;
    const cosPhi = Math.cos(phi);
    vectors.set(
      [
        cosPhi * Math.cos(lambda),
        cosPhi * Math.sin(lambda),
        Math.sin(phi),
        cosineOfMiles(outerRadiusMiles) - 1e-15,
      ],
      id * 4,
    );
  }
  return vectors;
}
