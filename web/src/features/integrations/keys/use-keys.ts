import type { ApiClient } from '../../../api/client.ts';
import { integrationKeys } from '../../../api/query-keys/integrations.ts';
import { locationKeys } from '../../../api/query-keys/locations.ts';
import { routes } from '../../../api/routes.ts';
import { useChange, useRouteQuery } from '../../../api/use-route.ts';

export const useKeys = () =>
  useRouteQuery(routes.listApiKeys, integrationKeys.apiKeys.all, { refetchOnMount: 'always' });

/** Own locations and those of the organization: the places that a key can be limited to. */
export function useKeyPlaces() {
  const locations = useRouteQuery(routes.listLocations, locationKeys.locations.all, { staleTime: 60_000 });
  const organizationLocations = useRouteQuery(
    routes.listOrganizationLocations,
    locationKeys.organizationLocations.all,
    { staleTime: 60_000 },
  );
  return { locations, organizationLocations };
}

export function useKeyChange<Input, Answer>(
  call: (api: ApiClient, input: Input) => Promise<Answer>,
  onSuccess?: (answer: Answer) => void,
) {
  return useChange(call, integrationKeys.apiKeys.all, onSuccess);
}
