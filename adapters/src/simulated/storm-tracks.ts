import { haversineMiles, MILES_PER_DEGREE } from '@allclear/domain';
import { randomFrom } from './random.ts';

export interface SimulatedPlace {
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
}

export interface SimulationOptions {
  readonly seed: string | number;
  /** When the simulation began, epoch ms; the same after a restart, or the weather will be another. */
  readonly startedAt: number;
  /** Where storms shall come by, the first places first. Without any: Tampa. */
  readonly places: readonly SimulatedPlace[];
}

/** A storm as it is at one instant. */
export interface StormCell {
  /** Distinguishes storms that live at the same time. */
  readonly group: number;
  /** Its whole life, epoch ms. */
  readonly bornAt: number;
  readonly diesAt: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly radiusMiles: number;
  readonly flashesPerMinute: number;
  /** 0 (just born, nearly gone) to 1. */
  readonly strength: number;
}

const SPEED_MPH = 30;
const SPEED_MILES_PER_MS = SPEED_MPH / 3_600_000;
/** The first cell is born this far from the first place, so that the outer zones see it within its first minutes. */
const APPROACH_MILES = 11;
const DEPARTURE_MILES = 13;
const QUIET_MS = 50 * 60_000;
const FIRST_STORM_AFTER_MS = 20_000;
const BETWEEN_GROUPS_MS = 7 * 60_000;
const GROWTH_MS = 4 * 60_000;
const GROUP_RADIUS_MILES = 40;
const MAX_GROUPS = 12;
const TAMPA: SimulatedPlace = { latitude: 27.95, longitude: -82.46 };

/** A straight track in miles east and north of an origin. */
interface Track {
  readonly bornAt: number;
  readonly diesAt: number;
  readonly startEast: number;
  readonly startNorth: number;
  readonly headingEast: number;
  readonly headingNorth: number;
  readonly radiusMiles: number;
  readonly flashesPerMinute: number;
}

/**
 * The storms that live at an instant (epoch ms), a pure function of the options and the time. Places that lie together share a sequence of
 * storms: each walks over them at 30 mph, then it stays quiet for at least 50 minutes. Before `startedAt` there are none.
 */
export function createStormTracks({ seed, startedAt, places }: SimulationOptions): (at: number) => StormCell[] {
  const groups = groupPlaces(places.length > 0 ? places : [TAMPA]);
  const sequences = groups.map((members, group) => {
    const firstAt = startedAt + FIRST_STORM_AFTER_MS + group * BETWEEN_GROUPS_MS;
    const reach = Math.max(...members.map((place) => haversineMiles(members[0]!.latitude, members[0]!.longitude, place.latitude, place.longitude)));
    const periodMs = (APPROACH_MILES + DEPARTURE_MILES + 2 * reach) / SPEED_MILES_PER_MS + QUIET_MS;
    let last: { index: number; track: Track } | null = null;
    return (at: number): StormCell | null => {
      const index = Math.floor((at - firstAt) / periodMs);
      if (index < 0) return null;
      if (last?.index !== index) last = { index, track: layTrack(members, `${seed}/${group}/${index}`, index, firstAt + index * periodMs) };
      return cellAt(last.track, members[0]!, group, at);
    };
  });
  return (at) => sequences.map((sequence) => sequence(at)).filter((cell) => cell !== null);
}

/** Puts each place to the first group whose first place is within 40 miles; those beyond twelve groups see no storms. */
function groupPlaces(places: readonly SimulatedPlace[]): SimulatedPlace[][] {
  const groups: SimulatedPlace[][] = [];
  for (const place of places) {
    const group = groups.find(([first]) => haversineMiles(first!.latitude, first!.longitude, place.latitude, place.longitude) <= GROUP_RADIUS_MILES);
    if (group) group.push(place);
    else if (groups.length < MAX_GROUPS) groups.push([place]);
  }
  return groups;
}

/** The first storm goes from the first place towards the middle of the others; each later one crosses another place another way. */
function layTrack(members: readonly SimulatedPlace[], seed: string, index: number, bornAt: number): Track {
  const random = randomFrom('track', seed);
  const origin = members[0]!;
  const plane = members.map((place) => ({
    east: (place.longitude - origin.longitude) * MILES_PER_DEGREE * Math.cos((origin.latitude * Math.PI) / 180),
    north: (place.latitude - origin.latitude) * MILES_PER_DEGREE,
  }));
  const target = plane[index % plane.length]!;
  const east = plane.reduce((sum, place) => sum + place.east, 0);
  const north = plane.reduce((sum, place) => sum + place.north, 0);
  const heading = index === 0 && Math.hypot(east, north) > 0.1 ? Math.atan2(north, east) : random() * 2 * Math.PI;
  const [headingEast, headingNorth] = [Math.cos(heading), Math.sin(heading)];
  const aside = index === 0 ? 0 : (random() - 0.5) * 6;
  const along = plane.map((place) => (place.east - target.east) * headingEast + (place.north - target.north) * headingNorth);
  const first = index === 0 ? 0 : Math.min(...along);
  const miles = APPROACH_MILES + Math.max(...along) - first + DEPARTURE_MILES;
  const start = first - APPROACH_MILES;
  return {
    bornAt,
    diesAt: bornAt + miles / SPEED_MILES_PER_MS,
    startEast: target.east + headingEast * start - headingNorth * aside,
    startNorth: target.north + headingNorth * start + headingEast * aside,
    headingEast,
    headingNorth,
    radiusMiles: 4 + random() * 2,
    flashesPerMinute: 12 + random() * 8,
  };
}

function cellAt(track: Track, origin: SimulatedPlace, group: number, at: number): StormCell | null {
  if (at < track.bornAt || at >= track.diesAt) return null;
  const miles = (at - track.bornAt) * SPEED_MILES_PER_MS;
  // A cell does not walk with a ruler: it sways by half a mile.
  const sway = 0.5 * Math.sin(miles / 3);
  const east = track.startEast + track.headingEast * miles - track.headingNorth * sway;
  const north = track.startNorth + track.headingNorth * miles + track.headingEast * sway;
  const strength = Math.min(1, (at - track.bornAt + GROWTH_MS / 3) / GROWTH_MS, (track.diesAt - at) / GROWTH_MS);
  return {
    group,
    bornAt: track.bornAt,
    diesAt: track.diesAt,
    latitude: origin.latitude + north / MILES_PER_DEGREE,
    longitude: origin.longitude + east / (MILES_PER_DEGREE * Math.cos((origin.latitude * Math.PI) / 180)),
    radiusMiles: track.radiusMiles,
    // The storm pulses: 5 to 20 flashes a minute.
    flashesPerMinute: strength * Math.max(5, track.flashesPerMinute * (0.75 + 0.25 * Math.sin(miles * 1.7))),
    strength,
  };
}
