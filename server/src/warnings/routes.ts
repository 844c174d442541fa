import { listAllViolations, listThreats, listViolations, type PolicyWarning } from '@allclear/contract';
import {
  type CompleteForecastHour,
  HOUR_MS,
  hoursOfDay,
  isForecastType,
  threatForecast,
} from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import type { AlertsLive } from '../alerts/index.ts';
import { currentForecast, type ForecastSource, forecastUnobserved, noForecast } from '../forecasts/index.ts';
import { openClosures, ownLocations, type StoredClosure, visibleLocation } from '../locations/index.ts';
import { findOrganizationLocation, timeZoneOf } from '../organizations/index.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { isoTime } from '../platform/http/iso-time.ts';
import { type Principal, serve } from '../platform/http/serve.ts';
import {
  listPolicies,
  listPolicyPlaces,
  policyDisplayName,
  type StoredPolicy,
  typeOf,
  watches,
} from '../policies/index.ts';
import { presentWarning } from './present-warning.ts';
import { openWarningsAt, peopleNotified, type StoredWarning } from './store.ts';

interface Context {
  readonly db: Database;
  readonly clock: Clock;
  readonly alerts: AlertsLive;
  readonly forecast: ForecastSource | null;
}

export function warningRoutes(app: FastifyInstance, context: Context): void {
  const { db, alerts } = context;
  serve(app, listViolations, async ({ principal, params }) => {
    const id = await organizationLocationOf(db, principal, params.locationId);
    const rows = await openWarningsAt(db, principal.organizationId, id === null ? [] : [id]);
    const present = await presenterOf(db, principal.organizationId, rows);
    return rows.flatMap(present);
  });

  serve(app, listAllViolations, async ({ principal }) => {
    const locations = await ownLocations(db, principal);
    const ids = locations.flatMap((row) => row.organizationLocationId ?? []);
    const rows = await openWarningsAt(db, principal.organizationId, ids);
    const byPlace = Map.groupBy(rows, (row) => row.organizationLocationId);
    const present = await presenterOf(db, principal.organizationId, rows);
    const now = context.clock.now();
    const closed = await openClosures(db, principal.organizationId, now);
    const closures = new Map(closed.map((closure) => [closure.organizationLocationId, closure]));
    const answer = locations.map((location) => ({
      locationId: location.id,
      warnings: (byPlace.get(location.organizationLocationId ?? '') ?? []).flatMap(present),
      alertEvents: [...new Set(alerts.at(location).alerts.map(({ alert }) => alert.event))],
      closure: presentClosure(closures.get(location.organizationLocationId ?? '')),
    }));
    return answer.filter(
      ({ warnings, alertEvents, closure }) =>
        warnings.length > 0 || alertEvents.length > 0 || closure !== null,
    );
  });

  serve(app, listThreats, async ({ principal, params }) => {
    const id = await organizationLocationOf(db, principal, params.id);
    if (id === null) return [];
    const [policies, places, rows] = await Promise.all([
      listPolicies(db, principal.organizationId),
      listPolicyPlaces(db, principal.organizationId),
      openWarningsAt(db, principal.organizationId, [id]),
    ]);
    const place = places.find((one) => one.id === id);
    const watching = policies.filter((policy) => place !== undefined && watches(policy, place));
    if (place === undefined || watching.length === 0) return [];
    const today = await hoursToCome(context, place);
    return watching.map((policy) =>
      presentThreat(
        policy,
        rows.filter((row) => row.policyId === policy.id),
        today,
      ),
    );
  });
}

function presentClosure(closure: StoredClosure | undefined) {
  if (!closure) return null;
  const { id, reason, untilAt } = closure;
  return { id, reason, until: untilAt === null ? null : isoTime(untilAt) };
}

interface HoursToCome {
  readonly hours: readonly CompleteForecastHour[];
  readonly asOf: number;
  readonly stale: boolean;
}

/** What a policy warns of at a place: its open warnings there, and what the rest of the day's forecast reaches. */
function presentThreat(policy: StoredPolicy, here: readonly StoredWarning[], today: HoursToCome | null) {
  const type = typeOf(policy);
  const foreseen = today === null ? null : threatForecast(type, policy.threshold, today.hours);
  return {
    threatType: type.threatType,
    threatLevel: here.length > 0 ? 2 : (foreseen?.level ?? 0),
    policyId: policy.id,
    policyName: policyDisplayName(policy),
    policyTypeShortName: type.shortName,
    threshold: policy.threshold,
    unit: type.unit,
    isDesc: type.isDesc,
    threatTimes: [
      ...here.map((row) => ({ startTime: isoTime(row.startedAt), endTime: null })),
      // While a warning is on, only the hours that reach the threshold belong to it.
      ...(here.length > 0 && foreseen?.level !== 2 ? [] : (foreseen?.times ?? [])).map(({ from, to }) => ({
        startTime: new Date(from).toISOString(),
        endTime: new Date(to).toISOString(),
      })),
    ],
    foreseen: foreseen !== null && isForecastType(type),
    forecastAsOf: today === null ? null : new Date(today.asOf).toISOString(),
    stale: today?.stale ?? false,
  };
}

/** What is left of the place's local day; null where this installation has no forecast at all. */
async function hoursToCome(
  { db, clock, forecast }: Context,
  place: { latitude: number; longitude: number },
): Promise<HoursToCome | null> {
  if (forecast === null) return null;
  const now = clock.now();
  const current = await currentForecast(db, forecast, place, now);
  if (current.kind === 'outside') throw noForecast();
  if (current.kind === 'unobserved') throw forecastUnobserved(current.asOf);
  const hours = hoursOfDay(current.forecast.hours, now, timeZoneOf(place)).filter(
    ({ at }) => at + HOUR_MS > now,
  );
  return { hours, asOf: current.forecast.asOf, stale: current.stale };
}

/** Presents warnings; leaves out those whose policy was just deleted: the engine ends them next. */
async function presenterOf(
  db: Database,
  organizationId: string,
  rows: readonly StoredWarning[],
): Promise<(row: StoredWarning) => PolicyWarning[]> {
  if (rows.length === 0) return () => [];
  const [policies, notified] = await Promise.all([
    listPolicies(db, organizationId),
    peopleNotified(
      db,
      rows.map(({ id }) => id),
    ),
  ]);
  const byId = new Map(policies.map((policy) => [policy.id, policy]));
  return (row) => {
    const policy = byId.get(row.policyId);
    return policy ? [presentWarning(row, policy, notified.get(row.id) ?? 0)] : [];
  };
}

/**
 * The organization location of an id: itself, or the one that a location of the caller is tied to (null:
 * none).
 */
export async function organizationLocationOf(
  db: Database,
  principal: Principal,
  id: string,
): Promise<string | null> {
  const place = await findOrganizationLocation(db, keyOf(principal, id));
  if (place) return place.id;
  return (await visibleLocation(db, principal, id)).organizationLocationId;
}
