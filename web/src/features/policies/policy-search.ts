import type { Policy, PolicyTypeEntry } from '@allclear/contract';
import { groupsText } from './policy-text.ts';

/** A list longer than this can be searched and filtered. */
export const searchableFrom = 13;

/** What the list is narrowed to: a state, or a category by its id. */
export type PolicyFilter = 'all' | 'active' | 'inactive' | 'life-safety' | `category:${number}`;

const collator = new Intl.Collator('en-US', { numeric: true });

/** In the order of the catalogue, then by name. */
export function inOrder(policies: readonly Policy[]): Policy[] {
  return [...policies].sort(
    (a, b) =>
      a.policyTypeId - b.policyTypeId ||
      collator.compare(a.displayName, b.displayName) ||
      (a.id < b.id ? -1 : 1),
  );
}

/** The policies that hold every word of the search, in any of their words, and pass the filter. */
export function matching(
  policies: readonly Policy[],
  search: string,
  filter: PolicyFilter,
  groupNames: ReadonlyMap<string, string>,
  types: readonly PolicyTypeEntry[],
): Policy[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const categoryOf = new Map(types.map((type) => [type.id, type.categoryId]));
  return policies.filter((policy) => {
    if (!passes(policy, filter, categoryOf)) return false;
    if (words.length === 0) return true;
    const text = textOf(policy, groupNames);
    return words.every((word) => text.includes(word));
  });
}

function passes(policy: Policy, filter: PolicyFilter, categoryOf: ReadonlyMap<number, number>): boolean {
  if (filter === 'all') return true;
  if (filter === 'active') return policy.isActive;
  if (filter === 'inactive') return !policy.isActive;
  if (filter === 'life-safety') return policy.lifeSafety;
  return `category:${categoryOf.get(policy.policyTypeId)}` === filter;
}

function textOf(policy: Policy, groupNames: ReadonlyMap<string, string>): string {
  const groups = policy.allGroups
    ? [groupsText(policy, groupNames)]
    : policy.sites.map((id) => groupNames.get(id) ?? '');
  const { displayName, name, policyTypeName, policyTypeShortName, threshold, unit, events } = policy;
  return [displayName, name, policyTypeName, policyTypeShortName, threshold, unit, ...events, ...groups]
    .join(' ')
    .toLowerCase();
}

/** The choices of the filter: states, then the categories that the policies have. */
export function filterChoices(
  policies: readonly Policy[],
  types: readonly PolicyTypeEntry[],
): { group: string; items: { value: PolicyFilter; label: string }[] }[] {
  const used = new Set(policies.map((policy) => policy.policyTypeId));
  const categories = new Map(
    types.filter((type) => used.has(type.id)).map((type) => [type.categoryId, type.categoryName]),
  );
  const states: { value: PolicyFilter; label: string }[] = [
    { value: 'all', label: 'All policies' },
    { value: 'active', label: 'Active' },
    { value: 'inactive', label: 'Inactive' },
    { value: 'life-safety', label: 'Life safety' },
  ];
  const byCategory = [...categories].map(([id, label]): { value: PolicyFilter; label: string } => ({
    value: `category:${id}`,
    label,
  }));
  return [
    { group: 'State', items: states },
    { group: 'Kind', items: byCategory },
  ];
}
