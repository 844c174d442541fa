import type { LightningPolicy } from '@allclear/domain';
import { useQuery } from '@tanstack/react-query';
import { policyKeys } from '../../api/query-keys/policies.ts';
import { routes } from '../../api/routes.ts';
import { useApi } from '../../services.ts';
import { lightningPoliciesOf } from './location-locks.ts';

const none: readonly LightningPolicy[] = [];

/**
 * The lightning policies at a place of the organization; none without a place, and while they are unknown:
 * the values that the server sets do not depend on the form. Renewed whenever policies change.
 */
export function useLocationPolicies(organizationLocationId: string | null): readonly LightningPolicy[] {
  const api = useApi();
  const triggers = useQuery({
    queryKey: policyKeys.policies.of('triggers', organizationLocationId),
    queryFn: ({ signal }) =>
      api.call(routes.listLocationTriggers, { params: { id: organizationLocationId ?? '' }, signal }),
    enabled: organizationLocationId !== null,
    staleTime: 60_000,
    select: lightningPoliciesOf,
  });
  return (organizationLocationId !== null && triggers.data) || none;
}
