import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { type AccessUnit, createH264Reader } from './simulators/h264-reader.ts';
import { openRtspServer, type RtspRefusal, type RtspRequest } from './simulators/rtsp-server.ts';

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
  const units: AccessUnit[] = [];
  const reader = createH264Reader((unit) => units.push(unit));
  reader.push(bytes);
  reader.end();
  return units;
}

/** For tests: an RTSP camera on this machine that sends a video again and again. */
export async function openStandInRtsp(
  video: readonly AccessUnit[],
  behavior: RtspBehavior = {},
): Promise<StandInRtsp> {
  const requests: string[] = [];
  const { pictures = Number.POSITIVE_INFINITY, encoding } = behavior;
  const server = await openRtspServer({
    ...(encoding === undefined ? {} : { encoding }),
    refuse(request) {
      requests.push(request.head.split('\r\n', 1)[0] ?? '');
      return refusalOf(request, behavior);
    },
    play(send) {
      let picture = 0;
      const timer = setInterval(() => {
        if (picture >= pictures) return;
        send(video[picture % video.length] ?? [], picture / FRAMES_PER_SECOND);
        picture += 1;
      }, 1000 / FRAMES_PER_SECOND);
      return () => clearInterval(timer);
    },
  });
  return {
    url: `rtsp://127.0.0.1:${server.port}/live`,
    requests,
    open: server.open,
    close: server.close,
  };
}

function refusalOf(
  { method, head }: RtspRequest,
  { credentials, describe }: RtspBehavior,
): RtspRefusal | null {
  if (method === 'OPTIONS') return null;
  if (credentials && !isAuthorized(head, method, credentials))
    return { status: '401 Unauthorized', headers: ['WWW-Authenticate: Digest realm="cam", nonce="n1"'] };
  if (method !== 'DESCRIBE' || describe === undefined) return null;
  const [status = '', ...headers] = describe.split('\r\n');
  return { status, headers };
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
