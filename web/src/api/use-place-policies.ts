import type { PolicyTrigger } from '@allclear/contract';
import { policyKeys } from './query-keys/policies.ts';
import { useQueryStateList } from './query-state.ts';
import { routes } from './routes.ts';

const none: readonly PolicyTrigger[] = [];

/**
 * The policies that watch a place of the organization, for tiles and charts: none for a location without a
 * place, undefined while loading, null when unknown. Renewed whenever policies change.
 */
export function usePlacePolicies(
  organizationLocationId: string | null,
  speed: number,
): readonly PolicyTrigger[] | null | undefined {
  const state = useQueryStateList({
    queryKey: policyKeys.policies.of('watching', organizationLocationId),
    load: (api, signal) =>
      api.call(routes.listLocationTriggers, { params: { id: organizationLocationId ?? '' }, signal }),
    polled: 'profiles',
    speed,
    enabled: organizationLocationId !== null,
  });
  if (organizationLocationId === null) return none;
  return state === undefined ? undefined : state.value;
}
