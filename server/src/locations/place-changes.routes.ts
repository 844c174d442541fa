import {
  addOrganizationLocation,
  deleteOrganizationLocation,
  updateOrganizationLocation,
} from '@allclear/contract';
import { checkPlace, type PlaceDraft } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import type { StoredOrganizationLocation } from '../organizations/index.ts';
import { actorOf } from '../platform/actor.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { conflict, invalid, notFound } from '../platform/http/errors.ts';
import { type Principal, serve } from '../platform/http/serve.ts';
import {
  changePlace,
  insertPlace,
  type PlaceInput,
  PlaceNameTaken,
  placesPerOrganization,
  removePlace,
  TooManyPlaces,
} from './places.store.ts';
import { presentOrganizationLocations } from './present-locations.ts';

/** Admins add, change and delete the locations of the organization. */
export function placeChangeRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  const present = async (principal: Principal, place: StoredOrganizationLocation) => {
    const [presented] = await presentOrganizationLocations(db, principal, [place]);
    if (!presented) throw new Error('A location was presented as none.');
    return presented;
  };

  serve(app, addOrganizationLocation, async ({ principal, body }) => {
    const { organizationId } = principal;
    const added = insertPlace(db, actorOf(principal), organizationId, checked(body), clock.now());
    const place = await added.catch(explainPlace);
    return {
      id: place.id,
      message: 'Location added',
      organizationLocation: await present(principal, place),
    };
  });

  serve(app, updateOrganizationLocation, async ({ principal, body: { id, revision, ...form } }) => {
    const change = ({ name, address, latitude, longitude }: StoredOrganizationLocation) =>
      checked({
        name: form.name ?? name,
        address: form.address ?? address,
        latitude: form.latitude ?? latitude,
        longitude: form.longitude ?? longitude,
      });
    const key = { ...keyOf(principal, id), revision };
    const changed = changePlace(db, actorOf(principal), key, change, clock.now());
    const place = await changed.catch(explainPlace);
    if (!place) throw notFound('The organization location');
    return {
      id: place.id,
      message: 'Location saved',
      organizationLocation: await present(principal, place),
    };
  });

  serve(app, deleteOrganizationLocation, async ({ principal, params: { id } }) => {
    if (!(await removePlace(db, actorOf(principal), keyOf(principal, id), clock.now())))
      throw notFound('The organization location');
    return { id, message: 'Location deleted' };
  });
}

/** The fields as they are stored. Whoever saves a form has looked at the position. */
function checked({ name, address, latitude, longitude }: PlaceDraft): PlaceInput {
  const draft = {
    name: name.normalize('NFC').trim(),
    address: address.normalize('NFC').trim(),
    latitude,
    longitude,
  };
  const errors = checkPlace(draft);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return { ...draft, isPositionUnchecked: false };
}

function explainPlace(error: unknown): never {
  if (error instanceof PlaceNameTaken) {
    const sentence = 'Another location of your organization has this name';
    throw conflict(sentence, { Name: [sentence] });
  }
  if (error instanceof TooManyPlaces)
    throw conflict(`An organization can have at most ${placesPerOrganization} locations.`);
  throw error;
}
