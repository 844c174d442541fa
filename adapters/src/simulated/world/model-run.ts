import { HOUR_MS, MILES_PER_DEGREE, MINUTE_MS } from '@allclear/domain';
import { randomFrom } from '../random.ts';
import { placeAt } from './places.ts';
import type { Storm } from './storm.ts';

/** Error of a run per hour ahead, and its maximum: of everything in it, and of each storm by itself. */
const LATE_MS_PER_HOUR = 6 * MINUTE_MS;
const MAX_LATE_MS = 45 * MINUTE_MS;
const OFFSET_MILES_PER_HOUR = 5;
const MAX_OFFSET_MILES = 50;
const STORM_MILES_PER_HOUR = 7;
const STORM_DBZ_PER_HOUR = 3;
const MAX_STORM_DBZ = 9;
/**
 * Probability per hour ahead, and its maximum, that a storm that started after the run is forecast elsewhere.
 */
const ELSEWHERE_PER_HOUR = 0.3;
const MAX_ELSEWHERE = 0.7;
const ELSEWHERE_MILES = 40;

/** Offset of a model run in time and position. None without a lead. */
export interface RunOffset {
  readonly ms: number;
  readonly latitude: number;
  readonly longitude: number;
}

const leadOf = (issuedAt: number, validAt: number) => Math.max(0, validAt - issuedAt) / HOUR_MS;

/**
 * The error of the run of `issuedAt` for `validAt`: one direction for the whole run, growing with the lead.
 */
export function runOffset(seed: string | number, issuedAt: number, validAt: number): RunOffset {
  const hours = leadOf(issuedAt, validAt);
  const random = randomFrom('run', seed, issuedAt);
  const [late, direction, far] = [random() * 2 - 1, random() * 2 * Math.PI, 0.4 + 0.6 * random()];
  const degrees = (far * Math.min(MAX_OFFSET_MILES, hours * OFFSET_MILES_PER_HOUR)) / MILES_PER_DEGREE;
  return {
    ms: Math.round(late * Math.min(MAX_LATE_MS, hours * LATE_MS_PER_HOUR)),
    latitude: degrees * Math.sin(direction),
    longitude: degrees * Math.cos(direction),
  };
}

/**
 * The storms of `validAt` as the run of `issuedAt` forecasts them. Storms that already existed have another
 * track and strength; of the storms that started since, many are forecast at a wrong place.
 */
export function expectedStorms(
  seed: string | number,
  issuedAt: number,
  validAt: number,
  storms: readonly Storm[],
): readonly Storm[] {
  const hours = leadOf(issuedAt, validAt);
  if (hours === 0) return storms;
  const offset = runOffset(seed, issuedAt, validAt);
  return storms.map((storm) => {
    const random = randomFrom('expected', seed, issuedAt, storm.id);
    const [direction, far, strength, luck] = [
      random() * 2 * Math.PI,
      0.4 + 0.6 * random(),
      random() * 2 - 1,
      random(),
    ];
    const isElsewhere = storm.bornAt > issuedAt && luck < Math.min(MAX_ELSEWHERE, hours * ELSEWHERE_PER_HOUR);
    const miles = far * hours * STORM_MILES_PER_HOUR + (isElsewhere ? ELSEWHERE_MILES : 0);
    const place = placeAt(storm, miles * Math.cos(direction), miles * Math.sin(direction));
    return {
      ...storm,
      latitude: place.latitude + offset.latitude,
      longitude: place.longitude + offset.longitude,
      coreDbz: storm.coreDbz + strength * Math.min(MAX_STORM_DBZ, hours * STORM_DBZ_PER_HOUR),
    };
  });
}
