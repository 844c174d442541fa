/**
 * A thunder report that the server has not answered yet, as this device keeps it. It is sent again with the same key,
 * so it counts once.
 */
export interface QueuedThunder {
  readonly key: string;
  readonly organizationLocationId: string;
  readonly placeName: string;
  readonly timeZone: string;
  readonly flashToBangSeconds: number | null;
  /** By the clock of this device, epoch ms. */
  readonly pressedAtMs: number;
  /** Server's clock less this device's at the press, ms; null where it was not known. */
  readonly offsetAtPressMs: number | null;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const prefix = 'allclear.thunder.';
/** Reports that are kept for a person: the newest say how long thunder has been heard. */
export const maxQueued = 20;

/** The reports of a person that are not sent yet, oldest first; none when they are unreadable. */
export function readQueuedThunder(storage: Pick<Store, 'getItem'>, userId: string): QueuedThunder[] {
  return readAt(storage, prefix + userId);
}

/** Those of every person who used this device, for the app that opens without a network. */
export function readAllQueuedThunder(storage: Pick<Storage, 'getItem' | 'key' | 'length'>): QueuedThunder[] {
  try {
    return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => readAt(storage, key));
  } catch {
    // Storage may be blocked.
    return [];
  }
}

/** Adds a report, or replaces the one with its key. Another tab may have added some meanwhile: they stay. */
export function addQueuedThunder(storage: Store, userId: string, report: QueuedThunder): void {
  const others = readQueuedThunder(storage, userId).filter(({ key }) => key !== report.key);
  write(storage, userId, [...others, report].slice(-maxQueued));
}

export function removeQueuedThunder(storage: Store, userId: string, key: string): void {
  const left = readQueuedThunder(storage, userId).filter((report) => report.key !== key);
  write(storage, userId, left);
}

function readAt(storage: Pick<Store, 'getItem'>, key: string): QueuedThunder[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isQueued) : [];
  } catch {
    return [];
  }
}

function write(storage: Store, userId: string, reports: readonly QueuedThunder[]): void {
  try {
    if (reports.length === 0) storage.removeItem(prefix + userId);
    else storage.setItem(prefix + userId, JSON.stringify(reports));
  } catch {
    // Storage may be blocked or full: the page itself still has them, and sends them while it is open.
  }
}

function isQueued(value: unknown): value is QueuedThunder {
  if (typeof value !== 'object' || value === null) return false;
  const { key, organizationLocationId, placeName, timeZone, ...rest } = value as Record<string, unknown>;
  const isNumberOrNull = (one: unknown) => one === null || typeof one === 'number';
  return (
    [key, organizationLocationId, placeName, timeZone].every((text) => typeof text === 'string') &&
    typeof rest.pressedAtMs === 'number' &&
    isNumberOrNull(rest.flashToBangSeconds) &&
    isNumberOrNull(rest.offsetAtPressMs)
  );
}
