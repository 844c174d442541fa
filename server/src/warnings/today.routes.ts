import { getToday, type Today } from '@allclear/contract';
import {
  HOUR_MS,
  type Practice,
  practiceTimesBetween,
  type TodayLane,
  type TodayPolicy,
  todayHours,
  todayLanes,
} from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { currentForecast, type ForecastSource } from '../forecasts/index.ts';
import { practiceTimesOf, visibleLocation } from '../locations/index.ts';
import { findOrganizationLocation, timeZoneOf } from '../organizations/index.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { type Principal, serve } from '../platform/http/serve.ts';
import { listPolicies, listPolicyPlaces, typeOf, watches } from '../policies/index.ts';
import { openWarningsAt } from './store.ts';

interface Context {
  readonly db: Database;
  readonly clock: Clock;
  readonly forecast: ForecastSource | null;
}

/** The coming hours of a place: lanes of its policies against the forecast, and its practices. */
export function todayRoutes(app: FastifyInstance, { db, clock, forecast: source }: Context): void {
  serve(app, getToday, async ({ principal, params, reply }): Promise<Today> => {
    reply.header('cache-control', 'no-store');
    const place = await placeOf(db, principal, params.id);
    const now = clock.now();
    const timeZone = timeZoneOf(place);
    const starts = todayHours(now, timeZone);
    const end = (starts.at(-1) ?? now) + HOUR_MS;
    const { organizationLocationId } = place;
    const [policies, practiceTimes, current] = await Promise.all([
      policiesAt(db, principal.organizationId, organizationLocationId),
      organizationLocationId === null
        ? null
        : practiceTimesOf(db, principal.organizationId, organizationLocationId),
      source && currentForecast(db, source, place, now),
    ]);
    const known = current?.kind === 'known' ? current : null;
    return {
      now: new Date(now).toISOString(),
      timeZone,
      lanes: todayLanes(policies, known?.forecast.hours ?? [], starts).map(presentLane),
      practices: practiceTimesBetween(practiceTimes?.times ?? [], timeZone, now, end).map(presentPractice),
      organizationLocationId,
      forecast:
        source && known
          ? {
              asOf: new Date(known.forecast.asOf).toISOString(),
              stale: known.stale,
              attribution: source.attribution,
            }
          : null,
    };
  });
}

/** A place of the caller's organization, or a location that the caller may read. */
async function placeOf(db: Database, principal: Principal, id: string) {
  const place = await findOrganizationLocation(db, keyOf(principal, id));
  if (place) {
    const { latitude, longitude } = place;
    return { latitude, longitude, organizationLocationId: place.id };
  }
  const { latitude, longitude, organizationLocationId } = await visibleLocation(db, principal, id);
  return { latitude, longitude, organizationLocationId };
}

/** The policies that watch a place, each with the start of its open warning there. */
async function policiesAt(
  db: Database,
  organizationId: string,
  organizationLocationId: string | null,
): Promise<TodayPolicy[]> {
  if (organizationLocationId === null) return [];
  const [policies, places, warnings] = await Promise.all([
    listPolicies(db, organizationId),
    listPolicyPlaces(db, organizationId),
    openWarningsAt(db, organizationId, [organizationLocationId]),
  ]);
  const place = places.find(({ id }) => id === organizationLocationId);
  if (!place) return [];
  return policies
    .filter((policy) => watches(policy, place))
    .map((policy) => {
      const since = warnings
        .filter(({ policyId }) => policyId === policy.id)
        .map(({ startedAt }) => startedAt);
      return {
        type: typeOf(policy),
        threshold: policy.threshold,
        inEffectSince: since.length === 0 ? null : Math.min(...since),
      };
    });
}

function presentLane({
  type,
  label,
  threshold,
  isForecast,
  inEffectSince,
  hours,
}: TodayLane): Today['lanes'][number] {
  const { shortName, threatType, unit, precision, isDesc } = type;
  return {
    policyTypeShortName: shortName,
    threatType,
    label,
    unit,
    precision,
    isDesc,
    threshold,
    isForecast,
    inEffectSince: inEffectSince === null ? null : new Date(inEffectSince).toISOString(),
    hours: hours.map(({ at, state, value }) => ({ startTime: new Date(at).toISOString(), state, value })),
  };
}

function presentPractice({ id, name, from, to }: Practice): Today['practices'][number] {
  return { id, name, startTime: new Date(from).toISOString(), endTime: new Date(to).toISOString() };
}
