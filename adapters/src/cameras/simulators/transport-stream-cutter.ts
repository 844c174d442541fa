const PACKET = 188;

/**
 * Cuts MPEG-TS (ISO/IEC 13818-1) before each key frame: `onSegment` gets what can be played by itself, from its tables on,
 * once it is whole. The tables are expected before each picture (ffmpeg's `pat_pmt_at_frames`).
 */
export function createTransportStreamCutter(onSegment: (bytes: Buffer) => void): {
  push(chunk: Uint8Array): void;
} {
  let bytes = Buffer.alloc(0);
  let read = 0;
  /** Where the newest tables begin. */
  let tables = 0;
  let hasKeyFrame = false;
  return {
    push(chunk) {
      bytes = Buffer.concat([bytes, chunk]);
      for (; read + PACKET <= bytes.length; read += PACKET) {
        const packet = bytes.subarray(read, read + PACKET);
        if ((packet.readUInt16BE(1) & 0x1fff) === 0) tables = read;
        else if (beginsKeyFrame(packet)) {
          if (!hasKeyFrame) {
            hasKeyFrame = true;
            continue;
          }
          onSegment(bytes.subarray(0, tables));
          bytes = bytes.subarray(tables);
          read -= tables;
          tables = 0;
        }
      }
    },
  };
}

/** The start of a payload, with the random access indicator in its adaptation field. */
function beginsKeyFrame(packet: Buffer): boolean {
  const [, flags = 0, , control = 0, fieldLength = 0, field = 0] = packet;
  return (flags & 0x40) !== 0 && (control & 0x20) !== 0 && fieldLength > 0 && (field & 0x40) !== 0;
}
