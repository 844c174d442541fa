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
  thunderWithin,
  type WatchedPlace,
  type ZoneRange,
  type ZoneStretch,
  zoneRanges,
  zoneStretches,
} from '@allclear/domain';

/** How long a strike is drawn (spec 1 section 2.10), and so how far the replay reads before its beginning. */
export const strikeShownMs = 30 * 60_000;
/** Strikes are gathered in stretches of so much, the newest first. */
const windowMs = 600_000;
/** After so much work other work may run, real ms. */
const turnMs = 8;

/**
 * Whether the whole area of the replay was observed at an instant: only then does an empty map mean no
 * lightning.
 */
export type SkyState = 'known' | 'partly-covered' | 'unknown' | 'not-covered';

export interface SkyStretch {
  readonly from: number;
  readonly to: number;
  readonly state: SkyState;
}

/** A flash, and when it was received. */
export interface ReceivedFlash<F> {
  readonly flash: F;
  readonly receivedAt: number;
}

export interface ZoneHistory extends ZoneRange {
  /** Null where no feed that provides coverage reaches the place. */
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
  readonly center: { readonly latitude: number; readonly longitude: number };
  readonly miles: number;
  readonly places: readonly WatchedPlace[];
  /** Epoch ms. */
  readonly from: number;
  readonly to: number;
  readonly maxStrikes: number;
}

/**
 * The past of a storm as it was known at the time: strikes with the instant at which each was received, and
 * the states of the zones of each place. Derived by the functions that the engine uses, from the data
 * received by each instant. The work is done in slices.
 */
export async function replayStorm<F extends IndexedFlash>(
  lightningIndex: LightningIndex<F>,
  wanted: Wanted,
): Promise<StormReplay<F>> {
  const replay = new ReplayWork(lightningIndex, { from: wanted.from, to: wanted.to });
  const { strikes, strikesCutAt } = await gatherStrikes(replay, wanted);
  const sky = skyOf(await stretchesAround(replay, wanted), replay.span);
  const zones: ZoneHistory[][] = [];
  for (const place of wanted.places) {
    zones.push(await zoneHistories(replay, place));
    await replay.breathe();
  }
  return { strikes, strikesCutAt, sky, zones };
}

/** What the parts of one replay share: the index, the span, the observed steps and the turns. */
class ReplayWork<F extends IndexedFlash> {
  readonly lightningIndex: LightningIndex<F>;
  /** Epoch ms. */
  readonly span: { readonly from: number; readonly to: number };
  readonly #observed = new Map<string, ObservedStep[]>();
  #turnBegan = performance.now();

  constructor(lightningIndex: LightningIndex<F>, span: { readonly from: number; readonly to: number }) {
    this.lightningIndex = lightningIndex;
    this.span = span;
  }

  /** Lets other work run when this turn has taken long enough. */
  async breathe(): Promise<void> {
    if (performance.now() - this.#turnBegan < turnMs) return;
    await setImmediate();
    this.#turnBegan = performance.now();
  }

  /** Null where none of the feeds provides coverage. */
  observedBy(feeds: readonly IndexedFeed[]): ObservedStep[] | null {
    const providing = feeds.filter(({ providesCoverage }) => providesCoverage);
    if (providing.length === 0) return null;
    const name = providing.map(({ vendor }) => vendor).join(' ');
    const steps =
      this.#observed.get(name) ?? observedSteps(this.lightningIndex.windowsOf(providing), this.span);
    this.#observed.set(name, steps);
    return steps;
  }

  /** The windows since an instant, the newest first, with a turn for each: a storm may have many thousands. */
  async *windows(since: number) {
    // A flash may have a later time than the batch that brought it.
    for (let until = this.span.to + windowMs; until > since; until -= windowMs) {
      yield { since: Math.max(since, until - windowMs), until };
      await this.breathe();
    }
  }
}

async function gatherStrikes<F extends IndexedFlash>(
  replay: ReplayWork<F>,
  { center, organizationId, miles, maxStrikes }: Wanted,
): Promise<Pick<StormReplay<F>, 'strikes' | 'strikesCutAt'>> {
  const strikes: ReceivedFlash<F>[] = [];
  for await (const window of replay.windows(replay.span.from - strikeShownMs)) {
    const found = new Map<F, number>();
    replay.lightningIndex.visitWithin(
      { ...center, organizationId },
      { miles, ...window },
      (flash, receivedAt) => found.set(flash, receivedAt),
    );
    for (const [flash, receivedAt] of [...found].sort(([a], [b]) => b.at - a.at))
      strikes.push({ flash, receivedAt });
    if (strikes.length <= maxStrikes) continue;
    strikes.length = maxStrikes;
    return { strikes, strikesCutAt: strikes.at(-1)?.flash.at ?? window.until };
  }
  return { strikes, strikesCutAt: null };
}

/** When the center and four points of the edge were observed; null for a point that no feed covers. */
async function stretchesAround(
  replay: ReplayWork<IndexedFlash>,
  { center, organizationId, miles }: Wanted,
): Promise<(readonly ZoneStretch[] | null)[]> {
  const edges = [0, 90, 180, 270].map((bearing) => pointFrom(center, bearing, miles));
  const points: (readonly ZoneStretch[] | null)[] = [];
  for (const { latitude, longitude } of [center, ...edges]) {
    const steps = replay.observedBy(replay.lightningIndex.feedsAt(latitude, longitude, { organizationId }));
    // Without strikes and timer a zone is clear whenever its state is known.
    points.push(steps && zoneStretches({ observed: steps, strikes: [], allClearMinutes: 0 }, replay.span));
    await replay.breathe();
  }
  return points;
}

async function zoneHistories(replay: ReplayWork<IndexedFlash>, place: WatchedPlace): Promise<ZoneHistory[]> {
  const { lightningIndex, span } = replay;
  const { latitude, longitude, organizationId, placeId, allClearMinutes } = place;
  const reachMiles = outerRadiusMiles(place);
  const steps = replay.observedBy(
    lightningIndex.feedsAt(latitude, longitude, { organizationId, reachMiles }),
  );
  const ranges = zoneRanges(place);
  const latest = new LatestByArrival(ranges.map(({ radiusMiles }) => radiusMiles));
  if (steps) {
    // An older strike cannot delay any zone at the beginning.
    const since = span.from - observationLimitMs - allClearMinutes * 60_000;
    for await (const window of replay.windows(since)) {
      lightningIndex.visitWithin(place, { miles: reachMiles, ...window }, (flash, receivedAt, cosine) =>
        latest.add(flash.at, receivedAt, cosine),
      );
    }
  }
  return ranges.map((range, i) => {
    // Thunder that was heard held the zone too.
    const heard = lightningIndex.reportsAt(placeId).flatMap((report) => {
      const thunder = thunderWithin([report], range.radiusMiles);
      return thunder === null ? [] : [{ at: thunder.at, receivedAt: thunder.at }];
    });
    const input = { observed: steps ?? [], strikes: [...latest.within(i), ...heard], allClearMinutes };
    return { ...range, stretches: steps && zoneStretches(input, span) };
  });
}

interface LatestInZone {
  readonly cosine: number;
  readonly byArrival: Map<number, { at: number }>;
  /** Consecutive points have the same arrival: the last one used is kept. */
  last: { readonly receivedAt: number; readonly latest: { at: number } } | null;
}

/**
 * The last strike within each radius of those received together: no other of them can matter. Radii ascend.
 */
class LatestByArrival {
  readonly #zones: LatestInZone[];

  constructor(radiiMiles: readonly number[]) {
    this.#zones = radiiMiles.map((miles) => ({
      cosine: cosineOfMiles(miles) - 1e-15,
      byArrival: new Map(),
      last: null,
    }));
  }

  /** Is noted in the innermost zone that contains it; the outer ones contain it too. */
  add(at: number, receivedAt: number, cosine: number): void {
    for (const zone of this.#zones) {
      if (cosine < zone.cosine) continue;
      let { last } = zone;
      if (last?.receivedAt !== receivedAt) {
        const latest = zone.byArrival.get(receivedAt) ?? { at };
        zone.byArrival.set(receivedAt, latest);
        last = { receivedAt, latest };
        zone.last = last;
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

/** The worst state of the given points; null is a point that no feed covers. */
function skyOf(
  points: readonly (readonly ZoneStretch[] | null)[],
  { from, to }: { from: number; to: number },
): SkyStretch[] {
  const instants = new Set(
    points.flatMap((stretches) => stretches?.map((stretch) => stretch.from) ?? []).concat(from),
  );
  const sky: SkyStretch[] = [];
  for (const at of [...instants].sort((a, b) => a - b)) {
    const states = points.map((stretches) => stretches && (stretchAt(stretches, at)?.kind ?? 'unknown'));
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
