import {
  compass16,
  eventsOfPolicy,
  lightningAt,
  lightningInput,
  readingInput,
  takenBackInput,
  type WarningInput,
  type WarningState,
} from '@allclear/domain';
import type { AlertsLive } from '../../alerts/index.ts';
import type { LightningLive } from '../../lightning/index.ts';
import type { Database } from '../../platform/database/database.ts';
import {
  boxAround,
  latestReports,
  type NearestObservation,
  nearestReport,
  oldestReportMs,
  ownReport,
  ownReportLimitMs,
  readingFor,
} from '../../stations/index.ts';
import type { PolicyWatch } from '../policy-watches.ts';
import type { WarningDetails } from '../store.ts';

/** What is known of one warning now. */
export interface Evidence {
  readonly eventKey: string;
  readonly fact: WarningInput;
  readonly facts?: WarningDetails;
}

/**
 * The lightning status of a lightning policy's radius around its place.
 *
 * @param state of its open warning: a report of thunder that it follows from may have been taken back
 */
export function lightningEvidence(
  watch: PolicyWatch,
  live: LightningLive,
  state: WarningState | null,
  now: number,
): Evidence {
  const { id: placeId, latitude, longitude, organizationId } = watch.place;
  const radii = { radius1: watch.policy.threshold, radius2: 0, radius3: 0, radius4: 0 };
  const lightningStatus = lightningAt(
    live.lightningIndex,
    { latitude, longitude, organizationId, placeId, ...radii, allClearMinutes: watch.policy.allClearMinutes },
    now,
  );
  const zone = lightningStatus.kind === 'not-covered' ? undefined : lightningStatus.zones[0];
  const fact = lightningInput(zone, lightningStatus.kind, now);
  const isTakenBack =
    state?.kind === 'open' &&
    state.isReported === true &&
    live.lightningIndex.isTakenBack(placeId, state.evidenceAt);
  if (isTakenBack)
    return { eventKey: '', fact: takenBackInput(zone, fact, state, watch.policy.allClearMinutes, now) };
  if (fact.kind === 'exceeded' && fact.report) {
    const facts = fact.value === null ? { thunder: true } : { thunder: true, distanceMiles: fact.value };
    return { eventKey: '', fact, facts };
  }
  const strike = zone?.lastStrike;
  if (!strike || (fact.kind !== 'exceeded' && fact.kind !== 'lost')) return { eventKey: '', fact };
  return {
    eventKey: '',
    fact,
    facts: { distanceMiles: strike.distanceMiles, compass: compass16(strike.bearingDegrees) ?? '' },
  };
}

/**
 * The newest report of every station in cells of a degree, so that the nearest station of many places is
 * found without a query for each. A place's own station takes precedence for what it measures; for other
 * measures, and those that quality checks rejected, a government station is used.
 */
export async function readReports(
  db: Database,
  now: number,
): Promise<(watch: PolicyWatch) => NearestObservation | undefined> {
  const all = await latestReports(db, { since: now - oldestReportMs, ownSince: now - ownReportLimitMs }, now);
  const byPlace = Map.groupBy(all, ({ station }) => station.organizationLocationId);
  const cells = Map.groupBy(
    all.filter(({ station }) => station.organizationId === null),
    ({ station }) => cell(station.latitude, station.longitude),
  );
  const chosen = new Map<string, NearestObservation | undefined>();
  return ({ place, type }) => {
    const own = ownReport(
      (byPlace.get(place.id) ?? []).filter(({ station }) => station.organizationId === place.organizationId),
      now,
    );
    if (own && readingFor(type.shortName, own)?.value != null) return own;
    if (chosen.has(place.id)) return chosen.get(place.id);
    const box = boxAround(place);
    const around: NearestObservation[] = [];
    for (let south = Math.floor(box.south); south <= Math.floor(box.north); south++) {
      for (let west = Math.floor(box.west); west <= Math.floor(box.east); west++)
        around.push(...(cells.get(cell(south, west)) ?? []));
    }
    const nearest = nearestReport(around, place, now);
    chosen.set(place.id, nearest);
    return nearest;
  };
}

function cell(latitude: number, longitude: number): number {
  return Math.floor(latitude) * 360 + ((((Math.floor(longitude) + 180) % 360) + 360) % 360);
}

export function readingEvidence(
  watch: PolicyWatch,
  nearest: NearestObservation | undefined,
  now: number,
): Evidence {
  const reading = nearest ? readingFor(watch.type.shortName, nearest) : null;
  const fact = readingInput(watch.type, watch.policy.threshold, reading, now, watch.rule.readingLimitMs);
  return reading
    ? { eventKey: '', fact, facts: { stationName: reading.stationName } }
    : { eventKey: '', fact };
}

/**
 * The weather service's alerts of a policy's events at its place: one warning for each alert. `open` are the
 * keys of open warnings. While the list of alerts is unknown no warning ends, even when its alert expires: an
 * extension may have been missed.
 */
export function alertEvidence(
  watch: PolicyWatch,
  alerts: AlertsLive,
  open: readonly string[],
  now: number,
): Evidence[] {
  const { state, alerts: inEffect, asOf } = alerts.at(watch.place);
  const wanted = eventsOfPolicy(watch.policy.events, inEffect);
  // Without any feed there is no evidence, so no warning ends.
  const known = state === 'known' && asOf !== null;
  const going = wanted.map(({ eventKey, alert, firstSentAt, endsAt }): Evidence => {
    const facts = { event: alert.event, headline: alert.headline, endsAt: new Date(endsAt).toISOString() };
    // An alert that was in effect before the list was lost still is, until it is known to have ended.
    const fact: WarningInput = known
      ? { kind: 'exceeded', at: Math.min(firstSentAt, now), value: null }
      : { kind: 'lost' };
    return { eventKey, fact, facts };
  });
  const ended = open
    .filter((key) => !wanted.some(({ eventKey }) => eventKey === key))
    .map((eventKey): Evidence => ({ eventKey, fact: known ? { kind: 'clear', at: now } : { kind: 'lost' } }));
  return [...going, ...ended];
}
