import * as contract from '@allclear/contract';
import { can, checkClosure, isClosed } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { findOrganizationLocation } from '../../organizations/index.ts';
import { actorOf } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { keyOf } from '../../platform/database/record-key.ts';
import { conflict, invalid, notFound } from '../../platform/http/errors.ts';
import { isoTime } from '../../platform/http/iso-time.ts';
import { type Principal, serve } from '../../platform/http/serve.ts';
import {
  type ClosureDraft,
  changeClosure,
  closePlace,
  openClosures,
  openPlace,
  PlaceIsClosed,
  type StoredClosure,
} from './closures.store.ts';

/** Places that admins keep closed, for everybody who sees a place. */
export function closureRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  const present = presenter(clock);

  serve(app, contract.listClosures, async ({ principal }) =>
    (await openClosures(db, principal.organizationId, clock.now())).map((one) => present(one, principal)),
  );

  serve(app, contract.closePlace, async ({ principal, body }) => {
    const place = await findOrganizationLocation(db, keyOf(principal, body.organizationLocationId));
    if (!place) throw notFound('The organization location');
    const draft = checked(body, clock.now());
    const { userId } = principal;
    const key = keyOf(principal, place.id);
    const closed = await closePlace(db, actorOf(principal), key, { ...draft, userId }, clock.now()).catch(
      (error: unknown) => {
        if (!(error instanceof PlaceIsClosed)) throw error;
        throw conflict('This place is closed already: change that closure instead');
      },
    );
    return present(closed, principal);
  });

  serve(app, contract.changeClosure, async ({ principal, params, body: { revision, ...form } }) => {
    const key = { ...keyOf(principal, params.id), revision };
    const changed = await changeClosure(db, actorOf(principal), key, checked(form, clock.now()), clock.now());
    if (!changed) throw notFound('The closure');
    return present(changed, principal);
  });

  serve(app, contract.openPlace, async ({ principal, params, body: { revision } }) => {
    const key = { ...keyOf(principal, params.id), revision };
    const opened = await openPlace(db, actorOf(principal), key, principal.userId, clock.now());
    if (!opened) throw notFound('The closure');
    return present(opened, principal);
  });
}

function checked(
  { reason, untilUtc }: { readonly reason: string; readonly untilUtc: string | null },
  now: number,
): ClosureDraft {
  const draft = { reason: reason.trim(), until: untilUtc === null ? null : Date.parse(untilUtc) };
  const errors = checkClosure(draft, now);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return draft;
}

function presenter(clock: Clock) {
  return (stored: StoredClosure, { role }: Principal): contract.Closure => {
    const until = stored.untilAt;
    // Who closed a place is for those who manage it.
    const named = can(role, 'closures:write');
    return {
      ...{ id: stored.id, organizationLocationId: stored.organizationLocationId, reason: stored.reason },
      organizationLocationName: stored.placeName,
      closedBy: named ? stored.closedByName : null,
      closedUtc: isoTime(stored.closedAt),
      untilUtc: until === null ? null : isoTime(until),
      open: isClosed({ until, openedAt: stored.openedAt }, clock.now()),
      openedBy: named ? stored.openedByName : null,
      openedUtc: stored.openedAt === null ? null : isoTime(stored.openedAt),
      revision: stored.revision,
    };
  };
}
