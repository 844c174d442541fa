import { isPolicyActive } from './policy-rules.ts';

/** The groups that a policy is for. */
export interface PolicyGroups {
  readonly allGroups: boolean;
  readonly siteIds: readonly string[];
}

/**
 * Whether a policy watches a place of its organisation: they share a group, or the policy is for all groups, or the place belongs to no
 * group and so to all. A policy without groups watches nothing.
 */
export function policyWatches(policy: PolicyGroups, place: { readonly siteIds: readonly string[] }): boolean {
  if (!isPolicyActive({ allGroups: policy.allGroups, sites: policy.siteIds })) return false;
  return policy.allGroups || place.siteIds.length === 0 || place.siteIds.some((id) => policy.siteIds.includes(id));
}

/** The groups that are told of a policy at a place, of all groups of the organisation. */
export function toldGroups(policy: PolicyGroups, place: { readonly siteIds: readonly string[] }, allSiteIds: readonly string[]): string[] {
  const own = policy.allGroups ? allSiteIds : policy.siteIds;
  return own.filter((id) => place.siteIds.length === 0 || place.siteIds.includes(id));
}
