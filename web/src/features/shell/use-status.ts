import { useQuery } from '@tanstack/react-query';
import { pollEveryMs } from '../../api/polling.ts';
import { statusKeys } from '../../api/query-keys/status.ts';
import { routes } from '../../api/routes.ts';
import { clock } from '../../clock/clock.ts';
import { useApi } from '../../services.ts';

/** The server's clock, its weather and its sign-in settings. Every answer sets the app's clock. */
export function useStatus() {
  const api = useApi();
  return useQuery({
    queryKey: statusKeys.status.all,
    queryFn: async ({ signal }) => {
      const status = await api.call(routes.getStatus, { signal });
      clock.set(status.now, status.speed);
      return status;
    },
    refetchInterval: () => pollEveryMs('status', clock.speed()),
    retry: false,
  });
}
