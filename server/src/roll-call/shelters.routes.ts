import * as contract from '@allclear/contract';
import { checkShelter, type ShelterDraft } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../platform/actor.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { conflict, invalid, notFound } from '../platform/http/errors.ts';
import { type Principal, serve } from '../platform/http/serve.ts';
import { presentShelter } from './present-roll-call.ts';
import { findSeenPlace, type SeenPlace } from './seen-places.store.ts';
import {
  changeShelter,
  findShelter,
  insertShelter,
  removeShelter,
  replaceShelterCode,
  type StoredShelter,
  setShelterOpen,
  sheltersOf,
  TooMany,
} from './shelters.store.ts';

/** The shelters of places: admins keep them, wardens say which are open, everybody who sees the place reads them. */
export function shelterRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  const present = (shelter: StoredShelter, { permissions }: Principal) =>
    presentShelter(shelter, permissions.includes('shelters:write'));
  /** Throws a 404 unless it is of a place that the caller sees. */
  const shelterOf = async (principal: Principal, id: string) => {
    const shelter = await findShelter(db, keyOf(principal, id));
    const place = shelter && (await findSeenPlace(db, principal, shelter.organizationLocationId));
    if (!shelter || !place) throw notFound('The shelter');
    return shelter;
  };
  const stored = (shelter: StoredShelter | undefined, principal: Principal) => {
    if (!shelter) throw notFound('The shelter');
    return present(shelter, principal);
  };

  serve(app, contract.listShelters, async ({ principal, params }) => {
    const place = await requirePlace(db, principal, params.organizationLocationId);
    return (await sheltersOf(db, keyOf(principal, place.id))).map((one) => present(one, principal));
  });

  serve(app, contract.addShelter, async ({ principal, params, body: { isOpen, ...form } }) => {
    const place = await requirePlace(db, principal, params.organizationLocationId);
    const draft = { ...checked(form), isOpen, userId: principal.userId };
    const key = keyOf(principal, place.id);
    const added = insertShelter(db, actorOf(principal), key, draft, clock.now());
    return present(
      await added.catch((error: unknown) => {
        throw error instanceof TooMany ? conflict('A place can have at most 50 shelters') : error;
      }),
      principal,
    );
  });

  serve(app, contract.changeShelter, async ({ principal, params, body: { revision, ...form } }) => {
    const { id } = await shelterOf(principal, params.id);
    const key = { ...keyOf(principal, id), revision };
    return stored(await changeShelter(db, actorOf(principal), key, checked(form), clock.now()), principal);
  });

  serve(app, contract.removeShelter, async ({ principal, params, body: { revision } }) => {
    const { id } = await shelterOf(principal, params.id);
    const key = { ...keyOf(principal, id), revision };
    if (!(await removeShelter(db, actorOf(principal), key, clock.now()))) throw notFound('The shelter');
    return { id };
  });

  serve(app, contract.openShelter, async ({ principal, params, body: { isOpen, revision } }) => {
    const { id } = await shelterOf(principal, params.id);
    const key = { ...keyOf(principal, id), revision };
    const how = { isOpen, userId: principal.userId };
    return stored(await setShelterOpen(db, actorOf(principal), key, how, clock.now()), principal);
  });

  serve(app, contract.replaceShelterCode, async ({ principal, params, body: { revision } }) => {
    const { id } = await shelterOf(principal, params.id);
    const key = { ...keyOf(principal, id), revision };
    return stored(await replaceShelterCode(db, actorOf(principal), key, clock.now()), principal);
  });
}

/** A place that the caller sees; throws a 404 for any other, as for one that does not exist. */
export async function requirePlace(db: Database, principal: Principal, placeId: string): Promise<SeenPlace> {
  const place = await findSeenPlace(db, principal, placeId);
  if (!place) throw notFound('The organization location');
  return place;
}

/** Throws a 400 with a sentence for each field that is wrong. */
function checked(form: ShelterDraft): ShelterDraft {
  const result = checkShelter(form);
  if (result.kind === 'wrong') throw invalid(result.errors);
  return result.value;
}
