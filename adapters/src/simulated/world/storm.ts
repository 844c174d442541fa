import { HOUR_MS, MILES_PER_DEGREE } from '@allclear/domain';
import { placeAt, planeOf, type SimulatedPlace } from './places.ts';

/** What stays the same over a storm's life. */
interface StormIdentity {
  /** Unique. */
  readonly id: string;
  /** The id of the storm that it split from. */
  readonly parentId: string | null;
  /** Its weather office: storms of one office have different numbers. */
  readonly office: string;
  readonly serial: number;
  /** Start and end of its life, epoch ms. */
  readonly bornAt: number;
  readonly diesAt: number;
}

/** A storm at one instant. */
export interface Storm extends StormIdentity {
  readonly latitude: number;
  readonly longitude: number;
  /** Of the core, in which lightning occurs. */
  readonly radiusMiles: number;
  /** 0 (starting or ending) to 1. */
  readonly strength: number;
  readonly flashesPerMinute: number;
  /** Reflectivity of the middle of the core, dBZ. */
  readonly coreDbz: number;
  /** Largest hail, inches; 0 for none. */
  readonly hailInches: number;
  /** Strongest gust under the core. */
  readonly gustMph: number;
  /** Its maximum; severe by the weather service's definition is 58 mph and more. */
  readonly peakGustMph: number;
  readonly isSevere: boolean;
  /** Direction of motion, degrees clockwise from north. */
  readonly headingDegrees: number;
  readonly speedMph: number;
}

/** A storm's life on the plane of an origin, miles. */
export interface StormLife extends StormIdentity {
  readonly origin: SimulatedPlace;
  readonly startEast: number;
  readonly startNorth: number;
  /** Radians counterclockwise from east. */
  readonly direction: number;
  readonly speedMph: number;
  readonly radiusMiles: number;
  /** At full strength. */
  readonly flashesPerMinute: number;
  readonly peakDbz: number;
  readonly peakGustMph: number;
}

const GROWTH_MS = 4 * 60_000;
/** Growth of a cell at its start, so that its first flash comes soon. */
const BORN_GROWN_MS = GROWTH_MS / 3;
/** At zero strength there is still a shower. */
const FAINT_DBZ = 24;
/**
 * Lightning needs ice above the freezing level, hail a strong updraft: hail falls where the core is
 * stronger than this.
 */
const HAIL_FROM_DBZ = 52;

const SEVERE_GUST_MPH = 58;
/** A storm has no effect at a place further away than this. */
export const FELT_MILES = 70;

/** Whether a place is ever close enough to a storm for an effect; never a false negative. */
export function comesNear(life: StormLife, latitude: number, longitude: number): boolean {
  const north = (latitude - life.origin.latitude) * MILES_PER_DEGREE;
  // On the plane of the origin a mile eastwards is up to twice as long as it is far to the north or south of
  // it.
  const wayMiles = milesOf(life, life.diesAt);
  if (Math.abs(north - life.startNorth) > FELT_MILES + wayMiles + 1) return false;
  const { east } = planeOf(life.origin, { latitude, longitude });
  return Math.abs(east - life.startEast) <= 2 * (FELT_MILES + wayMiles);
}

/** What is left of a storm: the strength of its full life times `part` (0–1), and its end as it now is. */
export interface StormRest {
  readonly part: number;
  readonly diesAt: number;
}

/** Null before it was born and after it died. */
export function stormAt(
  life: StormLife,
  at: number,
  { part, diesAt }: StormRest = { part: 1, diesAt: life.diesAt },
): Storm | null {
  if (at < life.bornAt || at >= life.diesAt) return null;
  const strength =
    part * Math.min(1, (at - life.bornAt + BORN_GROWN_MS) / GROWTH_MS, (life.diesAt - at) / GROWTH_MS);
  const miles = milesOf(life, at);
  const { east, north } = positionOf(life, at);
  const coreDbz = FAINT_DBZ + (life.peakDbz - FAINT_DBZ) * strength;
  return {
    id: life.id,
    parentId: life.parentId,
    office: life.office,
    serial: life.serial,
    bornAt: life.bornAt,
    diesAt,
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

/** Miles east and north of the life's origin, at any time between start and end. */
export function positionOf(life: StormLife, at: number): { east: number; north: number } {
  const miles = milesOf(life, at);
  // The track is not straight: it sways by half a mile, from zero at its start.
  const sway = 0.5 * Math.sin(miles / 3);
  const [headingEast, headingNorth] = [Math.cos(life.direction), Math.sin(life.direction)];
  return {
    east: life.startEast + headingEast * miles - headingNorth * sway,
    north: life.startNorth + headingNorth * miles + headingEast * sway,
  };
}

function milesOf(life: StormLife, at: number): number {
  return ((at - life.bornAt) * life.speedMph) / HOUR_MS;
}
