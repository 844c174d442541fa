import { airQualityKeys } from '../../api/query-keys/air-quality.ts';
import { useQueryStateList } from '../../api/query-state.ts';
import { routes } from '../../api/routes.ts';

/** The pollutants at a location, the main one first; none where no sensor is near. */
export function useAirQuality(id: string, speed: number) {
  return useQueryStateList({
    queryKey: airQualityKeys.airQuality.of(id),
    load: (api, signal) => api.call(routes.listAirQuality, { params: { id }, signal }),
    polled: 'airQuality',
    speed,
  });
}
