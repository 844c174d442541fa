import type { Table } from '../../../test/reference-table.ts';

/** [latitude, longitude, latitude, longitude, statute miles] */
export const DISTANCE_REFERENCE: Table<[number, number, number, number, number]> = [
  {
    source: 'mapado/haversine, tests/geo_ressources.py, scaled to a radius of 3959 mi (Lyon–Paris)',
    tolerance: 4e-6,
    reason: 'the same formula in double precision',
    rows: [[45.7597, 4.8422, 48.8567, 2.3508, 243.72719915182932]],
  },
  {
    source: 'mapado/haversine, tests/geo_ressources.py, scaled to a radius of 3959 mi (London–New York)',
    tolerance: 0.01,
    reason: 'the source gives kilometers rounded to the meter and another radius',
    rows: [[51.509865, -0.118092, 40.7033962, -74.2351462, 3471.489795]],
  },
  {
    source: 'GeographicLib, geodesictest.js, on a sphere, scaled to a radius of 3959 mi',
    tolerance: 4e-4,
    reason: 'almost antipodal points; the source gives meters to five decimals',
    rows: [
      [0, 0, 0, 179, 12368.467785625],
      [0, 0, 0, 180, 12437.565326093749],
    ],
  },
];

/**
 * The same on the WGS84 ellipsoid (GeographicLib, geodesictest.js): the sphere of 3959 mi is within 0.57 % of
 * it.
 */
export const ELLIPSOID_REFERENCE: readonly (readonly [number, number, number, number, number])[] = [
  [-21.97856, 142.59065, 41.84138, 98.56635, 5215.994153],
  [-66.99028, 112.2363, -12.70631, 285.90344, 6928.502689],
  [32.84994, 48.28919, -56.28556, 202.29132, 10393.718772],
  [-50.56724, -16.30485, -33.56571, -94.97412, 4011.367683],
  [-58.93002, -8.90775, -8.91104, 133.13503, 7304.88076],
  [-10.62672, -32.0898, 5.883, -134.31681, 7127.667787],
  [11.01307, 138.25278, 6.62726, 247.05981, 7401.27084],
  [-29.47124, 95.14681, -27.46601, -69.15955, 8380.443111],
];
