import type { SsoConfiguration } from '@allclear/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '../../api/client.ts';
import { peopleKeys } from '../../api/query-keys/people.ts';
import { routes } from '../../api/routes.ts';
import { useRouteQuery } from '../../api/use-route.ts';
import { useApi } from '../../services.ts';

/** The organization's single sign-on. */
export function useSso(customerId: string) {
  const api = useApi();
  return useQuery({
    queryKey: peopleKeys.sso.all,
    refetchOnMount: 'always',
    queryFn: ({ signal }) => api.call(routes.getSso, { params: { customerId }, signal }),
  });
}

/** The groups that new people may come into. */
export const useSsoGroups = () =>
  useRouteQuery(routes.listGroups, peopleKeys.groups.all, { staleTime: 60_000 });

/** A change whose answer is the configuration as it is now. */
export function useSsoChange<Input>(
  call: (api: ApiClient, input: Input) => Promise<SsoConfiguration>,
  onSuccess?: (answer: SsoConfiguration) => void,
) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => call(api, input),
    onSuccess: (answer) => {
      client.setQueryData(peopleKeys.sso.all, answer);
      onSuccess?.(answer);
    },
  });
}
