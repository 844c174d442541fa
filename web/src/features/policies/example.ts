import type { Policy, PolicyTypeEntry } from '@allclear/contract';
import { policyTypes } from '@allclear/domain';

/** Policies as the API returns them, for tests. */

export const exampleTypes: PolicyTypeEntry[] = policyTypes.map(({ evidence, ...type }) => ({
  ...type,
  offersLifeSafety: evidence !== 'reading',
  events: evidence === 'alert' ? ['Severe Thunderstorm Warning', 'Tornado Warning', 'Flood Watch'] : [],
}));

export function exampleType(shortName: string): PolicyTypeEntry {
  const found = exampleTypes.find((type) => type.shortName === shortName);
  if (!found) throw new Error(`No policy type ${shortName}`);
  return found;
}

export function examplePolicy(shortName: string, part: Partial<Policy> = {}): Policy {
  const { id, name, displayName, unit, precision, limit, minAllClear, isDesc } = exampleType(shortName);
  return {
    id: `p-${shortName}`,
    name: '',
    displayName,
    customerId: 'c',
    isActive: true,
    deletedAtUTC: null,
    policyTypeId: id,
    policyType: name,
    policyTypeShortName: shortName,
    policyTypeName: name,
    threshold: 10,
    reAlertMinutes: 10,
    allClearMinutes: 30,
    sites: [],
    allGroups: true,
    precision,
    limit,
    minAllClear,
    unit,
    isDesc,
    events: [],
    lifeSafety: false,
    showOnDashboard: true,
    notificationActions: [],
    policyTriggers: [],
    note: null,
    ...part,
  };
}
