import { notificationKeys } from '../../api/query-keys/notifications.ts';
import { routes } from '../../api/routes.ts';
import { useRouteQuery } from '../../api/use-route.ts';

/** The channels of this installation. */
export const useChannels = () =>
  useRouteQuery(routes.listChannels, notificationKeys.channels.all, { staleTime: 300_000 });

/** Whether mail goes to the demonstration's mailbox instead of a mail server. */
export function useHasMailbox(): boolean {
  return useChannels().data?.some(({ vendor }) => vendor === 'mailbox') ?? false;
}
