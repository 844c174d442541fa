import type { AccessUnit } from './h264-reader.ts';

/** As cameras do it, so that packets fit into frames of Ethernet. */
const MAX_PAYLOAD = 1_400;
const PAYLOAD_TYPE = 96;
const CLOCK_HZ = 90_000;
/** Of a NAL unit in parts (RFC 6184 section 5.8). */
const FRAGMENT = 28;

/** Makes the RTP packets (RFC 3550, RFC 6184) of pictures, each behind the four bytes of RTSP's channel 0 (RFC 2326 section 10.12). */
export function createRtpPackets(): (unit: AccessUnit, seconds: number) => Buffer {
  let sequence = 0;
  const packet = (payload: Buffer, seconds: number, isLast: boolean) => {
    const head = Buffer.alloc(16);
    head.set([0x24, 0]);
    head.writeUInt16BE(12 + payload.length, 2);
    head.set([0x80, PAYLOAD_TYPE | (isLast ? 0x80 : 0)], 4);
    head.writeUInt16BE(sequence++ & 0xffff, 6);
    head.writeUInt32BE(Math.round(seconds * CLOCK_HZ) % 2 ** 32, 8);
    head.writeUInt32BE(7, 12);
    return Buffer.concat([head, payload]);
  };
  return (unit, seconds) =>
    Buffer.concat(
      unit.flatMap((nal, index) => {
        const payloads = payloadsOf(nal);
        return payloads.map((payload, part) =>
          packet(payload, seconds, index === unit.length - 1 && part === payloads.length - 1),
        );
      }),
    );
}

function payloadsOf(nal: Buffer): Buffer[] {
  const [first = 0] = nal;
  if (nal.length <= MAX_PAYLOAD) return [nal];
  const parts: Buffer[] = [];
  for (let at = 1; at < nal.length; at += MAX_PAYLOAD) {
    const end = at + MAX_PAYLOAD;
    const marks = (at === 1 ? 0x80 : 0) | (end >= nal.length ? 0x40 : 0);
    const head = Buffer.from([(first & 0xe0) | FRAGMENT, marks | (first & 31)]);
    parts.push(Buffer.concat([head, nal.subarray(at, end)]));
  }
  return parts;
}
