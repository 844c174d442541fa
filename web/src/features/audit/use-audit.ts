import type { AuditEntryRow } from '@allclear/contract';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ApiClient } from '../../api/client.ts';
import { auditKeys } from '../../api/query-keys/audit.ts';
import { locationKeys } from '../../api/query-keys/locations.ts';
import { peopleKeys } from '../../api/query-keys/people.ts';
import { policyKeys } from '../../api/query-keys/policies.ts';
import { routes } from '../../api/routes.ts';
import { useRouteQuery } from '../../api/use-route.ts';
import { useApi } from '../../services.ts';
import { type AuditFilter, queryOf } from './audit-filter.ts';

/** Entries of a part of the list. */
const partSize = 50;
const checkEveryMs = 60_000;

/** The entries of a filter, newest first, a part at a time. */
export function useAuditEntries(filter: AuditFilter) {
  const api = useApi();
  const query = queryOf(filter);
  return useInfiniteQuery({
    queryKey: auditKeys.entries.of(query),
    queryFn: ({ pageParam, signal }) =>
      api.call(routes.listAudit, {
        query: { ...query, limit: partSize, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Whether the chain verifies. */
export const useAuditCheck = () =>
  useRouteQuery(routes.checkAudit, auditKeys.check.all, { refetchInterval: checkEveryMs, staleTime: 0 });

/** The changes of a record from one on, newest first; some before it may be among them. */
export async function historySince(
  api: ApiClient,
  recordId: string,
  sequence: number,
  signal: AbortSignal,
): Promise<AuditEntryRow[]> {
  const entries: AuditEntryRow[] = [];
  let cursor: string | null = null;
  do {
    const part: { entries: AuditEntryRow[]; nextCursor: string | null } = await api.call(routes.listAudit, {
      query: { recordId, limit: 200, ...(cursor !== null && { cursor }) },
      signal,
    });
    entries.push(...part.entries);
    cursor = part.nextCursor;
  } while (cursor !== null && (entries.at(-1)?.sequence ?? 0) > sequence);
  return entries;
}

/** Names of people, groups, places and policies by their ids, as far as they are known now. */
export function useNames(): ReadonlyMap<string, string> {
  const options = { staleTime: 60_000 };
  const users = useRouteQuery(routes.listUsers, peopleKeys.users.of('accounts'), options);
  const notified = useRouteQuery(routes.listNotificationUsers, peopleKeys.users.of('notified'), options);
  const groups = useRouteQuery(routes.listGroups, peopleKeys.groups.all, options);
  const policies = useRouteQuery(routes.listPolicies, policyKeys.policies.all, options);
  const places = useRouteQuery(
    routes.listOrganizationLocations,
    locationKeys.organizationLocations.all,
    options,
  );
  return useMemo(
    () =>
      new Map(
        [
          ...[...(users.data ?? []), ...(notified.data ?? [])].map(
            ({ id, fullName }) => [id, fullName] as const,
          ),
          ...[...(groups.data ?? []), ...(places.data ?? [])].map(({ id, name }) => [id, name] as const),
          ...(policies.data ?? []).map(({ id, displayName }) => [id, displayName] as const),
        ].filter(([, name]) => name !== ''),
      ),
    [users.data, notified.data, groups.data, places.data, policies.data],
  );
}

/** Those who sign in and those who only receive notifications, for the choice of a person. */
export function usePeople() {
  return useRouteQuery(routes.listUsers, peopleKeys.users.of('accounts'), { staleTime: 60_000 });
}
