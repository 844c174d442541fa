import {
  addLocation,
  deleteLocation,
  type LocationUpdate,
  listOrganizationLocations as listOrganizationRoute,
  listLocations as listRoute,
  listUserLocations,
  updateLocation,
} from '@allclear/contract';
import { allClearMinutesRange, can, checkLocation, fixedLocationType } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import {
  findOrganizationLocation,
  findUser,
  listOrganizationLocations,
  readOrganization,
  timeZoneOf,
} from '../organizations/index.ts';
import { actorOf } from '../platform/actor.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { conflict, forbidden, invalid, notFound } from '../platform/http/errors.ts';
import { type Principal, serve } from '../platform/http/serve.ts';
import { lightningLocks } from './lightning-locks.store.ts';
import { presentLocation, presentOrganizationLocation } from './present-location.ts';
import {
  changeLocation,
  insertLocation,
  type LocationInput,
  listLocations,
  OrganizationLocationTaken,
  removeLocation,
  type StoredLocation,
  TooManyLocations,
} from './store.ts';
import { visibleLocation } from './visible-location.ts';

/** The organization's feature flag FOURTH_LIGHTNING_ZONE_SUPPORT (spec 1 section 3). */
const fourthZoneFlag = 9;

export function locationRoutes(
  app: FastifyInstance,
  { db, clock, locationsPerPerson }: { db: Database; clock: Clock; locationsPerPerson: number },
): void {
  serve(app, listRoute, async ({ principal }) =>
    presentAll(db, principal, await listLocations(db, principal.organizationId, principal.userId)),
  );

  serve(app, listUserLocations, async ({ principal, params }) => {
    const own = params.userId.toLowerCase() === principal.userId;
    if (!own && !can(principal.role, 'locations:read-others')) throw forbidden();
    if (!own && !(await findUser(db, keyOf(principal, params.userId)))) throw notFound('The user');
    return presentAll(db, principal, await listLocations(db, principal.organizationId, params.userId));
  });

  serve(app, addLocation, async ({ principal, body, request }) => {
    const form = inputOf(body) as Omit<LocationInput, 'timeZone'>;
    const input = { ...form, ...(await check(db, principal, form, false)) };
    const row = await insertLocation(
      db,
      actorOf(principal),
      principal.organizationId,
      principal.userId,
      { ...input, timeZone: timeZoneOf(input) },
      { now: clock.now(), max: locationsPerPerson },
    ).catch((error: unknown) => {
      if (error instanceof TooManyLocations)
        throw conflict(`A person can have at most ${locationsPerPerson} locations.`);
      return explainTaken(error);
    });
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
    const locked = await check(db, principal, input, row.radius4 > 0);
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

  serve(app, deleteLocation, async ({ principal, params }) => {
    const row = await ownLocation(db, principal, params.id);
    if (row.type === fixedLocationType)
      throw conflict('This location was set by your organization and cannot be deleted.');
    if (!(await removeLocation(db, actorOf(principal), keyOf(principal, row.id))))
      throw notFound('The location');
    return { id: row.id, message: 'Location deleted' };
  });

  serve(app, listOrganizationRoute, async ({ principal }) =>
    (await listOrganizationLocations(db, principal.organizationId)).map(presentOrganizationLocation),
  );
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

/**
 * Throws field errors. Returns the radii and the timer to save: those of the policies where policies lock
 * them, whatever the form contains.
 */
async function check(
  db: Database,
  principal: Principal,
  input: Omit<LocationInput, 'timeZone'>,
  hasFourthZone: boolean,
): Promise<Partial<LocationInput>> {
  const organization = await readOrganization(db, principal.organizationId);
  if (
    input.organizationLocationId !== null &&
    !(await findOrganizationLocation(db, keyOf(principal, input.organizationLocationId)))
  ) {
    throw notFound('The organization location');
  }
  const locks = (await lightningLocks(db, principal.organizationId))(input);
  const { radius1, radius2, radius3, radius4 } = locks;
  const fourthZone =
    hasFourthZone || organization.entitlements.includes(fourthZoneFlag) || locks.lockedZones.includes(4);
  // A timer that a policy sets is the policy's to check: it may lie between the steps of the form.
  const allClearMinutes = locks.timerLocked ? allClearMinutesRange.max : input.allClearMinutes;
  const errors = checkLocation(
    { ...input, radius1, radius2, radius3, radius4, locationName: input.locationName, allClearMinutes },
    { fourthZone },
  );
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return locks.timerLocked
    ? { radius1, radius2, radius3, radius4, allClearMinutes: locks.allClearMinutes }
    : {};
}

async function presentAll(db: Database, principal: Principal, rows: readonly StoredLocation[]) {
  const locksOf = await lightningLocks(db, principal.organizationId);
  return rows.map((row) => presentLocation(row, locksOf(row)));
}

async function presentOne(db: Database, principal: Principal, row: StoredLocation) {
  return presentLocation(row, (await lightningLocks(db, principal.organizationId))(row));
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

function explainTaken(error: unknown): never {
  if (error instanceof OrganizationLocationTaken) {
    throw conflict('You already have a location at this organization location.', {
      OrganizationLocationId: ['Already in use'],
    });
  }
  throw error;
}
