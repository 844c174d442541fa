import { feedLimitsMs, type PolicyType, policyTypeOf, policyWatches, threatTypes, type WarningRule } from '@allclear/domain';
import type { PolicyPlace, StoredPolicy } from '../store/policies.ts';
import type { WarningRow } from '../store/warnings.ts';
import { reportLimitMs } from './current-readings.ts';

/** One policy watching one place: what a warning is about. */
export interface Pair {
  readonly key: string;
  readonly policy: StoredPolicy;
  readonly type: PolicyType;
  readonly place: PolicyPlace;
  readonly rule: WarningRule;
}

export function pairKey(policyId: string, organizationLocationId: string | null): string {
  return `${policyId} ${organizationLocationId ?? ''}`;
}

export function pairOf(policy: StoredPolicy, place: PolicyPlace): Pair {
  const type = policyTypeOf(policy.type_short_name);
  if (!type) throw new Error(`There is no policy type ${policy.type_short_name}.`);
  return { key: pairKey(policy.id, place.id), policy, type, place, rule: ruleOf(policy, type) };
}

export function ruleOf(policy: Pick<StoredPolicy, 'all_clear_minutes' | 're_alert_minutes'>, type: PolicyType): WarningRule {
  return {
    evidence: type.evidence,
    allClearMinutes: policy.all_clear_minutes,
    reAlertMinutes: policy.re_alert_minutes,
    readingLimitMs: type.threatType === threatTypes.AQI ? feedLimitsMs['air-quality']!.late : reportLimitMs,
  };
}

/** Every policy with every place that it watches. */
export function pairsOf(policies: readonly StoredPolicy[], places: readonly PolicyPlace[]): Pair[] {
  const byCustomer = Map.groupBy(places, (place) => place.customerId);
  return policies.flatMap((policy) =>
    (byCustomer.get(policy.customer_id) ?? [])
      .filter((place) => policyWatches({ allGroups: policy.all_groups, siteIds: policy.siteIds }, place))
      .map((place) => pairOf(policy, place)),
  );
}

/** What happened to a warning's policy or place since its last step; null when nothing did. */
export function changeOf(warning: WarningRow, pair: Pair | undefined, policyIsGone: boolean) {
  if (!pair) return { kind: policyIsGone ? 'policy-deleted' : 'location-removed' } as const;
  if (warning.latitude !== pair.place.latitude || warning.longitude !== pair.place.longitude) return { kind: 'location-moved' } as const;
  if (warning.policy_revision !== pair.policy.revision) return { kind: 'policy-edited' } as const;
  return null;
}
