import type { PolicyWarning } from '@allclear/contract';
import { nextClearAt, policyWarningMessage } from '@allclear/domain';
import { timeZoneOf } from '../organizations/index.ts';
import { policyDisplayName, type StoredPolicy, typeOf } from '../policies/index.ts';
import { limitOf, ruleOf } from './policy-watches.ts';
import type { StoredWarning, WarningDetails } from './store.ts';

const iso = (at: number) => new Date(at).toISOString();

/** A warning that is on. A stored one that is open always has an open state. */
export function presentWarning(
  row: StoredWarning,
  policy: StoredPolicy,
  peopleNotified: number,
): PolicyWarning {
  const { state } = row;
  if (state.kind !== 'open') throw new Error(`The warning ${row.id} has no open state.`);
  const type = typeOf(policy);
  const details = row.facts as WarningDetails;
  const clearAt = state.heldSince === null ? nextClearAt(ruleOf(policy, type), state) : null;
  return {
    id: row.id,
    policyId: policy.id,
    policyName: policy.name || type.name,
    policyDisplayName: policyDisplayName(policy),
    policyTypeShortName: type.shortName,
    threatType: type.threatType,
    thresholdValue: policy.threshold,
    isDesc: type.isDesc,
    unit: type.unit,
    precision: type.precision,
    value: state.value,
    startedTime: iso(state.startedAt),
    // The state has the time of the last notice even if the policy notifies nobody; then none was sent.
    lastAlertTime: policy.actions.some(({ allClear }) => !allClear) ? iso(state.lastAlertAt) : null,
    peopleNotified,
    lastUpdateTime: iso(state.lastUpdateAt),
    allClearTime: state.allClearTime === null ? null : iso(state.allClearTime),
    allClearMinutes: policy.allClearMinutes,
    nextClearTime: clearAt === null ? null : iso(clearAt),
    heldSince: state.heldSince === null ? null : iso(state.heldSince),
    message: policyWarningMessage({
      ...limitOf(policy, type),
      value: state.value,
      lastUpdateAt: state.lastUpdateAt,
      heldSince: state.heldSince,
      timeZone: timeZoneOf(row),
      event: details.event ?? null,
    }),
    event: details.event ?? null,
  };
}
