import type { Policy, PolicyTypeEntry } from '@allclear/contract';
import type { RowField } from '../../ui/table/use-data-table.ts';
import { groupsText } from './policy-text.ts';

const collator = new Intl.Collator('en-US', { numeric: true });

/** In the order of the catalog, then by name. */
export function inOrder(policies: readonly Policy[]): Policy[] {
  return [...policies].sort(
    (a, b) =>
      a.policyTypeId - b.policyTypeId ||
      collator.compare(a.displayName, b.displayName) ||
      (a.id < b.id ? -1 : 1),
  );
}

/** By what the list of policies is searched and filtered. */
export function searchFields(
  groupNames: ReadonlyMap<string, string>,
  types: readonly PolicyTypeEntry[],
): RowField<Policy>[] {
  const categoryOf = new Map(types.map((type) => [type.id, type.categoryName]));
  return [
    { key: 'policy', header: 'Policy', searchBy: (policy) => textOf(policy, groupNames) },
    { key: 'state', header: 'State', filterBy: ({ isActive }) => (isActive ? 'Active' : 'Inactive') },
    { key: 'kind', header: 'Kind', filterBy: ({ policyTypeId }) => categoryOf.get(policyTypeId) ?? '' },
    { key: 'life-safety', header: 'Life safety', filterBy: ({ lifeSafety }) => (lifeSafety ? 'Yes' : 'No') },
  ];
}

function textOf(policy: Policy, groupNames: ReadonlyMap<string, string>): string {
  const groups = policy.allGroups
    ? [groupsText(policy, groupNames)]
    : policy.sites.map((id) => groupNames.get(id) ?? '');
  const { displayName, name, policyTypeName, policyTypeShortName, threshold, unit, events } = policy;
  return [
    ...[displayName, name, policyTypeName, policyTypeShortName, threshold, unit],
    ...[...events, ...groups],
  ].join(' ');
}
