/**
 * Registers the service worker, which opens the app without a network and shows push notifications. It waits until
 * the page is loaded, so that it does not compete with the first answers. Where workers are not supported or not
 * allowed (an address without https) the app works without.
 */
export function keepShell(): void {
  if (!('serviceWorker' in navigator)) return;
  const register = () =>
    void navigator.serviceWorker
      .register(workerAddress, { scope: '/', updateViaCache: 'none' })
      .catch(() => undefined);
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}

export const workerAddress = '/sw.js';
