import type { Policy, PolicyForm } from '@allclear/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { locationKeys } from '../../api/query-keys/locations.ts';
import { peopleKeys } from '../../api/query-keys/people.ts';
import { policyKeys } from '../../api/query-keys/policies.ts';
import { routes } from '../../api/routes.ts';
import { useRouteQuery } from '../../api/use-route.ts';
import { useApi } from '../../services.ts';
import { changesOf } from './policy-fields.ts';

/** The organization's policies. */
export const usePolicies = () =>
  useRouteQuery(routes.listPolicies, policyKeys.policies.all, { staleTime: 60_000 });

/** The catalog of policy types. */
export const usePolicyTypes = () =>
  useRouteQuery(routes.listPolicyTypes, policyKeys.types.all, { staleTime: 300_000 });

/** The user groups that a policy may be for. */
export const useGroups = () => useRouteQuery(routes.listGroups, peopleKeys.groups.all, { staleTime: 60_000 });

/**
 * Adds a policy, or changes the fields of the edited one that differ. `revision` is the newest one that the form
 * has shown: when somebody else changed the policy since, the save is refused.
 */
export function useSavePolicy(edited: Policy | null, revision: number | undefined) {
  const api = useApi();
  const client = useQueryClient();
  const renewed = useListUpdate();
  return useMutation({
    mutationFn: (form: PolicyForm) =>
      edited
        ? api.call(routes.updatePolicy, {
            body: { id: edited.id, revision, ...changesOf(edited, form) },
          })
        : api.call(routes.addPolicy, { body: { ...form }, once: true }),
    onSuccess: ({ policy }) => renewed((list) => [...list.filter(({ id }) => id !== policy.id), policy]),
    // Another editor may be why it was refused: the form then shows the policy as it is now.
    onError: () => void client.invalidateQueries({ queryKey: policyKeys.policies.all }),
  });
}

export function useDeletePolicy() {
  const api = useApi();
  const renewed = useListUpdate();
  return useMutation({
    mutationFn: (id: string) => api.call(routes.deletePolicy, { params: { id } }),
    onSuccess: (_, id) => renewed((list) => list.filter((policy) => policy.id !== id)),
  });
}

/** Requests the warnings that the entered policy would have caused over a period; nothing is saved. */
export function useBacktest() {
  const api = useApi();
  return useMutation({
    mutationFn: ({ form, from, to }: { form: PolicyForm; from: number; to: number }) =>
      api.call(routes.tryPolicy, {
        body: { ...form, from: new Date(from).toISOString(), to: new Date(to).toISOString() },
      }),
  });
}

/**
 * Shows a change at once, then renews the affected queries: the list, and the locations that lightning
 * policies lock.
 */
function useListUpdate() {
  const client = useQueryClient();
  return (change: (list: Policy[]) => Policy[]) => {
    client.setQueryData<Policy[]>(policyKeys.policies.all, (list) => list && change(list));
    void client.invalidateQueries({ queryKey: policyKeys.policies.all });
    void client.invalidateQueries({ queryKey: locationKeys.locations.all });
  };
}
