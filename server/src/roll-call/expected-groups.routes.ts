import * as contract from '@allclear/contract';
import { checkGroup } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../platform/actor.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { conflict, invalid, notFound } from '../platform/http/errors.ts';
import { type Principal, serve } from '../platform/http/serve.ts';
import {
  changeGroup,
  findGroup,
  type GroupDraft,
  groupsOf,
  insertGroup,
  NameTaken,
  removeGroup,
  type StoredGroup,
} from './expected-groups.store.ts';
import { readSettings, saveSettings } from './names.store.ts';
import { findSeenPlace } from './seen-places.store.ts';
import { requirePlace } from './shelters.routes.ts';
import { TooMany } from './shelters.store.ts';

/** The groups that places expect, and whether roll-calls have names. */
export function groupRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  /** Throws a 404 unless it is of a place that the caller sees. */
  const groupOf = async (principal: Principal, id: string) => {
    const group = await findGroup(db, keyOf(principal, id));
    const place = group && (await findSeenPlace(db, principal, group.organizationLocationId));
    if (!group || !place) throw notFound('The group');
    return group;
  };

  serve(app, contract.listRollCallGroups, async ({ principal, params }) => {
    const place = await requirePlace(db, principal, params.organizationLocationId);
    return (await groupsOf(db, keyOf(principal, place.id))).map(present);
  });

  serve(app, contract.addRollCallGroup, async ({ principal, params, body }) => {
    const place = await requirePlace(db, principal, params.organizationLocationId);
    const key = keyOf(principal, place.id);
    const added = insertGroup(db, actorOf(principal), key, checkedGroup(body), clock.now());
    return present(await added.catch(refuseGroup));
  });

  serve(app, contract.changeRollCallGroup, async ({ principal, params, body: { revision, ...form } }) => {
    const { id } = await groupOf(principal, params.id);
    const key = { ...keyOf(principal, id), revision };
    const changing = changeGroup(db, actorOf(principal), key, checkedGroup(form), clock.now());
    const changed = await changing.catch(refuseGroup);
    if (!changed) throw notFound('The group');
    return present(changed);
  });

  serve(app, contract.removeRollCallGroup, async ({ principal, params, body: { revision } }) => {
    const { id } = await groupOf(principal, params.id);
    const key = { ...keyOf(principal, id), revision };
    if (!(await removeGroup(db, actorOf(principal), key, clock.now()))) throw notFound('The group');
    return { id };
  });

  serve(app, contract.getRollCallSettings, async ({ principal }) =>
    readSettings(db, principal.organizationId),
  );

  serve(app, contract.changeRollCallSettings, async ({ principal, body }) =>
    saveSettings(db, actorOf(principal), principal.organizationId, body, clock.now()),
  );
}

function present({ fieldRevisions, ...group }: StoredGroup): contract.RollCallGroup {
  return group;
}

/** Throws a 400 with a sentence for each field that is wrong. */
export function checkedGroup(form: GroupDraft): GroupDraft {
  const result = checkGroup(form);
  if (result.kind === 'wrong') throw invalid(result.errors);
  return result.value;
}

/** What a store refuses about a group, as a sentence. */
export function refuseGroup(error: unknown): never {
  if (error instanceof NameTaken)
    throw conflict('Another group has this name', { Name: ['Another group has this name'] });
  if (error instanceof TooMany) throw conflict('There are as many groups as there can be');
  throw error;
}
