import Supercluster from 'supercluster';

export const clusterRadiusPx = 50;
export const clusterMaxZoom = 8;
/** Supercluster counts 512 pixels to a tile. */
const tilePx = 512;
/** Of a row: longitude, latitude, how many strikes, and the instant of the newest (epoch ms). */
export const rowSize = 4;

/**
 * Converts strikes (rows of longitude, latitude and instant) to rows of clusters and single strikes for each
 * zoom level from 0 to 8.
 */
export function buildClusterLevels(strikes: Float64Array): Float64Array[] {
  const index = new Supercluster<{ newest: number }, { newest: number }>({
    radius: clusterRadiusPx,
    extent: tilePx,
    maxZoom: clusterMaxZoom,
    map: ({ newest }) => ({ newest }),
    reduce: (sum, one) => {
      sum.newest = Math.max(sum.newest, one.newest);
    },
  });
  index.load(
    Array.from({ length: strikes.length / 3 }, (_, i) => {
      const longitude = strikes[3 * i] ?? Number.NaN;
      const latitude = strikes[3 * i + 1] ?? Number.NaN;
      const newest = strikes[3 * i + 2] ?? Number.NaN;
      return {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [longitude, latitude] },
        properties: { newest },
      };
    }),
  );
  return Array.from({ length: clusterMaxZoom + 1 }, (_, zoom) => {
    const found = index.getClusters([-180, -90, 180, 90], zoom);
    const rows = new Float64Array(found.length * rowSize);
    found.forEach(({ geometry, properties }, i) => {
      const count = 'point_count' in properties ? properties.point_count : 1;
      const [longitude = Number.NaN, latitude = Number.NaN] = geometry.coordinates;
      rows.set([longitude, latitude, count, properties.newest], i * rowSize);
    });
    return rows;
  });
}

/**
 * Into which square of a cluster's width a place falls, in Web-Mercator at a zoom level: those of one square
 * may be drawn as one.
 */
export function squareOf(longitude: number, latitude: number, zoom: number): string {
  const squares = (tilePx / clusterRadiusPx) * 2 ** zoom;
  const sine = Math.max(-0.9999, Math.min(0.9999, Math.sin((latitude * Math.PI) / 180)));
  const x = Math.floor(((longitude + 180) / 360) * squares);
  const y = Math.floor((0.5 - (0.25 * Math.log((1 + sine) / (1 - sine))) / Math.PI) * squares);
  return `${x} ${y}`;
}
