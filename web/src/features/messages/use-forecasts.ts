import type { ProactiveForecast } from '@allclear/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { pollEveryMs } from '../../api/polling.ts';
import { locationKeys } from '../../api/query-keys/locations.ts';
import { messageKeys } from '../../api/query-keys/messages.ts';
import { routes } from '../../api/routes.ts';
import { useApi } from '../../services.ts';
import type { bodyOf } from './forecast-fields.ts';

/** Everything that was written for the organisation, newest first, what has expired too. */
export function useForecasts() {
  const api = useApi();
  return useQuery({
    queryKey: messageKeys.forecasts.of('of-the-organization'),
    queryFn: ({ signal }) => api.call(routes.listForecasts, { signal }),
    refetchInterval: pollEveryMs('warnings', 1),
  });
}

/** The organisation's locations, which forecasts may be for. */
export function useOrganizationPlaces() {
  const api = useApi();
  return useQuery({
    queryKey: locationKeys.organizationLocations.all,
    queryFn: ({ signal }) => api.call(routes.listOrganizationLocations, { signal }),
    staleTime: 60_000,
  });
}

/** Writes a forecast, or adds a message to one. */
export function useSendForecast() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ReturnType<typeof bodyOf>): Promise<ProactiveForecast> =>
      api.call(routes.addForecast, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: messageKeys.forecasts.all }),
  });
}

/** Ends a forecast now. One that is gone counts as a failure, and the list is asked for again in any case. */
export function useExpireForecast() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call(routes.expireForecast, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: messageKeys.forecasts.all }),
  });
}
