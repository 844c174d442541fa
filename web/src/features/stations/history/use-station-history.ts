import type { ApiClient } from '../../../api/client.ts';
import { conditionKeys } from '../../../api/query-keys/conditions.ts';
import { stationKeys } from '../../../api/query-keys/stations.ts';
import { useQueryState, useQueryStateList } from '../../../api/query-state.ts';
import { routes } from '../../../api/routes.ts';
import type { HistoryRange } from './station-history.ts';

function load(api: ApiClient, range: HistoryRange, input: { params: { id: string }; signal: AbortSignal }) {
  switch (range) {
    case 'day':
      return api.call(routes.listConditionsOfDay, input);
    case 'week':
      return api.call(routes.listConditionsOfWeek, input);
    case 'month':
      return api.call(routes.listConditionsOfMonth, input);
  }
}

/** A weather station of the organization, and its measurements in a range. */
export function useStationHistory(stationId: string, range: HistoryRange, speed: number) {
  const station = useQueryState({
    queryKey: stationKeys.station.of(stationId),
    load: (api, signal) => api.call(routes.getWeatherStation, { params: { id: stationId }, signal }),
    polled: 'stationStatus',
    speed,
  });
  const history = useQueryStateList({
    queryKey: conditionKeys.history.of(stationId, range),
    load: (api, signal) => load(api, range, { params: { id: stationId }, signal }),
    polled: 'conditionHistory',
    speed,
  });
  return { station, history };
}
