import { isDeepStrictEqual } from 'node:util';
import {
  type NoticeKind,
  nextWarning,
  noticeText,
  noWarning,
  recipientsOf,
  type WarningEffect,
  type WarningInput,
  type WarningState,
} from '@allclear/domain';
import { readAddressees, writeNotice } from '../notifications/index.ts';
import { timeZoneOf } from '../organizations/index.ts';
import { systemActor } from '../platform/actor.ts';
import type { Database } from '../platform/database/database.ts';
import { addressedPolicyOf, limitOf, type PolicyWatch } from './policy-watches.ts';
import {
  insertWarning,
  notifiedUserIds,
  type StoredWarning,
  stepWarning,
  type WarningDetails,
  warningsChanged,
} from './store.ts';

const actor = systemActor('step-warning');

/**
 * The result of a step: nothing changed; the warning as it is now (null: it ended); or another engine was
 * faster and the store must be read again.
 */
export type StepResult =
  | { readonly kind: 'same' }
  | { readonly kind: 'stepped'; readonly row: StoredWarning | null }
  | { readonly kind: 'overtaken' };

export interface Step {
  readonly watch: PolicyWatch;
  readonly row: StoredWarning | null;
  readonly eventKey: string;
  readonly fact: WarningInput;
  /** The details of the evidence now; undefined keeps the last ones. */
  readonly facts?: WarningDetails;
}

/**
 * Takes one step of a warning: computes its new state and writes it with its notices and their deliveries in
 * one transaction, so that each recipient is notified once, whichever process crashes when.
 */
export async function takeStep(
  db: Database,
  { watch, row, eventKey, fact, facts }: Step,
  now: number,
): Promise<StepResult> {
  const before: WarningState = row?.state ?? noWarning;
  const { state, effects } = nextWarning(watch.rule, before, fact, now);
  if (
    effects.length === 0 &&
    isDeepStrictEqual(state, before) &&
    (row === null || row.policyRevision === watch.policy.revision)
  ) {
    return { kind: 'same' };
  }
  const known = facts ?? ((row?.facts ?? {}) as WarningDetails);
  try {
    const written = await db.transaction().execute(async (transaction) => {
      const after = await write(transaction, { watch, row, eventKey, state, effects, facts: known }, now);
      if (after === null) throw new Overtaken();
      const lastState = state.kind === 'open' ? state : before;
      for (const effect of effects) {
        if (effect.kind === 'notify')
          await writeWarningNotice(
            transaction,
            { watch, row: after, state: lastState, facts: known, notice: effect.notice },
            now,
          );
      }
      await warningsChanged(transaction, watch.policy.organizationId);
      return after;
    });
    return { kind: 'stepped', row: written.endedAt === null ? written : null };
  } catch (error) {
    if (error instanceof Overtaken) return { kind: 'overtaken' };
    throw error;
  }
}

class Overtaken extends Error {}

function write(
  transaction: Database,
  step: Required<Pick<Step, 'watch' | 'row' | 'eventKey' | 'facts'>> & {
    state: WarningState;
    effects: readonly WarningEffect[];
  },
  now: number,
): Promise<StoredWarning | null> {
  const { watch, row, eventKey, state, effects, facts } = step;
  if (row === null) {
    if (state.kind !== 'open') throw new Error('A warning that never began cannot be written.');
    return insertWarning(
      transaction,
      actor,
      {
        organizationId: watch.policy.organizationId,
        policyId: watch.policy.id,
        policyRevision: watch.policy.revision,
        organizationLocationId: watch.place.id,
        eventKey,
        latitude: watch.place.latitude,
        longitude: watch.place.longitude,
        state,
        facts,
      },
      now,
    );
  }
  const ended = effects.find((effect) => effect.kind === 'ended') ?? null;
  return stepWarning(
    transaction,
    actor,
    row,
    { state, facts, policyRevision: watch.policy.revision, ended },
    now,
  );
}

interface WarningNotice {
  readonly watch: PolicyWatch;
  readonly row: StoredWarning;
  readonly state: WarningState;
  readonly facts: WarningDetails;
  readonly notice: NoticeKind;
}

/** Writes a notice to its recipients, unless the policy has none of its kind. */
async function writeWarningNotice(
  transaction: Database,
  { watch, row, state, facts, notice }: WarningNotice,
  now: number,
): Promise<void> {
  const { policy, place, type } = watch;
  const action = policy.actions.find(({ allClear }) => allClear === (notice === 'all-clear'));
  // All who were notified of the warning are notified of its withdrawal, even if the policy now notifies
  // nobody.
  if ((!action && notice !== 'withdrawn') || state.kind !== 'open') return;
  const recipients = await recipientsOfNotice(transaction, { watch, row, notice }, now);
  if (recipients.length === 0) return;
  const timeZone = timeZoneOf(place);
  const words = noticeText({
    notice,
    policyName: policy.name || type.displayName,
    ...limitOf(policy, type),
    value: state.value,
    locationName: place.name,
    at: notice === 'started' || notice === 'reminder' ? state.evidenceAt : now,
    startedAt: state.startedAt,
    heldSince: state.heldSince,
    allClearMinutes: policy.allClearMinutes,
    timeZone,
    additionalText: action?.message ?? '',
    isTest: false,
    event: facts.event ?? null,
    ...(facts.distanceMiles === undefined ? {} : { distanceMiles: facts.distanceMiles }),
    ...(facts.compass === undefined ? {} : { compass: facts.compass }),
  });
  await writeNotice(transaction, actor, {
    organizationId: policy.organizationId,
    warningId: row.id,
    warningRevision: row.revision,
    kind: notice,
    eventType: type.threatType,
    correlationId: row.id,
    organizationLocationId: row.organizationLocationId,
    ...words,
    timeZone,
    facts: {
      ...facts,
      policyId: policy.id,
      policyType: type.shortName,
      threshold: policy.threshold,
      unit: type.unit,
      value: state.value,
      location: place.name,
    },
    at: now,
    recipients,
  });
}

async function recipientsOfNotice(
  transaction: Database,
  { watch, row, notice }: Pick<WarningNotice, 'watch' | 'row' | 'notice'>,
  now: number,
) {
  const { policy, place } = watch;
  const { people, groups } = await readAddressees(transaction, policy.organizationId);
  const notified = notice === 'started' ? new Set<string>() : await notifiedUserIds(transaction, row.id);
  const everyone = recipientsOf({
    policy: addressedPolicyOf(watch),
    organizationLocation: place,
    notice,
    people,
    groups,
    notified,
    now,
  });
  // Recipients who are still muted are notified once nothing mutes them.
  return notice === 'in-effect' ? everyone.filter(({ muted }) => muted === null) : everyone;
}
