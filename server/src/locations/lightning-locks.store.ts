import {
  type LightningPolicy,
  type LockedLightning,
  lockLightning,
  policyWatches,
  type ZoneNumber,
} from '@allclear/domain';
import type { Database } from '../platform/database/database.ts';
import { listPolicies, listPolicyPlaces } from '../policies/index.ts';
import type { StoredLocation } from './store.ts';

type Lockable = Pick<
  StoredLocation,
  'organizationLocationId' | 'radius1' | 'radius2' | 'radius3' | 'radius4' | 'allClearMinutes'
>;

/**
 * The radii and the timer of a location under the lightning policies of its organization; those of a location
 * that is not tied to an organization location are as saved.
 */
export type LightningLocks = (location: Lockable) => LockedLightning;

/** The lightning policies of one organization, or of all of them (null), as locks for locations. */
export async function lightningLocks(db: Database, organizationId: string | null): Promise<LightningLocks> {
  const policies = (await listPolicies(db, organizationId)).filter((policy) =>
    /^LR[1-4]$/.test(policy.typeShortName),
  );
  const byPlace = new Map<string, LightningPolicy[]>();
  if (policies.length > 0) {
    for (const place of await listPolicyPlaces(db, organizationId)) {
      const here = policies
        .filter(
          (policy) =>
            policy.organizationId === place.organizationId &&
            policyWatches({ allGroups: policy.allGroups, groupIds: policy.groupIds }, place),
        )
        .map((policy) => ({
          zone: Number(policy.typeShortName.slice(2)) as ZoneNumber,
          radiusMiles: policy.threshold,
          allClearMinutes: policy.allClearMinutes,
          lifeSafety: policy.lifeSafety,
        }));
      if (here.length > 0) byPlace.set(place.id, here);
    }
  }
  return ({ organizationLocationId, radius1, radius2, radius3, radius4, allClearMinutes }) => {
    const here = organizationLocationId === null ? undefined : byPlace.get(organizationLocationId);
    return lockLightning({ radius1, radius2, radius3, radius4, allClearMinutes }, here ?? []);
  };
}
