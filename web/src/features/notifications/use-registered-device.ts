import { useEffect } from 'react';
import { routes } from '../../api/routes.ts';
import { useApi } from '../../services.ts';
import { currentSubscription } from './settings/push-device.ts';

const keyOf = (userId: string) => `allclear.push-endpoint.${userId}`;

/** Remembers (or forgets) under which endpoint this user enabled this device. */
export function rememberDevice(userId: string, endpoint: string | null): void {
  try {
    if (endpoint === null) localStorage.removeItem(keyOf(userId));
    else localStorage.setItem(keyOf(userId), endpoint);
  } catch {
    // Storage may be blocked: a renewed subscription is then found only when the device is enabled again.
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
 * Browsers renew a subscription now and then under another endpoint, and the service worker has no token to
 * tell the server: the app does when it is opened, and when the worker says so while it is open.
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
    // What fails now is tried again when the app is next opened; the settings page shows which devices the
    // server knows.
    const registerQuietly = () => void register().catch(() => undefined);
    const onMessage = (event: MessageEvent) => {
      if (event.data?.type === 'push-subscription-changed') registerQuietly();
    };
    registerQuietly();
    navigator.serviceWorker.addEventListener('message', onMessage);
    return () => navigator.serviceWorker.removeEventListener('message', onMessage);
  }, [api, userId]);
}
