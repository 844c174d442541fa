import type { RollCallGroup, Shelter } from '@allclear/contract';
import { useQuery } from '@tanstack/react-query';
import { locationKeys } from '../../../api/query-keys/locations.ts';
import { routes } from '../../../api/routes.ts';
import { useChange } from '../../../api/use-route.ts';
import { useApi } from '../../../services.ts';

/** The shelters of a place, in their order. */
export function useShelters(organizationLocationId: string) {
  const api = useApi();
  return useQuery({
    queryKey: locationKeys.shelters.of(organizationLocationId),
    queryFn: ({ signal }) => api.call(routes.listShelters, { params: { organizationLocationId }, signal }),
  });
}

/** The groups that a place expects in its roll-calls, for wardens. */
export function useGroups(organizationLocationId: string, enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: locationKeys.rollCallGroups.of(organizationLocationId),
    queryFn: ({ signal }) =>
      api.call(routes.listRollCallGroups, { params: { organizationLocationId }, signal }),
    enabled,
    refetchOnMount: 'always',
  });
}

export type ShelterFields = Pick<Shelter, 'name' | 'capacity' | 'minutesToReach' | 'directions' | 'position'>;

/** Adds a shelter, or changes the edited one unless somebody else changed it since `revision`. */
export const useSaveShelter = (organizationLocationId: string) =>
  useChange(
    (
      api,
      {
        edited,
        revision,
        fields,
      }: { edited: Shelter | null; revision: number | undefined; fields: ShelterFields },
    ) =>
      edited
        ? api.call(routes.changeShelter, {
            params: { id: edited.id },
            body: { ...fields, ...(revision === undefined ? {} : { revision }) },
          })
        : api.call(routes.addShelter, {
            params: { organizationLocationId },
            body: { ...fields },
            once: true,
          }),
    locationKeys.shelters.of(organizationLocationId),
  );

const ofRecord = ({ id, revision }: Pick<Shelter, 'id' | 'revision'>) => ({
  params: { id },
  body: { revision },
});

export const useRemoveShelter = (organizationLocationId: string) =>
  useChange(
    (api, shelter: Shelter) => api.call(routes.removeShelter, ofRecord(shelter)),
    locationKeys.shelters.of(organizationLocationId),
  );

/** Says whether a shelter is open now. */
export const useOpenShelter = (organizationLocationId: string) =>
  useChange(
    (api, { shelter: { id, revision }, isOpen }: { shelter: Shelter; isOpen: boolean }) =>
      api.call(routes.openShelter, { params: { id }, body: { isOpen, revision } }),
    locationKeys.shelters.of(organizationLocationId),
  );

export const useReplaceCode = (organizationLocationId: string) =>
  useChange(
    (api, shelter: Shelter) => api.call(routes.replaceShelterCode, ofRecord(shelter)),
    locationKeys.shelters.of(organizationLocationId),
  );

export type GroupFields = Pick<RollCallGroup, 'name' | 'expected'>;

/** Adds a group to those of the place, or changes the edited one unless somebody else changed it. */
export const useSaveGroup = (organizationLocationId: string) =>
  useChange(
    (
      api,
      {
        edited,
        revision,
        fields,
      }: { edited: RollCallGroup | null; revision: number | undefined; fields: GroupFields },
    ) =>
      edited
        ? api.call(routes.changeRollCallGroup, {
            params: { id: edited.id },
            body: { ...fields, ...(revision === undefined ? {} : { revision }) },
          })
        : api.call(routes.addRollCallGroup, {
            params: { organizationLocationId },
            body: { ...fields },
            once: true,
          }),
    locationKeys.rollCallGroups.of(organizationLocationId),
  );

export const useRemoveGroup = (organizationLocationId: string) =>
  useChange(
    (api, { id, revision }: RollCallGroup) =>
      api.call(routes.removeRollCallGroup, { params: { id }, body: { revision } }),
    locationKeys.rollCallGroups.of(organizationLocationId),
  );
