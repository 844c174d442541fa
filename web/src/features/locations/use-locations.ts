import type { Location } from '@allclear/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { pollEveryMs } from '../../api/polling.ts';
import { routes } from '../../api/routes.ts';
import { useApi } from '../../services.ts';
import type { LocationFields } from './location-fields.ts';

export const locationsKey = ['locations'] as const;

/** The signed-in user's locations. */
export function useLocations() {
  const api = useApi();
  return useQuery({
    queryKey: locationsKey,
    queryFn: ({ signal }) => api.call(routes.listLocations, { signal }),
    refetchInterval: pollEveryMs('locations', 1),
    staleTime: 60_000,
  });
}

/** The organisation's locations, for the picker of the form. */
export function useOrganizationLocations(enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ['organization-locations'],
    queryFn: ({ signal }) => api.call(routes.listOrganizationLocations, { signal }),
    enabled,
    staleTime: 60_000,
  });
}

/** Adds a location, or changes the one that is edited; the lists follow. */
export function useSaveLocation(edited: Location | null) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (fields: LocationFields) =>
      edited
        ? api.call(routes.updateLocation, { body: { id: edited.id, ...changesOf(edited, fields) } })
        : api.call(routes.addLocation, { body: { ...fields }, headers: { ReturnLocation: '' } }),
    onSuccess: (written) => {
      void client.invalidateQueries({ queryKey: locationsKey });
      // A changed radius or timer is a different question: what was answered for the old one is not shown for
      // the new.
      void client.resetQueries({ queryKey: ['delay', written.id] });
      void client.invalidateQueries({ queryKey: ['observation', written.id] });
    },
  });
}

/** Only what differs is sent, so that fields the form does not show stay as they are. */
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
      for (const kind of ['delay', 'observation', 'violations', 'advisories', 'forecasts'])
        client.removeQueries({ queryKey: [kind, id] });
      client.setQueryData<Location[]>(locationsKey, (list) => list?.filter((location) => location.id !== id));
      void client.invalidateQueries({ queryKey: locationsKey });
    },
  });
}
