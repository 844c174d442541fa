import { useQueryStateList } from '../../api/known.ts';
import { listThreats } from '../../api/routes.ts';

/** The policies that watch a location, and whether the rest of its day threatens to break them. */
export function useThreats(id: string, speed: number) {
  return useQueryStateList({
    queryKey: ['threats', id],
    load: (api, signal) => api.call(listThreats, { params: { id }, signal }),
    polled: 'threatForecast',
    speed,
  });
}
