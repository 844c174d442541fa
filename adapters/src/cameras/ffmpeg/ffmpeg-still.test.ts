import { execFileSync } from 'node:child_process';
import { decode } from 'jpeg-js';
import { describe, expect, test } from 'vitest';
import type { CameraSegment } from '../port.ts';
import { hasFfmpeg } from '../stand-in-rtsp.ts';
import { openTestSources } from '../stand-in-sources.ts';

/** A second of moving H.264, made by ffmpeg. */
function video(...form: string[]): Buffer {
  const source = ['-f', 'lavfi', '-i', 'testsrc=size=1920x1080:rate=5:duration=1'];
  const coding = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-threads', '1', '-g', '5'];
  return execFileSync('ffmpeg', ['-loglevel', 'error', ...source, ...coding, ...form, 'pipe:1'], {
    maxBuffer: 64 * 1024 * 1024,
  });
}

/** A fragmented MP4 in what it begins with, and its fragments. */
function parts(mp4: Buffer): { initialization: Buffer; bytes: Buffer } {
  const at = mp4.indexOf('moof') - 4;
  return { initialization: mp4.subarray(0, at), bytes: mp4.subarray(at) };
}

const segmentOf = (values: Partial<CameraSegment>): CameraSegment => ({
  ...{ sequence: 0, durationSeconds: 1, discontinuity: false, bytes: Buffer.alloc(0) },
  ...{ mediaType: 'video/mp2t', initialization: null, ...values },
});
const options = (maxBytes = 2_000_000) => ({ maxBytes, signal: new AbortController().signal });
const stillOf = (segment: CameraSegment, maxBytes?: number) =>
  openTestSources({ ffmpeg: 'ffmpeg' }).still?.(segment, options(maxBytes));

describe.skipIf(!hasFfmpeg())(
  'a still of a segment (skipped where ffmpeg is not installed)',
  { timeout: 60_000 },
  () => {
    test('is a JPEG of its first picture, of MPEG-TS and of fragments, at most 1280 wide', async () => {
      const mp4 = parts(video('-movflags', 'frag_keyframe+empty_moov', '-f', 'mp4'));
      for (const segment of [{ bytes: video('-f', 'mpegts') }, { ...mp4, mediaType: 'video/mp4' }]) {
        const jpeg = await stillOf(segmentOf(segment));
        const { width, height } = decode(jpeg ?? Buffer.alloc(0));
        expect([width, height]).toEqual([1_280, 720]);
      }
    });

    test('is refused of bytes that are no video, of one that is too large, and when nobody waits for it', async () => {
      const refusal = { kind: 'malformed', message: 'No picture can be made of what the camera sends.' };
      await expect(stillOf(segmentOf({ bytes: Buffer.alloc(500, 0x47) }))).rejects.toMatchObject(refusal);
      // A list of other files would be followed, were it not for the format that is asked for.
      const list = Buffer.from('ffconcat version 1.0\nfile /etc/hostname\n');
      await expect(stillOf(segmentOf({ bytes: list }))).rejects.toMatchObject(refusal);
      const bytes = video('-f', 'mpegts');
      await expect(stillOf(segmentOf({ bytes }), 1_000)).rejects.toMatchObject(refusal);
      const sources = openTestSources({ ffmpeg: 'ffmpeg' });
      const left = { maxBytes: 2_000_000, signal: AbortSignal.abort() };
      await expect(sources.still?.(segmentOf({ bytes }), left)).rejects.toMatchObject(refusal);
    });
  },
);

test('there are no stills of segments without ffmpeg', () => {
  expect(openTestSources({ ffmpeg: null }).still).toBeUndefined();
  expect(openTestSources({ ffmpeg: '/none/ffmpeg' }).still).toBeUndefined();
});
