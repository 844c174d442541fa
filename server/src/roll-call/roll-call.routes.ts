import * as contract from '@allclear/contract';
import { checkExpected, checkMemberName } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../platform/actor.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { conflict, invalid, notFound } from '../platform/http/errors.ts';
import { type Principal, serve } from '../platform/http/serve.ts';
import { answersForPlaces } from '../warnings/index.ts';
import {
  addCalledGroup,
  addMembers,
  correctExpected,
  NamesAreOff,
  RollCallEnded,
  removeMember,
} from './called-groups.store.ts';
import { checkedGroup, refuseGroup } from './groups.routes.ts';
import { endRollCall, rollCallOfKey, rollCallsOf, startRollCall } from './roll-calls.store.ts';
import type { RollCalls } from './roll-calls.ts';
import { requirePlace } from './shelters.routes.ts';
import { TooMany } from './shelters.store.ts';

/** Roll-calls of places. Their answers may have names of members: none is stored for an `Idempotency-Key`. */
export function rollCallRoutes(app: FastifyInstance, calls: RollCalls): void {
  const { db, clock, live } = calls;
  const isSecret = true;

  serve(app, contract.getRollCallOfPlace, async ({ principal, params }) => {
    const place = await requirePlace(db, principal, params.organizationLocationId);
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
        { organizationId, place, userId, key: key.toLowerCase(), isDrill, sendNotice, answer: answer.kind },
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

  /** Changes the groups of an open roll-call that the caller sees; `what` is missing where the change finds none. */
  const change = async (
    principal: Principal,
    rollCallId: string,
    what: string,
    work: (key: ReturnType<typeof keyOf>) => Promise<boolean | undefined>,
  ) => {
    const { id } = await calls.require(principal, rollCallId);
    const changed = await work(keyOf(principal, id)).catch(refused);
    if (changed === undefined) throw notFound('The roll-call');
    if (!changed) throw notFound(what);
    return calls.view(principal, id);
  };

  serve(
    app,
    contract.addGroupToRollCall,
    async ({ principal, params, body: { key: groupKey, ...form } }) => {
      const draft = { ...checkedGroup(form), key: groupKey.toLowerCase() };
      return change(principal, params.id, 'The group', (key) =>
        addCalledGroup(db, actorOf(principal), key, draft, calls.times()),
      );
    },
    { isSecret },
  );

  serve(
    app,
    contract.correctExpected,
    async ({ principal, params: { id, groupId }, body: { expected, revision } }) => {
      const errors = checkExpected(expected);
      if (Object.keys(errors).length > 0) throw invalid(errors);
      return change(principal, id, 'The group', (key) =>
        correctExpected(db, actorOf(principal), key, { groupId, expected, revision }, calls.times()),
      );
    },
    { isSecret },
  );

  serve(
    app,
    contract.addMembers,
    async ({ principal, params: { id, groupId }, body }) => {
      const members = body.members.map((member) => {
        const name = checkMemberName(member.name);
        if (name.kind === 'wrong') throw invalid(name.errors);
        return { key: member.key, name: name.value };
      });
      return change(principal, id, 'The group', (key) =>
        addMembers(db, actorOf(principal), key, { groupId, members }, calls.times()),
      );
    },
    { isSecret },
  );

  serve(
    app,
    contract.removeMember,
    async ({ principal, params: { id, memberId } }) =>
      change(principal, id, 'The member', (key) =>
        removeMember(db, actorOf(principal), key, memberId, calls.times()),
      ),
    { isSecret },
  );
}

/** What the store refuses about the groups and members of a roll-call, as a sentence. */
function refused(error: unknown): never {
  if (error instanceof RollCallEnded) throw conflict('This roll-call has ended');
  if (error instanceof NamesAreOff)
    throw conflict('This roll-call has no names: the organization did not turn them on before it began');
  if (error instanceof TooMany)
    throw conflict('There are as many groups and members in this roll-call as there can be');
  return refuseGroup(error);
}
