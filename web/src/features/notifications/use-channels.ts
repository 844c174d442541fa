import { useQuery } from '@tanstack/react-query';
import { notificationKeys } from '../../api/query-keys/notifications.ts';
import { routes } from '../../api/routes.ts';
import { useApi } from '../../services.ts';

/** Which ways of telling people this installation has. */
export function useChannels() {
  const api = useApi();
  return useQuery({
    queryKey: notificationKeys.channels.all,
    queryFn: ({ signal }) => api.call(routes.listChannels, { signal }),
    staleTime: 300_000,
  });
}

/** Whether mail goes to the demonstration's mailbox instead of a mail server. */
export function useHasMailbox(): boolean {
  return useChannels().data?.some(({ vendor }) => vendor === 'mailbox') ?? false;
}
