import { useCallback, useMemo, useState } from 'react';

const keyOf = (userId: string) => `allclear.pinned-places.${userId}`;

/** The pinned places of a user as stored on this device; none if what is stored is unreadable. */
export function readPinned(storage: Pick<Storage, 'getItem'>, userId: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(keyOf(userId)) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    // Storage may be blocked.
    return [];
  }
}

export function writePinned(
  storage: Pick<Storage, 'setItem'>,
  userId: string,
  pinned: readonly string[],
): void {
  try {
    storage.setItem(keyOf(userId), JSON.stringify(pinned));
  } catch {
    // Storage may be blocked or full: the pins last until the page is closed.
  }
}

/**
 * The pinned places of a user on this device, and a function that pins a place or unpins it. Places that are gone
 * are left out, and forgotten at the next change.
 */
export function usePinned(userId: string | undefined, ids: readonly string[]) {
  const [changed, setChanged] = useState<{ userId: string | undefined; pinned: readonly string[] } | null>(
    null,
  );
  const stored = useMemo(
    () => (userId === undefined ? [] : readPinned(window.localStorage, userId)),
    [userId],
  );
  const all = changed !== null && changed.userId === userId ? changed.pinned : stored;
  const pinned = useMemo(() => {
    const existing = new Set(ids);
    return new Set(all.filter((id) => existing.has(id)));
  }, [all, ids]);
  const toggle = useCallback(
    (id: string) => {
      const next = pinned.has(id) ? [...pinned].filter((one) => one !== id) : [...pinned, id];
      setChanged({ userId, pinned: next });
      if (userId !== undefined) writePinned(window.localStorage, userId, next);
    },
    [pinned, userId],
  );
  return { pinned, toggle };
}
