import { organizationKeys } from '../../api/query-keys/organizations.ts';
import { peopleKeys } from '../../api/query-keys/people.ts';
import { routes } from '../../api/routes.ts';
import { useRouteQuery } from '../../api/use-route.ts';

/** Accounts and organizations rarely change. */
const staleTime = 300_000;

/** The signed-in user. */
export const useCurrentUser = () =>
  useRouteQuery(routes.getCurrentUser, peopleKeys.currentUser.all, { staleTime });

/** The user's organization: its entitlements and its support contact. */
export const useOrganization = () =>
  useRouteQuery(routes.getOrganization, organizationKeys.organization.all, { staleTime });
