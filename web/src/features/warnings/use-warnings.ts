import type { DataOf, listAllViolations as listAllRoute, PolicyWarning } from '@allclear/contract';
import { alertKeys } from '../../api/query-keys/alerts.ts';
import { messageKeys } from '../../api/query-keys/messages.ts';
import { warningKeys } from '../../api/query-keys/warnings.ts';
import { type QueryState, useQueryStateList } from '../../api/query-state.ts';
import { routes } from '../../api/routes.ts';

const polled = 'warnings';
type LocationViolations = DataOf<typeof listAllRoute>[number];

/** The threats to each of the user's locations, in one call; a location that is not in the list has none. */
export function useAllViolations(speed: number): QueryState<readonly LocationViolations[]> | undefined {
  return useQueryStateList({
    queryKey: warningKeys.violations.all,
    load: (api, signal) => api.call(routes.listAllViolations, { signal }),
    polled,
    speed,
  });
}

/**
 * The policy warnings, weather-service alerts and proactive forecasts of one location, each with its state.
 */
export function useWarnings(
  locationId: string,
  violations: QueryState<readonly LocationViolations[]> | undefined,
  speed: number,
) {
  const alerts = useQueryStateList({
    queryKey: alertKeys.advisories.of(locationId),
    load: (api, signal) => api.call(routes.listAdvisories, { params: { id: locationId }, signal }),
    polled,
    speed,
  });
  const forecasts = useQueryStateList({
    queryKey: messageKeys.forecasts.of(locationId),
    load: (api, signal) => api.call(routes.listLocationForecasts, { params: { locationId }, signal }),
    polled,
    speed,
  });
  return { policies: violations && warningsOf(violations, locationId), alerts, forecasts };
}

/** The part of one location, with the state of the whole. */
export function warningsOf(
  violations: QueryState<readonly LocationViolations[]>,
  locationId: string,
): QueryState<readonly PolicyWarning[]> {
  const { value } = violations;
  return {
    ...violations,
    value: value && (value.find((one) => one.locationId === locationId)?.warnings ?? []),
  };
}
