import {
  type AddressedPolicy,
  type PolicyLimit,
  type PolicyType,
  policyTypeOf,
  policyWatches,
  threatTypes,
  type WarningRule,
} from '@allclear/domain';
import { airQualityLimitsMs } from '../air-quality/index.ts';
import type { PolicyPlace, StoredPolicy } from '../policies/index.ts';
import { reportLimitMs } from '../stations/index.ts';
import type { StoredWarning } from './store.ts';

/** One policy watching one place: what a warning is about. */
export interface PolicyWatch {
  readonly key: string;
  readonly policy: StoredPolicy;
  readonly type: PolicyType;
  readonly place: PolicyPlace;
  readonly rule: WarningRule;
}

export function watchKey(policyId: string, organizationLocationId: string | null): string {
  return `${policyId} ${organizationLocationId ?? ''}`;
}

export function watchOf(policy: StoredPolicy, place: PolicyPlace): PolicyWatch {
  const type = policyTypeOf(policy.typeShortName);
  if (!type) throw new Error(`There is no policy type ${policy.typeShortName}.`);
  return { key: watchKey(policy.id, place.id), policy, type, place, rule: ruleOf(policy, type) };
}

/** The limit of a policy, for texts about it. */
export function limitOf({ threshold }: Pick<StoredPolicy, 'threshold'>, type: PolicyType): PolicyLimit {
  const { shortName: typeShortName, unit, precision, isDesc } = type;
  return { typeShortName, unit, precision, threshold, isDesc };
}

/** The part of a policy that decides about the recipients of its notices. */
export function addressedPolicyOf({ policy, type }: PolicyWatch): AddressedPolicy {
  const { allGroups, groupIds, lifeSafety } = policy;
  return { typeShortName: type.shortName, allGroups, groupIds, lifeSafety };
}

export function ruleOf(
  policy: Pick<StoredPolicy, 'allClearMinutes' | 'reAlertMinutes'>,
  type: PolicyType,
): WarningRule {
  return {
    evidence: type.evidence,
    allClearMinutes: policy.allClearMinutes,
    reAlertMinutes: policy.reAlertMinutes,
    readingLimitMs: type.threatType === threatTypes.AQI ? airQualityLimitsMs.late : reportLimitMs,
  };
}

/** Every policy with every place that it watches. */
export function watchesOf(policies: readonly StoredPolicy[], places: readonly PolicyPlace[]): PolicyWatch[] {
  const byOrganization = Map.groupBy(places, (place) => place.organizationId);
  return policies.flatMap((policy) =>
    (byOrganization.get(policy.organizationId) ?? [])
      .filter((place) => policyWatches({ allGroups: policy.allGroups, groupIds: policy.groupIds }, place))
      .map((place) => watchOf(policy, place)),
  );
}

/** What happened to a warning's policy or place since its last step; null when nothing did. */
export function changeOf(warning: StoredWarning, watch: PolicyWatch | undefined, policyIsGone: boolean) {
  if (!watch) return { kind: policyIsGone ? 'policy-deleted' : 'location-removed' } as const;
  if (warning.latitude !== watch.place.latitude || warning.longitude !== watch.place.longitude)
    return { kind: 'location-moved' } as const;
  if (warning.policyRevision !== watch.policy.revision) return { kind: 'policy-edited' } as const;
  return null;
}
