import { useQuery } from '@tanstack/react-query';
import { pollEveryMs } from '../../api/polling.ts';
import { statusKeys } from '../../api/query-keys/status.ts';
import { routes } from '../../api/routes.ts';
import { clock } from '../../clock/clock.ts';
import { useApi } from '../../services.ts';
import { preloadAgeMs } from './preload-age.ts';

/** An answer this young, real ms, is not requested again by a part of the page that appears later. */
const freshMs = 3_000;

/** The server's clock, its weather and its sign-in settings. Every answer sets the app's clock. */
export function useStatus() {
  const api = useApi();
  return useQuery({
    queryKey: statusKeys.status.all,
    queryFn: async ({ signal }) => {
      const isFirst = clock.now() === null;
      const status = await api.call(routes.getStatus, { signal });
      const ageMs = isFirst
        ? preloadAgeMs(
            '/api/status',
            performance.getEntriesByType('resource') as PerformanceResourceTiming[],
            performance.now(),
          )
        : 0;
      clock.set(new Date(Date.parse(status.now) + ageMs * status.speed).toISOString(), status.speed);
      return status;
    },
    refetchInterval: () => pollEveryMs('status', clock.speed()),
    // Several parts of the page use it, and appear one after the other while the app opens.
    staleTime: freshMs,
    retry: false,
  });
}
