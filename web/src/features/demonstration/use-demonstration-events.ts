import { pollEveryMs } from '../../api/polling.ts';
import { demonstrationKeys } from '../../api/query-keys/demonstration.ts';
import { routes } from '../../api/routes.ts';
import { useChange, useRouteQuery } from '../../api/use-route.ts';
import type { DemonstrationKind } from './demonstration-words.ts';

/** The organization's events of the simulated weather, newest first. */
export const useDemonstrationEvents = (speed: number) =>
  useRouteQuery(routes.listDemonstrationEvents, demonstrationKeys.events.all, {
    refetchInterval: pollEveryMs('demonstration', speed),
  });

export const useStartDemonstration = () =>
  useChange(
    (api, body: { kind: DemonstrationKind; locationId: string }) =>
      api.call(routes.startDemonstrationEvent, { body, once: true }),
    demonstrationKeys.events.all,
  );
