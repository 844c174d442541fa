import { createSearchBuffer } from './search-buffer.ts';

export interface RtspAnswer {
  readonly status: number;
  readonly body: string;
}

export interface RtspReader {
  /** Throws RtspError for what is no RTSP. */
  push(chunk: Uint8Array): void;
}

export class RtspError extends Error {}

const MAX_HEAD_BYTES = 16_384;
const MAX_BODY_BYTES = 65_536;
const DOLLAR = 0x24;
const endOfHead = Buffer.from('\r\n\r\n');

/**
 * Reads what one side of RTSP sends: answers and requests (RFC 2326), and between them the packets of RTP over the same
 * connection, which it skips. `onAnswer` gets each answer once it is whole, `onRequest` the head of each request, `onMedia`
 * the bytes of packets of media; those of RTCP (odd channels) are sent even when the picture stands still.
 */
export function createRtspReader({
  onAnswer,
  onMedia,
  onRequest = () => {},
}: {
  onAnswer: (answer: RtspAnswer) => void;
  onMedia: (bytes: number) => void;
  onRequest?: (head: string) => void;
}): RtspReader {
  const buffer = createSearchBuffer();

  function readPacket(): boolean {
    if (buffer.length < 4) return false;
    const head = buffer.view(0, 4);
    const [channel = 0, size] = [head[1], 4 + head.readUInt16BE(2)];
    if (buffer.length < size) return false;
    buffer.drop(size);
    if (channel % 2 === 0) onMedia(size);
    return true;
  }

  function readMessage(): boolean {
    const end = buffer.find(endOfHead);
    if (end > MAX_HEAD_BYTES || (end === -1 && buffer.length > MAX_HEAD_BYTES)) throw new RtspError();
    if (end === -1) return false;
    const head = buffer.view(0, end).toString('latin1');
    const [, digits = '0'] = /^content-length[ \t]*:[ \t]*(\d{1,9})[ \t]*$/im.exec(head) ?? [];
    const size = Number(digits);
    if (size > MAX_BODY_BYTES) throw new RtspError();
    const begin = end + endOfHead.length;
    if (buffer.length < begin + size) return false;
    const body = buffer.view(begin, begin + size).toString('latin1');
    const [, status] = /^RTSP\/\d\.\d (\d{3})\b/.exec(head) ?? [];
    // A request, which a camera may make too, such as OPTIONS, or what is no RTSP at all.
    if (status === undefined && !/^[A-Z_]+ \S+ RTSP\/\d\.\d\r?(\n|$)/.test(head)) throw new RtspError();
    buffer.drop(begin + size);
    if (status === undefined) onRequest(head);
    else onAnswer({ status: Number(status), body });
    return true;
  }

  return {
    push(chunk) {
      buffer.add(chunk);
      while (buffer.length > 0 && (buffer.view(0, 1)[0] === DOLLAR ? readPacket() : readMessage())) {
        // The next one.
      }
    },
  };
}

/** The encoding of the first video of a session description (RFC 8866), in capitals; null for no video. */
export function videoEncoding(description: string): string | null {
  const [, section] = /^m=video ([\s\S]*?)(?=^m=|(?![\s\S]))/m.exec(description) ?? [];
  if (section === undefined) return null;
  const [, encoding = 'unknown'] = /^a=rtpmap:\d+[ \t]+([\w.-]+)\//m.exec(section) ?? [];
  return encoding.toUpperCase();
}
