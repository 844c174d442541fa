import { addRelay, changeRelay as changeRoute, deleteRelay } from '@allclear/contract';
import type { FieldErrors } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import { keyOf } from '../../platform/database/record-key.ts';
import { conflict, invalid, notFound } from '../../platform/http/errors.ts';
import { serve } from '../../platform/http/serve.ts';
import { listPolicies } from '../../policies/index.ts';
import { isSameOutput } from './check-unit.ts';
import { reachedUnit } from './may-operate.ts';
import { presentRelay } from './present-relay.ts';
import {
  changeRelay,
  insertRelay,
  maxRelays,
  type RelayCheck,
  type RelayInput,
  readRelay,
  relaysOf,
  removeRelay,
  type StoredRelay,
  TooManyRelays,
} from './relays.store.ts';
import { driverNamed, type UnitContext } from './unit-context.ts';
import type { StoredUnit } from './units.store.ts';

/** Admins add, change and remove the relays of a unit and their automation. */
export function relayRoutes(app: FastifyInstance, context: UnitContext): void {
  const { db, clock } = context;
  const answer = async (relay: StoredRelay, unit: StoredUnit, message: string) => ({
    ...presentRelay(relay, unit, await listPolicies(db, unit.organizationId)),
    message,
  });

  serve(app, addRelay, async ({ principal, body: { hardwareId, ...form } }) => {
    const unit = await reachedUnit(db, principal, hardwareId);
    const key = { organizationId: principal.organizationId, unitId: unit.id };
    const options = { now: clock.now(), check: checkOf(context, unit) };
    const relay = await insertRelay(db, actorOf(principal), key, inputOf(form), options).catch(
      (error: unknown) => {
        if (error instanceof TooManyRelays) throw conflict(`A unit can have at most ${maxRelays} relays.`);
        throw error;
      },
    );
    return answer(relay, unit, 'Relay added');
  });

  serve(app, changeRoute, async ({ principal, body: { id, revision, ...form } }) => {
    const before = await readRelay(db, keyOf(principal, id));
    if (!before) throw notFound('The relay');
    const unit = await reachedUnit(db, principal, before.unitId);
    const relay = await changeRelay(
      db,
      actorOf(principal),
      { ...keyOf(principal, id), revision },
      inputOf(form),
      { now: clock.now(), check: checkOf(context, unit) },
    );
    if (!relay) throw notFound('The relay');
    return answer(relay, unit, 'Relay changed');
  });

  serve(app, deleteRelay, async ({ principal, params }) => {
    if (!(await removeRelay(db, actorOf(principal), keyOf(principal, params.id), clock.now())))
      throw notFound('The relay');
    return { id: params.id, message: 'Relay removed' };
  });
}

/** Ids as they are stored. A field that is left out stays so. */
function inputOf<
  Form extends { policyId?: string | null | undefined; excludesRelayId?: string | null | undefined },
>(form: Form): Form {
  const { policyId, excludesRelayId } = form;
  return {
    ...form,
    ...(policyId && { policyId: policyId.toLowerCase() }),
    ...(excludesRelayId && { excludesRelayId: excludesRelayId.toLowerCase() }),
  };
}

/** Throws 404 for records of another organization, 400 with the field for what is wrong. */
function checkOf(context: UnitContext, unit: StoredUnit): RelayCheck {
  return async (transaction, input, before) => {
    const others = (await relaysOf(transaction, unit.id)).filter(({ id }) => id !== before?.id);
    const errors: FieldErrors = {
      ...outputFaults(context, unit, input, others),
      ...(others.some(({ name }) => name === input.name) && {
        Name: ['Another relay of the unit has this name'],
      }),
      ...timeFaults(input),
      ...(await exclusionFaults(transaction, unit, input, before)),
    };
    if (Object.keys(errors).length > 0) throw invalid(errors);
    if (input.policyId === null || input.policyId === before?.policyId) return;
    const policies = await listPolicies(transaction, unit.organizationId, input.policyId);
    if (policies.length === 0) throw notFound('The policy');
  };
}

function outputFaults(
  context: UnitContext,
  unit: StoredUnit,
  { output }: RelayInput,
  others: readonly StoredRelay[],
): FieldErrors {
  const driver = driverNamed(context, unit.driver);
  if (!driver?.abilities.relays) return { Output: ['The device of this unit has no relays'] };
  if (others.some((other) => isSameOutput(other.output, output)))
    return { Output: ['Another relay of the unit has this output'] };
  // A relay may stay on without a limit; a sound never does.
  const isWired = Object.values(unit.wiring).some((wired) => wired !== null && isSameOutput(wired, output));
  return isWired ? { Output: ['This output is the sound or the light of the unit'] } : {};
}

function timeFaults({ shortestOnSeconds, longestOnSeconds }: RelayInput): FieldErrors {
  if (shortestOnSeconds === null || longestOnSeconds === null) return {};
  return shortestOnSeconds > longestOnSeconds
    ? { LongestOnSeconds: ['The longest time must not be less than the shortest'] }
    : {};
}

async function exclusionFaults(
  transaction: Database,
  { organizationId }: StoredUnit,
  { excludesRelayId }: RelayInput,
  before: StoredRelay | undefined,
): Promise<FieldErrors> {
  if (excludesRelayId === null) return {};
  if (excludesRelayId === before?.id) return { ExcludesRelayId: ['A relay cannot exclude itself'] };
  const other = await readRelay(transaction, { organizationId, id: excludesRelayId });
  if (!other) throw notFound('The other relay');
  const isTaken = other.excludesRelayId !== null && other.excludesRelayId !== before?.id;
  return isTaken ? { ExcludesRelayId: ['That relay and another one exclude each other already'] } : {};
}
