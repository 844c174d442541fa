import {
  listNotificationUserOrganizationLocations,
  listOrganizationLocationsById,
  listOrganizationLocations as listRoute,
  listUserOrganizationLocations,
  saveUserLocations,
  type UserLocation,
} from '@allclear/contract';
import { isRole, preloadedLocation, roles } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import {
  listOrganizationLocations,
  type StoredOrganizationLocation,
  timeZoneOf,
} from '../organizations/index.ts';
import { type StoredPerson, visiblePerson } from '../people/index.ts';
import { actorOf } from '../platform/actor.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { ApiError, forbidden, invalid, notFound } from '../platform/http/errors.ts';
import { type Principal, serve } from '../platform/http/serve.ts';
import { checkedLocation } from './check-location.ts';
import { presentAll, presentOrganizationLocations } from './present-locations.ts';
import { type LocationInput, listLocations, type StoredLocation } from './store.ts';
import { explainTooMany } from './too-many-locations.ts';
import { setOrganizationLocationsOfUser, type UserLocationInput } from './user-locations.store.ts';

/** The locations of the organization, and which of them a person has (spec 1 section 7, spec 2 section 7). */
export function organizationLocationRoutes(
  app: FastifyInstance,
  { db, clock, locationsPerPerson }: { db: Database; clock: Clock; locationsPerPerson: number },
): void {
  const ofOrganization = async (principal: Principal) =>
    presentOrganizationLocations(
      db,
      principal,
      await listOrganizationLocations(db, principal.organizationId),
    );
  const ofPerson = async (principal: Principal, person: Pick<StoredPerson, 'organizationLocationIds'>) =>
    presentOrganizationLocations(
      db,
      principal,
      (await listOrganizationLocations(db, principal.organizationId)).filter(({ id }) =>
        person.organizationLocationIds.includes(id),
      ),
    );

  serve(app, listRoute, ({ principal }) => ofOrganization(principal));

  serve(app, listOrganizationLocationsById, async ({ principal, params }) => {
    if (params.id.toLowerCase() !== principal.organizationId) throw notFound('The organization');
    return ofOrganization(principal);
  });

  serve(app, listUserOrganizationLocations, async ({ principal, params }) => {
    if (params.id.toLowerCase() === principal.userId) {
      const own = await listLocations(db, principal.organizationId, principal.userId);
      return ofPerson(principal, {
        organizationLocationIds: own.flatMap(({ organizationLocationId }) => organizationLocationId ?? []),
      });
    }
    if (!principal.permissions.includes('users:read')) throw forbidden();
    const person = await visiblePerson(db, principal, params.id);
    if (person.role === 'notification-only') throw notFound('The user');
    return ofPerson(principal, person);
  });

  serve(app, listNotificationUserOrganizationLocations, async ({ principal, params }) =>
    ofPerson(principal, await visiblePerson(db, principal, params.id, true)),
  );

  serve(app, saveUserLocations, async ({ principal, params, body }) => {
    const person = await visiblePerson(db, principal, params.userId);
    if (person.id !== principal.userId && !isBelow(person, principal)) throw forbidden();
    const { organizationId } = principal;
    const before = await listLocations(db, organizationId, person.id);
    const inputs = await checked(db, principal, body, before);
    const user = { organizationId, userId: person.id };
    await setOrganizationLocationsOfUser(db, actorOf(principal), user, inputs, {
      now: clock.now(),
      max: locationsPerPerson,
    }).catch((error: unknown) => explainTooMany(error, locationsPerPerson));
    const saved = await listLocations(db, organizationId, person.id);
    return { message: 'Locations saved', locations: await presentAll(db, principal, saved) };
  });
}

/** Spec 2 section 6: only people of a lower rank are changed. */
function isBelow({ role }: StoredPerson, principal: Principal): boolean {
  return isRole(role) && roles[role].hierarchy > roles[principal.role].hierarchy;
}

/** Every location of the list as it is to be stored. Throws field errors that count the list from 1. */
async function checked(
  db: Database,
  principal: Principal,
  list: readonly UserLocation[],
  before: readonly StoredLocation[],
): Promise<UserLocationInput[]> {
  const places = new Map(
    (await listOrganizationLocations(db, principal.organizationId)).map((place) => [place.id, place]),
  );
  const errors: Record<string, string[]> = {};
  const inputs: UserLocationInput[] = [];
  const seen = new Set<string>();
  for (const [index, entry] of list.entries()) {
    const label = (field: string) => `Locations[${index + 1}].${field}`;
    const place = places.get(entry.organizationLocationId.toLowerCase());
    if (!place) throw notFound('The organization location');
    if (seen.has(place.id)) errors[label('OrganizationLocationId')] = ['This location is listed twice'];
    seen.add(place.id);
    const current = before.find(({ organizationLocationId }) => organizationLocationId === place.id);
    const input = inputOf(entry, place, current);
    const locked = await checkedLocation(db, principal, input, (current?.radius4 ?? 0) > 0).catch(
      (error: unknown) => {
        if (!(error instanceof ApiError && error.errors)) throw error;
        for (const [field, sentences] of Object.entries(error.errors)) errors[label(field)] = sentences;
        return {};
      },
    );
    inputs.push({ ...input, ...locked, organizationLocationId: place.id, revision: entry.revision });
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return inputs;
}

/** The stored location with the changes of the list, or a preloaded one. */
function inputOf(
  { organizationLocationId: _id, revision: _revision, ...entry }: UserLocation,
  place: StoredOrganizationLocation,
  current: StoredLocation | undefined,
): LocationInput {
  const { id: organizationLocationId, name, address: locationName, latitude, longitude } = place;
  const base = current ?? {
    ...preloadedLocation,
    label: name,
    locationName,
    latitude,
    longitude,
    timeZone: timeZoneOf(place),
  };
  return {
    label: entry.label?.trim() ?? base.label,
    locationName: base.locationName,
    latitude: base.latitude,
    longitude: base.longitude,
    radius1: entry.radius1 ?? base.radius1,
    radius2: entry.radius2 ?? base.radius2,
    radius3: entry.radius3 ?? base.radius3,
    radius4: entry.radius4 ?? base.radius4,
    allClearMinutes: entry.allClearMinutes ?? base.allClearMinutes,
    flags: entry.flags ?? base.flags,
    forecastLocation: entry.forecastLocation ?? base.forecastLocation,
    timeZone: base.timeZone,
    organizationLocationId,
  };
}
