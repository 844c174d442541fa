import type { NotificationSettings } from '@allclear/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { notificationKeys } from '../../../api/query-keys/notifications.ts';
import { peopleKeys } from '../../../api/query-keys/people.ts';
import { routes } from '../../../api/routes.ts';
import { useApi } from '../../../services.ts';
import type { DeviceSubscription } from './push-device.ts';

export function useSettings() {
  const api = useApi();
  return useQuery({
    queryKey: notificationKeys.settings.all,
    queryFn: ({ signal }) => api.call(routes.getNotificationSettings, { signal }),
    // Coming back to the window must not take away what is being typed; the form begins from what is asked
    // for when the page opens.
    refetchOnWindowFocus: false,
    refetchOnMount: 'always',
  });
}

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
      // The bell shows whether notifications are declined.
      void client.invalidateQueries({ queryKey: peopleKeys.currentUser.all });
    },
  });
}

/** The key that browsers subscribe with, and the user's subscribed browsers. */
export function usePush() {
  const api = useApi();
  return useQuery({
    queryKey: notificationKeys.push.all,
    queryFn: ({ signal }) => api.call(routes.getPush, { signal }),
  });
}

export function useAddPush() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (subscription: DeviceSubscription) => api.call(routes.addPush, { body: { ...subscription } }),
    onSettled: () => client.invalidateQueries({ queryKey: notificationKeys.push.all }),
  });
}

export function useRemovePush() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call(routes.removePush, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: notificationKeys.push.all }),
  });
}

export function useSendTest() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.call(routes.sendTest),
    onSuccess: () => client.invalidateQueries({ queryKey: notificationKeys.notifications.all }),
  });
}

export function useWebhooks() {
  const api = useApi();
  const client = useQueryClient();
  const list = useQuery({
    queryKey: notificationKeys.webhooks.all,
    queryFn: ({ signal }) => api.call(routes.listWebhooks, { signal }),
  });
  const renew = () => client.invalidateQueries({ queryKey: notificationKeys.webhooks.all });
  const add = useMutation({
    mutationFn: (url: string) => api.call(routes.addWebhook, { body: { url } }),
    onSuccess: renew,
  });
  const remove = useMutation({
    mutationFn: (id: string) => api.call(routes.deleteWebhook, { params: { id } }),
    onSettled: renew,
  });
  return { list, add, remove };
}
