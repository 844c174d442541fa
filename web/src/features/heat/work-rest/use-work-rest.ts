import type { LocationObservation } from '@allclear/contract';
import { heatKeys } from '../../../api/query-keys/heat.ts';
import { useQueryState } from '../../../api/query-state.ts';
import { routes } from '../../../api/routes.ts';

/** The card's data of the present: the same answer as in the current conditions. */
export interface CurrentHeat {
  readonly answer: LocationObservation | null;
  /** It must not be shown as current. */
  readonly stale: boolean;
  readonly loading: boolean;
}

/** The most hours of a local day before now. */
const pastHours = 25;

/**
 * The profile of an organization location, its risk scale, and its heat over time; nothing is requested for a
 * location without one.
 */
export function useWorkRest(organizationLocationId: string | null, speed: number) {
  const placeId = organizationLocationId ?? '';
  const profile = useQueryState({
    queryKey: heatKeys.workRest.of(placeId),
    load: (api, signal) =>
      api.call(routes.getWorkRest, { params: { organizationLocationId: placeId }, signal }),
    polled: 'profiles',
    speed,
    enabled: organizationLocationId !== null,
  });
  const riskId = profile?.value?.useRiskProfile ? profile.value.riskProfileId : null;
  const risk = useQueryState({
    queryKey: heatKeys.riskProfile.of(riskId),
    load: (api, signal) => api.call(routes.getRiskProfile, { params: { id: riskId ?? '' }, signal }),
    polled: 'profiles',
    speed,
    enabled: riskId !== null,
  });
  const series = useQueryState({
    queryKey: heatKeys.series.of(placeId),
    load: (api, signal) =>
      api.call(routes.getHeatSeries, {
        params: { organizationLocationId: placeId },
        query: { hours: pastHours },
        signal,
      }),
    polled: 'conditionHistory',
    isPartial: ({ awaitsForecast }) => awaitsForecast,
    speed,
    enabled: organizationLocationId !== null,
  });
  return { profile, risk, series };
}
