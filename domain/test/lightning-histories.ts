/**
 * Random histories of a lightning feed, played against the product's lightning index and against a
 * brute-force model that shares no code with it: it counts ticks of ten seconds and measures by haversine.
 * Used by the short and the long property tests.
 */
import fc from 'fast-check';
import { type IndexedBatch, LightningIndex } from '../src/lightning/lightning-index.ts';
import { lightningAt, type WatchedPlace } from '../src/lightning/lightning-status.ts';

const tick = 10_000;
const epoch = Date.UTC(2026, 5, 6, 20);
const batchTicks = 2;

interface Strike {
  /** Tick of the strike; it may be slightly before the batch that reports it. */
  tick: number;
  offsetMs: number;
  /**
   * Whole miles north of the place, and 0.37 more so that no strike lies on a circle; groups spread eastward.
   */
  miles: number;
  eastMiles: number;
  groups: number;
}

interface Delivery {
  /** Number of the batch. */
  batch: number;
  /** Ticks after the batch's end at which it arrives; null when it never does. */
  delayTicks: number | null;
  repeats: number;
}

export interface History {
  batches: number;
  strikes: Strike[];
  deliveries: Delivery[];
  checks: { tick: number; restart: boolean; place: WatchedPlace }[];
}

const position = { latitude: 28.15, longitude: -82.8 };

const place = fc
  .record({
    first: fc.integer({ min: 1, max: 20 }),
    steps: fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 0, maxLength: 3 }),
    allClearMinutes: fc.constantFrom(10, 20, 30),
  })
  .map(({ first, steps, allClearMinutes }): WatchedPlace => {
    const radii = [first, 0, 0, 0];
    let inner = first;
    steps.forEach((step, index) => {
      if (inner + step > 50) return;
      inner += step;
      radii[index + 1] = inner;
    });
    return {
      ...position,
      placeId: null,
      radius1: radii[0]!,
      radius2: radii[1]!,
      radius3: radii[2]!,
      radius4: radii[3]!,
      allClearMinutes,
    };
  });

/**
 * Late, lost, repeated and out-of-order deliveries; outages as runs of lost batches; restarts and edits at
 * the checks.
 */
export const history: fc.Arbitrary<History> = fc
  .integer({ min: 10, max: 130 })
  .chain((batches) =>
    fc.record({
      batches: fc.constant(batches),
      strikes: fc.array(
        fc.record({
          tick: fc.integer({ min: 0, max: batches * batchTicks - 1 }),
          offsetMs: fc.integer({ min: -1_700, max: 9_999 }),
          miles: fc.integer({ min: 0, max: 60 }),
          eastMiles: fc.integer({ min: 0, max: 12 }),
          groups: fc.integer({ min: 1, max: 3 }),
        }),
        { maxLength: 5 },
      ),
      delays: fc.array(
        fc.tuple(fc.nat(batches - 1), fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 2 })),
        { maxLength: 12 },
      ),
      outages: fc.array(fc.tuple(fc.nat(batches - 1), fc.integer({ min: 1, max: 14 })), { maxLength: 2 }),
      checks: fc.array(
        fc.record({
          tick: fc.integer({ min: 1, max: batches * batchTicks + 60 }),
          restart: fc.boolean(),
          place,
        }),
        {
          minLength: 2,
          maxLength: 5,
        },
      ),
    }),
  )
  .map(({ batches, strikes, delays, outages, checks }) => {
    const deliveries: Delivery[] = Array.from({ length: batches }, (_, batch) => ({
      batch,
      delayTicks: 2,
      repeats: 0,
    }));
    for (const [batch, delayTicks, repeats] of delays) deliveries[batch] = { batch, delayTicks, repeats };
    for (const [from, length] of outages)
      for (const delivery of deliveries.slice(from, from + length)) delivery.delayTicks = null;
    return { batches, strikes, deliveries, checks: checks.sort((a, b) => a.tick - b.tick) };
  });

const milesPerDegree = (3959 * Math.PI) / 180;

function pointsOf(strike: Strike): Float64Array {
  const points = new Float64Array(strike.groups * 2);
  for (let group = 0; group < strike.groups; group++) {
    points[group * 2] = position.latitude + (strike.miles + 0.37) / milesPerDegree;
    points[group * 2 + 1] = position.longitude + (group * strike.eastMiles) / milesPerDegree;
  }
  return points;
}

function batchOf(history: History, number: number, receivedTick: number): IndexedBatch {
  const from = number * batchTicks;
  return {
    key: `s${number}`,
    from: epoch + from * tick,
    to: epoch + (from + batchTicks) * tick,
    receivedAt: epoch + receivedTick * tick,
    flashes: history.strikes
      .filter((strike) => strike.tick >= from && strike.tick < from + batchTicks)
      .map((strike) => {
        const points = pointsOf(strike);
        return {
          at: epoch + strike.tick * tick + strike.offsetMs,
          latitude: points[0]!,
          longitude: points[1]!,
          points,
        };
      }),
  };
}

function haversine(latitude: number, longitude: number): number {
  const rad = Math.PI / 180;
  const h =
    Math.sin(((latitude - position.latitude) * rad) / 2) ** 2 +
    Math.cos(latitude * rad) *
      Math.cos(position.latitude * rad) *
      Math.sin(((longitude - position.longitude) * rad) / 2) ** 2;
  return 2 * 3959 * Math.asin(Math.sqrt(h));
}

const nearest = (strike: Strike) => {
  const points = pointsOf(strike);
  let miles = Number.POSITIVE_INFINITY;
  for (let i = 0; i < points.length; i += 2) miles = Math.min(miles, haversine(points[i]!, points[i + 1]!));
  return miles;
};

interface Expected {
  kind: 'delay' | 'clear' | 'unknown';
  reason?: 'strike' | 'observing';
}

/** The rule of the design in its simplest form: arrays of ticks. */
function bruteForce(history: History, at: number, radius: number, allClearMinutes: number): Expected {
  const length = history.batches * batchTicks;
  const seen = new Array<boolean>(length).fill(false);
  const arrived = history.deliveries
    .filter(({ batch, delayTicks }) => delayTicks !== null && (batch + 1) * batchTicks + delayTicks <= at)
    .map(({ batch, delayTicks }) => ({
      from: batch * batchTicks,
      at: (batch + 1) * batchTicks + delayTicks!,
    }));
  if (arrived.length === 0) return { kind: 'unknown' };
  for (const { from } of arrived) for (let t = from; t < from + batchTicks; t++) seen[t] = true;
  const begin = seen.indexOf(true);
  const end = seen.lastIndexOf(true) + 1;
  let through = end;
  for (let t = begin; t < end; t++) {
    if (seen[t]) continue;
    let next = t;
    while (!seen[next]) next++;
    const waiting = Math.min(...arrived.filter(({ from }) => from >= next).map((arrival) => arrival.at));
    if ((at - waiting) * tick < 120_000) {
      through = t;
      break;
    }
    t = next;
  }
  if ((at - through) * tick > 180_000) return { kind: 'unknown' };

  const throughMs = through * tick;
  const quietMs = allClearMinutes * 60_000;
  const received = history.strikes.filter(
    (strike) =>
      nearest(strike) <= radius &&
      arrived.some(({ from }) => strike.tick >= from && strike.tick < from + batchTicks),
  );
  const times = received.map((strike) => strike.tick * tick + strike.offsetMs);
  const strikeHolds = times.some((time) => throughMs < time + quietMs);
  // A quiet period may begin at any tick that is not inside a gap; its gaps may be 60 s together.
  const quietTicks = quietMs / tick;
  let quietSeen = false;
  for (let start = begin; start + quietTicks <= through && !quietSeen; start++) {
    if (!seen[start]) continue;
    let unseen = 0;
    for (let t = start; t < through; t++) if (!seen[t]) unseen++;
    quietSeen = unseen * tick <= 60_000;
  }
  if (strikeHolds) return { kind: 'delay', reason: 'strike' };
  return quietSeen ? { kind: 'clear' } : { kind: 'delay', reason: 'observing' };
}

const feed = { vendor: 'satellite', providesCoverage: true, covers: () => true };

/**
 * Plays one history; throws where the index differs from the brute-force model or from the actual strikes.
 */
export function play(history: History, tally: Record<string, number>): void {
  const arrivals = history.deliveries
    .filter((delivery) => delivery.delayTicks !== null)
    .flatMap(({ batch, delayTicks, repeats }) =>
      Array.from({ length: repeats + 1 }, (_, repeat) => ({
        batch,
        at: (batch + 1) * batchTicks + delayTicks! + repeat,
      })),
    )
    .sort((a, b) => a.at - b.at);
  let lightningIndex = new LightningIndex([feed]);
  const taken: IndexedBatch[] = [];
  let next = 0;
  for (const check of history.checks) {
    for (; next < arrivals.length && arrivals[next]!.at <= check.tick; next++) {
      const batch = batchOf(history, arrivals[next]!.batch, arrivals[next]!.at);
      if (lightningIndex.add(feed.vendor, batch)) taken.push(batch);
    }
    if (check.restart) {
      lightningIndex = new LightningIndex([feed]);
      // The store returns batches in another order than that of their arrival.
      for (const batch of [...taken].reverse()) lightningIndex.add(feed.vendor, batch);
    }
    const now = epoch + check.tick * tick;
    const lightningStatus = lightningAt(lightningIndex, check.place, now);
    if (lightningStatus.kind === 'not-covered') throw new Error('covered everywhere');
    for (const zone of lightningStatus.zones) {
      const expected = bruteForce(history, check.tick, zone.radiusMiles, check.place.allClearMinutes);
      const { status } = zone;
      tally[expected.reason ?? expected.kind] = (tally[expected.reason ?? expected.kind] ?? 0) + 1;
      if (status.kind !== expected.kind || (status.kind === 'delay' && status.reason !== expected.reason)) {
        throw new Error(
          `at tick ${check.tick}, ${zone.range}: ${JSON.stringify(status)}, expected ${JSON.stringify(expected)}`,
        );
      }
      if (status.kind === 'clear')
        noFalseClear(
          history,
          lightningStatus.observation!.observedThrough,
          zone.radiusMiles,
          check.place.allClearMinutes,
        );
    }
  }
}

/**
 * Against the actual strikes, arrived or not: strikes in the quiet time of a clear zone lie in at most 60 s
 * of unseen time.
 */
function noFalseClear(history: History, through: number, radius: number, allClearMinutes: number): void {
  const begin = through - allClearMinutes * 60_000;
  const missed = new Set<number>();
  for (const strike of history.strikes) {
    const at = epoch + strike.tick * tick + strike.offsetMs;
    if (at <= begin || epoch + strike.tick * tick >= through || nearest(strike) > radius) continue;
    missed.add(Math.floor(strike.tick / batchTicks));
  }
  if (missed.size * batchTicks * tick > 60_000) throw new Error('a false clear');
}
