import type { StormCellCollection } from '@allclear/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { clock } from '../clock/clock.ts';
import { useApi } from '../services.ts';
import { pollEveryMs } from './polling.ts';
import { mapKeys } from './query-keys/map.ts';
import { routes } from './routes.ts';

/** The storm cells that radars track. */
export function useStormCells(enabled: boolean): UseQueryResult<StormCellCollection> {
  const api = useApi();
  return useQuery({
    queryKey: mapKeys.stormCells.all,
    queryFn: ({ signal }) => api.call(routes.stormVectors, { signal }),
    enabled,
    refetchInterval: () => pollEveryMs('stormCells', clock.speed()),
    retry: false,
  });
}
