import { listAdvisories, listAllViolations, listLocationForecasts, listViolations } from '../../api/routes.ts';
import { useKnown } from './known.ts';

/** The policy warnings, weather-service alerts and proactive forecasts of one location, each as far as it is known. */
export function useWarnings(locationId: string, speed: number) {
  const policies = useKnown(['violations', locationId], (api, signal) => api.call(listViolations, { params: { locationId }, signal }), speed);
  const alerts = useKnown(['advisories', locationId], (api, signal) => api.call(listAdvisories, { params: { id: locationId }, signal }), speed);
  const forecasts = useKnown(['forecasts', locationId], (api, signal) => api.call(listLocationForecasts, { params: { locationId }, signal }), speed);
  return { policies, alerts, forecasts };
}

/** What threatens each of the user's locations, in one call; a location that is not in the list has nothing. */
export function useAllViolations(speed: number) {
  return useKnown(['violations', 'of-all-locations'], (api, signal) => api.call(listAllViolations, { signal }), speed);
}
