import { spawn } from 'node:child_process';
import { cameraError } from '../camera-error.ts';
import { isJpeg } from '../jpeg.ts';
import type { CameraSegment } from '../port.ts';
import { PROGRAM_FOLDERS } from './find-program.ts';

/** Pixels; a wider picture is made so wide. */
const MAX_WIDTH = 1_280;
const TIMEOUT_MS = 10_000;

/**
 * The first picture of a segment as a JPEG, by ffmpeg. It gets the bytes by its standard input and opens nothing else, no
 * file and no network; it runs without a shell and without our environment, and decodes H.264 alone. Rejects with an
 * AdapterError when it makes no picture of at most `maxBytes` in time, and when the signal aborts; it is gone then.
 */
export async function cutStill(
  program: string,
  segment: Pick<CameraSegment, 'bytes' | 'initialization' | 'mediaType'>,
  { maxBytes, signal }: { readonly maxBytes: number; readonly signal: AbortSignal },
): Promise<Buffer> {
  const child = spawn(program, argumentsFor(segment.mediaType), {
    cwd: '/',
    env: { PATH: PROGRAM_FOLDERS.join(':') },
    stdio: ['pipe', 'pipe', 'ignore'],
    shell: false,
    windowsHide: true,
  });
  const ended = new Promise<'ended' | 'not-started'>((resolve) => {
    child.once('error', () => resolve('not-started'));
    child.once('close', () => resolve('ended'));
  });
  const kill = () => child.kill('SIGKILL');
  const until = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  if (until.aborted) kill();
  until.addEventListener('abort', kill, { once: true });
  // It may leave before it has read all: the first picture is enough.
  child.stdin.on('error', () => {});
  if (segment.initialization !== null) child.stdin.write(segment.initialization);
  child.stdin.end(segment.bytes);
  const chunks: Buffer[] = [];
  let size = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxBytes) kill();
    else chunks.push(chunk);
  });
  const end = await ended;
  until.removeEventListener('abort', kill);
  if (end === 'not-started') throw cameraError('refused', 'ffmpeg cannot be started.');
  const jpeg = Buffer.concat(chunks);
  if (until.aborted || size > maxBytes || !isJpeg(jpeg))
    throw cameraError('malformed', 'No picture can be made of what the camera sends.');
  return jpeg;
}

function argumentsFor(mediaType: string): string[] {
  return [
    ...['-hide_banner', '-loglevel', 'quiet', '-nostdin', '-protocol_whitelist', 'pipe', '-threads', '1'],
    ...['-f', mediaType === 'video/mp4' ? 'mov' : 'mpegts', '-c:v', 'h264', '-i', 'pipe:0'],
    ...['-map', '0:v:0', '-an', '-frames:v', '1', '-vf', `scale='min(${MAX_WIDTH},iw)':-2`],
    ...['-c:v', 'mjpeg', '-q:v', '4', '-f', 'image2pipe', 'pipe:1'],
  ];
}
