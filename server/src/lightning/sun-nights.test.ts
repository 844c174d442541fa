import { glmCovers, glmSunWindow } from '@allclear/adapters';
import {
  coverageOf,
  type IndexedBatch,
  type IndexedFeed,
  LightningIndex,
  lightningAt,
  lightningInput,
  nextWarning,
  noWarning,
  type WarningRule,
  type WarningState,
} from '@allclear/domain';
import { describe, expect, test } from 'vitest';

/**
 * Made nights of the lightning mappers: storms over a place, and around the equinoxes the sun in the
 * instrument, which gives ten times the usual events and hides the flashes beneath.
 */

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const batchMs = 20 * second;
/** From the end of a batch to its arrival. */
const delayMs = 25 * second;
const allClearMinutes = 30;

const satellites = [
  { name: 'GOES-East', number: 19, midnight: 5 * hour, place: { latitude: 28, longitude: -82 } },
  {
    name: 'GOES-West',
    number: 18,
    midnight: 9 * hour + 9 * minute,
    place: { latitude: 21, longitude: -157 },
  },
] as const;
interface Place {
  readonly latitude: number;
  readonly longitude: number;
}
type Satellite = (typeof satellites)[number];
const sunnyDates = ['03-04', '03-12', '03-20', '03-29', '09-10', '09-22', '10-06'];

/** A repeatable sequence of numbers from 0 to 1 (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Night {
  readonly begin: number;
  readonly end: number;
  /** Instants of the flashes over the place, seen or not. */
  readonly strikes: readonly number[];
  /** When the sun blinds the instrument. */
  readonly blinded: readonly { readonly from: number; readonly to: number }[];
}

/**
 * From two and a half hours before satellite midnight until three after it. The geometry of the sun window is
 * tested with the window; here the instrument is blind three times within it.
 */
function sunnyNight(satellite: Satellite, date: string, random: () => number): Night {
  const midnight = Date.parse(`2026-${date}T00:00:00Z`) + satellite.midnight;
  const minutes = Array.from({ length: 180 }, (_, i) => midnight + (i - 90) * minute);
  const sunny = minutes.filter((at) => glmSunWindow(satellite.number, at));
  const spanMs = sunny.at(-1)! - sunny[0]!;
  const blinded = [0.02, 0.35, 0.68].map((share) => {
    const from = sunny[0]! + (share + 0.1 * random()) * spanMs;
    return { from, to: from + minute + 0.2 * random() * spanMs };
  });
  const strikes: number[] = [];
  // Storms pass over; the last flashes of some are hidden by the sun.
  for (const { from, to } of blinded) {
    const ends = from + (to - from) * (random() * 1.4 - 0.2);
    for (let at = ends - 45 * minute * random(); at < ends; at += 3 * minute * random()) strikes.push(at);
    strikes.push(ends);
  }
  return { begin: midnight - 2.5 * hour, end: midnight + 3 * hour, strikes, blinded };
}

function batchesOf(
  { begin, end, strikes, blinded }: Night,
  place: Place,
  random: () => number,
  lateShare = 0.02,
) {
  const batches: IndexedBatch[] = [];
  for (let from = begin; from < end; from += batchMs) {
    const to = from + batchMs;
    const isBlinded = blinded.some((one) => one.from < to && one.to > from);
    // While the instrument is blind a few flashes still come through.
    const seen = strikes.filter((at) => at >= from && at < to && (!isBlinded || random() < 0.1));
    const usual = 8_000 * (0.8 + 0.4 * random());
    batches.push({
      key: `${from}`,
      from,
      to,
      receivedAt: to + delayMs,
      eventCount: Math.round(isBlinded ? usual * (5 + 10 * random()) : usual),
      flashes: seen.map((at) => ({ at, ...place, points: Float64Array.of(place.latitude, place.longitude) })),
    });
  }
  // Some arrive late, and out of order.
  for (const [i, batch] of batches.entries())
    if (random() < lateShare)
      batches[i] = { ...batch, receivedAt: batch.receivedAt + 90 * second * random() };
  return batches.sort((a, b) => a.receivedAt - b.receivedAt);
}

const rule: WarningRule = { evidence: 'lightning', allClearMinutes, reAlertMinutes: 15, readingLimitMs: 0 };

interface Clear {
  readonly what: 'zone' | 'warning';
  /** The quiet time on which the all clear rests. */
  readonly from: number;
  readonly to: number;
}

/** Plays a night batch by batch; gives the instants at which the zone turned clear or the warning ended. */
function clearsOf(feed: IndexedFeed, place: Place, batches: readonly IndexedBatch[]): Clear[] {
  const index = new LightningIndex([feed]);
  const watched = {
    ...place,
    placeId: null,
    radius1: 10,
    radius2: 0,
    radius3: 0,
    radius4: 0,
    allClearMinutes,
  };
  const clears: Clear[] = [];
  let warning: WarningState = noWarning;
  let wasClear = false;
  for (const batch of batches) {
    index.add(feed.vendor, batch);
    const now = batch.receivedAt;
    const status = lightningAt(index, watched, now);
    if (status.kind === 'not-covered') throw new Error('the satellite covers the place');
    const zone = status.zones[0]!;
    const before: string = warning.kind;
    warning = nextWarning(rule, warning, lightningInput(zone, status.kind, now), now).state;
    const quiet =
      zone.status.kind === 'clear'
        ? { from: zone.status.since - allClearMinutes * minute, to: status.observation!.confirmedThrough }
        : null;
    if (quiet !== null && !wasClear) clears.push({ what: 'zone', ...quiet });
    if (quiet !== null && before === 'open' && warning.kind === 'none')
      clears.push({ what: 'warning', ...quiet });
    wasClear = quiet !== null;
  }
  return clears;
}

const feedOf = ({ number, name }: Satellite): IndexedFeed => ({
  vendor: name,
  providesCoverage: true,
  covers: (latitude, longitude) => glmCovers(number, latitude, longitude),
  sunWindow: (at) => glmSunWindow(number, at),
});

/** The all clears that rest on a batch during which the instrument was blind. */
function wrongOnes(clears: readonly Clear[], { blinded }: Night): Clear[] {
  return clears.filter(({ from, to }) => blinded.some((one) => one.from < to && one.to > from));
}

describe.each(satellites)('$name', (satellite) => {
  const feed = feedOf(satellite);
  const { place } = satellite;
  const nights = sunnyDates.map((date, number) => {
    const random = randomOf(100 * number + satellite.number);
    const night = sunnyNight(satellite, date, random);
    return { date, night, batches: batchesOf(night, place, random) };
  });

  test('seven nights with the sun in the instrument: no all clear rests on a blinded batch', () => {
    const found = { clears: 0, warnings: 0, wrongWithoutSunWindow: 0, hiddenStrikes: 0 };
    for (const { date, night, batches } of nights) {
      const clears = clearsOf(feed, place, batches);
      expect(wrongOnes(clears, night), date).toEqual([]);
      found.clears += clears.length;
      found.warnings += clears.filter(({ what }) => what === 'warning').length;
      const { sunWindow: _, ...unaware } = feed;
      found.wrongWithoutSunWindow += wrongOnes(clearsOf(unaware, place, batches), night).length;
      found.hiddenStrikes += night.strikes.filter((at) =>
        night.blinded.some(({ from, to }) => at > from && at < to),
      ).length;
    }
    // The nights would give false all clears, and they end in right ones.
    expect(found.wrongWithoutSunWindow).toBeGreaterThan(5);
    expect(found.hiddenStrikes).toBeGreaterThan(10);
    expect(found.clears).toBeGreaterThanOrEqual(7);
    expect(found.warnings).toBeGreaterThanOrEqual(3);
  });

  test('the 358 other nights: storms with bursts of flashes, and no batch is masked', () => {
    let inSunWindow = 0;
    for (let date = Date.UTC(2026, 0, 1); date < Date.UTC(2027, 0, 1); date += day) {
      if (sunnyDates.includes(new Date(date).toISOString().slice(5, 10))) continue;
      const random = randomOf(date / day + satellite.number);
      const midnight = date + satellite.midnight;
      let burstUntil = Number.NEGATIVE_INFINITY;
      const windows = Array.from({ length: 720 }, (_, i) => {
        const from = midnight - 2.5 * hour + i * batchMs;
        const to = from + batchMs;
        const isSun = glmSunWindow(satellite.number, from) || glmSunWindow(satellite.number, to);
        if (isSun) inSunWindow++;
        if (random() < 0.02) burstUntil = from + 3 * minute * random();
        const usual = 8_000 * (0.8 + 0.4 * random());
        // Over a hemisphere a storm more is far from three times the events; outside the windows anything goes.
        const burst = from < burstUntil ? (isSun ? 1.7 : 12) : 1;
        const eventCount = Math.round(usual * burst);
        return { from, to, receivedAt: to + delayMs, eventCount, inSunWindow: isSun };
      });
      expect(coverageOf(windows).blind, new Date(date).toISOString()).toEqual([]);
    }
    // About ten weeks of the other nights have a window, of up to 108 minutes.
    expect(inSunWindow).toBeGreaterThan(20_000);
  });
});

describe('a place that both satellites cover', () => {
  const [east, west] = satellites;
  const dallas = {
    placeId: null,
    latitude: 32.8,
    longitude: -96.8,
    radius1: 10,
    radius2: 0,
    radius3: 0,
    radius4: 0,
  };

  test('keeps its coverage while one of them is blinded', () => {
    for (const date of ['03-20', '09-22']) {
      const random = randomOf(Date.parse(`2026-${date}`) / day);
      const night = sunnyNight(east, date, random);
      const quiet = { ...night, strikes: [] };
      const joint = new LightningIndex([feedOf(east), feedOf(west)]);
      const alone = new LightningIndex([feedOf(east)]);
      const fromWest = batchesOf({ ...quiet, blinded: [] }, dallas, random, 0);
      const fromEast = batchesOf(quiet, dallas, random);
      const arrivals = [
        ...fromEast.map((batch) => ({ vendor: east.name, batch })),
        ...fromWest.map((batch) => ({ vendor: west.name, batch })),
      ].sort((a, b) => a.batch.receivedAt - b.batch.receivedAt);
      const states = { joint: new Set<string>(), alone: new Set<string>() };
      for (const { vendor, batch } of arrivals) {
        joint.add(vendor, batch);
        if (vendor === east.name) alone.add(vendor, batch);
        const now = batch.receivedAt;
        if (now < night.begin + hour) continue;
        for (const [name, index] of Object.entries({ joint, alone })) {
          const status = lightningAt(index, { ...dallas, allClearMinutes }, now);
          if (status.kind === 'not-covered') throw new Error('both cover the place');
          states[name as 'joint' | 'alone'].add(status.zones[0]!.status.kind);
          if (name === 'joint') expect(status.blindReason).toBeNull();
        }
      }
      expect([...states.joint]).toEqual(['clear']);
      expect(states.alone.size).toBeGreaterThan(1);
    }
  });
});
