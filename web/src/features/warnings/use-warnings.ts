import { useKnownList } from '../../api/known.ts';
import { listAdvisories, listAllViolations, listLocationForecasts, listViolations } from '../../api/routes.ts';

const polled = 'warnings';

/** The policy warnings, weather-service alerts and proactive forecasts of one location, each as far as it is known. */
export function useWarnings(locationId: string, speed: number) {
  const policies = useKnownList({
    queryKey: ['violations', locationId],
    load: (api, signal) => api.call(listViolations, { params: { locationId }, signal }),
    polled,
    speed,
  });
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
  return { policies, alerts, forecasts };
}

/** What threatens each of the user's locations, in one call; a location that is not in the list has nothing. */
export function useAllViolations(speed: number) {
  return useKnownList({
    queryKey: ['violations', 'of-all-locations'],
    load: (api, signal) => api.call(listAllViolations, { signal }),
    polled,
    speed,
  });
}
