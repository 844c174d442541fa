import type { DataOf, NotificationSettings, sendTest } from '@allclear/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notificationKeys } from '../../../api/query-keys/notifications.ts';
import { peopleKeys } from '../../../api/query-keys/people.ts';
import { routes } from '../../../api/routes.ts';
import { useChange, useRouteQuery } from '../../../api/use-route.ts';
import { useApi } from '../../../services.ts';
import { positionSharing } from '../position/position-sharing.ts';
import type { DeviceSubscription } from './push-device.ts';

export const useSettings = () =>
  useRouteQuery(routes.getNotificationSettings, notificationKeys.settings.all, {
    // A refetch on focus would replace what the user is typing; the form starts from a fresh answer instead.
    refetchOnWindowFocus: false,
    refetchOnMount: 'always',
  });

export function useSaveSettings() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (changes: Partial<NotificationSettings>) =>
      api.call(routes.saveNotificationSettings, { body: changes }),
    onSuccess: ({ settings }) => {
      client.setQueryData(notificationKeys.settings.all, (before: object | undefined) =>
        before ? { ...before, ...settings } : before,
      );
      if (!settings.geofenceAlertsEnabled) positionSharing.forget();
      // The bell shows whether notifications are declined.
      void client.invalidateQueries({ queryKey: peopleKeys.currentUser.all });
    },
  });
}

/** The key that browsers subscribe with, and the user's subscribed browsers. */
export const usePush = () => useRouteQuery(routes.getPush, notificationKeys.push.all);

export const useAddPush = () =>
  useChange(
    (api, subscription: DeviceSubscription) => api.call(routes.addPush, { body: { ...subscription } }),
    notificationKeys.push.all,
  );

export const useRemovePush = () =>
  useChange((api, id: string) => api.call(routes.removePush, { params: { id } }), notificationKeys.push.all);

export const useSendTest = () =>
  useChange<void, DataOf<typeof sendTest>>(
    (api) => api.call(routes.sendTest),
    notificationKeys.notifications.all,
  );
