import { useEffect } from 'react';
import { routes } from '../../api/routes.ts';
import { useApi } from '../../services.ts';
import { currentSubscription } from './settings/push-device.ts';

const keyOf = (userId: string) => `allclear.push-endpoint.${userId}`;

/** Stores (or removes) the endpoint under which this user enabled this device. */
export function rememberDevice(userId: string, endpoint: string | null): void {
  try {
    if (endpoint === null) localStorage.removeItem(keyOf(userId));
    else localStorage.setItem(keyOf(userId), endpoint);
  } catch {
    // Storage may be blocked: a renewed subscription is then registered only when the device is enabled
    // again.
  }
}

function rememberedDevice(userId: string): string | null {
  try {
    return localStorage.getItem(keyOf(userId));
  } catch {
    return null;
  }
}

/**
 * Browsers sometimes renew a subscription under another endpoint, and the service worker has no token for the
 * server: the app registers it when it is opened, and when the worker reports it while the app is open.
 */
export function useRegisteredDevice(userId: string | undefined): void {
  const api = useApi();
  useEffect(() => {
    if (!userId || !('serviceWorker' in navigator)) return;
    const register = async () => {
      const before = rememberedDevice(userId);
      if (before === null) return;
      const subscription = await currentSubscription();
      if (!subscription || subscription.endpoint === before) return;
      await api.call(routes.addPush, { body: { ...subscription } });
      rememberDevice(userId, subscription.endpoint);
    };
    // A failure is retried when the app is next opened; the settings page shows the registered devices.
    const registerQuietly = () => void register().catch(() => undefined);
    const onMessage = (event: MessageEvent) => {
      if (event.data?.type === 'push-subscription-changed') registerQuietly();
    };
    registerQuietly();
    navigator.serviceWorker.addEventListener('message', onMessage);
    return () => navigator.serviceWorker.removeEventListener('message', onMessage);
  }, [api, userId]);
}
