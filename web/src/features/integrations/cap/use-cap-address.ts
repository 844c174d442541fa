import type { ApiClient } from '../../../api/client.ts';
import { integrationKeys } from '../../../api/query-keys/integrations.ts';
import { routes } from '../../../api/routes.ts';
import { useChange, useRouteQuery } from '../../../api/use-route.ts';

export const useCapAddress = () =>
  useRouteQuery(routes.getCapAddress, integrationKeys.capAddress.all, { refetchOnMount: 'always' });

export function useCapAddressChange<Answer>(
  call: (api: ApiClient, input: undefined) => Promise<Answer>,
  onSuccess: (answer: Answer) => void,
) {
  return useChange(call, integrationKeys.capAddress.all, onSuccess);
}
