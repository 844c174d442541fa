/** What somebody counted, ticked or checked in. No name of a person is in it: what is stored here is not erased. */
export type EntryContent =
  | { readonly kind: 'count'; readonly groupId: string; readonly shelterId: string; readonly people: number }
  | {
      readonly kind: 'tick';
      readonly groupId: string;
      readonly memberId: string;
      /** Null: not present. */
      readonly shelterId: string | null;
    }
  | {
      readonly kind: 'own';
      readonly groupId: string | null;
      readonly shelterId: string;
      readonly people: number;
      readonly deviceKey: string;
    }
  | {
      readonly kind: 'code';
      /** It is printed at the shelter for everybody, so it is no secret. */
      readonly code: string;
      readonly groupId: string | null;
      readonly people: number;
      readonly deviceKey: string;
    };

/**
 * An entry of a roll-call that the server has not answered yet, as this device keeps it. It is sent again with the same
 * key, so it counts once.
 */
export interface QueuedEntry {
  readonly key: string;
  /** Null: a check-in by code without a network, so that the roll-call is not known yet. */
  readonly rollCallId: string | null;
  /** What it says, for its person: 'Team A at Gym: 24'. */
  readonly label: string;
  /** By the clock of this device, epoch ms. */
  readonly pressedAtMs: number;
  /** Server's clock less this device's at the press, ms; null where it was not known. */
  readonly offsetAtPressMs: number | null;
  readonly content: EntryContent;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const prefix = 'allclear.roll-call.';
/** Whose the check-ins by code are: nobody is signed in. */
export const checkInOwner = 'check-in';
/** Entries that are kept for an owner: as many as a roll-call has names, and some counts. */
export const maxQueuedEntries = 600;

/** The entries of an owner that are not sent yet, oldest first; none when they are unreadable. */
export function readQueuedEntries(storage: Pick<Store, 'getItem'>, owner: string): QueuedEntry[] {
  return readAt(storage, prefix + owner);
}

/** Those of everybody who used this device, for the app that opens without a network. */
export function readAllQueuedEntries(storage: Pick<Storage, 'getItem' | 'key' | 'length'>): QueuedEntry[] {
  try {
    return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => readAt(storage, key));
  } catch {
    // Storage may be blocked.
    return [];
  }
}

/** Adds an entry. Another tab may have added some meanwhile: they stay. False where the device could not keep it. */
export function addQueuedEntry(storage: Store, owner: string, entry: QueuedEntry): boolean {
  const others = readQueuedEntries(storage, owner).filter(({ key }) => key !== entry.key);
  return write(storage, owner, [...others, entry].slice(-maxQueuedEntries));
}

export function removeQueuedEntry(storage: Store, owner: string, key: string): void {
  write(
    storage,
    owner,
    readQueuedEntries(storage, owner).filter((entry) => entry.key !== key),
  );
}

function readAt(storage: Pick<Store, 'getItem'>, key: string): QueuedEntry[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isQueued) : [];
  } catch {
    return [];
  }
}

function write(storage: Store, owner: string, entries: readonly QueuedEntry[]): boolean {
  try {
    if (entries.length === 0) storage.removeItem(prefix + owner);
    else storage.setItem(prefix + owner, JSON.stringify(entries));
    return true;
  } catch {
    // Storage may be blocked or full: the page itself still has them, and sends them while it is open.
    return false;
  }
}

const isText = (one: unknown) => typeof one === 'string';
const isTextOrNull = (one: unknown) => one === null || isText(one);
const isCount = (one: unknown) => Number.isInteger(one);

function isQueued(value: unknown): value is QueuedEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { key, rollCallId, label, pressedAtMs, offsetAtPressMs, content } = value as Record<string, unknown>;
  return (
    isText(key) &&
    isTextOrNull(rollCallId) &&
    isText(label) &&
    typeof pressedAtMs === 'number' &&
    (offsetAtPressMs === null || typeof offsetAtPressMs === 'number') &&
    isContent(content, rollCallId)
  );
}

function isContent(value: unknown, rollCallId: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, groupId, shelterId, memberId, people, deviceKey, code } = value as Record<string, unknown>;
  switch (kind) {
    case 'count':
      return isText(rollCallId) && isText(groupId) && isText(shelterId) && isCount(people);
    case 'tick':
      return isText(rollCallId) && isText(groupId) && isText(memberId) && isTextOrNull(shelterId);
    case 'own':
      return [rollCallId, shelterId, deviceKey].every(isText) && isTextOrNull(groupId) && isCount(people);
    case 'code':
      return isText(code) && isText(deviceKey) && isTextOrNull(groupId) && isCount(people);
    default:
      return false;
  }
}
