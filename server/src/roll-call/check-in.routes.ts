import * as contract from '@allclear/contract';
import { checkPeople, shelterCodeOf } from '@allclear/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { systemActor } from '../platform/actor.ts';
import { wallNow } from '../platform/clock/clock.ts';
import { clientNetwork } from '../platform/http/client-network.ts';
import { ApiError, invalid, tooManyRequests } from '../platform/http/errors.ts';
import { isoTime } from '../platform/http/iso-time.ts';
import { KeyLookup, TooManyRefusals } from '../platform/http/limits/key-lookup.ts';
import { serve } from '../platform/http/serve.ts';
import {
  entryInstantIn,
  type GivenTimes,
  instantOf,
  refusalOf,
  requireRight,
  requireStored,
} from './entries.routes.ts';
import { isOfRollCall, newestCheckIn, type StoredCheckIn, storeEntry } from './entries.store.ts';
import { calledGroupsOf } from './live-count.store.ts';
import { presentCheckIn } from './present-roll-call.ts';
import { acceptsEntries, endOf, rollCallsOf, type StoredRollCall } from './roll-calls.store.ts';
import type { RollCalls } from './roll-calls.ts';
import { type StoredShelter, shelterByCode } from './shelters.store.ts';

/** Everybody of a campus may have one address: wrong codes, and not right ones, are what limits a network. */
const checkInsPerMinute = 6_000;
/** Roll-calls of a place that are looked at for an entry that comes later: those of a day are fewer. */
const maxCalls = 50;
/** Without the address: people check in without an account, and nothing is to lead to them. */
const actor = systemActor('check-in by code');

/** Check-ins by the code that is printed at a shelter, without an account. It opens the open roll-call of its place only. */
export function checkInRoutes(app: FastifyInstance, calls: RollCalls): void {
  const { db, clock } = calls;
  const lookup = new KeyLookup((code) => shelterByCode(db, code.toString()));

  const shelterOf = async (request: FastifyRequest): Promise<StoredShelter> => {
    const code = shelterCodeOf(bearerOf(request));
    const found =
      code === null
        ? undefined
        : await lookup.find(Buffer.from(code), clientNetwork(request), wallNow()).catch((error: unknown) => {
            throw error instanceof TooManyRefusals ? tooManyRequests() : error;
          });
    if (!found) throw missing('This code is not that of a shelter. Read it at the shelter again.');
    return found;
  };
  const callsOf = ({ organizationId, organizationLocationId: id }: StoredShelter) =>
    rollCallsOf(db, { organizationId, id }, maxCalls);

  serve(
    app,
    contract.getCheckIn,
    async ({ request, reply }) => {
      reply.header('cache-control', 'no-store');
      const shelter = await shelterOf(request);
      const open = (await callsOf(shelter)).find((call) => endOf(call, calls.times()) === null);
      if (!open) throw missing('There is no roll-call at this place now.');
      return present(calls, open, shelter);
    },
    { isSecret: true },
  );

  serve(
    app,
    contract.checkInByCode,
    async ({ request, reply, body }) => {
      reply.header('cache-control', 'no-store');
      const shelter = await shelterOf(request);
      requireRight(checkPeople(body.people));
      const call = callFor(calls, await callsOf(shelter), body);
      const instant = instantOf(call, body, calls.times());
      const { groupId, people } = body;
      if (!(await isOfRollCall(db, call.id, { groupId })))
        throw invalid({ GroupId: ['Choose a group of this roll-call, or none'] });
      const deviceKey = body.deviceKey.toLowerCase();
      const stored = await storeEntry(db, actor, {
        ...{ organizationId: call.organizationId, rollCallId: call.id, key: body.key.toLowerCase() },
        ...{ kind: 'code', groupId, memberId: null, shelterId: shelter.id, people, deviceKey, userId: null },
        ...{ receivedAt: clock.now(), ...instant },
      });
      requireStored(stored);
      return present(calls, call, shelter, await newestCheckIn(db, call.id, { deviceKey }));
    },
    { isSecret: true, writesPerMinute: checkInsPerMinute },
  );
}

/** What the code of a shelter opens. */
async function present(
  calls: RollCalls,
  call: StoredRollCall,
  { id, name }: StoredShelter,
  own?: StoredCheckIn,
): Promise<contract.CheckIn> {
  const end = endOf(call, calls.times());
  const groups = await calledGroupsOf(calls.db, call.id);
  return {
    ...{ rollCallId: call.id, organizationLocationName: call.placeName, isDrill: call.isDrill },
    ...{ startedUtc: isoTime(call.startedAt), endedUtc: end && isoTime(end.at), shelter: { id, name } },
    groups: groups.map((group) => ({ id: group.id, name: group.name })),
    own: presentCheckIn(own),
  };
}

/** The roll-call that an entry is of: the one that it names, else the one that was open when it was made. */
function callFor(
  calls: RollCalls,
  all: readonly StoredRollCall[],
  given: GivenTimes & { readonly rollCallId: string | null },
): StoredRollCall {
  const times = calls.times();
  const accepting = all.filter((call) => acceptsEntries(call, times));
  if (given.rollCallId !== null) {
    const named = accepting.find(({ id }) => id === given.rollCallId?.toLowerCase());
    if (!named) throw missing('This roll-call is over, or it is not of this shelter.');
    return named;
  }
  const [newest] = accepting;
  if (!newest) throw missing('There is no roll-call at this place now.');
  const open = accepting.find((call) => entryInstantIn(call, given, times).kind === 'counts');
  if (open) return open;
  const instant = entryInstantIn(newest, given, times);
  if (instant.kind === 'counts') return newest;
  throw refusalOf(instant, newest, times);
}

const missing = (sentence: string) => new ApiError(404, 'not-found', sentence);

/** The code of the Authorization header: an address would be in logs. Empty where there is none. */
function bearerOf({ headers }: FastifyRequest): string {
  return /^Bearer +([\x21-\x7e ]+?) *$/i.exec(headers.authorization ?? '')?.[1] ?? '';
}
