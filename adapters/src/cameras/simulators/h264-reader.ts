/** One picture of H.264: its NAL units without start codes. */
export type AccessUnit = readonly Buffer[];

const startCode = Buffer.from([0, 0, 1]);
/** Types of coded slices (ITU-T H.264, table 7-1). */
const SLICE = 1;
const KEY_SLICE = 5;

const typeOf = (nal: Buffer): number => (nal[0] ?? 0) & 31;

export function isKeyPicture(unit: AccessUnit): boolean {
  return unit.some((nal) => typeOf(nal) === KEY_SLICE);
}

/**
 * Reads H.264 with start codes (ITU-T H.264 annex B) whose pictures have one slice each: that ends its picture, which is
 * known whole when the next one begins, or the stream ends.
 */
export function createH264Reader(onPicture: (unit: AccessUnit) => void): {
  push(chunk: Uint8Array): void;
  end(): void;
} {
  let bytes = Buffer.alloc(0);
  let isBegun = false;
  let searched = 0;
  let unit: Buffer[] = [];

  function take(until: number): void {
    let end = until;
    while (end > 0 && bytes[end - 1] === 0) end -= 1;
    const nal = bytes.subarray(0, end);
    if (!isBegun || nal.length === 0) return;
    unit.push(nal);
    if (![SLICE, KEY_SLICE].includes(typeOf(nal))) return;
    onPicture(unit);
    unit = [];
  }

  return {
    push(chunk) {
      bytes = Buffer.concat([bytes, chunk]);
      for (let at = bytes.indexOf(startCode, searched); at !== -1; at = bytes.indexOf(startCode, 0)) {
        take(at);
        bytes = bytes.subarray(at + startCode.length);
        isBegun = true;
      }
      searched = Math.max(0, bytes.length - startCode.length + 1);
    },
    end() {
      take(bytes.length);
      bytes = Buffer.alloc(0);
    },
  };
}
