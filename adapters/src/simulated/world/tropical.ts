import { HOUR_MS } from '@allclear/domain';
import { randomFrom } from '../random.ts';

/** A tropical system at one instant, as in an advisory. */
export interface TropicalSystem {
  /** In the hurricane center's numbering; the nineties are for tests. */
  readonly id: string;
  readonly name: string;
  readonly classification: 'TD' | 'TS' | 'HU';
  readonly latitude: number;
  readonly longitude: number;
  /** Strongest sustained wind. */
  readonly windKt: number;
  readonly pressureHpa: number;
  /** Direction of motion, degrees clockwise from north. */
  readonly headingDegrees: number;
  readonly speedMph: number;
  readonly bornAt: number;
  readonly diesAt: number;
}

const LIFE_MS = 10 * 24 * HOUR_MS;
/** Age of the first system when the simulation begins. */
const AGE_AT_START_MS = 3 * 24 * HOUR_MS;
/**
 * From the deep tropics westwards and around the high back into the open Atlantic: degrees, at equal times.
 */
type Position = readonly [latitude: number, longitude: number];
const WAY: readonly [Position, ...Position[]] = [
  [12, -38],
  [13.5, -46],
  [16, -53],
  [20, -59],
  [25, -62],
  [30, -60],
  [36, -52],
];
const KM_PER_DEGREE = 111.2;

/**
 * The tropical system at an instant: always one, each ten days old when the next starts, far from any coast.
 */
export function tropicalSystemAt(seed: string | number, startedAt: number, at: number): TropicalSystem {
  const firstBornAt = startedAt - AGE_AT_START_MS;
  const index = Math.floor((at - firstBornAt) / LIFE_MS);
  const bornAt = firstBornAt + index * LIFE_MS;
  const random = randomFrom('tropical', seed, index);
  const [offsetLatitude, offsetLongitude, vigour] = [2 * (random() - 0.5), 4 * (random() - 0.5), random()];
  const age = (at - bornAt) / LIFE_MS;
  const [latitude, longitude] = alongWay(age);
  const [nextLatitude, nextLongitude] = alongWay(age + HOUR_MS / LIFE_MS);
  const northKm = (nextLatitude - latitude) * KM_PER_DEGREE;
  const eastKm = (nextLongitude - longitude) * KM_PER_DEGREE * Math.cos((latitude * Math.PI) / 180);
  // It grows for two thirds of its life.
  const grown = Math.sin(
    Math.PI * Math.min(1, age < 0.66 ? (age / 0.66) * 0.5 : 0.5 + ((age - 0.66) / 0.34) * 0.5),
  );
  const windKt = 5 * Math.round((25 + (50 + 50 * vigour) * grown) / 5);
  return {
    id: `al9${Math.abs(index) % 10}${new Date(bornAt).getUTCFullYear()}`,
    name: `Simulated ${'ABCDEFGHIJKLMNOPQRSTUVW'[Math.abs(index) % 23]}`,
    classification: windKt >= 64 ? 'HU' : windKt >= 34 ? 'TS' : 'TD',
    latitude: latitude + offsetLatitude,
    longitude: longitude + offsetLongitude,
    windKt,
    // Wind and pressure of the Atlantic's storms (after Kraft, 1961).
    pressureHpa: Math.round(1013 - (windKt / 14) ** 2),
    headingDegrees: ((Math.atan2(eastKm, northKm) * 180) / Math.PI + 360) % 360,
    speedMph: Math.hypot(eastKm, northKm) * 0.621371,
    bornAt,
    diesAt: bornAt + LIFE_MS,
  };
}

/** `age` 0–1; a Catmull-Rom curve through the points of the track. */
function alongWay(age: number): [number, number] {
  const steps = Math.min(0.999_999, Math.max(0, age)) * (WAY.length - 1);
  const index = Math.floor(steps);
  const part = steps - index;
  const point = (offset: number) => WAY[Math.min(WAY.length - 1, Math.max(0, index + offset))] ?? WAY[0];
  const curve = (axis: 0 | 1) => {
    const [a, b, c, d] = [point(-1)[axis], point(0)[axis], point(1)[axis], point(2)[axis]];
    return b + 0.5 * part * (c - a + part * (2 * a - 5 * b + 4 * c - d + part * (3 * (b - c) + d - a)));
  };
  return [curve(0), curve(1)];
}
