import { MILES_PER_DEGREE } from '@allclear/domain';
import { placeAt, planeOf, type SimulatedPlace } from './places.ts';

/** A storm as it is at one instant. */
export interface Storm {
  /** The same over its whole life, and of no other storm. */
  readonly id: string;
  /** The storm that it split from. */
  readonly parentId: string | null;
  /** Who watches it: storms of one office never share a number. */
  readonly office: string;
  readonly serial: number;
  /** Its whole life, epoch ms. */
  readonly bornAt: number;
  readonly diesAt: number;
  readonly latitude: number;
  readonly longitude: number;
  /** Of the core, in which lightning falls. */
  readonly radiusMiles: number;
  /** 0 (just born, nearly gone) to 1. */
  readonly strength: number;
  readonly flashesPerMinute: number;
  /** Reflectivity of the middle of the core, dBZ. */
  readonly coreDbz: number;
  /** Largest hail, inches; 0 for none. */
  readonly hailInches: number;
  /** Strongest gust under the core. */
  readonly gustMph: number;
  /** At its best; severe by the weather service's measure is 58 mph and more. */
  readonly peakGustMph: number;
  readonly isSevere: boolean;
  /** Where it goes to, degrees clockwise from north. */
  readonly headingDegrees: number;
  readonly speedMph: number;
}

/** A storm's life on the plane of an origin, miles. */
export interface StormLife {
  readonly id: string;
  readonly parentId: string | null;
  readonly office: string;
  readonly serial: number;
  readonly bornAt: number;
  readonly diesAt: number;
  readonly origin: SimulatedPlace;
  readonly startEast: number;
  readonly startNorth: number;
  /** Radians counter-clockwise from east. */
  readonly direction: number;
  readonly speedMph: number;
  readonly radiusMiles: number;
  /** At its full strength. */
  readonly flashesPerMinute: number;
  readonly peakDbz: number;
  readonly peakGustMph: number;
}

const MS_PER_HOUR = 3_600_000;
const GROWTH_MS = 4 * 60_000;
/** A cell is born with this much of its growth done, so that its first flash is not long in coming. */
const BORN_GROWN_MS = GROWTH_MS / 3;
/** Without strength there is still a shower. */
const FAINT_DBZ = 24;
/**
 * Lightning needs ice above the freezing level, hail a strong updraught: where the core is stronger than
 * this, hail falls.
 */
const HAIL_FROM_DBZ = 52;

const SEVERE_GUST_MPH = 58;
/** No storm further away than this is felt at a place. */
export const FELT_MILES = 70;

/** Whether a place is ever so near to a storm that it could be felt there; never wrongly no. */
export function comesNear(life: StormLife, latitude: number, longitude: number): boolean {
  const north = (latitude - life.origin.latitude) * MILES_PER_DEGREE;
  // On the plane of the origin a mile eastwards is up to twice as long as it is far to the north or south of
  // it.
  const wayMiles = milesOf(life, life.diesAt);
  if (Math.abs(north - life.startNorth) > FELT_MILES + wayMiles + 1) return false;
  const { east } = planeOf(life.origin, { latitude, longitude });
  return Math.abs(east - life.startEast) <= 2 * (FELT_MILES + wayMiles);
}

/** Null before it was born and after it died. */
export function stormAt(life: StormLife, at: number): Storm | null {
  if (at < life.bornAt || at >= life.diesAt) return null;
  const strength = Math.min(
    1,
    (at - life.bornAt + BORN_GROWN_MS) / GROWTH_MS,
    (life.diesAt - at) / GROWTH_MS,
  );
  const miles = milesOf(life, at);
  const { east, north } = positionOf(life, at);
  const coreDbz = FAINT_DBZ + (life.peakDbz - FAINT_DBZ) * strength;
  return {
    id: life.id,
    parentId: life.parentId,
    office: life.office,
    serial: life.serial,
    bornAt: life.bornAt,
    diesAt: life.diesAt,
    ...placeAt(life.origin, east, north),
    radiusMiles: life.radiusMiles,
    strength,
    // The storm pulses.
    flashesPerMinute: strength * Math.max(5, life.flashesPerMinute * (0.75 + 0.25 * Math.sin(miles * 1.7))),
    coreDbz,
    hailInches: coreDbz < HAIL_FROM_DBZ ? 0 : 0.25 * Math.round(2 + (coreDbz - HAIL_FROM_DBZ) * 0.6),
    gustMph: 15 + (life.peakGustMph - 15) * strength,
    peakGustMph: life.peakGustMph,
    isSevere: life.peakGustMph >= SEVERE_GUST_MPH,
    headingDegrees: (810 - (life.direction * 180) / Math.PI) % 360,
    speedMph: life.speedMph,
  };
}

/** Miles east and north of the life's origin, at any time between birth and death. */
export function positionOf(life: StormLife, at: number): { east: number; north: number } {
  const miles = milesOf(life, at);
  // A cell does not walk with a ruler: it sways by half a mile, from where it was born.
  const sway = 0.5 * Math.sin(miles / 3);
  const [headingEast, headingNorth] = [Math.cos(life.direction), Math.sin(life.direction)];
  return {
    east: life.startEast + headingEast * miles - headingNorth * sway,
    north: life.startNorth + headingNorth * miles + headingEast * sway,
  };
}

function milesOf(life: StormLife, at: number): number {
  return ((at - life.bornAt) * life.speedMph) / MS_PER_HOUR;
}
