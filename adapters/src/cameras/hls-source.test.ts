import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StandIn } from '../stand-in-server.ts';
import { chooseVariant, type HlsVariant, readHlsPlaylist } from './hls-playlist.ts';
import type { CameraSources } from './port.ts';
import { fragment, initialization, openStandInCamera, transportStream } from './stand-in-camera.ts';
import { addressOf, collect, openTestSources } from './stand-in-sources.ts';

const opened: (StandIn | CameraSources)[] = [];
let sources: CameraSources;
beforeEach(() => {
  sources = openTestSources();
  opened.push(sources);
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

async function standIn(paths: Parameters<typeof openStandInCamera>[0]) {
  const camera = await openStandInCamera(paths);
  opened.push(camera);
  return camera;
}

const text =
  (body: string | (() => string)) => (_request: unknown, response: import('node:http').ServerResponse) =>
    response.end(typeof body === 'string' ? body : body());
const bytes = (body: Buffer) => (_request: unknown, response: import('node:http').ServerResponse) =>
  response.end(body);

function media(lines: readonly string[], sequence = 0, target = 1): string {
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${target}`,
    `#EXT-X-MEDIA-SEQUENCE:${sequence}`,
    ...lines,
    '',
  ].join('\n');
}

async function failure(url: string): Promise<string> {
  const taken = collect(99);
  const error = await sources
    .source(addressOf('hls', url, { username: 'viewer', password: 'gr33n-s3cret' }))
    .run(taken.sink, taken.signal)
    .then(
      () => new Error('It did not fail.'),
      (thrown: Error) => thrown,
    );
  expect(error.message).not.toMatch(/127\.0|10\.0|169\.254|gr33n|:\d{2,5}/);
  expect(error.cause).toBeUndefined();
  return error.message;
}

describe('a live stream', () => {
  test('of MPEG-TS behind a master playlist: each segment once, in order, as it comes', async () => {
    let asked = 0;
    const camera = await standIn({
      '/live/main.m3u8': text(
        '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=9000000,RESOLUTION=1920x1080\nhigh.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=1200000,RESOLUTION=1280x720\nlow/index.m3u8\n',
      ),
      '/live/low/index.m3u8': text(() => {
        const from = asked++;
        return media(
          [0, 1, 2, 3, 4].flatMap((one) => [`#EXTINF:0.4,`, `../s${(from + one) % 9}.ts`]),
          from,
        );
      }),
      ...Object.fromEntries(
        Array.from({ length: 9 }, (_, one) => [`/live/s${one}.ts`, bytes(transportStream(one))]),
      ),
    });
    const taken = collect(5);
    await sources.source(addressOf('hls', `${camera.url}/live/main.m3u8`)).run(taken.sink, taken.signal);
    expect(taken.segments.map(({ bytes: [, , , , tag] }) => tag)).toEqual([2, 3, 4, 5, 6]);
    expect(taken.segments).toMatchObject(
      [0, 1, 2, 3, 4].map((sequence) => ({
        sequence,
        durationSeconds: 0.4,
        discontinuity: false,
        mediaType: 'video/mp2t',
        initialization: null,
      })),
    );
    const paths = camera.requests.map(({ url }) => url).filter((url) => url?.endsWith('.ts'));
    expect(new Set(paths).size).toBe(paths.length);
    expect(camera.requests.some(({ url }) => url?.includes('high'))).toBe(false);
  });

  test('of fragmented MP4, with another initialization later and a segment that is gone', async () => {
    const entries = ['#EXT-X-MAP:URI="init1.mp4"', '#EXTINF:1,', 'a.m4s', '#EXTINF:1,', 'gone.m4s'];
    const later = [
      '#EXT-X-DISCONTINUITY',
      '#EXT-X-MAP:URI="init2.mp4"',
      '#EXTINF:1,',
      'b.m4s',
      '#EXT-X-ENDLIST',
    ];
    const camera = await standIn({
      '/index.m3u8': text(media([...entries, ...later])),
      '/init1.mp4': bytes(initialization(1)),
      '/init2.mp4': bytes(initialization(2)),
      '/a.m4s': bytes(fragment(1)),
      '/b.m4s': bytes(fragment(2)),
    });
    const taken = collect(9);
    const run = sources.source(addressOf('hls', `${camera.url}/index.m3u8`)).run(taken.sink, taken.signal);
    await expect(run).rejects.toThrow('The camera ended its stream.');
    expect(taken.segments).toEqual([
      {
        sequence: 0,
        durationSeconds: 1,
        discontinuity: false,
        bytes: fragment(1),
        mediaType: 'video/mp4',
        initialization: initialization(1),
      },
      {
        sequence: 1,
        durationSeconds: 1,
        discontinuity: true,
        bytes: fragment(2),
        mediaType: 'video/mp4',
        initialization: initialization(2),
      },
    ]);
  });

  test('that jumps or begins anew is a discontinuity', async () => {
    let asked = 0;
    const camera = await standIn({
      '/index.m3u8': text(() => media(['#EXTINF:0.1,', 's.ts'], [0, 50, 2][asked++ % 3])),
      '/s.ts': bytes(transportStream(1)),
    });
    const taken = collect(3);
    await sources.source(addressOf('hls', `${camera.url}/index.m3u8`)).run(taken.sink, taken.signal);
    expect(taken.segments.map(({ discontinuity }) => discontinuity)).toEqual([false, true, true]);
  });

  test('that stops is ended, and an abort resolves; no connection is left', async () => {
    const camera = await standIn({
      '/index.m3u8': text(media(['#EXTINF:1,', 's.ts'])),
      '/silent.m3u8': () => {},
      '/s.ts': bytes(transportStream(1)),
    });
    sources = openTestSources({ limits: { stallMs: 200 } });
    opened.push(sources);
    expect(await failure(`${camera.url}/index.m3u8`)).toBe('The camera stopped sending its stream.');
    const taken = collect(9);
    const run = openTestSources()
      .source(addressOf('hls', `${camera.url}/silent.m3u8`))
      .run(taken.sink, taken.signal);
    await expect.poll(() => camera.open()).toBe(1);
    taken.abort();
    await run;
    await expect.poll(() => camera.open()).toBe(0);
  });
});

describe('what a playlist names', () => {
  test.each([
    'http://169.254.169.254/latest',
    'http://10.0.0.7/state.xml?relay1State=1',
    'http://127.0.0.2/s.ts',
    'http://[::1]/s.ts',
    'http://localhost/s.ts',
    'http://metadata.internal/s.ts',
  ])('%s is refused, as variant, as initialization and as segment', async (inner) => {
    sources = openTestSources({ networks: '127.0.0.0/8 10.0.0.0/8 ::1' });
    opened.push(sources);
    const camera = await standIn({
      '/variant.m3u8': text(`#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n${inner}\n`),
      '/map.m3u8': text(media([`#EXT-X-MAP:URI="${inner}"`, '#EXTINF:1,', 's.ts'])),
      '/segment.m3u8': text(media(['#EXTINF:1,', inner])),
    });
    for (const path of ['variant', 'map', 'segment'])
      expect(await failure(`${camera.url}/${path}.m3u8`)).toBe(
        'The camera leads to a private address, which this installation does not allow.',
      );
  });

  test('a file is refused, and another host gets no credentials', async () => {
    const camera = await standIn({
      '/file.m3u8': text(media(['#EXTINF:1,', 'file:///etc/passwd'])),
      '/other.m3u8': text(() => media(['#EXTINF:1,', `${other.url}/s.ts`])),
    });
    const other = await standIn({
      '/s.ts': (_request, response) =>
        response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end(),
    });
    expect(await failure(`${camera.url}/file.m3u8`)).toBe(
      'The camera leads to an address that is not http or https.',
    );
    expect(await failure(`${camera.url}/other.m3u8`)).toBe('The camera refuses its user name or password.');
    expect(other.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });

  test('too much, nothing, encryption and what is no video end with a sentence', async () => {
    const camera = await standIn({
      '/huge.m3u8': text(`#EXTM3U\n${'#comment\n'.repeat(200_000)}`),
      '/html.m3u8': text('<html>'),
      '/key.m3u8': text(media(['#EXT-X-KEY:METHOD=AES-128,URI="k"', '#EXTINF:1,', 's.ts'])),
      '/audio.m3u8': text('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="mp4a.40.2"\na.m3u8\n'),
      '/text.m3u8': text(media(['#EXTINF:1,', 'html.m3u8'])),
      '/big.m3u8': text(media(['#EXTINF:1,', 'big.ts'])),
      '/big.ts': (_request, response) => response.writeHead(200, { 'content-length': 30_000_000 }).write('G'),
    });
    const said = [];
    for (const path of ['huge', 'html', 'key', 'audio', 'text', 'big'])
      said.push(await failure(`${camera.url}/${path}.m3u8`));
    expect(said).toEqual([
      'The camera sends more than 1024 KiB at once.',
      'The camera does not answer with an HLS playlist.',
      'The stream of the camera is encrypted, which is not supported.',
      'The camera sends no video.',
      'The camera sends segments that are no video.',
      'The camera sends more than 24576 KiB at once.',
    ]);
    await expect.poll(() => camera.open()).toBe(0);
  });
});

describe('the choice among variants', () => {
  const variant = (height: number | null, bandwidth: number, codecs = ''): HlsVariant => ({
    uri: `${height}`,
    bandwidth,
    height,
    codecs,
  });
  test.each<[string, HlsVariant[], string | undefined]>([
    ['the cheapest good one', [variant(1080, 9), variant(720, 5), variant(480, 3), variant(240, 1)], '480'],
    ['the best small one', [variant(1080, 9), variant(240, 2), variant(144, 1)], '240'],
    ['the cheapest large one', [variant(2160, 20), variant(1080, 9)], '1080'],
    ['one of unknown size', [variant(null, 4)], 'null'],
    ['H.264 before H.265', [variant(480, 1, 'hvc1.1'), variant(720, 5, 'avc1.64001f,mp4a')], '720'],
    ['never sound alone', [variant(null, 1, 'mp4a.40.2')], undefined],
  ])('%s', (_, variants, expected) => {
    expect(chooseVariant(variants)?.uri).toBe(expected);
  });

  test.each([
    ['#EXTM3U\n#EXT-X-TARGETDURATION:0\n'],
    ['#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:900,\ns.ts'],
    ['#EXTM3U\n#EXT-X-TARGETDURATION:4\ns.ts'],
    ['#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-BYTERANGE:5@0\n#EXTINF:4,\ns.ts'],
    ['#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:x\n'],
    [''],
  ])('%j is unreadable', (playlist) => {
    expect(readHlsPlaylist(playlist).kind).toBe('unreadable');
  });
});
