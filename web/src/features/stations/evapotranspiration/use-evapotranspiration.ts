import { conditionKeys } from '../../../api/query-keys/conditions.ts';
import { useQueryState } from '../../../api/query-state.ts';
import { routes } from '../../../api/routes.ts';
import type { DayRange, EvapotranspirationRange } from './evapotranspiration-view.ts';

/** Evapotranspiration of a station in a range. Without the days of a custom one nothing is requested. */
export function useEvapotranspiration(
  stationId: string,
  { range, days }: { range: EvapotranspirationRange; days: DayRange | null },
  speed: number,
) {
  const params = { id: stationId };
  return useQueryState({
    queryKey: conditionKeys.evapotranspiration.of(stationId, range, days?.from ?? '', days?.to ?? ''),
    load: (api, signal) =>
      range === 'custom'
        ? api.call(routes.listEvapotranspirationBetween, {
            params,
            query: { startDate: days?.from ?? '', endDate: days?.to ?? '' },
            signal,
          })
        : api.call(routes.listEvapotranspiration, { params, query: { days: range }, signal }),
    polled: 'conditionHistory',
    speed,
    enabled: range !== 'custom' || days !== null,
  });
}
