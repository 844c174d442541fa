import type {
  InformacastConnection,
  InformacastItem,
  ScenarioLaunch,
  ScenarioTrigger,
} from '@allclear/contract';
import { useQuery } from '@tanstack/react-query';
import type { ApiClient } from '../../../api/client.ts';
import { integrationKeys } from '../../../api/query-keys/integrations.ts';
import { locationKeys } from '../../../api/query-keys/locations.ts';
import { peopleKeys } from '../../../api/query-keys/people.ts';
import { routes } from '../../../api/routes.ts';
import { useChange, useRouteQuery } from '../../../api/use-route.ts';
import { useApi } from '../../../services.ts';

const everyMs = 3_000;

/** The connection of the organization; null without one. */
export function useInformacast(customerId: string) {
  const api = useApi();
  return useQuery<InformacastConnection | null>({
    queryKey: integrationKeys.informacast.all,
    refetchOnMount: 'always',
    queryFn: ({ signal }) => api.call(routes.getInformacast, { params: { customerId }, signal }),
  });
}

/** The scenario triggers with their last launches, renewed while they are shown. */
export function useScenarioTriggers(customerId: string) {
  const api = useApi();
  return useQuery<ScenarioTrigger[]>({
    queryKey: integrationKeys.scenarioTriggers.all,
    refetchInterval: everyMs,
    refetchOnMount: 'always',
    queryFn: ({ signal }) => api.call(routes.listScenarioTriggers, { params: { customerId }, signal }),
  });
}

/** The launches of a trigger, renewed while they are shown. */
export function useScenarioLaunches(id: string) {
  const api = useApi();
  return useQuery<ScenarioLaunch[]>({
    queryKey: integrationKeys.scenarioTriggers.of('launches', id),
    refetchInterval: everyMs,
    refetchOnMount: 'always',
    queryFn: ({ signal }) => api.call(routes.listScenarioLaunches, { params: { id }, signal }),
  });
}

/** The scenarios and sites of InformaCast. */
export function useInformacastItems(customerId: string) {
  const api = useApi();
  return useQuery<{ scenarios: readonly InformacastItem[]; sites: readonly InformacastItem[] }>({
    queryKey: integrationKeys.informacastItems.all,
    refetchOnMount: 'always',
    retry: false,
    async queryFn({ signal }) {
      const params = { customerId };
      const [scenarios, sites] = await Promise.all([
        api.call(routes.listInformacastScenarios, { params, signal }),
        api.call(routes.listInformacastSites, { params, signal }),
      ]);
      return { scenarios, sites };
    },
  });
}

/** The groups and places that a trigger can be of. */
export function useTriggerPlaces() {
  const groups = useRouteQuery(routes.listGroups, peopleKeys.groups.all, { staleTime: 60_000 });
  const places = useRouteQuery(routes.listOrganizationLocations, locationKeys.organizationLocations.all, {
    staleTime: 60_000,
  });
  return { groups, places };
}

export function useConnectionChange<Input, Answer>(
  call: (api: ApiClient, input: Input) => Promise<Answer>,
  onSuccess?: (answer: Answer) => void,
) {
  return useChange(call, integrationKeys.informacast.all, onSuccess);
}

/** A change that the table shows. */
export function useTriggerChange<Input, Answer>(
  call: (api: ApiClient, input: Input) => Promise<Answer>,
  onSuccess?: (answer: Answer) => void,
) {
  return useChange(call, integrationKeys.scenarioTriggers.all, onSuccess);
}
