import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { filmSize } from '../../simulated/camera/film.ts';
import { cameraError } from '../camera-error.ts';
import { PROGRAM_FOLDERS } from '../ffmpeg/find-program.ts';
import { FRAME_MS, runFilm } from './run-film.ts';

/** Pictures from one key frame to the next. */
const KEY_FRAME_EVERY = 3;
const SIZE = '640:360';

export interface EncodedFilm {
  /** The path of ffmpeg. */
  readonly program: string;
  /** Bare H.264 (Annex B) with a picture for each frame, or MPEG-TS with the times at which the frames came. */
  readonly container: 'h264' | 'mpegts';
  /** Draws a frame, as `CameraFilm.rgb`. */
  readonly draw: () => Promise<Uint8Array>;
  readonly signal: AbortSignal;
  readonly onBytes: (chunk: Buffer) => void;
}

/**
 * Encodes moving pictures as H.264 without B-frames, each as soon as it is drawn, by one ffmpeg, until the signal aborts:
 * then it resolves, and ffmpeg is gone. Rejects with an AdapterError when ffmpeg ends before or a picture cannot be drawn.
 * ffmpeg runs without a shell and our environment and may open its standard streams alone; it ends with this process too,
 * because its input ends.
 */
export async function encodeFilm({ program, container, draw, signal, onBytes }: EncodedFilm): Promise<void> {
  if (signal.aborted) return;
  const child = spawn(program, argumentsFor(container), {
    cwd: '/',
    env: { PATH: PROGRAM_FOLDERS.join(':') },
    stdio: ['pipe', 'pipe', 'ignore'],
    shell: false,
    windowsHide: true,
  });
  const exit = new AbortController();
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      exit.abort();
      resolve();
    };
    child.once('error', end);
    child.once('close', end);
  });
  child.stdin.on('error', () => {});
  child.stdout.on('data', onBytes);
  const isOver = AbortSignal.any([signal, exit.signal]);
  try {
    await runFilm(isOver, draw, async (frame) => {
      if (!child.stdin.write(frame)) await once(child.stdin, 'drain', { signal: isOver });
    });
  } finally {
    child.stdout.off('data', onBytes);
    child.kill('SIGKILL');
    await ended;
  }
  if (!signal.aborted) throw cameraError('upstream', 'ffmpeg cannot encode the simulated pictures.');
}

function argumentsFor(container: EncodedFilm['container']): string[] {
  const { widthPx, heightPx } = filmSize;
  const isTimed = container === 'mpegts';
  return [
    ...['-hide_banner', '-loglevel', 'quiet', '-nostdin', '-protocol_whitelist', 'pipe'],
    // Bare H.264 has no times: at its nominal rate each frame becomes one picture, and whoever sends it knows the time.
    ...(isTimed
      ? ['-use_wallclock_as_timestamps', '1', '-framerate', '25']
      : ['-framerate', String(1_000 / FRAME_MS)]),
    ...['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-video_size', `${widthPx}x${heightPx}`, '-i', 'pipe:0'],
    ...['-vf', `scale=${SIZE}`, '-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-preset', 'ultrafast'],
    // One thread makes one slice of each picture.
    ...['-tune', 'zerolatency', '-threads', '1', '-crf', '26', '-bf', '0'],
    ...['-g', String(KEY_FRAME_EVERY), '-sc_threshold', '0', '-flush_packets', '1'],
    ...(isTimed ? ['-mpegts_flags', '+pat_pmt_at_frames', '-muxdelay', '0'] : []),
    ...['-f', container, 'pipe:1'],
  ];
}
