import { wallPath } from './paths.ts';

/**
 * A wall that is signed in by a display link. The token stays in the fragment of the address, which no browser
 * sends to a server and which survives reloads; it is in no storage.
 */
export interface DisplaySession {
  readonly token: string;
  /** A call was refused: the link has ended. */
  end(): void;
  hasEnded(): boolean;
  subscribe(listener: () => void): () => void;
}

const mark = '#display=';

/** Whether a fragment is that of a display link. */
export function isDisplayHash(hash: string): boolean {
  return hash.startsWith(mark);
}

/** The session of an address; null for one that is no wall's with a display link. */
export function displaySessionOf({
  pathname,
  hash,
}: Pick<Location, 'pathname' | 'hash'>): DisplaySession | null {
  if (pathname.toLowerCase().replace(/\/$/, '') !== wallPath || !isDisplayHash(hash)) return null;
  const token = hash.slice(mark.length);
  // A token that was copied in part is asked of no server.
  let ended = !/^acd_[A-Za-z0-9_-]{43}$/.test(token);
  const listeners = new Set<() => void>();
  return {
    token,
    end() {
      ended = true;
      for (const listener of listeners) listener();
    },
    hasEnded: () => ended,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The address of a wall that a display link signs in. */
export function displayAddress(origin: string, token: string, hasMap: boolean): string {
  return `${origin}${wallPath}${hasMap ? '?map=1' : ''}${mark}${token}`;
}
