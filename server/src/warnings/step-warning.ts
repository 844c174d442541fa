import { isDeepStrictEqual } from 'node:util';
import {
  nextWarning,
  noWarning,
  type WarningEffect,
  type WarningInput,
  type WarningState,
} from '@allclear/domain';
import { systemActor } from '../platform/actor.ts';
import type { Database } from '../platform/database/database.ts';
import { writeCapNotice } from './cap/write-cap-message.ts';
import { launchForNotice } from './launch-for-notice.ts';
import type { PolicyWatch } from './policy-watches.ts';
import {
  insertWarning,
  type StoredWarning,
  stepWarning,
  type WarningDetails,
  warningsChanged,
} from './store.ts';
import { auditNotices, type NoticeNeeds, type WarningNotice, writeWarningNotice } from './warning-notice.ts';

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
  /** The event of an alert that ends as this one of the same policy starts: one message says both. */
  readonly follows?: string;
  /** Another alert of the policy follows this one, and its message says that this one has ended. */
  readonly followed?: boolean;
  /** Warnings of the place that end after this one in the same round: the last one speaks for all. */
  readonly endingIds?: readonly string[];
}

/**
 * Takes one step of a warning: computes its new state and writes it with its notices and their deliveries in
 * one transaction, so that each recipient is notified once, whichever process crashes when.
 */
export async function takeStep(needs: NoticeNeeds, step: Step, now: number): Promise<StepResult> {
  const { watch, row, eventKey, fact, facts } = step;
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
    const written = await needs.db.transaction().execute(async (transaction) => {
      const after = await write(transaction, { watch, row, eventKey, state, effects, facts: known }, now);
      if (after === null) throw new Overtaken();
      const lastState = state.kind === 'open' ? state : before;
      const records: Awaited<ReturnType<typeof writeWarningNotice>>[] = [];
      for (const effect of effects) {
        if (effect.kind !== 'notify') continue;
        const inTransaction = { ...needs, db: transaction };
        const said = {
          step,
          row: after,
          state: lastState,
          facts: known,
          notice: effect.notice,
          ...endOf(effects),
        };
        records.push(await writeWarningNotice(inTransaction, said, now));
        await writeCapNotice(inTransaction, said, now);
        await launchForNotice(inTransaction, said, now);
      }
      await warningsChanged(transaction, watch.policy.organizationId);
      await auditNotices(transaction, records);
      return after;
    });
    logStep(needs, written.id, effects, evidenceOf(state, before));
    return { kind: 'stepped', row: written.endedAt === null ? written : null };
  } catch (error) {
    if (error instanceof Overtaken) return { kind: 'overtaken' };
    throw error;
  }
}

/** After the commit: what is in the log has happened. */
function logStep(
  { log }: NoticeNeeds,
  correlationId: string,
  effects: readonly WarningEffect[],
  evidenceAt: number | null,
): void {
  const notices = effects.flatMap((effect) => (effect.kind === 'notify' ? [effect.notice] : []));
  if (notices.length === 0) return;
  log?.info(
    { correlationId, notices, evidenceAt: evidenceAt === null ? null : new Date(evidenceAt).toISOString() },
    'a warning notified',
  );
}

/** The instant of the newest strike or reading of a warning, epoch ms. */
function evidenceOf(...states: readonly WarningState[]): number | null {
  return states.find((state) => state.kind === 'open')?.evidenceAt ?? null;
}

/** Why a warning ends that is not cleared, where the reader has to know. */
function endOf(effects: readonly WarningEffect[]): Pick<WarningNotice, 'withdrawnFor'> {
  const reason = effects.find((effect) => effect.kind === 'ended')?.reason;
  return reason === 'report-taken-back' || reason === 'not-observed' ? { withdrawnFor: reason } : {};
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
