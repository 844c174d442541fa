import { MINUTE_MS } from '@allclear/domain';
import { dropOldest } from '../../bounded-cache.ts';
import { randomFrom } from '../random.ts';
import { firstPlace, groupPlaces, type PlaceGroup, planeOf, type SimulatedPlace } from './places.ts';
import { positionOf, type StormLife } from './storm.ts';

const MS_PER_MILE_AT_30_MPH = 120_000;
/**
 * Distance of the first cell's start from the first place, so that it reaches the outer zones within its
 * first minutes.
 */
const APPROACH_MILES = 11;
const DEPARTURE_MILES = 13;
const QUIET_MS = 50 * MINUTE_MS;
const FIRST_STORM_AFTER_MS = 20_000;
const BETWEEN_GROUPS_MS = 7 * MINUTE_MS;
/** Storms away from the places provide the load: more than 20,000 strikes an hour. */
const FAR_STORMS = 18;
const FAR_PERIOD_MS = 44 * MINUTE_MS;
const FAR_PERIOD_SPREAD_MS = 32 * MINUTE_MS;
const FAR_LIFE_PART = 0.9;
const FAR_FIRST_WITHIN_MS = 8 * MINUTE_MS;
/** A week of turns: a forecast evaluates them again for each place. */
const MAX_CACHED_TURNS = 256;
const FAR_NEAREST_MILES = 75;
const FAR_FURTHEST_MILES = 330;
/**
 * Beyond the largest usual radius, with a margin for a bolt from the anvil: these storms do not affect the
 * places.
 */
const EXCLUSION_MILES = 60;

/** The storm lives at an instant (epoch ms). */
export type StormLives = (at: number) => StormLife[];

/**
 * Storms over the places: neighboring places share a sequence. Each storm crosses them at 30 mph, then there
 * is none for at least 50 minutes. And storms away from the places, all the time. Before `startedAt` there
 * are none. A pure function of its arguments and the time.
 */
export function createStormLives(
  seed: string | number,
  startedAt: number,
  places: readonly SimulatedPlace[],
): StormLives {
  const groups = groupPlaces(places);
  const sequences = [
    ...groups.map((members, group) =>
      placeSequence(
        members,
        `${seed}/${group}`,
        officeOf(group),
        startedAt + FIRST_STORM_AFTER_MS + group * BETWEEN_GROUPS_MS,
      ),
    ),
    ...Array.from({ length: FAR_STORMS }, (_, slot) =>
      farSequence(groups, slot, `${seed}/far${slot}`, startedAt),
    ),
  ];
  return (at) => {
    const lives: StormLife[] = [];
    if (at < startedAt) return lives;
    for (const sequence of sequences)
      for (const life of sequence(at)) if (at >= life.bornAt && at < life.diesAt) lives.push(life);
    return lives;
  };
}

function placeSequence(members: PlaceGroup, seed: string, office: string, firstAt: number): StormLives {
  const plane = members.map((place) => planeOf(members[0], place));
  const reach = Math.max(...plane.map(({ east, north }) => Math.hypot(east, north)));
  const periodMs = (APPROACH_MILES + DEPARTURE_MILES + 2 * reach) * MS_PER_MILE_AT_30_MPH + QUIET_MS;
  return sequence(firstAt, periodMs, (index, bornAt) => {
    const parent = placeLife(members[0], plane, `${seed}/${index}`, index, bornAt, office);
    // The first storm satisfies it by construction.
    return index === 0 ? [parent] : withSplit(parent, `${seed}/${index}`);
  });
}

/** A sequence of storms: the turn of an instant, computed on request and cached. */
function sequence(
  firstAt: number,
  periodMs: number,
  lay: (index: number, bornAt: number) => StormLife[],
): StormLives {
  const kept = new Map<number, StormLife[]>();
  return (at) => {
    const index = Math.floor((at - firstAt) / periodMs);
    if (index < 0) return [];
    const known = kept.get(index);
    if (known !== undefined) return known;
    const lives = lay(index, firstAt + index * periodMs);
    dropOldest(kept, MAX_CACHED_TURNS - 1);
    kept.set(index, lives);
    return lives;
  };
}

/**
 * The first storm goes from the first place towards the middle of the others; each later one crosses another
 * place on another track.
 */
function placeLife(
  origin: SimulatedPlace,
  plane: readonly { east: number; north: number }[],
  seed: string,
  index: number,
  bornAt: number,
  office: string,
): StormLife {
  const random = randomFrom('track', seed);
  const target = plane[index % plane.length] ?? { east: 0, north: 0 };
  const east = plane.reduce((sum, place) => sum + place.east, 0);
  const north = plane.reduce((sum, place) => sum + place.north, 0);
  const direction =
    index === 0 && Math.hypot(east, north) > 0.1 ? Math.atan2(north, east) : random() * 2 * Math.PI;
  const [headingEast, headingNorth] = [Math.cos(direction), Math.sin(direction)];
  const aside = index === 0 ? 0 : (random() - 0.5) * 6;
  const along = plane.map(
    (place) => (place.east - target.east) * headingEast + (place.north - target.north) * headingNorth,
  );
  const first = index === 0 ? 0 : Math.min(...along);
  const miles = APPROACH_MILES + Math.max(...along) - first + DEPARTURE_MILES;
  const start = first - APPROACH_MILES;
  return {
    ...strengthOf(random, 12, 20, 65),
    id: `site/${office}/${index}`,
    parentId: null,
    office,
    serial: index * 2,
    bornAt,
    diesAt: bornAt + miles * MS_PER_MILE_AT_30_MPH,
    origin,
    startEast: target.east + headingEast * start - headingNorth * aside,
    startNorth: target.north + headingNorth * start + headingEast * aside,
    direction,
    speedMph: 30,
  };
}

function farSequence(
  groups: readonly PlaceGroup[],
  slot: number,
  seed: string,
  startedAt: number,
): StormLives {
  const origin = firstPlace(groups[slot % groups.length] ?? []);
  const office = officeOf(groups.length + slot);
  const everywhere = groups.flat().map((place) => planeOf(origin, place));
  const own = randomFrom('first', seed);
  const firstAt = startedAt + own() * FAR_FIRST_WITHIN_MS;
  const periodMs = FAR_PERIOD_MS + own() * FAR_PERIOD_SPREAD_MS;
  return sequence(firstAt, periodMs, (index, bornAt) => {
    const random = randomFrom('far', seed, index);
    // A track that avoids all places. On a crowded map there may be none, and then there is no storm.
    for (let attempt = 0; attempt < 12; attempt++) {
      const away = FAR_NEAREST_MILES + (FAR_FURTHEST_MILES - FAR_NEAREST_MILES) * Math.sqrt(random());
      const bearing = random() * 2 * Math.PI;
      const parent: StormLife = {
        ...strengthOf(random, 20, 36, 40),
        id: `far/${office}/${index}`,
        parentId: null,
        office,
        serial: index * 2,
        bornAt,
        diesAt: bornAt + periodMs * FAR_LIFE_PART,
        origin,
        startEast: away * Math.cos(bearing),
        startNorth: away * Math.sin(bearing),
        // Mostly to the east-north-east, the usual direction of weather.
        direction: (random() - 0.2) * 1.2,
        speedMph: 18 + 22 * random(),
      };
      const lives = withSplit(parent, `${seed}/${index}`);
      if (lives.every((life) => everywhere.every((place) => staysOutside(life, place)))) return lives;
    }
    return [];
  });
}

function staysOutside(life: StormLife, place: { east: number; north: number }): boolean {
  return [0, 0.25, 0.5, 0.75, 1].every((part) => {
    const { east, north } = positionOf(life, life.bornAt + part * (life.diesAt - life.bornAt));
    return Math.hypot(east - place.east, north - place.north) >= EXCLUSION_MILES;
  });
}

/** Every other storm splits in the middle of its life: the new one diverges and ends before the old one. */
function withSplit(parent: StormLife, seed: string): StormLife[] {
  const random = randomFrom('split', seed);
  if (random() < 0.5) return [parent];
  const lifeMs = parent.diesAt - parent.bornAt;
  const bornAt = parent.bornAt + (0.35 + 0.2 * random()) * lifeMs;
  const { east, north } = positionOf(parent, bornAt);
  const child: StormLife = {
    ...parent,
    id: `${parent.id}s`,
    parentId: parent.id,
    serial: parent.serial + 1,
    bornAt,
    diesAt: parent.diesAt - (0.05 + 0.1 * random()) * lifeMs,
    startEast: east,
    startNorth: north,
    direction: parent.direction + (random() < 0.5 ? -1 : 1) * (0.35 + 0.3 * random()),
    radiusMiles: parent.radiusMiles * 0.85,
    flashesPerMinute: parent.flashesPerMinute * 0.6,
    peakDbz: parent.peakDbz - 3,
    peakGustMph: parent.peakGustMph * 0.9,
  };
  return [parent, child];
}

function strengthOf(random: () => number, minFlashes: number, maxFlashes: number, minGustMph: number) {
  const vigour = random();
  return {
    radiusMiles: 4 + random() * 2,
    flashesPerMinute: minFlashes + (maxFlashes - minFlashes) * vigour,
    peakDbz: 53 + 10 * vigour,
    peakGustMph: minGustMph + 25 * vigour,
  };
}

/** 'KSMA', 'KSMB', … in the form of weather office names. */
function officeOf(number: number): string {
  return `KS${String.fromCharCode(77 + Math.floor(number / 26), 65 + (number % 26))}`;
}
