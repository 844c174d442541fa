import { stationKeys } from '../../../api/query-keys/stations.ts';
import { useQueryState } from '../../../api/query-state.ts';
import { routes } from '../../../api/routes.ts';

interface StationOptions {
  readonly stationId: string;
  readonly speed: number;
  /** Nobody is signed in. */
  readonly isPublic: boolean;
}

/** What a station measures now. `none`: it may not be opened, or does not exist. */
export function useStationCurrent({ stationId, speed, isPublic }: StationOptions) {
  return useQueryState({
    queryKey: stationKeys.current.of(stationId),
    load: (api, signal) => {
      const params = { id: stationId };
      return isPublic
        ? api.call(routes.getPublicStation, { params, signal, browserCache: true })
        : api.call(routes.getStationCurrent, { params, signal });
    },
    polled: 'observation',
    speed,
  });
}

/** What a station can measure, and whose it is. */
export function useStationFeatures({ stationId, speed, isPublic }: StationOptions) {
  return useQueryState({
    queryKey: stationKeys.features.of(stationId),
    load: (api, signal) => api.call(routes.getStationFeatures, { params: { id: stationId }, signal }),
    polled: 'hardware',
    speed,
    enabled: !isPublic,
  });
}

/** The state of an organization's own station as hardware: what is wrong with it, and whether it is shared. */
export function useStationStatus(stationId: string, speed: number, isOwn: boolean) {
  return useQueryState({
    queryKey: stationKeys.station.of(stationId),
    load: (api, signal) => api.call(routes.getWeatherStation, { params: { id: stationId }, signal }),
    polled: 'hardware',
    speed,
    enabled: isOwn,
  });
}
