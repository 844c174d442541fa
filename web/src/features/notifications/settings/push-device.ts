/** The data that the server needs to send to a browser. */
export interface DeviceSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/**
 * Whether this browser can be notified: its support of push (on https or localhost only), and its permission.
 */
export type DeviceState = 'unsupported' | 'blocked' | 'off' | 'on';

const workerAddress = '/sw.js';

export function pushIsSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

async function subscriptionOfDevice(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** The state of this device and, when it is on, its endpoint. */
export async function deviceState(): Promise<{ state: DeviceState; endpoint: string | null }> {
  if (!pushIsSupported()) return { state: 'unsupported', endpoint: null };
  if (Notification.permission === 'denied') return { state: 'blocked', endpoint: null };
  const subscription = await subscriptionOfDevice();
  const on = subscription !== null && Notification.permission === 'granted';
  return { state: on ? 'on' : 'off', endpoint: on ? subscription.endpoint : null };
}

/**
 * Asks for permission, starts the service worker and subscribes this browser with the server's key.
 * @returns null when permission was not given; throws the browser's error when its push service is unavailable
 */
export async function subscribeDevice(publicKey: string): Promise<DeviceSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await navigator.serviceWorker.register(workerAddress, { scope: '/', updateViaCache: 'none' });
  const registration = await navigator.serviceWorker.ready;
  const key = bytesOf(publicKey);
  const before = await registration.pushManager.getSubscription();
  // A subscription with another key (the server was installed again) would never receive anything.
  if (before && !isSame(before.options.applicationServerKey, key)) await before.unsubscribe();
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  return wireOf(subscription);
}

/** Ends the subscription of this browser. */
export async function unsubscribeDevice(): Promise<void> {
  await (await subscriptionOfDevice())?.unsubscribe();
}

/** The current subscription of this browser, if there is one and the permission still holds. */
export async function currentSubscription(): Promise<DeviceSubscription | null> {
  if (!pushIsSupported() || Notification.permission !== 'granted') return null;
  const subscription = await subscriptionOfDevice();
  return subscription && wireOf(subscription);
}

function wireOf(subscription: PushSubscription): DeviceSubscription | null {
  const { endpoint, keys } = subscription.toJSON();
  return endpoint && keys?.p256dh && keys.auth
    ? { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }
    : null;
}

/** The bytes of base64url text. */
export function bytesOf(base64Url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64Url.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

function isSame(held: ArrayBuffer | null, wanted: Uint8Array): boolean {
  const bytes = new Uint8Array(held ?? new ArrayBuffer(0));
  return bytes.length === wanted.length && bytes.every((byte, i) => byte === wanted[i]);
}

/**
 * SHA-256 of an endpoint in base64url, by which the server identifies devices without revealing their
 * addresses.
 */
export async function endpointHash(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}

/**
 * 'Chrome on Windows' from a browser's user agent; browsers that include the names of others are tested
 * first.
 */
export function deviceName(userAgent: string): string {
  const browser = /Edg/.test(userAgent)
    ? 'Edge'
    : /OPR\//.test(userAgent)
      ? 'Opera'
      : /Firefox|FxiOS/.test(userAgent)
        ? 'Firefox'
        : /Chrome|CriOS/.test(userAgent)
          ? 'Chrome'
          : /Safari/.test(userAgent)
            ? 'Safari'
            : 'A browser';
  const system = /Android/.test(userAgent)
    ? 'Android'
    : /iPhone|iPad/.test(userAgent)
      ? 'iOS'
      : /Windows/.test(userAgent)
        ? 'Windows'
        : /Mac OS/.test(userAgent)
          ? 'macOS'
          : /Linux|CrOS/.test(userAgent)
            ? 'Linux'
            : null;
  return system ? `${browser} on ${system}` : browser;
}
