import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { CameraSources } from './port.ts';
import { createRtspReader, type RtspAnswer, RtspError, videoEncoding } from './rtsp-reader.ts';
import {
  hasFfmpeg,
  makeVideo,
  openStandInRtsp,
  type RtspBehavior,
  type StandInRtsp,
} from './stand-in-rtsp.ts';
import { addressOf, closedPort, collect, openTestSources } from './stand-in-sources.ts';

const credentials = { username: 'vi ewer', password: "gr33n's@s3cret" };
const opened: (StandInRtsp | CameraSources)[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

function sourcesWith(options: Parameters<typeof openTestSources>[0] = {}) {
  const sources = openTestSources({ ffmpeg: 'ffmpeg', ...options });
  opened.push(sources);
  return sources;
}

/** Command lines of the children of this process that are ffmpeg. */
function ffmpegs(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => {
      try {
        const [, parent] = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8')) ?? [];
        const line = readFileSync(`/proc/${id}/cmdline`, 'utf8');
        return Number(parent) === process.pid && line.includes('ffmpeg') ? [line] : [];
      } catch {
        return [];
      }
    });
}

const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('allclear-camera-'));

// Where ffmpeg is not installed these are reported as skipped.
describe.skipIf(!hasFfmpeg())(
  'RTSP by ffmpeg (skipped where it is not installed)',
  { timeout: 60_000 },
  () => {
    let video: ReturnType<typeof makeVideo> = [];
    beforeAll(() => {
      video = makeVideo(4);
    });

    async function standIn(behavior: RtspBehavior = {}) {
      const camera = await openStandInRtsp(video, behavior);
      opened.push(camera);
      return camera;
    }

    async function nothingLeft(camera: StandInRtsp, before: readonly string[]) {
      expect(ffmpegs()).toEqual([]);
      expect(folders()).toEqual(before);
      await expect.poll(() => camera.open()).toBe(0);
    }

    async function failure(camera: StandInRtsp, options: Parameters<typeof openTestSources>[0] = {}) {
      const before = folders();
      const taken = collect(99);
      const error = await sourcesWith(options)
        .source(addressOf('rtsp', camera.url, credentials))
        .run(taken.sink, taken.signal)
        .then(
          () => new Error('It did not fail.'),
          (thrown: Error) => thrown,
        );
      await nothingLeft(camera, before);
      expect(error.message).not.toMatch(/127\.0|10\.0|169\.254|gr33n|:\d{2,5}/);
      return { ...error, message: error.message, segments: taken.segments };
    }

    test('segments come that can be decoded, and no list of processes shows the password', async () => {
      const camera = await standIn({ credentials });
      const before = folders();
      const taken = collect(3);
      const run = sourcesWith({ limits: { stallMs: 8_000 } })
        .source(addressOf('rtsp', camera.url, credentials))
        .run(taken.sink, taken.signal);
      await expect.poll(() => taken.segments.length, { timeout: 20_000 }).toBeGreaterThan(0);
      const [line = ''] = ffmpegs();
      expect(line).toContain('-c\0copy');
      expect(line).not.toMatch(/gr33n|vi.{0,3}ewer|rtsp:/);
      await run;
      expect(taken.segments.map(({ sequence }) => sequence)).toEqual([0, 1, 2]);
      const [first, second] = taken.segments;
      expect(second).toMatchObject({ mediaType: 'video/mp2t', initialization: null, discontinuity: false });
      expect(second!.durationSeconds).toBeCloseTo(1, 1);
      const counted = execFileSync(
        'ffmpeg',
        ['-v', 'error', '-i', 'pipe:0', '-map', '0:v', '-f', 'framecrc', 'pipe:1'],
        { input: Buffer.concat([first!.bytes, second!.bytes]) },
      );
      const frames = counted
        .toString()
        .split('\n')
        .filter((one) => /^0,/.test(one)).length;
      const seconds = first!.durationSeconds + second!.durationSeconds;
      expect(Math.abs(frames - seconds * 10)).toBeLessThanOrEqual(1);
      await nothingLeft(camera, before);
    });

    test('a stream that stops is ended', async () => {
      const camera = await standIn({ pictures: 35 });
      const { message, segments } = await failure(camera, { limits: { stallMs: 3_000 } });
      expect(message).toBe('The camera stopped sending its stream.');
      expect(segments.length).toBeGreaterThan(0);
    });

    test('what a killed process left is removed, what is in use is not', async () => {
      const [left, used] = ['left', 'used'].map((name) =>
        join(tmpdir(), `allclear-camera-${process.pid}-${name}`),
      );
      for (const folder of [left!, used!]) {
        mkdirSync(folder);
        writeFileSync(join(folder, '7.ts'), 'pictures');
      }
      utimesSync(left!, 1_700_000_000, 1_700_000_000);
      try {
        const taken = collect(1);
        const camera = await standIn();
        await sourcesWith({ limits: { stallMs: 8_000 } })
          .source(addressOf('rtsp', camera.url))
          .run(taken.sink, taken.signal);
        expect([left!, used!].map((folder) => existsSync(folder))).toEqual([false, true]);
      } finally {
        rmSync(used!, { recursive: true, force: true });
      }
    });

    test('closing the sources ends what runs', async () => {
      const camera = await standIn();
      const before = folders();
      const sources = sourcesWith({ limits: { stallMs: 20_000 } });
      const taken = collect(99);
      const run = sources.source(addressOf('rtsp', camera.url)).run(taken.sink, taken.signal);
      await expect.poll(() => ffmpegs().length, { timeout: 10_000 }).toBe(1);
      await sources.close();
      await run;
      await nothingLeft(camera, before);
    });

    test('an abort while ffmpeg waits resolves', async () => {
      const camera = await standIn({ pictures: 0 });
      const before = folders();
      const taken = collect(99);
      const run = sourcesWith({ limits: { stallMs: 20_000 } })
        .source(addressOf('rtsp', camera.url))
        .run(taken.sink, taken.signal);
      await expect
        .poll(() => camera.requests.some((line) => line.startsWith('PLAY')), { timeout: 10_000 })
        .toBe(true);
      taken.abort();
      await run;
      await nothingLeft(camera, before);
    });

    test.each<[string, RtspBehavior, string]>([
      [
        'a redirect inward',
        { describe: '302 Moved\r\nLocation: rtsp://169.254.169.254:80/latest' },
        'The camera leads to another address, which is not followed for RTSP.',
      ],
      [
        'a wrong password',
        { credentials: { username: 'other', password: 'other' } },
        'The camera refuses its user name or password.',
      ],
      ['no such stream', { describe: '404 Not Found' }, 'The camera answers with an error (404).'],
      ['H.265', { encoding: 'H265' }, 'The camera sends H.265, and only H.264 is shown: set it to H.264.'],
    ])('%s ends with a sentence', async (_, behavior, expected) => {
      const { message } = await failure(await standIn(behavior), { limits: { stallMs: 8_000 } });
      expect(message).toBe(expected);
    });

    test('nobody there, and a name that leads inward', async () => {
      const signal = new AbortController().signal;
      const { sink } = collect(1);
      const nobody = addressOf('rtsp', `rtsp://127.0.0.1:${await closedPort()}/live`, credentials);
      await expect(sourcesWith().source(nobody).run(sink, signal)).rejects.toMatchObject({
        message: 'The camera cannot be reached (ECONNREFUSED).',
      });
      const resolve: NonNullable<NonNullable<Parameters<typeof openTestSources>[0]>['http']>['resolve'] = (
        _name,
        _options,
        done,
      ) => done(null, [{ address: '169.254.169.254', family: 4 }]);
      const inward = sourcesWith({ networks: '0.0.0.0/0', http: { resolve } });
      await expect(
        inward.source(addressOf('rtsp', 'rtsp://camera.example.org/live')).run(sink, signal),
      ).rejects.toMatchObject({
        message: 'The camera leads to a private address, which this installation does not allow.',
        retryable: false,
      });
      expect(ffmpegs()).toEqual([]);
    });
  },
);

test.each([null, '/nowhere/ffmpeg', '/etc/passwd', './ffmpeg', 'ffmpeg -version; id'])(
  'without ffmpeg (%s) the camera says what is missing',
  (ffmpeg) => {
    expect(sourcesWith({ ffmpeg }).source(addressOf('rtsp', 'rtsp://127.0.0.1/live')).problem).toBe(
      'Cameras with RTSP need ffmpeg, which this installation does not have: install it, or set ALLCLEAR_FFMPEG to its path.',
    );
  },
);

describe('what an RTSP camera sends', () => {
  function read(bytes: Buffer, size: number) {
    const answers: RtspAnswer[] = [];
    let media = 0;
    const reader = createRtspReader({
      onAnswer: (answer) => answers.push(answer),
      onMedia: (count) => {
        media += count;
      },
    });
    for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
    return { answers, media };
  }

  test('answers, its own requests and packets are told apart, cut anywhere', () => {
    const bytes = Buffer.concat([
      Buffer.from('RTSP/1.0 200 OK\r\nCSeq: 1\r\nContent-Length: 5\r\n\r\nv=0\r\n'),
      Buffer.from([0x24, 0, 0, 4, 1, 2, 3, 4]),
      Buffer.from([0x24, 1, 0, 2, 0x0d, 0x0a]),
      Buffer.from('OPTIONS rtsp://camera/ RTSP/1.0\r\nCSeq: 9\r\n\r\n'),
      Buffer.from('RTSP/1.0 302 Moved\r\n\r\n'),
    ]);
    const expected = {
      answers: [
        { status: 200, body: 'v=0\r\n' },
        { status: 302, body: '' },
      ],
      media: 8,
    };
    for (const size of [1, 3, 10_000]) expect(read(bytes, size)).toEqual(expected);
  });

  test.each([
    'HTTP/1.1 200 OK\r\n\r\n',
    'x'.repeat(20_000),
    'RTSP/1.0 200 OK\r\nContent-Length: 99999999\r\n\r\n',
  ])('what is no RTSP is refused', (text) => {
    expect(() => read(Buffer.from(text), 500)).toThrow(RtspError);
  });

  test.each([
    [
      'v=0\r\nm=audio 0 RTP/AVP 0\r\na=rtpmap:0 PCMU/8000\r\nm=video 0 RTP/AVP 96\r\na=rtpmap:96 h264/90000\r\n',
      'H264',
    ],
    ['v=0\r\nm=video 0 RTP/AVP 97\r\na=rtpmap:97 H265/90000\r\nm=audio 0 RTP/AVP 8\r\n', 'H265'],
    ['v=0\r\nm=video 0 RTP/AVP 26\r\nm=audio 0 RTP/AVP 96\r\na=rtpmap:96 H264/1\r\n', 'UNKNOWN'],
    ['v=0\r\nm=audio 0 RTP/AVP 0\r\n', null],
  ])('the encoding of %j is %s', (description, expected) => {
    expect(videoEncoding(description)).toBe(expected);
  });
});
