/** Bytes that have arrived and are not read yet. */
export interface ByteQueue {
  readonly length: number;
  add(chunk: Uint8Array): void;
  /** Some of the bytes, valid until the next call of another method. */
  view(from: number, to: number): Buffer;
  /** Removes the first `count` bytes, of which there are so many. */
  drop(count: number): void;
  /** The same, and returns them. */
  take(count: number): Buffer;
  /** The position of a byte from `from` on; -1 for none. */
  indexOf(byte: number, from: number): number;
}

export function createByteQueue(initialBytes = 4_096): ByteQueue {
  let bytes = Buffer.alloc(initialBytes);
  let length = 0;
  const drop = (count: number) => {
    bytes.copy(bytes, 0, count, length);
    length -= count;
  };
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
    view: (from, to) => bytes.subarray(from, to),
    drop,
    take(count) {
      const taken = Buffer.from(bytes.subarray(0, count));
      drop(count);
      return taken;
    },
    indexOf: (byte, from) => bytes.subarray(0, length).indexOf(byte, from),
  };
}
