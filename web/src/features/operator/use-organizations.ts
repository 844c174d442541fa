import type { ManagedOrganizationDetail } from '@allclear/contract';
import { useQuery } from '@tanstack/react-query';
import { organizationKeys } from '../../api/query-keys/organizations.ts';
import { routes } from '../../api/routes.ts';
import { useChange, useRouteQuery } from '../../api/use-route.ts';
import { useApi } from '../../services.ts';
import { prepareImpersonation } from '../../session/impersonation.ts';
import { operatorPath } from '../../session/paths.ts';
import type { OrganizationBody } from './organization-fields.ts';

/** All organizations, for an operator. */
export const useManagedOrganizations = () =>
  useRouteQuery(routes.listOrganizations, organizationKeys.managed.of('all'), { staleTime: 10_000 });

/** One organization with its people. */
export function useManagedOrganization(id: string) {
  const api = useApi();
  return useQuery<ManagedOrganizationDetail>({
    queryKey: organizationKeys.managed.of(id),
    queryFn: ({ signal }) => api.call(routes.getManagedOrganization, { params: { id }, signal }),
    staleTime: 10_000,
  });
}

/** Adds an organization, or changes the one of an id. */
export const useSaveOrganization = () =>
  useChange(
    (
      api,
      { id, revision, body }: { id: string | null; revision: number | undefined; body: OrganizationBody },
    ) =>
      id === null
        ? api.call(routes.addOrganization, { body: body.added })
        : api.call(routes.updateOrganization, { body: { id, revision, ...body.changed } }),
    organizationKeys.managed.all,
  );

export const useEraseOrganization = () =>
  useChange(
    (api, body: { id: string; name: string }) => api.call(routes.eraseOrganization, { body }),
    organizationKeys.managed.all,
  );

/** Asks for a code, and opens the page that exchanges it. */
export function useStartImpersonation(organizationId: string) {
  return useChange(async (api, { userId, reason }: { userId: string; reason: string }) => {
    const returnTo = `${operatorPath}?organization=${organizationId}`;
    const codeChallenge = await prepareImpersonation(sessionStorage, returnTo);
    const { code } = await api.call(routes.startImpersonation, { body: { userId, reason, codeChallenge } });
    window.location.assign(`/impersonation?${new URLSearchParams({ code })}`);
  }, organizationKeys.managed.of(organizationId));
}
