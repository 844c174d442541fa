import { type ZoneNumber, zonesOutOfOrder } from '@allclear/domain';
import type { Database } from '../platform/database/database.ts';
import { invalid } from '../platform/http/errors.ts';
import { policyDisplayName, typeOf, watches } from './present-policy.ts';
import { listPolicies, listPolicyPlaces, type StoredPolicy } from './store.ts';

function zoneOf(policy: StoredPolicy): ZoneNumber {
  return Number(policy.typeShortName.slice(2)) as ZoneNumber;
}

/**
 * Throws field errors unless a lightning zone is larger than the zones inside it at every place that they
 * share: a larger zone inside it would leave it nothing to warn of. To be called in the transaction that saves
 * the policy, under the lock of its organization.
 */
export async function checkZones(transaction: Database, saved: StoredPolicy): Promise<void> {
  const { organizationId } = saved;
  if (typeOf(saved).evidence !== 'lightning') return;
  const others = (await listPolicies(transaction, organizationId)).filter(
    (policy) => policy.id !== saved.id && typeOf(policy).evidence === 'lightning',
  );
  for (const place of await listPolicyPlaces(transaction, organizationId)) {
    if (!watches(saved, place)) continue;
    const here = others.filter((policy) => watches(policy, place));
    const asZones = [saved, ...here].map((policy) => ({
      zone: zoneOf(policy),
      radiusMiles: policy.threshold,
      allClearMinutes: policy.allClearMinutes,
    }));
    if (zonesOutOfOrder(asZones).length === 0) continue;
    const clash = here.find(
      (policy) => zoneOf(policy) < zoneOf(saved) === policy.threshold >= saved.threshold,
    );
    const other = clash ? `${policyDisplayName(clash)} (${clash.threshold} mi)` : 'another zone';
    throw invalid({
      Threshold: [
        `Each lightning zone must be larger than those inside it: compare ${other} at ${place.name}`,
      ],
    });
  }
}
