import {
  addDisplayLink,
  type BodyOf,
  type DisplayLink,
  deleteDisplayLink,
  listDisplayLinks as listRoute,
} from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import {
  insertDisplayLink,
  type ListedDisplayLink,
  listDisplayLinks,
  makeDisplayToken,
  maxDisplayLinks,
  revokeDisplayLink,
  TooManyDisplayLinks,
} from '../identity/index.ts';
import { listLocations } from '../locations/index.ts';
import { visibleGroup } from '../people/index.ts';
import { actorOf } from '../platform/actor.ts';
import { wallNow } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { conflict, invalid, notFound } from '../platform/http/errors.ts';
import { isoTime } from '../platform/http/iso-time.ts';
import { type Principal, serve } from '../platform/http/serve.ts';

const dayMs = 86_400_000;

/** Links that sign walls in. They use wall time, as every sign-in does. */
export function displayRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  serve(app, listRoute, async ({ principal }) =>
    (await listDisplayLinks(db, principal.organizationId)).map(present),
  );

  serve(app, addDisplayLink, async ({ principal, body }) => {
    const { organizationId, userId } = principal;
    const shows = await shownPlaces(db, principal, body);
    const { token, hash } = makeDisplayToken();
    const now = wallNow();
    const id = await insertDisplayLink(db, actorOf(principal), organizationId, {
      ...{ userId, name: body.name, shows, hash, now },
      expiresAt: now + body.days * dayMs,
    }).catch((error: unknown) => {
      if (!(error instanceof TooManyDisplayLinks)) throw error;
      throw conflict(`An organization can have at most ${maxDisplayLinks} display links.`);
    });
    const made = (await listDisplayLinks(db, organizationId)).find((link) => link.id === id);
    if (!made) throw notFound('The display link');
    return { ...present(made), token, message: 'Display link made. Its address is shown only now.' };
  });

  serve(app, deleteDisplayLink, async ({ principal, params }) => {
    const key = keyOf(principal, params.id);
    if (!(await revokeDisplayLink(db, actorOf(principal), key, wallNow())))
      throw notFound('The display link');
    return { id: params.id, message: 'Display link revoked' };
  });
}

/** The places of a new link: own locations, or those of a group that the caller may see. */
async function shownPlaces(
  db: Database,
  principal: Principal,
  { locationIds, groupId }: BodyOf<typeof addDisplayLink>,
) {
  if ((locationIds === undefined) === (groupId === undefined))
    throw invalid({ LocationIds: ['Choose either locations or a group'] });
  if (groupId !== undefined) return { groupId: (await visibleGroup(db, principal, groupId)).id };
  const own = new Set(
    (await listLocations(db, principal.organizationId, principal.userId)).map(({ id }) => id),
  );
  const wanted = [...new Set((locationIds ?? []).map((id) => id.toLowerCase()))];
  if (!wanted.every((id) => own.has(id))) throw notFound('One of the locations');
  return { locationIds: wanted };
}

function present(link: ListedDisplayLink): DisplayLink {
  return {
    id: link.id,
    name: link.name,
    createdBy: link.creatorName,
    places: link.locationIds.length,
    groupName: link.groupName,
    createdUtc: isoTime(link.createdAt),
    expiresUtc: isoTime(link.expiresAt),
    expired: link.expiresAt <= wallNow(),
    lastUsedUtc: isoTime(link.lastUsedAt),
  };
}
