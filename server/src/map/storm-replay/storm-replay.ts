import { setImmediate } from 'node:timers/promises';
import {
  cosineOfMiles,
  type IndexedFeed,
  type IndexedFlash,
  type LightningIndex,
  type ObservedStep,
  observationLimitMs,
  observedSteps,
  outerRadiusMiles,
  pointFrom,
  type ReceivedStrike,
  stretchAt,
  type WatchedPlace,
  type ZoneRange,
  type ZoneStretch,
  zoneRanges,
  zoneStretches,
} from '@allclear/domain';

/** So long a strike is drawn (spec 1 section 2.10), so far the replay looks back past its beginning. */
export const strikeShownMs = 30 * 60_000;
/** Strikes are gathered in stretches of so much, the newest first. */
const windowMs = 600_000;
/** After so much work others get their turn, real ms. */
const turnMs = 8;

/**
 * What an empty map may be believed for at an instant: whether all of what is replayed was being looked at.
 */
export type SkyState = 'known' | 'partly-covered' | 'unknown' | 'not-covered';

export interface SkyStretch {
  readonly from: number;
  readonly to: number;
  readonly state: SkyState;
}

/** A flash, and when it came in. */
export interface ReceivedFlash<F> {
  readonly flash: F;
  readonly receivedAt: number;
}

export interface ZoneHistory extends ZoneRange {
  /** Null where no feed that vouches covers the place. */
  readonly stretches: readonly ZoneStretch[] | null;
}

export interface StormReplay<F extends IndexedFlash> {
  /** Within the miles, since half an hour before `from`, newest first. */
  readonly strikes: readonly ReceivedFlash<F>[];
  /** Strikes before this instant were too many; null when all are there. */
  readonly strikesCutAt: number | null;
  readonly sky: readonly SkyStretch[];
  /** Of each place in the order given, its zones that are on, innermost first. */
  readonly zones: readonly (readonly ZoneHistory[])[];
}

interface Wanted {
  readonly organizationId: string;
  readonly centre: { readonly latitude: number; readonly longitude: number };
  readonly miles: number;
  readonly places: readonly WatchedPlace[];
  /** Epoch ms. */
  readonly from: number;
  readonly to: number;
  readonly maxStrikes: number;
}

/**
 * The past of a storm as it was known then: strikes with the instant at which each came in, and of each place
 * what its zones were said to be. Derived by the functions that the engine asks, with what had come in by
 * each instant. The work is done in small turns.
 */
export async function replayStorm<F extends IndexedFlash>(
  lightningIndex: LightningIndex<F>,
  wanted: Wanted,
): Promise<StormReplay<F>> {
  const span = { from: wanted.from, to: wanted.to };
  let turnBegan = performance.now();
  const breathe = async () => {
    if (performance.now() - turnBegan < turnMs) return;
    await setImmediate();
    turnBegan = performance.now();
  };
  const observed = new Map<string, ObservedStep[]>();
  const observedBy = (feeds: readonly IndexedFeed[]) => {
    const vouching = feeds.filter(({ providesCoverage }) => providesCoverage);
    if (vouching.length === 0) return null;
    const name = vouching.map(({ vendor }) => vendor).join(' ');
    const steps = observed.get(name) ?? observedSteps(lightningIndex.windowsOf(vouching), span);
    observed.set(name, steps);
    return steps;
  };

  /** The windows since an instant, the newest first: a storm of many thousands is no long turn. */
  async function* windows(since: number) {
    // A flash may be stamped a little after the look that brought it.
    for (let until = span.to + windowMs; until > since; until -= windowMs) {
      yield { since: Math.max(since, until - windowMs), until };
      await breathe();
    }
  }

  const strikes: ReceivedFlash<F>[] = [];
  let strikesCutAt: number | null = null;
  for await (const window of windows(span.from - strikeShownMs)) {
    const found = new Map<F, number>();
    lightningIndex.visitWithin(
      { ...wanted.centre, organizationId: wanted.organizationId },
      { miles: wanted.miles, ...window },
      (flash, receivedAt) => found.set(flash, receivedAt),
    );
    for (const [flash, receivedAt] of [...found].sort(([a], [b]) => b.at - a.at))
      strikes.push({ flash, receivedAt });
    if (strikes.length <= wanted.maxStrikes) continue;
    strikes.length = wanted.maxStrikes;
    strikesCutAt = strikes.at(-1)!.flash.at;
    break;
  }

  const edges = [0, 90, 180, 270].map((bearing) => pointFrom(wanted.centre, bearing, wanted.miles));
  const seen: (readonly ZoneStretch[] | null)[] = [];
  for (const { latitude, longitude } of [wanted.centre, ...edges]) {
    const steps = observedBy(
      lightningIndex.feedsAt(latitude, longitude, { organizationId: wanted.organizationId }),
    );
    // Without strikes and timer a zone is clear whenever it is known.
    seen.push(steps && zoneStretches({ observed: steps, strikes: [], allClearMinutes: 0 }, span));
    await breathe();
  }

  const zones: ZoneHistory[][] = [];
  for (const place of wanted.places) {
    const reachMiles = outerRadiusMiles(place);
    const steps = observedBy(
      lightningIndex.feedsAt(place.latitude, place.longitude, {
        organizationId: place.organizationId,
        reachMiles,
      }),
    );
    const ranges = zoneRanges(place);
    const latest = new LatestByArrival(ranges.map(({ radiusMiles }) => radiusMiles));
    // What is older cannot hold any zone at the beginning.
    const since = span.from - observationLimitMs - place.allClearMinutes * 60_000;
    if (steps) {
      for await (const window of windows(since)) {
        lightningIndex.visitWithin(place, { miles: reachMiles, ...window }, (flash, receivedAt, cosine) =>
          latest.add(flash.at, receivedAt, cosine),
        );
      }
    }
    zones.push(
      ranges.map((range, i) => {
        const facts = {
          observed: steps ?? [],
          strikes: latest.within(i),
          allClearMinutes: place.allClearMinutes,
        };
        return { ...range, stretches: steps && zoneStretches(facts, span) };
      }),
    );
    await breathe();
  }
  return { strikes, strikesCutAt, sky: skyOf(seen, span), zones };
}

/**
 * The last strike within each radius of those that came in together: no other of them can matter. Radii
 * ascend.
 */
class LatestByArrival {
  readonly #zones: { readonly cosine: number; readonly byArrival: Map<number, { at: number }> }[];
  /** Points come in runs of one arrival: what was last written to is at hand. */
  readonly #last: ({ receivedAt: number; latest: { at: number } } | null)[];

  constructor(radiiMiles: readonly number[]) {
    this.#zones = radiiMiles.map((miles) => ({ cosine: cosineOfMiles(miles) - 1e-15, byArrival: new Map() }));
    this.#last = radiiMiles.map(() => null);
  }

  /** Is noted in the innermost zone that holds it; the outer ones hold it too. */
  add(at: number, receivedAt: number, cosine: number): void {
    for (let i = 0; i < this.#zones.length; i++) {
      if (cosine < this.#zones[i]!.cosine) continue;
      let last = this.#last[i]!;
      if (last?.receivedAt !== receivedAt) {
        const { byArrival } = this.#zones[i]!;
        const latest = byArrival.get(receivedAt) ?? { at };
        byArrival.set(receivedAt, latest);
        last = { receivedAt, latest };
        this.#last[i] = last;
      }
      if (at > last.latest.at) last.latest.at = at;
      return;
    }
  }

  within(zone: number): ReceivedStrike[] {
    return this.#zones
      .slice(0, zone + 1)
      .flatMap(({ byArrival }) => [...byArrival].map(([receivedAt, { at }]) => ({ at, receivedAt })));
  }
}

/** The worst of what is known at the given points; null stands for one that no feed covers. */
function skyOf(
  points: readonly (readonly ZoneStretch[] | null)[],
  { from, to }: { from: number; to: number },
): SkyStretch[] {
  const instants = new Set(
    points.flatMap((stretches) => stretches?.map((stretch) => stretch.from) ?? []).concat(from),
  );
  const sky: SkyStretch[] = [];
  for (const at of [...instants].sort((a, b) => a - b)) {
    const states = points.map((stretches) => stretches && stretchAt(stretches, at)!.kind);
    const uncovered = states.filter((state) => state === null).length;
    const state =
      uncovered === states.length
        ? 'not-covered'
        : states.includes('unknown')
          ? 'unknown'
          : uncovered > 0
            ? 'partly-covered'
            : 'known';
    const before = sky.at(-1);
    if (before?.state === state) continue;
    if (before) sky[sky.length - 1] = { ...before, to: at };
    sky.push({ from: at, to, state });
  }
  return sky;
}
