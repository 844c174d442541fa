import { isDeepStrictEqual } from 'node:util';
import {
  type NoticeKind,
  nextWarning,
  noticeText,
  noWarning,
  type WarningEffect,
  type WarningFact,
  type WarningState,
  whoIsTold,
} from '@allclear/domain';
import { timeZoneOf } from '../place-time-zone.ts';
import { readAddressees } from '../store/addressees.ts';
import type { Database } from '../store/database.ts';
import { writeNotice } from '../store/tell.ts';
import { insertWarning, stepWarning, toldOf, type WarningFacts, type WarningRow, warningsChanged } from '../store/warnings.ts';
import type { Pair } from './warning-pairs.ts';

/** What a step came to: nothing changed; the warning as it is now (null: it ended); or another engine was faster and the store must be read again. */
export type StepResult = { readonly kind: 'same' } | { readonly kind: 'stepped'; readonly row: WarningRow | null } | { readonly kind: 'overtaken' };

export interface Step {
  readonly pair: Pair;
  readonly row: WarningRow | null;
  readonly eventKey: string;
  readonly fact: WarningFact;
  /** What is known of the evidence now; undefined keeps what was known. */
  readonly facts?: WarningFacts;
}

/**
 * Takes one step of a warning: the machine decides, and its new state, its notices and their deliveries are written in one transaction, so that
 * whoever crashes when, each is told once.
 */
export async function takeStep(db: Database, { pair, row, eventKey, fact, facts }: Step, now: number): Promise<StepResult> {
  const before: WarningState = row?.state ?? noWarning;
  const { state, effects } = nextWarning(pair.rule, before, fact, now);
  if (effects.length === 0 && isDeepStrictEqual(state, before) && (row === null || row.policy_revision === pair.policy.revision)) {
    return { kind: 'same' };
  }
  const known = facts ?? ((row?.facts ?? {}) as WarningFacts);
  try {
    const written = await db.transaction().execute(async (transaction) => {
      const after = await write(transaction, { pair, row, eventKey, state, effects, facts: known }, now);
      if (after === null) throw new Overtaken();
      const lastState = state.kind === 'open' ? state : before;
      for (const effect of effects) {
        if (effect.kind === 'tell') await tell(transaction, { pair, row: after, state: lastState, facts: known, notice: effect.notice }, now);
      }
      await warningsChanged(transaction, pair.policy.customer_id);
      return after;
    });
    return { kind: 'stepped', row: written.ended_at === null ? written : null };
  } catch (error) {
    if (error instanceof Overtaken) return { kind: 'overtaken' };
    throw error;
  }
}

class Overtaken extends Error {}

function write(
  transaction: Database,
  step: Required<Pick<Step, 'pair' | 'row' | 'eventKey' | 'facts'>> & { state: WarningState; effects: readonly WarningEffect[] },
  now: number,
): Promise<WarningRow | null> {
  const { pair, row, eventKey, state, effects, facts } = step;
  if (row === null) {
    if (state.kind !== 'open') throw new Error('A warning that never began cannot be written.');
    return insertWarning(
      transaction,
      {
        customerId: pair.policy.customer_id,
        policyId: pair.policy.id,
        policyRevision: pair.policy.revision,
        organizationLocationId: pair.place.id,
        eventKey,
        latitude: pair.place.latitude,
        longitude: pair.place.longitude,
        state,
        facts,
      },
      now,
    );
  }
  const ended = effects.find((effect) => effect.kind === 'ended') ?? null;
  return stepWarning(transaction, row, { state, facts, policyRevision: pair.policy.revision, ended }, now);
}

/** Writes a notice to those whom it concerns, unless the policy does not ask for it. */
async function tell(
  transaction: Database,
  about: { pair: Pair; row: WarningRow; state: WarningState; facts: WarningFacts; notice: NoticeKind },
  now: number,
): Promise<void> {
  const { pair, row, state, facts, notice } = about;
  const { policy, place, type } = pair;
  const action = policy.actions.find(({ allClear }) => allClear === (notice === 'all-clear'));
  // That a policy was withdrawn is told to whoever was told of the warning, also when the policy notifies nobody any more.
  if ((!action && notice !== 'withdrawn') || state.kind !== 'open') return;
  const { people, sites } = await readAddressees(transaction, policy.customer_id);
  const told = notice === 'started' ? new Set<string>() : await toldOf(transaction, row.id);
  const everyone = whoIsTold({
    policy: { typeShortName: type.shortName, allGroups: policy.all_groups, siteIds: policy.siteIds, lifeSafety: policy.life_safety },
    organizationLocation: place,
    notice,
    people,
    sites,
    told,
    now,
  });
  // Who is still muted hears of it when nothing mutes him any more.
  const recipients = notice === 'in-effect' ? everyone.filter(({ muted }) => muted === null) : everyone;
  if (recipients.length === 0) return;
  const timeZone = timeZoneOf(place);
  const words = noticeText({
    notice,
    policyName: policy.name || type.displayName,
    typeShortName: type.shortName,
    unit: type.unit,
    precision: type.precision,
    threshold: policy.threshold,
    isDesc: type.isDesc,
    value: state.value,
    locationName: place.name,
    at: notice === 'started' || notice === 'reminder' ? state.evidenceAt : now,
    startedAt: state.startedAt,
    heldSince: state.heldSince,
    allClearMinutes: policy.all_clear_minutes,
    timeZone,
    additionalText: action?.message ?? '',
    isTest: false,
    event: facts.event ?? null,
    ...(facts.distanceMiles === undefined ? {} : { distanceMiles: facts.distanceMiles }),
    ...(facts.compass === undefined ? {} : { compass: facts.compass }),
  });
  await writeNotice(transaction, {
    customerId: policy.customer_id,
    warningId: row.id,
    warningRevision: row.revision,
    kind: notice,
    eventType: type.threatType,
    correlationId: row.id,
    organizationLocationId: row.organization_location_id,
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
