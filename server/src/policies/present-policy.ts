import type { Policy, PolicyTrigger, PolicyTypeEntry } from '@allclear/contract';
import {
  alertEvents,
  isPolicyActive,
  notifiedGroups,
  type PolicyType,
  policyTypeOf,
  policyWatches,
  shortTimerNote,
} from '@allclear/domain';
import { isoTime } from '../platform/http/iso-time.ts';
import type { PolicyPlace, StoredPolicy } from './store.ts';

/** The type of a stored policy is always in the catalog. */
export function typeOf(policy: Pick<StoredPolicy, 'typeShortName'>): PolicyType {
  const type = policyTypeOf(policy.typeShortName);
  if (!type) throw new Error(`There is no policy type ${policy.typeShortName}.`);
  return type;
}

export function presentPolicyType(type: PolicyType): PolicyTypeEntry {
  return {
    id: type.id,
    shortName: type.shortName,
    name: type.name,
    displayName: type.displayName,
    unit: type.unit,
    precision: type.precision,
    limit: type.limit,
    minThreshold: type.minThreshold,
    minAllClear: type.minAllClear,
    maxAllClear: type.maxAllClear,
    isDesc: type.isDesc,
    categoryId: type.categoryId,
    categoryName: type.categoryName,
    threatType: type.threatType,
    offersLifeSafety: type.evidence !== 'reading',
    events: type.evidence === 'alert' ? alertEvents.map(({ event }) => event) : [],
  };
}

/** The name that is shown: the given one, else that of its type. */
export function policyDisplayName(policy: Pick<StoredPolicy, 'name' | 'typeShortName'>): string {
  return policy.name || typeOf(policy).displayName;
}

const groupsOf = (policy: StoredPolicy) => ({ allGroups: policy.allGroups, groupIds: policy.groupIds });

/** Whether a policy watches a place of its organization. */
export function watches(policy: StoredPolicy, place: PolicyPlace): boolean {
  return policy.organizationId === place.organizationId && policyWatches(groupsOf(policy), place);
}

/**
 * The limit and the timers of a policy with the related fields of its type: the same in a policy and its
 * trigger.
 */
function limitFields(policy: StoredPolicy) {
  const type = typeOf(policy);
  return {
    policyTypeId: type.id,
    policyTypeName: type.displayName,
    policyTypeShortName: type.shortName,
    unit: type.unit,
    isDesc: type.isDesc,
    precision: type.precision,
    limit: type.limit,
    threshold: policy.threshold,
    allClearMinutes: policy.allClearMinutes,
    reAlertMinutes: policy.reAlertMinutes,
  };
}

export function presentTrigger(
  policy: StoredPolicy,
  places: readonly PolicyPlace[],
  allGroupIds: readonly string[],
): PolicyTrigger {
  return {
    id: policy.triggerId,
    policyId: policy.id,
    ...limitFields(policy),
    policyName: policyDisplayName(policy),
    organizationLocationPolicyTriggers: places
      .filter((place) => watches(policy, place))
      .map((place) => ({
        organizationLocationId: place.id,
        policyTriggerId: policy.triggerId,
        sites: notifiedGroups(groupsOf(policy), place, allGroupIds),
      })),
  };
}

export function presentPolicy(
  policy: StoredPolicy,
  places: readonly PolicyPlace[],
  allGroupIds: readonly string[],
): Policy {
  const type = typeOf(policy);
  return {
    id: policy.id,
    name: policy.name,
    displayName: policyDisplayName(policy),
    customerId: policy.organizationId,
    isActive: isPolicyActive({ allGroups: policy.allGroups, sites: policy.groupIds }),
    deletedAtUTC: isoTime(policy.deletedAt),
    ...limitFields(policy),
    policyType: type.name,
    sites: [...policy.groupIds],
    allGroups: policy.allGroups,
    minAllClear: type.minAllClear,
    events: policy.events,
    lifeSafety: policy.lifeSafety,
    asksResponse: policy.asksResponse,
    showOnDashboard: true,
    notificationActions: policy.actions.map((action) => ({ ...action, triggerId: policy.triggerId })),
    revision: policy.revision,
    policyTriggers: [presentTrigger(policy, places, allGroupIds)],
    note: type.evidence === 'lightning' ? shortTimerNote(policy.allClearMinutes) : null,
  };
}
