/** The event by which a browser offers to install the app; Chromium only, and not in the types of the DOM. */
interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

let offer: InstallOffer | null = null;
const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};

/** Keeps the browser's offer until a person asks for it. It may come before any page is shown. */
export function keepInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer = event as InstallOffer;
    changed();
  });
  window.addEventListener('appinstalled', () => {
    offer = null;
    changed();
  });
}

/** For `useSyncExternalStore`. */
export const installOffer = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  isOffered: () => offer !== null,
};

/** Shows the browser's own question; an offer can be used once. */
export async function install(): Promise<void> {
  const asked = offer;
  offer = null;
  changed();
  await asked?.prompt();
}

/** Whether the page was opened from the home screen. */
export function isInstalled(): boolean {
  return window.matchMedia('(display-mode: standalone)').matches;
}

/** How to add the app to the home screen by hand, by the browser's user agent. */
export function installText(userAgent: string): string {
  if (/iPhone|iPad/.test(userAgent))
    return 'In Safari, press Share, then Add to Home Screen. On an iPhone, notifications work only from there.';
  if (/Android/.test(userAgent))
    return 'In the menu of the browser, press Add to Home screen or Install app.';
  return 'In the menu of the browser, choose Install Allclear or Add to Dock.';
}
