import {
  type LightningPolicy,
  type LockedLightning,
  lockLightning,
  policyWatches,
  type ZoneNumber,
} from '@allclear/domain';
import type { Database } from '../platform/database/database.ts';
import { listPolicies, listPolicyPlaces } from '../policies/store.ts';
import type { LocationRow } from './store.ts';

type Lockable = Pick<
  LocationRow,
  'organization_location_id' | 'radius1' | 'radius2' | 'radius3' | 'radius4' | 'all_clear_minutes'
>;

/**
 * What holds for a location under the lightning policies of its organisation; one that is tied to no place of
 * it is as saved.
 */
export type LightningLocks = (row: Lockable) => LockedLightning;

/** The lightning policies of one organisation, or of all of them (null), as locks for locations. */
export async function lightningLocks(db: Database, organizationId: string | null): Promise<LightningLocks> {
  const policies = (await listPolicies(db, organizationId)).filter((policy) =>
    /^LR[1-4]$/.test(policy.type_short_name),
  );
  const byPlace = new Map<string, LightningPolicy[]>();
  if (policies.length > 0) {
    for (const place of await listPolicyPlaces(db, organizationId)) {
      const here = policies
        .filter(
          (policy) =>
            policy.organization_id === place.organizationId &&
            policyWatches({ allGroups: policy.all_groups, groupIds: policy.groupIds }, place),
        )
        .map((policy) => ({
          zone: Number(policy.type_short_name.slice(2)) as ZoneNumber,
          radiusMiles: policy.threshold,
          allClearMinutes: policy.all_clear_minutes,
        }));
      if (here.length > 0) byPlace.set(place.id, here);
    }
  }
  return (row) => {
    const { radius1, radius2, radius3, radius4, all_clear_minutes: allClearMinutes } = row;
    const here =
      row.organization_location_id === null ? undefined : byPlace.get(row.organization_location_id);
    return lockLightning({ radius1, radius2, radius3, radius4, allClearMinutes }, here ?? []);
  };
}
