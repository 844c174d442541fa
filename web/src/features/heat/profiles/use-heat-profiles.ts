import type { WorkRestChoices, WorkRestForm, WorkRestProfile } from '@allclear/contract';
import { useQueryClient } from '@tanstack/react-query';
import { heatKeys } from '../../../api/query-keys/heat.ts';
import { routes } from '../../../api/routes.ts';
import { useChange, useRouteQuery } from '../../../api/use-route.ts';

const profilesKey = heatKeys.profiles.of('profiles');
const choicesKey = heatKeys.profiles.of('choices');
const staleTime = 60_000;

/** The published profiles and the organization's own, the risk scales, and which profile applies where. */
export function useHeatProfiles() {
  return {
    profiles: useRouteQuery(routes.listWorkRestProfiles, profilesKey, { staleTime }),
    risks: useRouteQuery(routes.listRiskProfiles, heatKeys.profiles.of('risks'), { staleTime }),
    choices: useRouteQuery(routes.listWorkRestChoices, choicesKey, { staleTime }),
  };
}

interface Choice {
  organizationLocationId: string | null;
  profileId: string | null;
  revision: number | undefined;
}

/** Chooses a profile for a place, or for the organization, unless somebody else chose since `revision`. */
export function useSaveChoice() {
  const client = useQueryClient();
  return useChange(
    (api, body: Choice) => api.call(routes.saveWorkRestChoice, { body: { ...body } }),
    choicesKey,
    ({ choices }) => void client.setQueryData<WorkRestChoices>(choicesKey, choices),
  );
}

/** Adds a profile, or replaces the edited one if nobody else changed it meanwhile. */
export const useSaveProfile = (edited: WorkRestProfile | null) =>
  useChange(
    (api, form: WorkRestForm) =>
      edited
        ? api.call(routes.updateWorkRestProfile, {
            body: { id: edited.id, revision: edited.revision, ...form },
          })
        : api.call(routes.addWorkRestProfile, { body: form, once: true }),
    profilesKey,
  );

export const useDeleteProfile = () =>
  useChange((api, id: string) => api.call(routes.deleteWorkRestProfile, { params: { id } }), profilesKey);
