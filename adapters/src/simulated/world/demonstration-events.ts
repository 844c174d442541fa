import { haversineMiles, MINUTE_MS } from '@allclear/domain';
import { randomFrom } from '../random.ts';
import { placeAt, type SimulatedPlace } from './places.ts';
import { positionOf, type StormLife, type StormRest } from './storm.ts';

/**
 * What a person may make happen in simulated weather: a storm that comes to a place, the end of the lightning
 * around it (`quiet`), a lightning feed that is away, a hot day.
 */
export const demonstrationKinds = ['storm', 'quiet', 'outage', 'heat'] as const;
export type DemonstrationKind = (typeof demonstrationKinds)[number];

/** A stored event of a demonstration. It changes no weather before `from`. */
export interface DemonstrationEvent extends SimulatedPlace {
  /** Unique. */
  readonly id: string;
  readonly kind: DemonstrationKind;
  /** Epoch ms. */
  readonly from: number;
  /** The innermost radius of the place. */
  readonly radiusMiles: number;
}

/** An event's storm starts this far outside the innermost radius, so that its first strike there comes soon. */
const START_OUTSIDE_MILES = 3;
const DEPARTURE_MILES = 12;
const STORM_MPH = 40;
const MS_PER_STORM_MILE = (60 * MINUTE_MS) / STORM_MPH;
/** All storms this close to a place end with its `quiet`, and none starts: beyond the largest usual radius. */
export const QUIET_MILES = 60;
/** Longer than any usual all clear timer, so that the all clear can be reached. */
const QUIET_MS = 45 * MINUTE_MS;
/** An ending storm's lightning fades within this time; then its rain does. */
const FADE_MS = MINUTE_MS;
const RAIN_ENDS_MS = 3 * MINUTE_MS;
/** Long enough for the lightning status to become unknown, and for its gap to count as unseen. */
const OUTAGE_MS = 5 * MINUTE_MS;
/** Rise and fall of the heat, and how long it lasts in all. */
const HEAT_RISE_MS = 4 * MINUTE_MS;
const HEAT_MS = 90 * MINUTE_MS;
const HEAT_MILES = 15;
const HEAT_EDGE_MILES = 30;

/** When an event is over, epoch ms. */
export function demonstrationEndsAt({
  kind,
  from,
  radiusMiles,
}: Pick<DemonstrationEvent, 'kind' | 'from' | 'radiusMiles'>): number {
  switch (kind) {
    case 'storm':
      return from + (START_OUTSIDE_MILES + radiusMiles + DEPARTURE_MILES) * MS_PER_STORM_MILE;
    case 'quiet':
      return from + QUIET_MS;
    case 'outage':
      return from + OUTAGE_MS;
    case 'heat':
      return from + HEAT_MS;
  }
}

/**
 * Whether an event goes on at an instant (epoch ms), among all events. A storm is over when a later `quiet` ends
 * it, and a `quiet` when a later storm comes into its surroundings.
 */
export function isDemonstrationRunning(
  event: DemonstrationEvent,
  all: readonly DemonstrationEvent[],
  at: number,
): boolean {
  if (at >= demonstrationEndsAt(event)) return false;
  const opposite = event.kind === 'storm' ? 'quiet' : event.kind === 'quiet' ? 'storm' : null;
  return !all.some((one) => one.kind === opposite && one.from > event.from && isAround(event, one));
}

/** What a list of events does to the storms. */
export interface Demonstration {
  readonly lives: readonly StormLife[];
  /** When a `quiet` ends a storm, epoch ms; null when none does. */
  quietAt(life: StormLife): number | null;
}

export function createDemonstration(
  seed: string | number,
  events: readonly DemonstrationEvent[] = [],
): Demonstration {
  const lives = events.filter(({ kind }) => kind === 'storm').map((event) => stormOf(seed, event));
  const quiets = events.filter(({ kind }) => kind === 'quiet');
  const called = new Set(lives);
  const cached = new WeakMap<StormLife, number | null>();
  return {
    lives,
    quietAt(life) {
      if (quiets.length === 0) return null;
      let at = cached.get(life);
      if (at === undefined) {
        // A storm that was called after the quiet comes.
        const ending = quiets.filter((event) => !called.has(life) || event.from > life.bornAt);
        const ends = ending.flatMap((event) => quietAt(event, life) ?? []);
        at = ends.length === 0 ? null : Math.min(...ends);
        cached.set(life, at);
      }
      return at;
    },
  };
}

function stormOf(seed: string | number, event: DemonstrationEvent): StormLife {
  const direction = randomFrom('demonstration', seed, event.id)() * 2 * Math.PI;
  const miles = START_OUTSIDE_MILES + event.radiusMiles;
  return {
    id: `demonstration/${event.id}`,
    parentId: null,
    office: 'KSIM',
    serial: 0,
    bornAt: event.from,
    diesAt: demonstrationEndsAt(event),
    origin: event,
    startEast: -miles * Math.cos(direction),
    startNorth: -miles * Math.sin(direction),
    direction,
    speedMph: STORM_MPH,
    radiusMiles: 5,
    flashesPerMinute: 18,
    peakDbz: 58,
    // Below a severe storm's: no alert of the weather service comes with it.
    peakGustMph: 50,
  };
}

/** The first whole minute of the event at which the storm is near its place; null when it never is. */
function quietAt(event: DemonstrationEvent, life: StormLife): number | null {
  const to = Math.min(demonstrationEndsAt(event), life.diesAt);
  for (let at = Math.max(event.from, life.bornAt); at < to; at += MINUTE_MS) {
    const { east, north } = positionOf(life, at);
    if (isAround(event, placeAt(life.origin, east, north))) return at;
  }
  return null;
}

/**
 * What is left at an instant of a storm that ends at `quietAt` (null: it does not): its lightning fades, then
 * its rain ends. Unforeseen before. Null when nothing is left.
 */
export function stormRest(quietAt: number | null, life: StormLife, at: number): StormRest | null {
  if (quietAt === null || at < quietAt) return { part: 1, diesAt: life.diesAt };
  const diesAt = Math.min(life.diesAt, quietAt + RAIN_ENDS_MS);
  if (quietAt === life.bornAt || at >= diesAt) return null;
  return { part: Math.max(0, 1 - (at - quietAt) / FADE_MS), diesAt };
}

/** How far an event's heat is there, 0–1. */
export function heatAt(
  events: readonly DemonstrationEvent[] = [],
  at: number,
  latitude: number,
  longitude: number,
): number {
  let heat = 0;
  for (const event of events) {
    if (event.kind !== 'heat' || at <= event.from || at >= demonstrationEndsAt(event)) continue;
    const miles = haversineMiles(latitude, longitude, event.latitude, event.longitude);
    const near = (HEAT_EDGE_MILES - miles) / (HEAT_EDGE_MILES - HEAT_MILES);
    const risen = (at - event.from) / HEAT_RISE_MS;
    const left = (demonstrationEndsAt(event) - at) / HEAT_RISE_MS;
    heat = Math.max(heat, Math.min(1, near, risen, left));
  }
  return heat;
}

/** Whether the lightning feed is away at an instant, epoch ms. */
export function isLightningAway(events: readonly DemonstrationEvent[] = [], at: number): boolean {
  return events.some(
    (event) => event.kind === 'outage' && at >= event.from && at < demonstrationEndsAt(event),
  );
}

function isAround(event: SimulatedPlace, place: SimulatedPlace): boolean {
  return haversineMiles(event.latitude, event.longitude, place.latitude, place.longitude) <= QUIET_MILES;
}
