/**
 * Which notices a viewer has seen, remembered on this device: the dot on the bell is for the ones that came
 * since.
 */
const keyOf = (userId: string) => `allclear.notices-seen.${userId}`;

/** Whether a notice came after the newest that was there when the viewer last opened the bell. */
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
    // Storage may be blocked or full: the dot comes back with the next page load, nothing worse.
  }
}
