import { isPolicyActive } from './policy-rules.ts';

/** The groups that a policy is for. */
export interface PolicyGroups {
  readonly allGroups: boolean;
  readonly groupIds: readonly string[];
}

/**
 * Whether a policy watches a place of its organization: they share a group, or the policy is for all groups,
 * or the place belongs to no group and so to all. A policy without groups watches nothing.
 */
export function policyWatches(
  policy: PolicyGroups,
  place: { readonly groupIds: readonly string[] },
): boolean {
  if (!isPolicyActive({ allGroups: policy.allGroups, sites: policy.groupIds })) return false;
  return (
    policy.allGroups ||
    place.groupIds.length === 0 ||
    place.groupIds.some((id) => policy.groupIds.includes(id))
  );
}

/** The groups that a policy notifies at a place, of all groups of the organization. */
export function notifiedGroups(
  policy: PolicyGroups,
  place: { readonly groupIds: readonly string[] },
  allGroupIds: readonly string[],
): string[] {
  const own = policy.allGroups ? allGroupIds : policy.groupIds;
  return own.filter((id) => place.groupIds.length === 0 || place.groupIds.includes(id));
}
