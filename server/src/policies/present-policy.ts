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
import type { PolicyPlace, StoredPolicy } from './store.ts';

/** A type that a stored policy names is always one of the catalogue. */
export function typeOf(policy: Pick<StoredPolicy, 'type_short_name'>): PolicyType {
  const type = policyTypeOf(policy.type_short_name);
  if (!type) throw new Error(`There is no policy type ${policy.type_short_name}.`);
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

/** What people call it: the name that was given, else that of its type. */
export function policyDisplayName(policy: Pick<StoredPolicy, 'name' | 'type_short_name'>): string {
  return policy.name || typeOf(policy).displayName;
}

const groupsOf = (policy: StoredPolicy) => ({ allGroups: policy.all_groups, groupIds: policy.groupIds });

/** Whether a policy watches a place of its organisation. */
export function watches(policy: StoredPolicy, place: PolicyPlace): boolean {
  return policy.organization_id === place.organizationId && policyWatches(groupsOf(policy), place);
}

export function presentTrigger(
  policy: StoredPolicy,
  places: readonly PolicyPlace[],
  allGroupIds: readonly string[],
): PolicyTrigger {
  const type = typeOf(policy);
  return {
    id: policy.trigger_id,
    policyId: policy.id,
    policyTypeId: type.id,
    policyTypeName: type.displayName,
    policyTypeShortName: type.shortName,
    unit: type.unit,
    isDesc: type.isDesc,
    precision: type.precision,
    limit: type.limit,
    threshold: policy.threshold,
    allClearMinutes: policy.all_clear_minutes,
    reAlertMinutes: policy.re_alert_minutes,
    policyName: policyDisplayName(policy),
    organizationLocationPolicyTriggers: places
      .filter((place) => watches(policy, place))
      .map((place) => ({
        organizationLocationId: place.id,
        policyTriggerId: policy.trigger_id,
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
    customerId: policy.organization_id,
    isActive: isPolicyActive({ allGroups: policy.all_groups, sites: policy.groupIds }),
    deletedAtUTC: policy.deleted_at?.toISOString() ?? null,
    policyTypeId: type.id,
    policyType: type.name,
    policyTypeShortName: type.shortName,
    policyTypeName: type.displayName,
    threshold: policy.threshold,
    reAlertMinutes: policy.re_alert_minutes,
    allClearMinutes: policy.all_clear_minutes,
    sites: [...policy.groupIds],
    allGroups: policy.all_groups,
    precision: type.precision,
    limit: type.limit,
    minAllClear: type.minAllClear,
    unit: type.unit,
    isDesc: type.isDesc,
    events: policy.events,
    lifeSafety: policy.life_safety,
    showOnDashboard: true,
    notificationActions: policy.actions.map((action) => ({ ...action, triggerId: policy.trigger_id })),
    policyTriggers: [presentTrigger(policy, places, allGroupIds)],
    note: type.evidence === 'lightning' ? shortTimerNote(policy.all_clear_minutes) : null,
  };
}
