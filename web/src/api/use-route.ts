import type { DataOf, Route } from '@allclear/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../services.ts';
import type { ApiClient } from './client.ts';
import type { QueryKey } from './query-keys/index.ts';
import type { WireRoute } from './routes.ts';

interface RouteQueryOptions {
  /** How long an answer counts as fresh. */
  staleTime?: number;
  refetchInterval?: number | (() => number);
  refetchOnMount?: 'always';
  refetchOnWindowFocus?: boolean;
  /** False: nothing is requested. */
  enabled?: boolean;
}

/** The data of a route without parameters, cached under a query key. */
export function useRouteQuery<R extends Route>(
  route: WireRoute<R>,
  queryKey: QueryKey,
  options: RouteQueryOptions = {},
) {
  const api = useApi();
  return useQuery<DataOf<R>>({ ...options, queryKey, queryFn: ({ signal }) => api.call(route, { signal }) });
}

/**
 * A call that changes something on the server. Afterwards, even if it failed, the queries under `renews` are
 * requested again.
 */
export function useChange<Input, Answer>(
  call: (api: ApiClient, input: Input) => Promise<Answer>,
  renews: QueryKey,
  onSuccess?: (answer: Answer, input: Input) => void,
) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => call(api, input),
    onSuccess: (answer, input) => onSuccess?.(answer, input),
    onSettled: () => client.invalidateQueries({ queryKey: renews }),
  });
}
