import type { AirQualityStation } from '@allclear/contract';
import { useMemo } from 'react';
import { airQualityKeys } from '../../api/query-keys/air-quality.ts';
import { useQueryStateList } from '../../api/query-state.ts';
import { routes } from '../../api/routes.ts';
import { useRouteQuery } from '../../api/use-route.ts';

/** How often the list of stations is asked for again, real ms. */
const stationsMs = 300_000;

/** The organization's stations with a sensor for particles; not asked unless `enabled`. */
export function useAirQualityStations(enabled: boolean) {
  const query = useRouteQuery(routes.listAirQualityAt, airQualityKeys.stations.all, {
    ...{ staleTime: 60_000, refetchInterval: stationsMs, enabled },
  });
  const stations = useMemo(
    () => query.data?.filter((one): one is AirQualityStation => 'status' in one),
    [query.data],
  );
  return { ...query, stations };
}

/** The pollutants at a location, the main one first; none where no sensor is near. */
export function useAirQuality(id: string, speed: number) {
  return useQueryStateList({
    queryKey: airQualityKeys.airQuality.of(id),
    load: (api, signal) => api.call(routes.listAirQuality, { params: { id }, signal }),
    polled: 'airQuality',
    speed,
  });
}
