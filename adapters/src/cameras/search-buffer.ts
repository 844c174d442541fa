import { type ByteQueue, createByteQueue } from '../device-socket/byte-queue.ts';

/** Bytes that have arrived and are not read yet; a search goes on where the one before ended. */
export interface SearchBuffer extends Pick<ByteQueue, 'length' | 'add' | 'view' | 'drop'> {
  /** The position of bytes; -1 for not yet. */
  find(sought: Buffer): number;
}

export function createSearchBuffer(): SearchBuffer {
  const queue = createByteQueue(64 * 1024);
  let searched = 0;
  return {
    get length() {
      return queue.length;
    },
    add: queue.add,
    view: queue.view,
    drop(count) {
      queue.drop(count);
      searched = 0;
    },
    find(sought) {
      const at = queue.view(0, queue.length).indexOf(sought, searched);
      searched = at === -1 ? Math.max(0, queue.length - sought.length + 1) : at;
      return at;
    },
  };
}
