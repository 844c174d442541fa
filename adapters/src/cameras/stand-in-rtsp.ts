import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createServer, type Socket } from 'node:net';

/** One picture of H.264: its NAL units without start codes. */
type AccessUnit = readonly Buffer[];

export interface StandInRtsp {
  /** 'rtsp://127.0.0.1:…/live'. */
  readonly url: string;
  /** The request lines that came, without what follows. */
  readonly requests: string[];
  readonly open: () => number;
  close(): Promise<void>;
}

export interface RtspBehavior {
  /** Digest credentials that it asks for. */
  readonly credentials?: { readonly username: string; readonly password: string };
  /** Answers each DESCRIBE with this instead: status and headers. */
  readonly describe?: string;
  /** The encoding that its description names. */
  readonly encoding?: string;
  /** Pictures until it stops sending, its connection open. */
  readonly pictures?: number;
}

export const FRAMES_PER_SECOND = 10;

/** Whether ffmpeg is on this machine. */
export function hasFfmpeg(): boolean {
  try {
    execFileSync('ffmpeg', ['-version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Moving H.264 of 160 × 120 with a key frame each second, made by ffmpeg. */
export function makeVideo(seconds: number): AccessUnit[] {
  const source = `testsrc=size=160x120:rate=${FRAMES_PER_SECOND}:duration=${seconds}`;
  const coding =
    '-c:v libx264 -pix_fmt yuv420p -bf 0 -g 10 -threads 1 -x264-params repeat-headers=1 -f h264 pipe:1';
  const bytes = execFileSync(
    'ffmpeg',
    ['-loglevel', 'error', '-f', 'lavfi', '-i', source, ...coding.split(' ')],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  const units: Buffer[][] = [[]];
  for (const nal of splitAnnexB(bytes)) {
    units.at(-1)?.push(nal);
    // A coded slice ends its picture.
    if ([1, 5].includes((nal[0] ?? 0) & 31)) units.push([]);
  }
  return units.filter((unit) => unit.length > 0);
}

function splitAnnexB(bytes: Buffer): Buffer[] {
  const starts: number[] = [];
  for (let at = bytes.indexOf('000001', 0, 'hex'); at !== -1; at = bytes.indexOf('000001', at + 3, 'hex'))
    starts.push(at);
  return starts.map((start, index) => {
    let end = starts[index + 1] ?? bytes.length;
    while (end > start && bytes[end - 1] === 0) end -= 1;
    return bytes.subarray(start + 3, end);
  });
}

/**
 * For tests: an RTSP camera on this machine (RFC 2326) that sends a video again and again, interleaved with its answers
 * (RTP over the same connection, RFC 6184 with one NAL unit a packet).
 */
export async function openStandInRtsp(
  video: readonly AccessUnit[],
  behavior: RtspBehavior = {},
): Promise<StandInRtsp> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let timer: NodeJS.Timeout | undefined;
    socket.on('error', () => {});
    socket.once('close', () => {
      clearInterval(timer);
      sockets.delete(socket);
    });
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      // What a client sends interleaved (receiver reports) begins with a dollar; a request never holds one before it.
      if (chunk[0] === 0x24) return;
      text += chunk.toString('latin1');
      for (let end = text.indexOf('\r\n\r\n'); end !== -1; end = text.indexOf('\r\n\r\n')) {
        const head = text.slice(0, end);
        text = text.slice(end + 4);
        requests.push(head.split('\r\n', 1)[0] ?? '');
        socket.write(answerTo(head, behavior));
        if (head.startsWith('PLAY')) timer = play(socket, video, behavior.pictures);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `rtsp://127.0.0.1:${port}/live`,
    requests,
    open: () => sockets.size,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function answerTo(head: string, { credentials, describe, encoding = 'H264' }: RtspBehavior): string {
  const [, method = '', uri = ''] = /^(\S+) (\S+)/.exec(head) ?? [];
  const [, sequence = '0'] = /^cseq: *(\d+)/im.exec(head) ?? [];
  const answer = (status: string, headers: readonly string[] = [], body = '') =>
    [`RTSP/1.0 ${status}`, `CSeq: ${sequence}`, ...headers, `Content-Length: ${body.length}`, '', body].join(
      '\r\n',
    );
  if (method === 'OPTIONS') return answer('200 OK', ['Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN']);
  if (credentials && !isAuthorized(head, method, credentials))
    return answer('401 Unauthorized', ['WWW-Authenticate: Digest realm="cam", nonce="n1"']);
  if (method === 'DESCRIBE') {
    if (describe) return answer(describe.split('\r\n', 1)[0] ?? '', describe.split('\r\n').slice(1));
    const sdp = [
      ...['v=0', 'o=- 0 0 IN IP4 127.0.0.1', 's=-', 't=0 0', 'm=video 0 RTP/AVP 96'],
      ...[`a=rtpmap:96 ${encoding}/90000`, 'a=control:track1', ''],
    ].join('\r\n');
    return answer('200 OK', [`Content-Base: ${uri}/`, 'Content-Type: application/sdp'], sdp);
  }
  if (method === 'SETUP')
    return answer('200 OK', ['Transport: RTP/AVP/TCP;unicast;interleaved=0-1', 'Session: 7']);
  return answer('200 OK', ['Session: 7']);
}

/** RFC 2617 without `qop`, as many cameras have it. */
function isAuthorized(
  head: string,
  method: string,
  { username, password }: NonNullable<RtspBehavior['credentials']>,
): boolean {
  const md5 = (text: string) => createHash('md5').update(text).digest('hex');
  const [, given = ''] = /^authorization: *Digest (.*)$/im.exec(head) ?? [];
  const part = (name: string) => new RegExp(`\\b${name}="([^"]*)`).exec(given)?.[1] ?? '';
  const expected = md5(`${md5(`${username}:cam:${password}`)}:n1:${md5(`${method}:${part('uri')}`)}`);
  return part('username') === username && part('response') === expected;
}

function play(
  socket: Socket,
  video: readonly AccessUnit[],
  pictures = Number.POSITIVE_INFINITY,
): NodeJS.Timeout {
  let picture = 0;
  let packetNumber = 0;
  return setInterval(() => {
    if (picture >= pictures) return;
    const unit = video[picture % video.length] ?? [];
    for (const [index, nal] of unit.entries()) {
      const head = Buffer.alloc(16);
      head.set([0x24, 0]);
      head.writeUInt16BE(12 + nal.length, 2);
      head.set([0x80, 96 | (index === unit.length - 1 ? 0x80 : 0)], 4);
      head.writeUInt16BE(packetNumber++ & 0xffff, 6);
      head.writeUInt32BE((picture * 90_000) / FRAMES_PER_SECOND, 8);
      head.writeUInt32BE(7, 12);
      socket.write(Buffer.concat([head, nal]));
    }
    picture += 1;
  }, 1000 / FRAMES_PER_SECOND);
}
