import {
  activeAlerts,
  alertsCovering,
  cosineOfMiles,
  coverageOf,
  emptyMatches,
  eventsOfPolicy,
  MINUTE_MS,
  milesFromCosine,
  observationOfFeeds,
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
import { required } from '../../platform/required.ts';
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
  /** Share of the period with weather to evaluate, 0 to 1. */
  readonly observedShare: number;
}

/** A warning may have begun before the period that is tried: evidence is read from so long before it, ms. */
const leadMs = 4 * 3_600_000;
/** How far a flash's points may lie from its centroid, miles. */
const flashReachMiles = 100;
const milesPerDegree = 69;

export interface Past {
  readonly db: Database;
  /** Names of the feeds that see a place. */
  readonly feedsAt: (latitude: number, longitude: number) => readonly string[];
  /** Whether the sun may blind a feed at an instant, epoch ms. */
  readonly inSunWindow: (feed: string, at: number) => boolean;
  readonly from: number;
  readonly to: number;
}

/**
 * Tries a policy on stored weather, at each place that it would watch, with the domain code of the live
 * engine.
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
  const reported = await windowsBetween(past.db, begin, past.to, past.inSunWindow);
  const windows = new Map([...reported].map(([feed, all]) => [feed, coverageOf(all).windows]));
  const targets = watches.map(
    (watch): LightningTarget => ({
      watch,
      feeds: past.feedsAt(watch.place.latitude, watch.place.longitude),
      leastCosine: cosineOfMiles(watch.policy.threshold) - 1e-15,
      strikes: [],
    }),
  );
  await collectStrikes(targets, past.db, begin, past.to);
  return targets.map(({ watch, feeds, strikes }) => {
    const seen = feeds.map((feed) => windows.get(feed) ?? []);
    // All data that ever arrived is stored now, so no gap is still waiting for its data.
    const observation = observationOfFeeds(seen, Number.POSITIVE_INFINITY);
    if (observation === null) return trialOf(watch, [], past, 0);
    return trialOf(
      watch,
      replayLightning(watch.rule, strikes, observation),
      past,
      observedShare(observation, past.from, past.to),
    );
  });
}

/** A policy at a place, with the strikes within its radius. */
interface LightningTarget {
  readonly watch: PolicyWatch;
  /** Names of the feeds that see the place. */
  readonly feeds: readonly string[];
  /** Cosine of the angle of the radius: a strike within it has this cosine or a higher one. */
  readonly leastCosine: number;
  readonly strikes: ReplayStrike[];
}

/** Adds to each target its strikes, oldest first. The distance of a flash is that of its nearest point. */
async function collectStrikes(
  targets: readonly LightningTarget[],
  db: Database,
  from: number,
  to: number,
): Promise<void> {
  const watches = targets.map(({ watch }) => watch);
  const grid = packLocations(
    watches.map(({ place, policy }) => ({ ...place, outerRadiusMiles: policy.threshold })),
  );
  const matches = emptyMatches();
  for await (const flashes of flashesBetween(db, boxOf(watches), from, to)) {
    for (const { at, feed, points } of flashes) {
      const nearest = new Map<LightningTarget, number>();
      for (let i = 0; i + 1 < points.length; i += 2) {
        grid.match(required(points[i], 'a latitude'), required(points[i + 1], 'a longitude'), matches);
        for (let m = 0; m < matches.count; m++) {
          const target = required(targets[matches.ids[m] ?? -1], 'the target of a match');
          const cosine = required(matches.cosines[m], 'the cosine of a match');
          if (
            cosine >= target.leastCosine &&
            cosine > (nearest.get(target) ?? -1) &&
            target.feeds.includes(feed)
          )
            nearest.set(target, cosine);
        }
      }
      for (const [{ strikes }, cosine] of nearest)
        strikes.push({ at, distanceMiles: milesFromCosine(cosine) });
    }
  }
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
  // Near the date line a box would miss places across it: the whole band is read.
  return west < -180 || east > 180 ? { south, north, west: -180, east: 180 } : { south, north, west, east };
}

/**
 * Steps through the reports in the order of receipt, and through the minutes between them: reminders and lost
 * data depend on time alone.
 */
async function tryReadings(watch: PolicyWatch, past: Past): Promise<PolicyTrial> {
  const begin = past.from - leadMs;
  const reports = await reportsBetween(past.db, boxAround(watch.place), begin - oldestReportMs, past.to);
  const newest = new Map<string, NearestObservation>();
  const replay = new WarningReplay(watch.rule);
  let chosen: NearestObservation | undefined;
  let next = 0;
  let observedMinutes = 0;
  for (let now = begin; now <= past.to; now += MINUTE_MS) {
    const first = next;
    for (
      let report = reports[next];
      report !== undefined && report.observation.receivedAt <= now;
      report = reports[++next]
    ) {
      const known = newest.get(report.station.id);
      if (!known || known.observation.observedAt < report.observation.observedAt)
        newest.set(report.station.id, report);
    }
    // The nearest report can become stale without an event; then another one is used.
    if (next > first || now % (5 * MINUTE_MS) < MINUTE_MS)
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
    Math.min(1, (observedMinutes * MINUTE_MS) / (past.to - past.from)),
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
  const tried = watches.map((watch) => ({ watch, replays: new Map<string, WarningReplay>() }));
  for (const now of instants) {
    const active = activeAlerts(alerts, now);
    for (const { watch, replays } of tried) {
      const rounded = roundPlace(watch.place);
      const place = { ...watch.place, zones: zones.get(`${rounded.latitude} ${rounded.longitude}`) ?? [] };
      const wanted = eventsOfPolicy(watch.policy.events, alertsCovering(active, place));
      stepAlerts(replays, watch.rule, wanted, now);
    }
  }
  return tried.map(({ watch, replays }) => {
    const events = [...replays.values()].flatMap((replay) => replay.events).sort((a, b) => a.at - b.at);
    const stopped = [...replays.values()].reduce(
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
