type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** What somebody pressed and the server has not answered yet: it is sent again with the same key, so it counts once. */
export interface QueuedItem {
  readonly key: string;
}

/** What this device keeps of each person until it is sent. No secret is ever part of it. */
export interface Queue<Item extends QueuedItem> {
  /** Those of a person, oldest first; none when they are unreadable. */
  read(storage: Pick<Store, 'getItem'>, userId: string): Item[];
  /** Those of every person who used this device, for the app that opens without a network. */
  readAll(storage: Pick<Storage, 'getItem' | 'key' | 'length'>): Item[];
  /**
   * Adds one, or replaces the one with its key. Another tab may have added some meanwhile: they stay. False where the
   * device could not keep it.
   */
  add(storage: Store, userId: string, item: Item): boolean;
  remove(storage: Store, userId: string, key: string): void;
}

/** @param max items that are kept for a person: the newest */
export function createQueue<Item extends QueuedItem>(
  prefix: string,
  max: number,
  isItem: (value: unknown) => value is Item,
): Queue<Item> {
  const readAt = (storage: Pick<Store, 'getItem'>, key: string): Item[] => {
    try {
      const stored: unknown = JSON.parse(storage.getItem(key) ?? '[]');
      return Array.isArray(stored) ? stored.filter(isItem) : [];
    } catch {
      return [];
    }
  };
  const read = (storage: Pick<Store, 'getItem'>, userId: string) => readAt(storage, prefix + userId);
  const write = (storage: Store, userId: string, items: readonly Item[]): boolean => {
    try {
      if (items.length === 0) storage.removeItem(prefix + userId);
      else storage.setItem(prefix + userId, JSON.stringify(items));
      return true;
    } catch {
      // Storage may be blocked or full: the page itself still has them, and sends them while it is open.
      return false;
    }
  };
  return {
    read,
    readAll(storage) {
      try {
        return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
          .filter((key) => key.startsWith(prefix))
          .flatMap((key) => readAt(storage, key));
      } catch {
        // Storage may be blocked.
        return [];
      }
    },
    add(storage, userId, item) {
      const others = read(storage, userId).filter(({ key }) => key !== item.key);
      return write(storage, userId, [...others, item].slice(-max));
    },
    remove(storage, userId, key) {
      const left = read(storage, userId).filter((item) => item.key !== key);
      write(storage, userId, left);
    },
  };
}
