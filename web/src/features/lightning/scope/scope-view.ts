import type { StormCellCollection } from '@allclear/contract';
import { compass8, type MovingStorm, nearestStorm, stormDeparture } from '@allclear/domain';
import { timeOfDay } from '../../../clock/time-text.ts';
import type { LightningView, Strike } from '../lightning-view.ts';
import type { ShownTape } from '../tape/use-tape.ts';

/** Positions are shares of the outermost radius from the place, x to the east and y to the south. */
export interface ScopeView {
  readonly rings: readonly ScopeRing[];
  /** Oldest first, so that the newest is drawn last. */
  readonly dots: readonly ScopeDot[];
  readonly storm: ScopeStorm | null;
  /** What is said of the nearest storm. */
  readonly sentence: string | null;
  /** The lightning is not known: hatched. */
  readonly isUnknown: boolean;
}

interface ScopeRing {
  readonly miles: number;
  readonly share: number;
  readonly state: 'strike' | 'observing' | 'clear' | 'unknown';
}

interface ScopeDot {
  readonly key: string;
  readonly x: number;
  readonly y: number;
  readonly age: (typeof strikeAgeClasses)[number]['age'];
}

interface ScopeStorm {
  readonly x: number;
  readonly y: number;
  readonly outerMiles: number;
  /** Null while its motion is unknown. */
  readonly headingDegrees: number | null;
}

/** The ages of the legend of Live Radar, minutes (spec 1 section 9). */
export const strikeAgeClasses = [
  { age: 'new', toMinutes: 5, label: '0-5' },
  { age: 'recent', toMinutes: 15, label: '5-15' },
  { age: 'old', toMinutes: 30, label: '15-30 min' },
] as const;

/** A storm farther than this many outermost radii is not on the map. */
const stormShares = 1.3;

interface Around {
  readonly view: LightningView;
  readonly shown: ShownTape;
  readonly storms: readonly MovingStorm[];
  readonly place: { readonly latitude: number; readonly longitude: number };
  readonly nowMs: number;
  readonly timeZone: string;
}

/** Half the size of a label, as shares of the outermost radius; a strike or the storm's arrow may touch no label. */
export const labelHalf = { width: 20 / 64, height: 9 / 64 } as const;
/** The southwest, where labels are unless strikes are there, and the other corners in their order. */
const corners = [
  { x: -1, y: 1 },
  { x: 1, y: 1 },
  { x: -1, y: -1 },
  { x: 1, y: -1 },
] as const;

/** Where on each ring its label is: the corner with the fewest strikes under labels, as signs of x and y. */
export function labelCorner({ rings, dots, storm }: Pick<ScopeView, 'rings' | 'dots' | 'storm'>) {
  const marks = [...dots, ...(storm === null ? [] : arrowPoints(storm))];
  const covered = corners.map(
    (corner) =>
      marks.filter(({ x, y }) =>
        rings.some(
          ({ share }) =>
            Math.abs(x - share * Math.SQRT1_2 * corner.x) < labelHalf.width &&
            Math.abs(y - share * Math.SQRT1_2 * corner.y) < labelHalf.height,
        ),
      ).length,
  );
  return corners[covered.indexOf(Math.min(...covered))] ?? corners[0];
}

/** Points along the arrow of a storm, which is as long as a third of the outermost radius. */
function arrowPoints({ x, y, headingDegrees }: ScopeStorm): { x: number; y: number }[] {
  if (headingDegrees === null) return [{ x, y }];
  const turn = (headingDegrees * Math.PI) / 180;
  return [0, 0.12, 0.24, 0.36].map((share) => ({
    x: x + share * Math.sin(turn),
    y: y - share * Math.cos(turn),
  }));
}

/** The small map around a place: its zones in their states, strikes by age, and the nearest storm. */
export function scopeView(around: Around): ScopeView {
  const { view, shown, storms, place, nowMs } = around;
  const zones = zonesOf(view, shown);
  const outerMiles = Math.max(1, ...zones.map(({ miles }) => miles));
  return {
    rings: zones.map((zone) => ({ ...zone, share: zone.miles / outerMiles })),
    dots: dotsOf(around, outerMiles),
    storm: stormOf(nearestStorm(storms, place, nowMs), outerMiles),
    sentence: view.kind === 'delay' ? sentenceOf(around, zones) : null,
    isUnknown: view.kind === 'unavailable' || shown.kind === 'covered',
  };
}

/** The cells of an answer; none of a list that is too old. */
export function stormsOf(cells: StormCellCollection | undefined): MovingStorm[] {
  if (!cells || cells.stale) return [];
  return cells.features.flatMap(({ geometry: { coordinates }, properties }) => {
    const [longitude, latitude] = coordinates;
    if (latitude === undefined || longitude === undefined) return [];
    const { Heading, Movement, IssueTime } = properties;
    const observedAt = Date.parse(IssueTime);
    return [{ latitude, longitude, observedAt, headingDegrees: Heading, speedMph: Movement.Speed }];
  });
}

function zonesOf(view: LightningView, shown: ShownTape): { miles: number; state: ScopeRing['state'] }[] {
  switch (view.kind) {
    case 'delay':
      return view.zones.map(({ radiusMiles, state }) => ({ miles: radiusMiles, state }));
    case 'clear':
      return view.answer.zones.map(({ radiusMiles }) => ({ miles: radiusMiles, state: 'clear' }));
    default: {
      const zones = shown.kind === 'known' ? shown.tape.zones : [];
      return zones.map(({ radiusMiles }) => ({ miles: radiusMiles, state: 'unknown' }));
    }
  }
}

function dotsOf({ view, shown, nowMs }: Around, outerMiles: number): ScopeDot[] {
  if (shown.kind !== 'known') return [];
  const { at, distanceMiles, bearingDegrees } = shown.tape.strikes;
  const strikes = at.map((seconds, i) => ({
    atMs: seconds * 1_000,
    miles: distanceMiles[i] ?? Number.NaN,
    bearing: bearingDegrees[i] ?? Number.NaN,
  }));
  const newest: Strike | null = view.kind === 'delay' ? view.lastStrike : null;
  // The newest strike comes with the delay, some seconds before the tape.
  if (newest && Date.parse(newest.at) > (strikes[0]?.atMs ?? Number.NEGATIVE_INFINITY))
    strikes.unshift({
      atMs: Date.parse(newest.at),
      miles: newest.distanceMiles,
      bearing: newest.bearingDegrees,
    });
  return strikes.toReversed().flatMap(({ atMs, miles, bearing }, i) => {
    const minutes = (nowMs - atMs) / 60_000;
    const found = strikeAgeClasses.find(({ toMinutes }) => minutes < toMinutes);
    if (!found || !Number.isFinite(miles) || !Number.isFinite(bearing)) return [];
    const turn = (bearing * Math.PI) / 180;
    const share = miles / outerMiles;
    const [x, y] = [share * Math.sin(turn), -share * Math.cos(turn)];
    return [{ key: `${atMs} ${miles} ${bearing} ${i}`, x, y, age: found.age }];
  });
}

function stormOf(nearest: ReturnType<typeof nearestStorm>, outerMiles: number): ScopeStorm | null {
  if (nearest === null) return null;
  const [x, y] = [nearest.eastMiles / outerMiles, -nearest.northMiles / outerMiles];
  if (Math.hypot(x, y) > stormShares) return null;
  const { headingDegrees, speedMph } = nearest.storm;
  return { x, y, outerMiles, headingDegrees: (speedMph ?? 0) > 0 ? headingDegrees : null };
}

/** 'Storm moving NE 25 mph; its edge leaves the 10 mi ring about 8:55 PM': never that the place is clear. */
function sentenceOf(
  { storms, place, nowMs, timeZone }: Around,
  zones: readonly { miles: number }[],
): string | null {
  const radii = zones.map(({ miles }) => miles);
  const departure = stormDeparture(storms, place, radii, nowMs);
  if (departure === null) return null;
  const { headingDegrees, speedMph, radiusMiles, leavesAt } = departure;
  const time = timeOfDay(new Date(leavesAt).toISOString(), timeZone);
  return `Storm moving ${compass8(headingDegrees)} ${Math.round(speedMph)} mph; its edge leaves the ${radiusMiles} mi ring about ${time}`;
}
