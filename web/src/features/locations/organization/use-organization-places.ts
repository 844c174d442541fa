import type { OrganizationLocation } from '@allclear/contract';
import { useQuery } from '@tanstack/react-query';
import { locationKeys } from '../../../api/query-keys/locations.ts';
import { routes } from '../../../api/routes.ts';
import { useChange } from '../../../api/use-route.ts';
import { useApi } from '../../../services.ts';
import type { PlaceFields } from './place-fields.ts';

/** Adds a location of the organization, or changes what differs from the edited one. */
export const useSavePlace = () =>
  useChange(
    (
      api,
      {
        edited,
        revision,
        fields,
      }: { edited: OrganizationLocation | null; revision: number | undefined; fields: PlaceFields },
    ) => {
      if (!edited) return api.call(routes.addOrganizationLocation, { body: { ...fields }, once: true });
      const changes = Object.fromEntries(
        Object.entries(fields).filter(([name, value]) => edited[name as keyof PlaceFields] !== value),
      );
      return api.call(routes.updateOrganizationLocation, { body: { ...changes, id: edited.id, revision } });
    },
    locationKeys.organizationLocations.all,
  );

export const useDeletePlace = () =>
  useChange(
    (api, id: string) => api.call(routes.deleteOrganizationLocation, { params: { id } }),
    locationKeys.organizationLocations.all,
  );

/** What refers to a location, counted anew for each question. */
export function usePlaceUses(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: locationKeys.placeUses.of(id),
    queryFn: ({ signal }) => api.call(routes.getOrganizationLocationUses, { params: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
}
