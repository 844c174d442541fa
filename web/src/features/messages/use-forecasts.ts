import type { ProactiveForecast } from '@allclear/contract';
import { pollEveryMs } from '../../api/polling.ts';
import { locationKeys } from '../../api/query-keys/locations.ts';
import { messageKeys } from '../../api/query-keys/messages.ts';
import { routes } from '../../api/routes.ts';
import { useChange, useRouteQuery } from '../../api/use-route.ts';
import type { bodyOf } from './forecast-fields.ts';

/** All forecasts of the organization, newest first, expired ones included. */
export const useForecasts = () =>
  useRouteQuery(routes.listForecasts, messageKeys.forecasts.of('of-the-organization'), {
    refetchInterval: pollEveryMs('warnings', 1),
  });

/** The organization's locations, which forecasts may be for. */
export const useOrganizationPlaces = () =>
  useRouteQuery(routes.listOrganizationLocations, locationKeys.organizationLocations.all, {
    staleTime: 60_000,
  });

/** Adds a forecast, or a message to one. */
export const useSendForecast = () =>
  useChange(
    (api, body: ReturnType<typeof bodyOf>): Promise<ProactiveForecast> =>
      api.call(routes.addForecast, { body, once: true }),
    messageKeys.forecasts.all,
  );

/** Ends a forecast now. It fails for a forecast that no longer exists; the list is requested again then too. */
export const useExpireForecast = () =>
  useChange(
    (api, id: string) => api.call(routes.expireForecast, { params: { id } }),
    messageKeys.forecasts.all,
  );
