import { measureKind } from '../core/index.ts';
import { type PolicyTypeShortName, policyWatches } from '../policies/index.ts';
import { widgetConditionOf } from './widget-codes.ts';

/** A policy as a widget uses it. */
export interface WidgetPolicy {
  readonly id: string;
  readonly typeShortName: PolicyTypeShortName;
  /** The name that is shown. */
  readonly name: string;
  readonly threshold: number;
  readonly allClearMinutes: number;
  readonly allGroups: boolean;
  readonly groupIds: readonly string[];
  readonly unit: string;
  readonly precision: number;
  readonly isDesc: boolean;
}

/** What a widget says of its policies. */
export interface WidgetPolicyChoice {
  /** Old policy model: the group whose policies are shown; null for none. */
  readonly policyGroupId: string | null;
  readonly policyIds: readonly string[];
}

/** The place with the groups that it belongs to; none means all. */
export interface WidgetPlaceGroups {
  readonly groupIds: readonly string[];
}

/** Whether a place is on the new policy model: a lightning policy watches it. */
export function usesNewPolicies(place: WidgetPlaceGroups, policies: readonly WidgetPolicy[]): boolean {
  return policies.some(
    (policy) => measureKind(policy.typeShortName) === 'lightning' && watches(policy, place),
  );
}

function watches(policy: WidgetPolicy, place: WidgetPlaceGroups): boolean {
  return policyWatches({ allGroups: policy.allGroups, groupIds: policy.groupIds }, place);
}

/**
 * The policies that can be chosen: on the new model those that watch the place, on the old one those of the selected
 * group. Empty without a place, and without a group on the old model.
 */
export function offeredPolicies(
  { policyGroupId }: Pick<WidgetPolicyChoice, 'policyGroupId'>,
  place: WidgetPlaceGroups | null,
  policies: readonly WidgetPolicy[],
): WidgetPolicy[] {
  if (place === null) return [];
  if (usesNewPolicies(place, policies)) return policies.filter((policy) => watches(policy, place));
  if (policyGroupId === null) return [];
  return policies.filter(({ allGroups, groupIds }) => allGroups || groupIds.includes(policyGroupId));
}

/** The policies whose warnings a widget shows: the chosen ones; on the old model without a choice all of the group. */
export function shownPolicies(
  choice: WidgetPolicyChoice,
  place: WidgetPlaceGroups | null,
  policies: readonly WidgetPolicy[],
): WidgetPolicy[] {
  const offered = offeredPolicies(choice, place, policies);
  if (choice.policyIds.length > 0) return offered.filter(({ id }) => choice.policyIds.includes(id));
  return place !== null && !usesNewPolicies(place, policies) ? offered : [];
}

/**
 * The lightning radius of a widget, miles, and its all clear, minutes: on the new policy model of the chosen LR1 policy,
 * on the old one of the group's. Of several the largest radius and the longest time count. Null without one.
 */
export function widgetLightning(
  choice: WidgetPolicyChoice,
  place: WidgetPlaceGroups | null,
  policies: readonly WidgetPolicy[],
): { readonly radiusMiles: number; readonly allClearMinutes: number } | null {
  if (place === null) return null;
  const offered = offeredPolicies(choice, place, policies);
  const isNew = usesNewPolicies(place, policies);
  const radii = offered.filter(
    ({ id, typeShortName }) => typeShortName === 'LR1' && (!isNew || choice.policyIds.includes(id)),
  );
  if (radii.length === 0) return null;
  return {
    radiusMiles: Math.max(...radii.map(({ threshold }) => threshold)),
    allClearMinutes: Math.max(...radii.map(({ allClearMinutes }) => allClearMinutes)),
  };
}

/** The shown policies that a condition is compared with, in the order in which they count. */
export function policiesOfCondition(code: number, shown: readonly WidgetPolicy[]): WidgetPolicy[] {
  const types = widgetConditionOf(code)?.policyTypes ?? [];
  return types.flatMap((type) => shown.filter(({ typeShortName }) => typeShortName === type));
}

/** The threshold of the primary condition, from its chosen policy, in that policy's unit; null without one. */
export function primaryThreshold(code: number, shown: readonly WidgetPolicy[]): number | null {
  return policiesOfCondition(code, shown)[0]?.threshold ?? null;
}
