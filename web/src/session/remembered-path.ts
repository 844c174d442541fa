const key = 'allclear.remembered-path';

/** Whether a path belongs to the sign-in itself; these are never remembered. Case-insensitive. */
export function isCallbackPath(pathname: string): boolean {
  return /^\/(callback|silentrenew|impersonation)\/?$/i.test(pathname);
}

/** Remembers the requested path before the redirect to the sign-in page. */
export function rememberPath(
  storage: Storage,
  location: { pathname: string; search: string; hash: string },
): void {
  if (!isCallbackPath(location.pathname))
    storage.setItem(key, location.pathname + location.search + location.hash);
}

/** The remembered path, once; `/` when none is remembered. Only paths of this site are accepted. */
export function takeRememberedPath(storage: Storage): string {
  const path = readRememberedPath(storage);
  storage.removeItem(key);
  return path;
}

/** The same without removing it. */
export function readRememberedPath(storage: Storage): string {
  const path = storage.getItem(key);
  return path?.startsWith('/') && !/^\/[/\\]/.test(path) ? path : '/';
}
