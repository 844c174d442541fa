import { useQuery } from '@tanstack/react-query';
import { routes } from '../../api/routes.ts';
import { useApi } from '../../services.ts';

/** The signed-in user. */
export function useCurrentUser() {
  const api = useApi();
  return useQuery({
    queryKey: ['user'],
    queryFn: ({ signal }) => api.call(routes.getCurrentUser, { signal }),
    staleTime: 300_000,
  });
}

/** The user's organisation: its entitlements and whom to ask for help. */
export function useOrganization() {
  const api = useApi();
  return useQuery({
    queryKey: ['customer'],
    queryFn: ({ signal }) => api.call(routes.getOrganization, { signal }),
    staleTime: 300_000,
  });
}
