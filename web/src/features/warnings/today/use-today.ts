import { warningKeys } from '../../../api/query-keys/warnings.ts';
import { useQueryState } from '../../../api/query-state.ts';
import { routes } from '../../../api/routes.ts';

/** The coming hours at a location: its policies against the forecast, and its practices. */
export function useToday(id: string, speed: number) {
  return useQueryState({
    queryKey: warningKeys.today.of(id),
    load: (api, signal) => api.call(routes.getToday, { params: { id }, signal }),
    polled: 'threatForecast',
    speed,
    isPartial: ({ forecast }) => forecast === null,
  });
}
