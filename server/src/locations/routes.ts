import {
  addLocation,
  deleteLocation,
  type LocationUpdate,
  listLocations as listRoute,
  listUserLocations,
  updateForecastLocation,
  updateLocation,
} from '@allclear/contract';
import { fixedLocationType } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { findUser, timeZoneOf } from '../organizations/index.ts';
import { actorOf } from '../platform/actor.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { conflict, forbidden, notFound } from '../platform/http/errors.ts';
import { serveKept } from '../platform/http/kept/serve-kept.ts';
import { type Principal, serve } from '../platform/http/serve.ts';
import { checkedLocation, explainTaken } from './check-location.ts';
import { presentAll, presentOne } from './present-locations.ts';
import {
  changeLocation,
  insertLocation,
  type LocationInput,
  listLocations,
  removeLocation,
  type StoredLocation,
} from './store.ts';
import { explainTooMany } from './too-many-locations.ts';
import { setForecastLocation } from './user-locations.store.ts';
import { ownLocations, visibleLocation } from './visible-location.ts';

export function locationRoutes(
  app: FastifyInstance,
  { db, clock, locationsPerPerson }: { db: Database; clock: Clock; locationsPerPerson: number },
): void {
  serveKept(app, listRoute, async ({ principal, reads }) =>
    presentAll(db, principal, await ownLocations(db, principal, reads), reads),
  );

  serve(app, listUserLocations, async ({ principal, params, request }) => {
    const own = params.userId.toLowerCase() === principal.userId;
    if (!own && !principal.permissions.includes('locations:read-others')) throw forbidden();
    const user = await findUser(db, keyOf(principal, params.userId));
    const onlyNotified = request.headers.notificationonlyuser !== undefined;
    if (!user || (onlyNotified && user.role !== 'notification-only')) throw notFound('The user');
    return presentAll(db, principal, await listLocations(db, principal.organizationId, params.userId));
  });

  serve(app, addLocation, async ({ principal, body, request }) => {
    const form = inputOf(body) as Omit<LocationInput, 'timeZone'>;
    const input = { ...form, ...(await checkedLocation(db, principal, form, false)) };
    const row = await insertLocation(
      db,
      actorOf(principal),
      principal.organizationId,
      principal.userId,
      { ...input, timeZone: timeZoneOf(input) },
      { now: clock.now(), max: locationsPerPerson },
    )
      .catch((error: unknown) => explainTooMany(error, locationsPerPerson))
      .catch(explainTaken);
    const message = 'Location added';
    return request.headers.returnlocation === undefined
      ? { id: row.id, message }
      : { ...(await presentOne(db, principal, row)), message };
  });

  serve(app, updateLocation, async ({ principal, body }) => {
    const row = await ownLocation(db, principal, body.id);
    const changes = inputOf(body);
    if (row.type === fixedLocationType && changes.label !== undefined && changes.label !== row.label) {
      throw conflict('This location was set by your organization and cannot be renamed.', {
        Label: ['This location cannot be renamed'],
      });
    }
    const input = { ...row, ...changes };
    const locked = await checkedLocation(db, principal, input, row.radius4 > 0);
    const moved = input.latitude !== row.latitude || input.longitude !== row.longitude;
    const changed = await changeLocation(
      db,
      actorOf(principal),
      { ...keyOf(principal, row.id), revision: body.revision },
      { ...changes, ...locked, ...(moved ? { timeZone: timeZoneOf(input) } : {}) },
      clock.now(),
    ).catch(explainTaken);
    if (!changed) throw notFound('The location');
    return { ...(await presentOne(db, principal, changed)), message: 'Location updated' };
  });

  serve(app, updateForecastLocation, async ({ principal, params, body }) => {
    const { id } = await ownLocation(db, principal, params.id);
    const key = { ...keyOf(principal, id), revision: body?.revision };
    const changed = await setForecastLocation(db, actorOf(principal), key, clock.now());
    if (!changed) throw notFound('The location');
    return { ...(await presentOne(db, principal, changed)), message: 'Location updated' };
  });

  serve(app, deleteLocation, async ({ principal, params }) => {
    const row = await ownLocation(db, principal, params.id);
    if (row.type === fixedLocationType)
      throw conflict('This location was set by your organization and cannot be deleted.');
    if (!(await removeLocation(db, actorOf(principal), keyOf(principal, row.id), clock.now())))
      throw notFound('The location');
    return { id: row.id, message: 'Location deleted' };
  });
}

/**
 * The caller's own location. Admins may read other people's locations of the organization, but only the owner
 * changes one.
 */
async function ownLocation(db: Database, principal: Principal, id: string): Promise<StoredLocation> {
  const row = await visibleLocation(db, principal, id);
  if (row.userId !== principal.userId) throw forbidden();
  return row;
}

/** The fields that a form names; what it leaves out is left out. */
function inputOf(form: Partial<LocationUpdate>): Partial<LocationInput> {
  const input = {
    label: form.label?.trim(),
    locationName: form.locationName?.trim(),
    latitude: form.latitude,
    longitude: form.longitude,
    radius1: form.radius1,
    radius2: form.radius2,
    radius3: form.radius3,
    radius4: form.radius4,
    allClearMinutes: form.allClearMinutes,
    flags: form.flags,
    forecastLocation: form.forecastLocation,
    organizationLocationId: form.organizationLocationId,
  };
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}
