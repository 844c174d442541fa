import type { WebhookDelivery } from '@allclear/contract';
import { useQuery } from '@tanstack/react-query';
import type { ApiClient } from '../../../api/client.ts';
import { integrationKeys } from '../../../api/query-keys/integrations.ts';
import { locationKeys } from '../../../api/query-keys/locations.ts';
import { routes } from '../../../api/routes.ts';
import { useChange, useRouteQuery } from '../../../api/use-route.ts';
import { useApi } from '../../../services.ts';

const logEveryMs = 3_000;

export const useWebhooks = () =>
  useRouteQuery(routes.listWebhooks, integrationKeys.webhooks.all, { refetchOnMount: 'always' });

export const useWebhookPlaces = () =>
  useRouteQuery(routes.listOrganizationLocations, locationKeys.organizationLocations.all, {
    staleTime: 60_000,
  });

/** The log of a webhook, renewed while it is open. */
export function useWebhookLog(id: string) {
  const api = useApi();
  return useQuery<WebhookDelivery[]>({
    queryKey: integrationKeys.webhookLog.of(id),
    refetchInterval: logEveryMs,
    refetchOnMount: 'always',
    queryFn: ({ signal }) => api.call(routes.listWebhookLog, { params: { id }, signal }),
  });
}

export function useWebhookChange<Input, Answer>(
  call: (api: ApiClient, input: Input) => Promise<Answer>,
  onSuccess?: (answer: Answer) => void,
) {
  return useChange(call, integrationKeys.webhooks.all, onSuccess);
}

/** A change that the log shows. */
export function useLogChange<Input, Answer>(
  call: (api: ApiClient, input: Input) => Promise<Answer>,
  onSuccess?: (answer: Answer) => void,
) {
  return useChange(call, integrationKeys.webhookLog.all, onSuccess);
}
