import { createServer, type Socket } from 'node:net';
import { createRtspReader } from '../rtsp-reader.ts';
import type { AccessUnit } from './h264-reader.ts';
import { type LoopbackServer, listenOnLoopback } from './loopback-server.ts';
import { createRtpPackets } from './rtp-packets.ts';

export interface RtspRequest {
  readonly method: string;
  readonly uri: string;
  /** The request without its body. */
  readonly head: string;
}

/** Status with its reason, and lines of headers. */
export interface RtspRefusal {
  readonly status: string;
  readonly headers?: readonly string[];
}

/** Sends a picture at a time since the first, seconds. False: the client is far behind and did not get it. */
export type SendPicture = (unit: AccessUnit, seconds: number) => boolean;

export interface RtspService {
  /** The encoding that its description names; H264 unless set. */
  readonly encoding?: string;
  /** What it answers instead of carrying a request out; null for carrying it out. */
  readonly refuse: (request: RtspRequest) => RtspRefusal | null;
  /** A client wants pictures; returns what ends them. */
  readonly play: (send: SendPicture) => () => void;
}

/** Bytes that wait for a client, beyond which it loses pictures. */
const MAX_WAITING = 1024 * 1024;

/**
 * A server of RTSP (RFC 2326) on this machine, for one video that is sent over the connection of its requests. It knows
 * what a client needs to watch, and nothing else.
 */
export function openRtspServer(service: RtspService): Promise<LoopbackServer> {
  return listenOnLoopback(createServer((socket) => serve(socket, service)));
}

function serve(socket: Socket, service: RtspService): void {
  let stop: (() => void) | null = null;
  socket.once('close', () => stop?.());
  const reader = createRtspReader({
    onAnswer: () => {},
    onMedia: () => {},
    onRequest(head) {
      const [, method = '', uri = ''] = /^(\S+) (\S+)/.exec(head) ?? [];
      const refusal = service.refuse({ method, uri, head });
      socket.write(answerTo({ method, uri, head }, refusal, service.encoding));
      if (refusal !== null) return;
      if (method === 'PLAY') stop ??= service.play(senderTo(socket));
      if (method === 'TEARDOWN') socket.end();
    },
  });
  socket.on('data', (chunk: Buffer) => {
    try {
      reader.push(chunk);
    } catch {
      // It is no client of RTSP.
      socket.destroy();
    }
  });
}

function senderTo(socket: Socket): SendPicture {
  const packets = createRtpPackets();
  return (unit, seconds) => {
    if (socket.writableLength > MAX_WAITING) return false;
    socket.write(packets(unit, seconds));
    return true;
  };
}

function answerTo(
  { method, uri, head }: RtspRequest,
  refusal: RtspRefusal | null,
  encoding = 'H264',
): string {
  const [, sequence = '0'] = /^cseq: *(\d+)/im.exec(head) ?? [];
  const answer = (status: string, headers: readonly string[] = [], body = '') =>
    [`RTSP/1.0 ${status}`, `CSeq: ${sequence}`, ...headers, `Content-Length: ${body.length}`, '', body].join(
      '\r\n',
    );
  if (refusal !== null) return answer(refusal.status, refusal.headers);
  if (method === 'OPTIONS') return answer('200 OK', ['Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN']);
  if (method === 'DESCRIBE') {
    const description = [
      ...['v=0', 'o=- 0 0 IN IP4 127.0.0.1', 's=-', 't=0 0', 'm=video 0 RTP/AVP 96'],
      ...[`a=rtpmap:96 ${encoding}/90000`, 'a=fmtp:96 packetization-mode=1', 'a=control:track1', ''],
    ].join('\r\n');
    return answer('200 OK', [`Content-Base: ${uri}/`, 'Content-Type: application/sdp'], description);
  }
  if (method === 'SETUP')
    return answer('200 OK', ['Transport: RTP/AVP/TCP;unicast;interleaved=0-1', 'Session: 7']);
  return answer('200 OK', ['Session: 7']);
}
