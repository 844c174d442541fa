import { useEffect, useState } from 'react';
import { notificationKeys } from '../../api/query-keys/notifications.ts';
import { routes } from '../../api/routes.ts';
import { useRouteQuery } from '../../api/use-route.ts';

/** The channels of this installation. */
export const useChannels = (enabled = true) =>
  useRouteQuery(routes.listChannels, notificationKeys.channels.all, { staleTime: 300_000, enabled });

/** Real ms; a browser has six connections to the server, and the first answers need them. */
const menuWaitsMs = 2_000;

/**
 * Whether mail goes to the demonstration's mailbox instead of a mail server; only the user menu needs it, so it is
 * not requested while the page opens.
 */
export function useHasMailbox(): boolean {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOpen(true), menuWaitsMs);
    return () => clearTimeout(timer);
  }, []);
  return useChannels(isOpen).data?.some(({ vendor }) => vendor === 'mailbox') ?? false;
}
