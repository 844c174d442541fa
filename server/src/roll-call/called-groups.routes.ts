import * as contract from '@allclear/contract';
import { checkExpected, checkMemberName } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../platform/actor.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { conflict, invalid, notFound } from '../platform/http/errors.ts';
import { type Principal, serve } from '../platform/http/serve.ts';
import {
  addCalledGroup,
  addMembers,
  correctExpected,
  NamesAreOff,
  RollCallEnded,
  removeMember,
} from './called-groups.store.ts';
import { checkedGroup, refuseGroup } from './expected-groups.routes.ts';
import type { RollCalls } from './roll-calls.ts';
import { TooMany } from './shelters.store.ts';

/** The groups of an open roll-call and their members by name: no answer is stored for an `Idempotency-Key`. */
export function calledGroupRoutes(app: FastifyInstance, calls: RollCalls): void {
  const { db } = calls;
  const isSecret = true;

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
