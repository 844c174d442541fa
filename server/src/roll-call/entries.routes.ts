import * as contract from '@allclear/contract';
import { checkExpected, checkPeople, type EntryInstant, entryInstant } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../platform/actor.ts';
import { type ApiError, conflict, invalid } from '../platform/http/errors.ts';
import { isoTime } from '../platform/http/iso-time.ts';
import { type Principal, serve } from '../platform/http/serve.ts';
import {
  type EntryToStore,
  isOfRollCall,
  isShelterOf,
  type StoredEntry,
  storeEntry,
} from './entries.store.ts';
import { acceptsEntries, endOf, type StoredRollCall, type Times } from './roll-calls.store.ts';
import type { RollCalls } from './roll-calls.ts';

/** Entries of wardens, and own check-ins: each is stored before it is answered, and once, however often it is sent. */
export function entryRoutes(app: FastifyInstance, calls: RollCalls): void {
  const { db } = calls;
  // Their answers may have names of members.
  const isSecret = true;

  const store = async (
    principal: Principal,
    call: StoredRollCall,
    given: GivenTimes,
    entry: Pick<EntryToStore, 'kind' | 'groupId' | 'memberId' | 'shelterId' | 'people' | 'deviceKey'>,
  ) => {
    const instant = instantOf(call, given, calls.times());
    const { groupId, memberId, shelterId } = entry;
    if (!(await isOfRollCall(db, call.id, { groupId })))
      throw invalid({ GroupId: ['Choose a group of this roll-call'] });
    if (!(await isOfRollCall(db, call.id, { memberId })))
      throw invalid({ MemberId: ['Choose a member of this roll-call'] });
    if (shelterId !== null && !(await isShelterOf(db, call.organizationLocationId, shelterId)))
      throw invalid({ ShelterId: ['Choose a shelter of this place'] });
    const stored = await storeEntry(db, actorOf(principal), {
      ...{ organizationId: call.organizationId, rollCallId: call.id, key: given.key.toLowerCase() },
      ...{ userId: principal.userId, receivedAt: calls.clock.now(), ...entry, ...instant },
    });
    requireStored(stored);
    return calls.view(principal, call.id);
  };

  serve(
    app,
    contract.countGroup,
    async ({ principal, params, body }) => {
      const call = await calls.require(principal, params.id);
      requireRight(checkExpected(body.people, 'People'));
      const { groupId, shelterId, people } = body;
      const entry = { kind: 'count', groupId, shelterId, people, memberId: null, deviceKey: null } as const;
      return store(principal, call, body, entry);
    },
    { isSecret },
  );

  serve(
    app,
    contract.tickMember,
    async ({ principal, params, body }) => {
      const call = await calls.require(principal, params.id);
      const { memberId, shelterId } = body;
      const entry = { kind: 'tick', groupId: null, shelterId, people: null, memberId } as const;
      return store(principal, call, body, { ...entry, deviceKey: null });
    },
    { isSecret },
  );

  serve(
    app,
    contract.checkInOwn,
    async ({ principal, params, body }) => {
      const call = await calls.require(principal, params.id);
      requireRight(checkPeople(body.people));
      const { groupId, shelterId, people } = body;
      const entry = { kind: 'account', groupId, shelterId, people, memberId: null } as const;
      return store(principal, call, body, { ...entry, deviceKey: body.deviceKey?.toLowerCase() ?? null });
    },
    { isSecret },
  );
}

/** When an entry was made, by the phone's own clock. */
export interface GivenTimes {
  readonly key: string;
  readonly pressedAtMs: number;
  readonly sentAtMs: number;
  readonly offsetAtPressMs: number | null;
}

/** When an entry was made in a roll-call, or why it is none of it. */
export function entryInstantIn(call: StoredRollCall, given: GivenTimes, times: Times): EntryInstant {
  const { pressedAtMs: pressedAt, sentAtMs: sentAt, offsetAtPressMs } = given;
  const received = { at: times.now, wallAt: times.wallNow, speed: times.speed };
  const of = { startedAt: call.startedAt, endedAt: endOf(call, times)?.at ?? null };
  return entryInstant({ pressedAt, sentAt, offsetAtPressMs }, received, of);
}

/** When an entry was made. Throws what is wrong with it as a sentence. */
export function instantOf(call: StoredRollCall, given: GivenTimes, times: Times) {
  if (!acceptsEntries(call, times)) throw conflict('This roll-call takes no entries any more');
  const instant = entryInstantIn(call, given, times);
  if (instant.kind !== 'counts') throw refusalOf(instant, call, times);
  const { at, ageMs, joinedLater } = instant;
  return { at, ageMs, joinedLater };
}

export function refusalOf(
  { kind }: Exclude<EntryInstant, { kind: 'counts' }>,
  call: StoredRollCall,
  times: Times,
): ApiError {
  switch (kind) {
    case 'future':
      return invalid({ PressedAtMs: ['An entry cannot be sent before it was made'] });
    case 'before':
      return conflict('This was entered before the roll-call began. Enter it again.');
    case 'after': {
      const end = endOf(call, times);
      const time = end === null ? '' : ` at ${isoTime(end.at).slice(11, 16)} UTC`;
      return conflict(`This roll-call has ended${time}: what is entered after its end does not count.`);
    }
  }
}

/** Throws what a store refuses about an entry, as a sentence. */
export function requireStored(stored: StoredEntry): void {
  if (stored.kind === 'other')
    throw conflict('The key of this entry is that of another one. Enter it again.');
  if (stored.kind === 'full')
    throw conflict('Too many have checked in by code. Tell a warden where you are.');
}

/** Throws a 400 unless nothing is wrong. */
export function requireRight(errors: Record<string, string[]>): void {
  if (Object.keys(errors).length > 0) throw invalid(errors);
}
