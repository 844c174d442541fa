import type { Location } from '@allclear/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { pollEveryMs } from '../../api/polling.ts';
import { alertKeys } from '../../api/query-keys/alerts.ts';
import { conditionKeys } from '../../api/query-keys/conditions.ts';
import { locationKeys } from '../../api/query-keys/locations.ts';
import { messageKeys } from '../../api/query-keys/messages.ts';
import { routes } from '../../api/routes.ts';
import { useRouteQuery } from '../../api/use-route.ts';
import { useApi } from '../../services.ts';
import type { LocationFields } from './location-fields.ts';

/** The signed-in user's locations. */
export const useLocations = () =>
  useRouteQuery(routes.listLocations, locationKeys.locations.all, {
    refetchInterval: pollEveryMs('locations', 1),
    staleTime: 60_000,
  });

/** The organization's locations, for the picker of the form. */
export const useOrganizationLocations = (enabled: boolean) =>
  useRouteQuery(routes.listOrganizationLocations, locationKeys.organizationLocations.all, {
    enabled,
    staleTime: 60_000,
  });

/**
 * Adds a location, or changes the edited one unless it was changed elsewhere meanwhile; then renews the
 * lists.
 */
export function useSaveLocation(edited: Location | null) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (fields: LocationFields) =>
      edited
        ? api.call(routes.updateLocation, {
            body: { id: edited.id, revision: edited.revision, ...changesOf(edited, fields) },
          })
        : api.call(routes.addLocation, { body: { ...fields }, headers: { ReturnLocation: '' }, once: true }),
    onSuccess: (written) => {
      void client.invalidateQueries({ queryKey: conditionKeys.observation.of(written.id) });
    },
    onSettled: () => void client.invalidateQueries({ queryKey: locationKeys.locations.all }),
  });
}

/** Only changed fields are sent, so that fields outside the form keep their values. */
export function changesOf(edited: Location, fields: LocationFields): Partial<LocationFields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => edited[name as keyof LocationFields] !== value),
  );
}

export function useDeleteLocation() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call(routes.deleteLocation, { params: { id } }),
    onSuccess: (_, id) => {
      for (const kind of [conditionKeys.observation, alertKeys.advisories, messageKeys.forecasts])
        client.removeQueries({ queryKey: kind.of(id) });
      client.setQueryData<Location[]>(locationKeys.locations.all, (list) =>
        list?.filter((location) => location.id !== id),
      );
      void client.invalidateQueries({ queryKey: locationKeys.locations.all });
    },
  });
}
