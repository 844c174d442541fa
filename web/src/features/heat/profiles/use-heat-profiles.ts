import type { WorkRestChoices, WorkRestForm, WorkRestProfile } from '@allclear/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { heatKeys } from '../../../api/query-keys/heat.ts';
import { routes } from '../../../api/routes.ts';
import { useApi } from '../../../services.ts';

const profilesKey = heatKeys.profiles.of('profiles');
const choicesKey = heatKeys.profiles.of('choices');

/** The published profiles and the organisation's own, the scales of risk, and which profile holds where. */
export function useHeatProfiles() {
  const api = useApi();
  return {
    profiles: useQuery({
      queryKey: profilesKey,
      queryFn: ({ signal }) => api.call(routes.listWorkRestProfiles, { signal }),
      staleTime: 60_000,
    }),
    risks: useQuery({
      queryKey: heatKeys.profiles.of('risks'),
      queryFn: ({ signal }) => api.call(routes.listRiskProfiles, { signal }),
      staleTime: 60_000,
    }),
    choices: useQuery({
      queryKey: choicesKey,
      queryFn: ({ signal }) => api.call(routes.listWorkRestChoices, { signal }),
      staleTime: 60_000,
    }),
  };
}

/** Chooses a profile for a place, or for the organization, unless somebody else chose since `revision`. */
export function useSaveChoice() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: {
      organizationLocationId: string | null;
      profileId: string | null;
      revision: number | undefined;
    }) => api.call(routes.saveWorkRestChoice, { body }),
    onSuccess: ({ choices }) => client.setQueryData<WorkRestChoices>(choicesKey, choices),
    onSettled: () => client.invalidateQueries({ queryKey: choicesKey }),
  });
}

/** Adds a profile, or replaces what the edited one says if nobody else changed it meanwhile. */
export function useSaveProfile(edited: WorkRestProfile | null) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (form: WorkRestForm) =>
      edited
        ? api.call(routes.updateWorkRestProfile, {
            body: { id: edited.id, revision: edited.revision, ...form },
          })
        : api.call(routes.addWorkRestProfile, { body: form }),
    onSettled: () => client.invalidateQueries({ queryKey: profilesKey }),
  });
}

export function useDeleteProfile() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call(routes.deleteWorkRestProfile, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: profilesKey }),
  });
}
