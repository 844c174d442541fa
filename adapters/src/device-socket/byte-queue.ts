/** Bytes that have arrived and are not read yet. */
export interface ByteQueue {
  readonly length: number;
  add(chunk: Uint8Array): void;
  /** Removes and returns the first `count` bytes, of which there are so many. */
  take(count: number): Buffer;
  /** The position of a byte from `from` on; -1 for none. */
  indexOf(byte: number, from: number): number;
}

export function createByteQueue(): ByteQueue {
  let bytes = Buffer.alloc(4_096);
  let length = 0;
  return {
    get length() {
      return length;
    },
    add(chunk) {
      if (length + chunk.length > bytes.length) {
        const larger = Buffer.alloc(Math.max(bytes.length * 2, length + chunk.length));
        bytes.copy(larger, 0, 0, length);
        bytes = larger;
      }
      bytes.set(chunk, length);
      length += chunk.length;
    },
    take(count) {
      const taken = Buffer.from(bytes.subarray(0, count));
      bytes.copy(bytes, 0, count, length);
      length -= count;
      return taken;
    },
    indexOf: (byte, from) => bytes.subarray(0, length).indexOf(byte, from),
  };
}
