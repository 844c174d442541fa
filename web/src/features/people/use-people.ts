import type { User } from '@allclear/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ApiClient } from '../../api/client.ts';
import { locationKeys } from '../../api/query-keys/locations.ts';
import { peopleKeys } from '../../api/query-keys/people.ts';
import { routes } from '../../api/routes.ts';
import { useChange, useRouteQuery } from '../../api/use-route.ts';
import { useApi } from '../../services.ts';

/** The organization's people, those who sign in and those who only receive notifications, by first name. */
export function useUsers() {
  const accounts = useRouteQuery(routes.listUsers, peopleKeys.users.of('accounts'), { staleTime: 60_000 });
  const notified = useRouteQuery(routes.listNotificationUsers, peopleKeys.users.of('notified'), {
    staleTime: 60_000,
  });
  const users = useMemo(
    () => accounts.data && notified.data && byFirstName([...accounts.data, ...notified.data]),
    [accounts.data, notified.data],
  );
  const queries = [accounts, notified];
  return {
    users,
    error: accounts.error ?? notified.error,
    isFetching: queries.some(({ isFetching }) => isFetching),
    retry() {
      for (const query of queries) if (query.isError) void query.refetch();
    },
  };
}

const readingOrder = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

function byFirstName(users: User[]): User[] {
  return users.sort(
    (a, b) => readingOrder.compare(a.firstName, b.firstName) || readingOrder.compare(a.lastName, b.lastName),
  );
}

/** The organization's user groups; an Assistant Admin sees the own one only. */
export const useGroups = () => useRouteQuery(routes.listGroups, peopleKeys.groups.all, { staleTime: 60_000 });

/** The organization's locations, for the choices of a user and of a group. */
export const useOrganizationLocations = () =>
  useRouteQuery(routes.listOrganizationLocations, locationKeys.organizationLocations.all, {
    staleTime: 60_000,
  });

/** A change of people; the lists of people and groups are requested again. */
export function usePeopleChange<Input, Answer>(call: (api: ApiClient, input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useChange(async (api, input: Input) => {
    try {
      return await call(api, input);
    } finally {
      void client.invalidateQueries({ queryKey: peopleKeys.groups.all });
    }
  }, peopleKeys.users.all);
}

/** Deletes somebody who signs in, or who only receives notifications. */
export const useDeleteUser = () =>
  usePeopleChange((api, { id, roleId }: Pick<User, 'id' | 'roleId'>) =>
    roleId === -1
      ? api.call(routes.deleteNotificationUser, { params: { id } })
      : api.call(routes.deleteUser, { params: { id } }),
  );

/** Sends the invitation once more; without mail the answer has its link. */
export function useResend() {
  const api = useApi();
  return useMutation({
    mutationFn: (id: string) => api.call(routes.sendActivationEmail, { query: { id } }),
  });
}
