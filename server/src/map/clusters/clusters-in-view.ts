import { type Box, isInBox } from '../../lightning/index.ts';
import type { Arrival } from './arrived-strikes.ts';
import { rowSize, squareOf } from './strike-cluster-levels.ts';

export interface Cluster {
  readonly longitude: number;
  readonly latitude: number;
  readonly count: number;
  /** The instant of the newest strike, epoch ms. */
  readonly newestAt: number;
}

/**
 * The rows in a box with the strikes that arrived since: a strike joins a cluster within its square, or is a
 * mark of its own.
 */
export function clustersInView(
  rows: Float64Array,
  fresh: readonly Arrival[],
  { box, zoom, since }: { box: Box; zoom: number; since: number },
): Cluster[] {
  const clusters: Cluster[] = [];
  for (let at = 0; at < rows.length; at += rowSize) {
    const longitude = rows[at] ?? Number.NaN;
    const latitude = rows[at + 1] ?? Number.NaN;
    const count = rows[at + 2] ?? Number.NaN;
    const newestAt = rows[at + 3] ?? Number.NaN;
    if (newestAt >= since && isInBox({ longitude, latitude }, box))
      clusters.push({ longitude, latitude, count, newestAt });
  }
  if (fresh.length === 0) return clusters;
  const squares = new Map(
    clusters.map((cluster, i) => [squareOf(cluster.longitude, cluster.latitude, zoom), i]),
  );
  for (const { longitude, latitude, at } of fresh) {
    const square = squareOf(longitude, latitude, zoom);
    const i = squares.get(square);
    const cluster = i === undefined ? undefined : clusters[i];
    if (i === undefined || cluster === undefined) {
      squares.set(square, clusters.length);
      clusters.push({ longitude, latitude, count: 1, newestAt: at });
    } else {
      clusters[i] = { ...cluster, count: cluster.count + 1, newestAt: Math.max(cluster.newestAt, at) };
    }
  }
  return clusters;
}
