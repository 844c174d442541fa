// The service worker serves push notifications only. It handles no fetch and caches nothing: a screen never
// shows old data because of it.

// A new version is activated at once: the worker has no page state to lose.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  const { title, body, url, tag, kind } = readNotice(event.data);
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      // Notices of one warning replace each other; a replacement alerts the user again.
      tag,
      renotify: kind !== 'information',
      requireInteraction: kind === 'warning',
      icon: '/icon-192.png',
      badge: '/badge-96.png',
      data: { url },
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(addressOf(event.notification.data?.url)));
});

// The browser renewed the subscription. Only a signed-in page can send it to the server; if none is open, the
// app does so when it is opened next.
self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renew(event));
});

/** A push must show a notification: one that cannot be read still announces news. */
function readNotice(data) {
  let sent = {};
  try {
    sent = data?.json() ?? {};
  } catch {
    // Another origin's, or truncated.
  }
  const text = (value, otherwise) => (typeof value === 'string' && value !== '' ? value : otherwise);
  return {
    title: text(sent.title, 'Allclear'),
    body: text(sent.body, 'There is a new notification. Open Allclear to read it.'),
    url: text(sent.url, '/Notifications'),
    tag: text(sent.tag, 'allclear'),
    kind: text(sent.kind, 'warning'),
  };
}

/** An address of this site; any other address opens the notifications. */
function addressOf(url) {
  const fallback = new URL('/Notifications', self.location.origin).href;
  try {
    const address = new URL(url ?? '/Notifications', self.location.origin);
    return address.origin === self.location.origin ? address.href : fallback;
  } catch {
    return fallback;
  }
}

async function open(address) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  // A page that shows it already, else any page of the app, else a new page.
  const shown = windows.find((client) => client.url === address);
  if (shown) return shown.focus();
  for (const client of windows) {
    try {
      const focused = await client.focus();
      return await focused.navigate(address);
    } catch {
      // A page that cannot be navigated (not controlled, or closing): the next one is tried.
    }
  }
  return self.clients.openWindow(address);
}

async function renew(event) {
  const options = event.oldSubscription?.options;
  if (!event.newSubscription && options) {
    await self.registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: options.applicationServerKey,
    });
  }
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const client of windows) client.postMessage({ type: 'push-subscription-changed' });
}
