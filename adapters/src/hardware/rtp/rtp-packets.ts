import { randomBytes } from 'node:crypto';
import { ULAW_SILENCE } from '../../speech/ulaw.ts';

/** Milliseconds of sound in a packet (RFC 3551, 4.2). */
export const RTP_PACKET_MS = 20;
/** Samples, and so bytes of G.711, in a packet. */
export const RTP_PACKET_SAMPLES = 160;
/** Receivers wake up, and switch an amplifier on, with the first packets. */
const LEAD_IN_PACKETS = 10;

const VERSION = 2;
const PAYLOAD_TYPE_PCMU = 0;
const HEADER_BYTES = 12;

/** Where a stream begins; each of it is random, so that streams do not continue each other (RFC 3550, 5.1). */
export interface RtpBeginning {
  readonly sequence: number;
  readonly timestamp: number;
  readonly source: number;
}

export function randomBeginning(): RtpBeginning {
  const bytes = randomBytes(10);
  return {
    sequence: bytes.readUInt16BE(0),
    timestamp: bytes.readUInt32BE(2),
    source: bytes.readUInt32BE(6),
  };
}

/**
 * RTP packets of µ-law sound (payload type 0, PCMU): 200 ms of silence, then the sound, the last packet filled up with
 * silence. The first one has the marker bit (RFC 3551, 4.1).
 */
export function* rtpPackets(ulaw: Uint8Array, beginning: RtpBeginning): Generator<Uint8Array> {
  const count = LEAD_IN_PACKETS + Math.ceil(ulaw.byteLength / RTP_PACKET_SAMPLES);
  for (let index = 0; index < count; index++) {
    const packet = Buffer.alloc(HEADER_BYTES + RTP_PACKET_SAMPLES, ULAW_SILENCE);
    packet[0] = VERSION << 6;
    packet[1] = PAYLOAD_TYPE_PCMU | (index === 0 ? 0x80 : 0);
    packet.writeUInt16BE((beginning.sequence + index) % 0x1_0000, 2);
    packet.writeUInt32BE((beginning.timestamp + index * RTP_PACKET_SAMPLES) % 0x1_0000_0000, 4);
    packet.writeUInt32BE(beginning.source, 8);
    const from = (index - LEAD_IN_PACKETS) * RTP_PACKET_SAMPLES;
    if (from >= 0) packet.set(ulaw.subarray(from, from + RTP_PACKET_SAMPLES), HEADER_BYTES);
    yield packet;
  }
}

export interface RtpPacket {
  readonly marker: boolean;
  readonly payloadType: number;
  readonly sequence: number;
  readonly timestamp: number;
  readonly source: number;
  readonly payload: Uint8Array;
}

/** Reads a packet; null when it is none of RTP version 2, or has padding, an extension or further sources. */
export function readRtpPacket(bytes: Uint8Array): RtpPacket | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < HEADER_BYTES || view.getUint8(0) !== VERSION << 6) return null;
  const second = view.getUint8(1);
  return {
    marker: second >= 0x80,
    payloadType: second & 0x7f,
    sequence: view.getUint16(2),
    timestamp: view.getUint32(4),
    source: view.getUint32(8),
    payload: bytes.subarray(HEADER_BYTES),
  };
}
