import {
  activeAlerts,
  alertsCovering,
  cosineOfMiles,
  emptyMatches,
  eventsOfPolicy,
  milesFromCosine,
  type ObservationWindow,
  observationOf,
  observedShare,
  packLocations,
  type ReplayEvent,
  type ReplayStrike,
  readingInput,
  replayLightning,
  stoppedMs,
  WarningReplay,
  type WarningRule,
} from '@allclear/domain';
import { readPlaceZones, roundPlace } from '../../alerts/index.ts';
import type { Database } from '../../platform/database/database.ts';
import {
  boxAround,
  type NearestObservation,
  nearestReport,
  oldestReportMs,
  readingFor,
} from '../../stations/index.ts';
import type { PolicyWatch } from '../policy-watches.ts';
import { alertsBetween, type Box, flashesBetween, reportsBetween, windowsBetween } from './history.store.ts';

/** What a policy would have done at a place. */
export interface PolicyTrial {
  readonly watch: PolicyWatch;
  readonly events: readonly ReplayEvent[];
  readonly stoppedMs: number;
  /** Part of the stretch for which there was weather to judge by, 0 to 1. */
  readonly observedShare: number;
}

/** A warning may be on from before the stretch that is asked about; that far back is looked. */
const leadMs = 4 * 3_600_000;
/** How far a flash's points may lie from its centroid, miles. */
const flashReachMiles = 100;
const minuteMs = 60_000;
const milesPerDegree = 69;

export interface Past {
  readonly db: Database;
  /** Names of the feeds that see a place. */
  readonly feedsAt: (latitude: number, longitude: number) => readonly string[];
  readonly from: number;
  readonly to: number;
}

/**
 * Tries a policy on stored weather, at each of the places that it would watch: the same domain code as the
 * live engine.
 */
export async function tryPolicy(watches: readonly PolicyWatch[], past: Past): Promise<PolicyTrial[]> {
  const evidence = watches[0]?.type.evidence;
  switch (evidence) {
    case undefined:
      return [];
    case 'lightning':
      return tryLightning(watches, past);
    case 'reading':
      return Promise.all(watches.map((watch) => tryReadings(watch, past)));
    case 'alert':
      return tryAlerts(watches, past);
  }
}

function trialOf(
  watch: PolicyWatch,
  all: readonly ReplayEvent[],
  { from, to }: Past,
  share: number,
): PolicyTrial {
  return {
    watch,
    events: all.filter(({ at }) => at >= from && at <= to),
    stoppedMs: stoppedMs(all, from, to),
    observedShare: share,
  };
}

async function tryLightning(watches: readonly PolicyWatch[], past: Past): Promise<PolicyTrial[]> {
  const begin = past.from - leadMs;
  const windows = await windowsBetween(past.db, begin, past.to);
  const feeds = watches.map(({ place }) => past.feedsAt(place.latitude, place.longitude));
  const strikes = await strikesAround(watches, feeds, past.db, begin, past.to);
  return watches.map((watch, index) => {
    const seen = feeds[index]!.flatMap((feed): ObservationWindow[] => windows.get(feed) ?? []);
    // Everything that ever came in is at hand now, so no hole waits to be filled any more.
    const observation = observationOf(seen, Number.POSITIVE_INFINITY);
    if (observation === null) return trialOf(watch, [], past, 0);
    return trialOf(
      watch,
      replayLightning(watch.rule, strikes[index]!, observation),
      past,
      observedShare(observation, past.from, past.to),
    );
  });
}

/** For each pair the strikes within its radius, oldest first. A flash is as near as its nearest point. */
async function strikesAround(
  watches: readonly PolicyWatch[],
  feeds: readonly (readonly string[])[],
  db: Database,
  from: number,
  to: number,
): Promise<ReplayStrike[][]> {
  const grid = packLocations(
    watches.map(({ place, policy }) => ({ ...place, outerRadiusMiles: policy.threshold })),
  );
  const least = watches.map(({ policy }) => cosineOfMiles(policy.threshold) - 1e-15);
  const matches = emptyMatches();
  const strikes: ReplayStrike[][] = watches.map(() => []);
  for await (const flashes of flashesBetween(db, boxOf(watches), from, to)) {
    for (const flash of flashes) {
      const nearest = new Map<number, number>();
      for (let i = 0; i + 1 < flash.points.length; i += 2) {
        grid.match(flash.points[i]!, flash.points[i + 1]!, matches);
        for (let m = 0; m < matches.count; m++) {
          const index = matches.ids[m]!;
          const cosine = matches.cosines[m]!;
          if (
            cosine >= least[index]! &&
            cosine > (nearest.get(index) ?? -1) &&
            feeds[index]!.includes(flash.feed)
          )
            nearest.set(index, cosine);
        }
      }
      for (const [index, cosine] of nearest)
        strikes[index]!.push({ at: flash.at, distanceMiles: milesFromCosine(cosine) });
    }
  }
  return strikes;
}

function boxOf(watches: readonly PolicyWatch[]): Box {
  const high = Math.max(...watches.map(({ policy }) => policy.threshold + flashReachMiles)) / milesPerDegree;
  const latitudes = watches.map(({ place }) => place.latitude);
  const longitudes = watches.map(({ place }) => place.longitude);
  const north = Math.max(...latitudes) + high;
  const south = Math.min(...latitudes) - high;
  const wide = high / Math.max(0.05, Math.cos((Math.max(Math.abs(north), Math.abs(south)) * Math.PI) / 180));
  const west = Math.min(...longitudes) - wide;
  const east = Math.max(...longitudes) + wide;
  // Near the date line a box would miss what lies across it: the whole band is read.
  return west < -180 || east > 180 ? { south, north, west: -180, east: 180 } : { south, north, west, east };
}

/**
 * Steps through the reports as they came in, and through the minutes between them: reminders and lost data
 * come by time alone.
 */
async function tryReadings(watch: PolicyWatch, past: Past): Promise<PolicyTrial> {
  const begin = past.from - leadMs;
  const reports = await reportsBetween(past.db, boxAround(watch.place), begin - oldestReportMs, past.to);
  const newest = new Map<string, NearestObservation>();
  const replay = new WarningReplay(watch.rule);
  let chosen: NearestObservation | undefined;
  let next = 0;
  let observedMinutes = 0;
  for (let now = begin; now <= past.to; now += minuteMs) {
    const first = next;
    while (next < reports.length && reports[next]!.observation.receivedAt <= now) {
      const report = reports[next++]!;
      const known = newest.get(report.station.id);
      if (!known || known.observation.observedAt < report.observation.observedAt)
        newest.set(report.station.id, report);
    }
    // The nearest one grows stale by time alone, and another is taken then.
    if (next > first || now % (5 * minuteMs) < minuteMs)
      chosen = nearestReport([...newest.values()], watch.place, now);
    const reading = chosen ? readingFor(watch.type.shortName, chosen) : null;
    const fact = readingInput(watch.type, watch.policy.threshold, reading, now, watch.rule.readingLimitMs);
    if (fact.kind !== 'lost' && now > past.from) observedMinutes++;
    replay.take(fact, now);
  }
  return trialOf(
    watch,
    replay.events,
    past,
    Math.min(1, (observedMinutes * minuteMs) / (past.to - past.from)),
  );
}

/**
 * Alerts as their office sent and ended them; how whole the record is cannot be known, so what is stored
 * counts as all there was.
 */
async function tryAlerts(watches: readonly PolicyWatch[], past: Past): Promise<PolicyTrial[]> {
  const begin = past.from - leadMs;
  const alerts = await alertsBetween(past.db, begin, past.to);
  const zones = new Map(
    (await readPlaceZones(past.db, null)).map((place) => [
      `${place.latitude} ${place.longitude}`,
      place.zones,
    ]),
  );
  const instants = [
    ...new Set(alerts.flatMap(({ sentAt, expiresAt, endsAt }) => [sentAt, expiresAt, endsAt ?? expiresAt])),
  ]
    .filter((at) => at >= begin && at <= past.to)
    .sort((a, b) => a - b);
  const replays = watches.map(() => new Map<string, WarningReplay>());
  for (const now of instants) {
    const active = activeAlerts(alerts, now);
    watches.forEach((watch, index) => {
      const rounded = roundPlace(watch.place);
      const place = { ...watch.place, zones: zones.get(`${rounded.latitude} ${rounded.longitude}`) ?? [] };
      const wanted = eventsOfPolicy(watch.policy.events, alertsCovering(active, place));
      stepAlerts(replays[index]!, watch.rule, wanted, now);
    });
  }
  return watches.map((watch, index) => {
    const events = [...replays[index]!.values()]
      .flatMap((replay) => replay.events)
      .sort((a, b) => a.at - b.at);
    const stopped = [...replays[index]!.values()].reduce(
      (sum, replay) => sum + stoppedMs(replay.events, past.from, past.to),
      0,
    );
    return {
      ...trialOf(watch, events, past, alerts.length > 0 ? 1 : 0),
      stoppedMs: Math.min(stopped, past.to - past.from),
    };
  });
}

function stepAlerts(
  replays: Map<string, WarningReplay>,
  rule: WarningRule,
  wanted: readonly { readonly eventKey: string; readonly firstSentAt: number }[],
  now: number,
): void {
  for (const { eventKey, firstSentAt } of wanted) {
    const replay = replays.get(eventKey) ?? new WarningReplay(rule);
    replays.set(eventKey, replay);
    replay.take({ kind: 'exceeded', at: Math.min(firstSentAt, now), value: null }, now);
  }
  for (const [eventKey, replay] of replays) {
    if (!wanted.some((one) => one.eventKey === eventKey)) replay.take({ kind: 'clear', at: now }, now);
  }
}
