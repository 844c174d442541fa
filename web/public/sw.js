// The service worker shows push notifications and keeps the app's shell, so that the app opens without a
// network and says that it knows nothing now. It never keeps an answer of the API: a screen never shows old data
// because of it.

const shellCache = 'allclear-shell';
/** Where the shell is kept, whichever page it was loaded from: every page of the app has the same document. */
const shellAddress = '/';
/** Wall time that a page may take to answer before the kept shell is shown, which says what is wrong. */
const pageLimitMs = 8_000;
/** Wall time that keeping the shell may delay the first activation: notifications must not wait for a slow network. */
const installLimitMs = 10_000;

// A new version is activated at once: the worker has no page state to lose.
self.addEventListener('install', (event) => {
  // Without the shell the worker still serves pushes; the next page that is opened brings it.
  const keeping = fetch(shellAddress)
    .then(keepShell)
    .catch(() => undefined);
  event.waitUntil(Promise.race([keeping, new Promise((resolve) => setTimeout(resolve, installLimitMs))]));
  self.skipWaiting();
});
// No navigation preload: a page that is left to the browser would be requested twice, and the steps of a sign-in
// can be made only once.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  // The pages of the identity provider are the server's alone.
  if (/^\/(api|identity)\//i.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(pageOf(event));
  else if (pathname.startsWith('/assets/')) event.respondWith(assetOf(event));
  else if (shellFiles.has(pathname)) event.respondWith(fetch(request).catch(() => kept(request)));
});

/** Files of the shell whose names do not change with their contents: the network has the current ones. */
const shellFiles = new Set(['/theme.js', '/icon.svg', '/icon-192.png', '/manifest.webmanifest']);

/** A page from the network or, when nothing answers, the kept shell. */
async function pageOf(event) {
  const answered = fetch(event.request);
  const late = new Promise((resolve) => setTimeout(resolve, pageLimitMs));
  try {
    const response = await Promise.race([answered, late.then(() => caches.match(shellAddress))]);
    // Without a kept shell there is nothing better than to wait on.
    if (!response) return await answered;
    if (response.ok && !response.redirected) event.waitUntil(keepShell(response.clone()));
    return response;
  } catch {
    return kept(shellAddress);
  }
}

/** A built file never changes under its name. */
async function assetOf(event) {
  const known = await caches.match(event.request);
  if (known) return known;
  const response = await fetch(event.request);
  // The style sheet names the fonts, so they are kept as they are requested.
  if (response.ok && event.request.destination === 'font') {
    const copy = response.clone();
    event.waitUntil(caches.open(shellCache).then((cache) => cache.put(event.request, copy)));
  }
  return response;
}

async function kept(request) {
  return (await caches.match(request)) ?? Response.error();
}

/** Keeps the document of the app with the files that it names, in place of those of an older version. */
async function keepShell(response) {
  if (!response.ok) return;
  const text = await response.clone().text();
  if (!text.includes('<div id="root">')) return;
  const cache = await caches.open(shellCache);
  const before = await cache.match(shellAddress);
  if (before && (await before.text()) === text) return;
  // The document also names what it preloads from the API, which is never kept.
  const named = [...text.matchAll(/\s(?:src|href)="(\/(?!api\/)[^"]+)"/g)].map(([, address]) => address);
  await cache.addAll(named);
  // Last, so that a kept document always has its files.
  await cache.put(shellAddress, new Response(text, { headers: response.headers }));
  const wanted = new Set([shellAddress, ...named]);
  for (const { url, destination } of await cache.keys())
    if (!wanted.has(new URL(url).pathname) && destination !== 'font') await cache.delete(url);
}

self.addEventListener('push', (event) => {
  const notice = readNotice(event.data);
  event.waitUntil(
    Promise.all([showNotice(notice), sendToPages({ type: 'push-received', kind: notice.kind })]),
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

function showNotice({ title, body, url, tag, kind }) {
  return self.registration.showNotification(title, {
    body,
    // Notices of one warning replace each other; a replacement alerts the user again.
    tag,
    renotify: kind !== 'information',
    requireInteraction: kind === 'warning',
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    data: { url },
  });
}

async function sendToPages(message) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const client of windows) client.postMessage(message);
}

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
  await sendToPages({ type: 'push-subscription-changed' });
}
