import { useQuery } from '@tanstack/react-query';
import { organizationKeys } from '../../api/query-keys/organizations.ts';
import { peopleKeys } from '../../api/query-keys/people.ts';
import { routes } from '../../api/routes.ts';
import { useApi } from '../../services.ts';

/** The signed-in user. */
export function useCurrentUser() {
  const api = useApi();
  return useQuery({
    queryKey: peopleKeys.currentUser.all,
    queryFn: ({ signal }) => api.call(routes.getCurrentUser, { signal }),
    staleTime: 300_000,
  });
}

/** The user's organisation: its entitlements and whom to ask for help. */
export function useOrganization() {
  const api = useApi();
  return useQuery({
    queryKey: organizationKeys.organization.all,
    queryFn: ({ signal }) => api.call(routes.getOrganization, { signal }),
    staleTime: 300_000,
  });
}
