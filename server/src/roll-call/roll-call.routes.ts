import * as contract from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import { groupOf } from '../people/index.ts';
import { actorOf } from '../platform/actor.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { conflict, notFound } from '../platform/http/errors.ts';
import { serve } from '../platform/http/serve.ts';
import { answersForPlaces } from '../warnings/index.ts';
import { endRollCall, rollCallOfKey, rollCallsOf, startRollCall } from './roll-calls.store.ts';
import type { RollCalls } from './roll-calls.ts';
import { findSeenPlace, isPlaceOf } from './seen-places.store.ts';
import { requirePlace } from './shelters.routes.ts';

/** Roll-calls of places. Their answers may have names of members: none is stored for an `Idempotency-Key`. */
export function rollCallRoutes(app: FastifyInstance, calls: RollCalls): void {
  const { db, clock, live } = calls;
  const isSecret = true;

  serve(app, contract.getRollCallOfPlace, async ({ principal, params }) => {
    const { organizationId } = principal;
    const place = await findSeenPlace(db, principal, params.organizationLocationId);
    // Somebody may follow a place of another group on the dashboard: there is nothing to see, and nothing is wrong.
    if (!place && (await isPlaceOf(db, organizationId, params.organizationLocationId))) return null;
    if (!place) throw notFound('The organization location');
    const [last] = await rollCallsOf(db, keyOf(principal, place.id), 1);
    return last ? calls.present(principal, last) : null;
  });

  serve(
    app,
    contract.startRollCall,
    async ({ principal, params, body: { key, isDrill, sendNotice } }) => {
      const { organizationId, userId } = principal;
      const seen = await requirePlace(db, principal, params.organizationLocationId);
      // Sent again it is the same, also where the place is not held any more.
      const same = await rollCallOfKey(db, organizationId, key);
      if (same) return calls.view(principal, same.id);
      const answers = await answersForPlaces(db, live, organizationId, clock.now());
      const answered = answers.find(({ place }) => place.id === seen.id);
      if (!answered) throw notFound('The organization location');
      const { place, answer } = answered;
      if (!isDrill && answer.kind === 'clear')
        throw conflict(
          `Nothing holds ${place.name} now. A roll-call starts while a place is held; start a drill instead.`,
        );
      const started = await startRollCall(
        db,
        actorOf(principal),
        {
          ...{ organizationId, place, userId, key: key.toLowerCase(), isDrill, sendNotice },
          ...{ people: await groupOf(db, principal), answer: answer.kind },
        },
        calls.times(),
      );
      if (started.kind === 'open')
        throw conflict(`A roll-call of ${place.name} is open already`, { OpenRollCall: [started.id] });
      return calls.view(principal, started.id);
    },
    { isSecret },
  );

  serve(app, contract.getRollCall, async ({ principal, params }) => calls.view(principal, params.id));

  serve(
    app,
    contract.endRollCall,
    async ({ principal, params, body: { revision } }) => {
      const { id } = await calls.require(principal, params.id);
      const { userId } = principal;
      const key = { ...keyOf(principal, id), revision, userId };
      if (!(await endRollCall(db, actorOf(principal), key, calls.times())))
        throw conflict('This roll-call has ended already');
      return calls.view(principal, id);
    },
    { isSecret },
  );
}
