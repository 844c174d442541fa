import { ApiFailure } from '../../api/failure.ts';
import { organizationKeys } from '../../api/query-keys/organizations.ts';
import { routes } from '../../api/routes.ts';
import { useChange, useRouteQuery } from '../../api/use-route.ts';

/** The own account of an operator. */
export const useOperatorProfile = () =>
  useRouteQuery(routes.getOperatorProfile, organizationKeys.operatorProfile.all, {
    refetchOnMount: 'always',
  });

export const useSaveOperatorProfile = () =>
  useChange(
    (api, body: { firstName: string; lastName: string; revision: number }) =>
      api.call(routes.saveOperatorProfile, { body }),
    organizationKeys.operatorProfile.all,
  );

/** Whether somebody who is no operator asked. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiFailure && error.status === 403;
}
