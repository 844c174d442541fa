import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { AdapterError } from '../adapter-error.ts';
import type { StandIn } from '../stand-in-server.ts';
import type { CameraLimits } from './camera-limits.ts';
import type { CameraAddress, CameraSources } from './port.ts';
import {
  beginStream,
  openStandInCamera,
  type PartStyle,
  partOf,
  pour,
  standInJpeg,
} from './stand-in-camera.ts';
import { addressOf, collect, openTestSources } from './stand-in-sources.ts';

const PASSWORD = 'gr33n-s3cret';
let jpegs: Buffer[] = [];
let camera: StandIn & { open: () => number };
const opened: (StandIn | CameraSources)[] = [];

beforeAll(() => {
  jpegs = [10, 120, 230].map(standInJpeg);
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

async function standIn(paths: Parameters<typeof openStandInCamera>[0]) {
  camera = await openStandInCamera(paths);
  opened.push(camera);
  return camera;
}

function sourcesWith(options: Parameters<typeof openTestSources>[0] = {}) {
  const sources = openTestSources(options);
  opened.push(sources);
  return sources;
}

async function take(address: CameraAddress, count: number, limits: Partial<CameraLimits> = {}) {
  const taken = collect(count);
  await sourcesWith({ limits }).source(address).run(taken.sink, taken.signal);
  return taken.pictures;
}

/** The error that ends a run; it names no address and no password. */
async function failure(address: CameraAddress, options: Parameters<typeof openTestSources>[0] = {}) {
  const taken = collect(1_000);
  const error = await sourcesWith(options)
    .source(address)
    .run(taken.sink, taken.signal)
    .then(
      () => null,
      (thrown: unknown) => thrown,
    );
  expect(error).toBeInstanceOf(AdapterError);
  const { message, cause } = error as AdapterError;
  expect(message).not.toMatch(/127\.0\.0\.1|10\.0\.0|169\.254|:\d{2,5}|inner|root/);
  expect(message).not.toContain(PASSWORD);
  expect(cause).toBeUndefined();
  return error as AdapterError;
}

const noneOpen = () => expect.poll(() => camera.open(), { timeout: 2_000 }).toBe(0);

describe('MJPEG', () => {
  test.each<[string, PartStyle]>([
    ['with lengths', {}],
    ['without lengths', { withLength: false }],
    ['with line feeds only', { withLength: false, lineEnd: '\n' }],
    ['with dashes in the boundary of the header', { boundary: '--cam', delimiter: '--cam' }],
    ['with dashes more', { boundary: '--cam', delimiter: '----cam', withLength: false }],
    ['with a quoted boundary', { boundary: '"a b"', delimiter: '--a b' }],
  ])('reads a stream %s, cut anywhere', async (_, style) => {
    for (const size of [1, 7, 1_000_000]) {
      await standIn({
        '/live': (_request, response) => {
          beginStream(response, style.boundary);
          const bytes = Buffer.concat([...jpegs, ...jpegs].map((jpeg) => partOf(jpeg, style)));
          for (let at = 0; at < bytes.length; at += size) response.write(bytes.subarray(at, at + size));
        },
      });
      expect(await take(addressOf('mjpeg', `${camera.url}/live`), 4)).toEqual([...jpegs, jpegs[0]]);
      await noneOpen();
    }
  });

  test('a boundary that never comes ends with a plain error, and no connection is left', async () => {
    await standIn({
      '/live': (_request, response) => {
        beginStream(response);
        pour(response, Buffer.alloc(64 * 1024, 7));
      },
    });
    const error = await failure(addressOf('mjpeg', `${camera.url}/live`));
    expect(error).toMatchObject({ kind: 'malformed', retryable: false });
    expect(error.message).toBe(
      'The camera sends more than 10240 KiB without the boundary that ends a picture.',
    );
    await noneOpen();
  });

  test('a part that says it is larger than a picture may be is refused before it is read', async () => {
    await standIn({
      '/live': (_request, response) => {
        beginStream(response);
        response.write(`--frame\r\nContent-Type: image/jpeg\r\nContent-Length: 52428800\r\n\r\n`);
      },
    });
    const error = await failure(addressOf('mjpeg', `${camera.url}/live`));
    expect(error.message).toBe('The camera sends a picture of more than 10240 KiB.');
    await noneOpen();
  });

  test.each([
    ['stops after a picture', (write: (bytes: Buffer) => void) => write(partOf(jpegs[0]!))],
    ['never sends one', () => {}],
  ])('a stream that %s is ended', async (_, send) => {
    await standIn({
      '/live': (_request, response) => {
        beginStream(response);
        response.flushHeaders();
        send((bytes) => response.write(bytes));
      },
    });
    const error = await failure(addressOf('mjpeg', `${camera.url}/live`), { limits: { stallMs: 200 } });
    expect(error).toMatchObject({ kind: 'timeout', message: 'The camera stopped sending pictures.' });
    await noneOpen();
  });

  test('bytes that drip without a picture are a stream that stopped', async () => {
    await standIn({
      '/live': (_request, response) => {
        beginStream(response);
        const timer = setInterval(() => response.write('--frame\r\n'), 20);
        response.once('close', () => clearInterval(timer));
      },
    });
    const error = await failure(addressOf('mjpeg', `${camera.url}/live`), { limits: { stallMs: 300 } });
    expect(error.kind).toBe('timeout');
    await noneOpen();
  });

  test('a stream that the camera ends, parts that are no JPEG, and one picture instead of a stream', async () => {
    await standIn({
      '/short': (_request, response) => {
        beginStream(response);
        response.end(partOf(jpegs[0]!));
      },
      '/text': (_request, response) => {
        beginStream(response);
        for (let part = 0; part < 12; part++) response.write(partOf(Buffer.from('no picture')));
      },
      '/one': (_request, response) => response.setHeader('content-type', 'image/jpeg').end(jpegs[0]),
    });
    const messages = [];
    for (const path of ['short', 'text', 'one'])
      messages.push((await failure(addressOf('mjpeg', `${camera.url}/${path}`))).message);
    expect(messages).toEqual([
      'The camera ended its stream.',
      'The camera sends parts that are not JPEGs.',
      'The camera sends one picture: choose JPEG for it.',
    ]);
  });

  test('an abort resolves and ends the connection, also before the answer and while nothing is sent', async () => {
    await standIn({
      '/silent': () => {},
      '/idle': (_request, response) => {
        beginStream(response);
        response.write(partOf(jpegs[0]!));
      },
    });
    const sources = sourcesWith();
    for (const path of ['silent', 'idle']) {
      const taken = collect(99);
      const run = sources.source(addressOf('mjpeg', `${camera.url}/${path}`)).run(taken.sink, taken.signal);
      await expect.poll(() => camera.open()).toBe(1);
      taken.abort();
      await run;
      await noneOpen();
    }
  });

  test('a sink that takes its time leaves the pictures at the camera, not in memory', async () => {
    let sent = () => 0;
    const big = partOf(
      Buffer.concat([jpegs[0]!.subarray(0, 20), Buffer.alloc(500_000, 1), Buffer.from([0xff, 0xd9])]),
    );
    await standIn({
      '/live': (_request, response) => {
        beginStream(response);
        sent = pour(response, big);
      },
    });
    const taken = collect(100);
    let maxAhead = 0;
    const before = process.memoryUsage().arrayBuffers;
    let maxBytes = 0;
    const slow = {
      ...taken.sink,
      picture: (jpeg: Uint8Array) => {
        // Busy, as a sink is that writes to many.
        const until = performance.now() + 4;
        while (performance.now() < until);
        maxAhead = Math.max(maxAhead, sent() - taken.pictures.length);
        maxBytes = Math.max(maxBytes, process.memoryUsage().arrayBuffers - before);
        taken.sink.picture(jpeg.subarray(0, 4));
      },
    };
    await sourcesWith()
      .source(addressOf('mjpeg', `${camera.url}/live`))
      .run(slow, taken.signal);
    expect(taken.pictures).toHaveLength(100);
    // Of what would be sent without end: what is in the buffers of the two sockets, and garbage.
    expect(maxAhead).toBeLessThan(40);
    expect(maxBytes / 1024 / 1024).toBeLessThan(100);
  });
});

describe('JPEG by URL', () => {
  test('is asked for again and again, and only when it changed', async () => {
    let asked = 0;
    await standIn({
      '/now.jpg': (request, response) => {
        const version = Math.floor(asked++ / 3);
        if (request.headers['if-none-match'] === `"${version}"`) response.writeHead(304).end();
        else response.setHeader('etag', `"${version}"`).end(jpegs[version % 3]);
      },
    });
    expect(await take(addressOf('jpeg', `${camera.url}/now.jpg`), 3)).toEqual(jpegs);
    expect(asked).toBe(7);
  });

  test('a picture that does not change is sent again every fifth time', async () => {
    await standIn({
      '/now.jpg': (request, response) => {
        if (request.headers['if-modified-since']) response.writeHead(304).end();
        else response.setHeader('last-modified', 'Sat, 10 Oct 2026 08:00:00 GMT').end(jpegs[1]);
      },
    });
    expect(await take(addressOf('jpeg', `${camera.url}/now.jpg`), 2)).toEqual([jpegs[1], jpegs[1]]);
    expect(camera.requests).toHaveLength(6);
  });

  test.each([true, false])('a JPEG of 50 MB is refused (its length said: %s)', async (isSaid) => {
    let sent = () => 0;
    await standIn({
      '/huge.jpg': (_request, response) => {
        if (isSaid) response.setHeader('content-length', 50 * 1024 * 1024);
        sent = pour(response, Buffer.alloc(1024 * 1024, 1), 50);
      },
    });
    const error = await failure(addressOf('jpeg', `${camera.url}/huge.jpg`));
    expect(error).toMatchObject({ retryable: false, kind: 'malformed' });
    expect(error.message).toBe('The camera sends more than 10240 KiB at once.');
    await noneOpen();
    expect(sent()).toBeLessThan(30);
  });

  test('what is no JPEG, cut, compressed, gone or a stream is said', async () => {
    await standIn({
      '/html': (_request, response) => response.end('<html>'),
      '/cut': (_request, response) => response.end(jpegs[0]!.subarray(0, 200)),
      '/gzip': (_request, response) => response.setHeader('content-encoding', 'gzip').end('x'),
      '/stream': (_request, response) => {
        beginStream(response);
        response.write(partOf(jpegs[0]!));
      },
    });
    const said = [];
    for (const path of ['html', 'cut', 'gzip', 'gone', 'stream'])
      said.push((await failure(addressOf('jpeg', `${camera.url}/${path}`))).message);
    expect(said).toEqual([
      'The camera sends something that is not a whole JPEG.',
      'The camera sends something that is not a whole JPEG.',
      'The camera compresses what it sends.',
      'The camera answers with an error (404).',
      'The camera sends a stream: choose MJPEG for it.',
    ]);
    await noneOpen();
  });

  test('a camera that stumbles is asked again; one that stays silent is given up', async () => {
    let asked = 0;
    await standIn({
      '/now.jpg': (_request, response) => {
        asked += 1;
        if (asked === 2 || asked > 4) response.writeHead(503).end();
        else response.end(jpegs[asked % 3]);
      },
    });
    const taken = collect(99);
    const run = sourcesWith({ limits: { stallMs: 300 } })
      .source(addressOf('jpeg', `${camera.url}/now.jpg`))
      .run(taken.sink, taken.signal);
    await expect(run).rejects.toMatchObject({ kind: 'timeout' });
    expect(taken.pictures).toHaveLength(3);
  });
});
