import { warningKeys } from '../../../api/query-keys/warnings.ts';
import { useQueryStateList } from '../../../api/query-state.ts';
import { routes } from '../../../api/routes.ts';

/**
 * The policies that watch a location, and whether they are likely to be exceeded during the rest of its day.
 */
export function useThreats(id: string, speed: number) {
  return useQueryStateList({
    queryKey: warningKeys.threats.of(id),
    load: (api, signal) => api.call(routes.listThreats, { params: { id }, signal }),
    polled: 'threatForecast',
    speed,
  });
}
