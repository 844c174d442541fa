import type { DataOf, listAllViolations as listAllRoute, PolicyWarning } from '@allclear/contract';
import { type Known, useKnownList } from '../../api/known.ts';
import { listAdvisories, listAllViolations, listLocationForecasts } from '../../api/routes.ts';

const polled = 'warnings';
type LocationViolations = DataOf<typeof listAllRoute>[number];

/** What threatens each of the user's locations, in one call; a location that is not in the list has nothing. */
export function useAllViolations(speed: number): Known<readonly LocationViolations[]> | undefined {
  return useKnownList({
    queryKey: ['violations'],
    load: (api, signal) => api.call(listAllViolations, { signal }),
    polled,
    speed,
  });
}

/** The policy warnings, weather-service alerts and proactive forecasts of one location, each as far as it is known. */
export function useWarnings(locationId: string, violations: Known<readonly LocationViolations[]> | undefined, speed: number) {
  const alerts = useKnownList({
    queryKey: ['advisories', locationId],
    load: (api, signal) => api.call(listAdvisories, { params: { id: locationId }, signal }),
    polled,
    speed,
  });
  const forecasts = useKnownList({
    queryKey: ['forecasts', locationId],
    load: (api, signal) => api.call(listLocationForecasts, { params: { locationId }, signal }),
    polled,
    speed,
  });
  return { policies: violations && warningsOf(violations, locationId), alerts, forecasts };
}

/** The part of one location, known as far as the whole is. */
export function warningsOf(violations: Known<readonly LocationViolations[]>, locationId: string): Known<readonly PolicyWarning[]> {
  const { value } = violations;
  return { ...violations, value: value && (value.find((one) => one.locationId === locationId)?.warnings ?? []) };
}
