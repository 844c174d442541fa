import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { cameraError } from '../camera-error.ts';
import type { CameraSegment } from '../port.ts';
import { PROGRAM_FOLDERS } from './find-program.ts';

/** Seconds; a segment ends with the first key frame after it. */
const SEGMENT_SECONDS = 1;

const FOLDER_PREFIX = 'allclear-camera-';
/** A folder in use changes with each segment. */
const ABANDONED_MS = 10 * 60_000;

export interface FfmpegRun {
  readonly program: string;
  /** May hold credentials: it goes to ffmpeg by its standard input, where no list of processes shows it. */
  readonly url: string;
  readonly segmentBytes: number;
  readonly signal: AbortSignal;
  readonly onSegment: (segment: CameraSegment) => void;
}

/**
 * Lets ffmpeg copy the H.264 of an RTSP stream into segments of MPEG-TS, without sound, in a folder of its own that only
 * this user can read; each is read and deleted when ffmpeg says that it is whole. Resolves when ffmpeg ended by itself or by
 * the signal; it is then gone, and so is the folder. Rejects with an AdapterError when it cannot be started.
 *
 * ffmpeg runs without a shell and without our environment. It may open a standard stream, TCP and RTP, and nothing else.
 * Its messages are not read: they hold the URL.
 */
export async function runFfmpeg({ program, url, segmentBytes, signal, onSegment }: FfmpegRun): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), FOLDER_PREFIX));
  try {
    await removeAbandoned(folder);
    if (signal.aborted) return;
    const child = spawn(program, argumentsOf(folder), {
      cwd: folder,
      env: { PATH: PROGRAM_FOLDERS.join(':') },
      stdio: ['pipe', 'pipe', 'ignore'],
      shell: false,
      windowsHide: true,
    });
    const kill = () => child.kill('SIGKILL');
    const ended = new Promise<'ended' | 'not-started'>((resolve) => {
      child.once('error', () => resolve('not-started'));
      child.once('close', () => resolve('ended'));
    });
    signal.addEventListener('abort', kill, { once: true });
    child.stdin.on('error', () => {});
    child.stdin.end(scriptOf(url));
    let end: 'ended' | 'not-started' | undefined;
    try {
      await readSegments(child.stdout, folder, segmentBytes, signal, onSegment);
    } finally {
      kill();
      end = await ended;
      signal.removeEventListener('abort', kill);
    }
    if (end === 'not-started') throw cameraError('refused', 'ffmpeg cannot be started.');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Pictures that a killed process left behind, judged by the time of a new folder. Those of other users stay. */
async function removeAbandoned(folder: string): Promise<void> {
  const now = (await stat(folder)).mtimeMs;
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(FOLDER_PREFIX)) continue;
    const path = join(tmpdir(), name);
    const changed = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => now,
    );
    if (now - changed > ABANDONED_MS) await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}

function argumentsOf(folder: string): string[] {
  return [
    ...['-hide_banner', '-loglevel', 'quiet', '-protocol_whitelist', 'pipe,tcp,rtp'],
    ...['-f', 'concat', '-safe', '0', '-i', 'pipe:0'],
    ...['-map', '0:v:0', '-an', '-c', 'copy', '-f', 'segment', '-segment_time', String(SEGMENT_SECONDS)],
    ...['-segment_format', 'mpegts', '-segment_list', 'pipe:1', '-segment_list_type', 'csv'],
    join(folder, '%d.ts'),
  ];
}

/** A list of one file for ffmpeg's concat demuxer. */
function scriptOf(url: string): string {
  return [
    'ffconcat version 1.0',
    `file '${url.replaceAll("'", '%27')}'`,
    'option rtsp_transport tcp',
    'option allowed_media_types video',
    '',
  ].join('\n');
}

async function readSegments(
  list: NodeJS.ReadableStream,
  folder: string,
  segmentBytes: number,
  signal: AbortSignal,
  onSegment: (segment: CameraSegment) => void,
): Promise<void> {
  let sequence = 0;
  for await (const line of createInterface({ input: list })) {
    const [, name, start, end] = /^(\d+\.ts),([\d.]+),([\d.]+)$/.exec(line.trim()) ?? [];
    if (name === undefined || signal.aborted) continue;
    const path = join(folder, name);
    if ((await stat(path)).size > segmentBytes)
      throw cameraError('malformed', 'The camera sends too much between two key frames.');
    const bytes = await readFile(path);
    await unlink(path);
    if (signal.aborted) return;
    onSegment({
      sequence,
      durationSeconds: Math.max(0, Number(end) - Number(start)),
      discontinuity: false,
      bytes,
      mediaType: 'video/mp2t',
      initialization: null,
    });
    sequence += 1;
  }
}
