import { useQuery } from '@tanstack/react-query';
import { pollEveryMs } from '../../../api/polling.ts';
import { notificationKeys } from '../../../api/query-keys/notifications.ts';
import { routes } from '../../../api/routes.ts';
import { clock } from '../../../clock/clock.ts';
import { useApi } from '../../../services.ts';

/**
 * The signed-in user's newest notifications of the past 7 days; the last answer stays during a new request.
 */
export function useNotifications(count: number) {
  const api = useApi();
  return useQuery({
    queryKey: notificationKeys.notifications.of('own', count),
    queryFn: ({ signal }) => api.call(routes.listNotifications, { body: { count }, signal }),
    refetchInterval: () => pollEveryMs('warnings', clock.speed()),
    placeholderData: (before) => before,
    staleTime: 0,
  });
}
