import type { FactorRoles, OrganizationSettings } from '@allclear/contract';
import { useQueryClient } from '@tanstack/react-query';
import { organizationKeys } from '../../../api/query-keys/organizations.ts';
import { peopleKeys } from '../../../api/query-keys/people.ts';
import { routes } from '../../../api/routes.ts';
import { useChange, useRouteQuery } from '../../../api/use-route.ts';

/** What Admins set for the organization. */
export const useOrganizationSettings = () =>
  useRouteQuery(routes.getOrganizationSettings, organizationKeys.settings.all, { refetchOnMount: 'always' });

/** Sends the fields that differ from what the form began from, with the newest revision that it has shown. */
export function useSaveOrganizationSettings() {
  const client = useQueryClient();
  return useChange(
    (api, change: Partial<OrganizationSettings>) =>
      api.call(routes.saveOrganizationSettings, { body: change }),
    organizationKeys.settings.all,
    () => void client.invalidateQueries({ queryKey: organizationKeys.organization.all }),
  );
}

/** The roles of which a second step is required at sign-in. */
export const useFactorRoles = () =>
  useRouteQuery(routes.getFactorRoles, peopleKeys.factorRoles.all, { refetchOnMount: 'always' });

export const useSaveFactorRoles = () =>
  useChange(
    (api, { roles, revision }: Pick<FactorRoles, 'roles' | 'revision'>) =>
      api.call(routes.saveFactorRoles, { body: { roles, revision } }),
    peopleKeys.factorRoles.all,
  );

/** Which operators acted as whom here. */
export const useImpersonations = () =>
  useRouteQuery(routes.listImpersonations, organizationKeys.impersonations.all, { refetchOnMount: 'always' });
