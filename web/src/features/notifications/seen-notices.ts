/** The notices that a user has seen, stored on this device: the dot on the bell marks newer ones. */
const keyOf = (userId: string) => `allclear.notices-seen.${userId}`;

/** Whether a notice is newer than the newest one when the user last opened the bell. */
export function isNew(newestUtc: string | null, seenUtc: string | null): boolean {
  if (newestUtc === null) return false;
  const newest = Date.parse(newestUtc);
  const seen = seenUtc === null ? Number.NaN : Date.parse(seenUtc);
  return !(newest <= seen);
}

export function readSeen(storage: Pick<Storage, 'getItem'>, userId: string): string | null {
  try {
    return storage.getItem(keyOf(userId));
  } catch {
    // Storage may be blocked: everything counts as new.
    return null;
  }
}

export function writeSeen(storage: Pick<Storage, 'setItem'>, userId: string, newestUtc: string): void {
  try {
    storage.setItem(keyOf(userId), newestUtc);
  } catch {
    // Storage may be blocked or full: then the dot returns with the next page load.
  }
}
