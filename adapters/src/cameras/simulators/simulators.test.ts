import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CameraSources } from '../port.ts';
import { hasFfmpeg } from '../stand-in-rtsp.ts';
import { addressOf, collect, openTestSources } from '../stand-in-sources.ts';
import { createH264Reader } from './h264-reader.ts';
import { openJpegCamera } from './picture-cameras.ts';
import { simulatedProtocols } from './port.ts';
import { createRtpPackets } from './rtp-packets.ts';
import { isBelow } from './rtsp-camera.ts';
import { openRtspServer } from './rtsp-server.ts';

const startedAt = Date.UTC(2026, 5, 6, 18);
const place = { name: 'Stadium', latitude: 32.7767, longitude: -96.797, timeZone: 'America/Chicago' };
const simulation = {
  options: { seed: 'film', startedAt, places: [place] },
  now: () => startedAt + 30 * 60_000 + performance.now(),
  place,
};
const limits = { pollMs: 300, answerMs: 20_000, stallMs: 40_000 };

// Other tests make folders at the same time.
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'allclear-simulators-'));
  vi.stubEnv('TMPDIR', folder);
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const opened: CameraSources[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

function sourcesWith(options: Parameters<typeof openTestSources>[0] = {}) {
  // No network of devices: a simulated camera opens none to others.
  const sources = openTestSources({ networks: '', ffmpeg: 'ffmpeg', simulation, limits, ...options });
  opened.push(sources);
  return sources;
}

/** Children of this process that are ffmpeg, with what they do. */
function ffmpegs(): { id: number; does: 'encoder' | 'reader' }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => {
      try {
        const [, parent] = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8')) ?? [];
        const line = readFileSync(`/proc/${id}/cmdline`, 'utf8');
        if (Number(parent) !== process.pid || !line.includes('ffmpeg') || line.includes('encoder='))
          return [];
        return [{ id: Number(id), does: line.includes('libx264') ? 'encoder' : 'reader' }];
      } catch {
        return [];
      }
    });
}

const encoders = () => ffmpegs().flatMap(({ id, does }) => (does === 'encoder' ? [id] : []));

/** What would keep running when a camera is over. */
const running = () => ({
  ffmpegs: ffmpegs(),
  sockets: process
    .getActiveResourcesInfo()
    .filter((kind) => /^(TCP|Worker|MessagePort|Pipe|Process)/.test(kind)).length,
  folders: readdirSync(folder),
});

/** The colors of a pixel of the first picture of a video, at 960 × 540. */
function firstPicture(video: Buffer): Buffer {
  return execFileSync(
    'ffmpeg',
    [
      '-v',
      'error',
      '-i',
      'pipe:0',
      '-frames:v',
      '1',
      '-s',
      '960x540',
      '-f',
      'rawvideo',
      '-pix_fmt',
      'rgb24',
      'pipe:1',
    ],
    { input: video, maxBuffer: 8 * 1024 * 1024 },
  );
}

describe('a simulated camera really speaks', { timeout: 120_000 }, () => {
  test.each(['jpeg', 'mjpeg'])('%s, and leaves nothing behind', async (protocol) => {
    const before = running();
    const taken = collect(3);
    const source = sourcesWith({ ffmpeg: null }).source(addressOf('simulated', protocol));
    expect(source).toMatchObject({ sends: 'pictures', problem: null });
    await source.run(taken.sink, taken.signal);
    expect(taken.pictures).toHaveLength(3);
    // It moves.
    expect(taken.pictures[0]!.equals(taken.pictures[2]!)).toBe(false);
    await expect.poll(running, { timeout: 10_000 }).toEqual(before);
  });

  test.skipIf(!hasFfmpeg()).each(['hls', 'rtsp'])(
    '%s in H.264 by one encoder, and leaves nothing behind (skipped without ffmpeg)',
    async (protocol) => {
      const before = running();
      const taken = collect(6);
      const source = sourcesWith().source(addressOf('simulated', protocol));
      expect(source).toMatchObject({ sends: 'segments', problem: null });
      const run = source.run(taken.sink, taken.signal);
      await expect.poll(() => taken.segments.length, { timeout: 60_000 }).toBeGreaterThan(0);
      expect(
        ffmpegs()
          .map(({ does }) => does)
          .sort(),
      ).toEqual(protocol === 'rtsp' ? ['encoder', 'reader'] : ['encoder']);
      await run;
      for (const { bytes, mediaType } of taken.segments) {
        expect(mediaType).toBe('video/mp2t');
        const picture = firstPicture(Buffer.from(bytes));
        // The bar of simulated data, as good as the coding leaves it.
        const [red = 0, green = 0, blue = 0] = picture.subarray((6 * 960 + 400) * 3);
        expect(Math.hypot(red - 43, green - 47, blue - 119)).toBeLessThan(30);
      }
      await expect.poll(running, { timeout: 10_000 }).toEqual(before);
    },
  );

  test.skipIf(!hasFfmpeg())(
    'and ends with a sentence when its encoder does (skipped without ffmpeg)',
    async () => {
      const before = running();
      for (const protocol of ['hls', 'rtsp']) {
        const taken = collect(99);
        const run = sourcesWith().source(addressOf('simulated', protocol)).run(taken.sink, taken.signal);
        const failed = expect(run).rejects.toThrow('ffmpeg cannot encode the simulated pictures.');
        await expect.poll(encoders, { timeout: 30_000 }).toHaveLength(1);
        process.kill(encoders()[0] ?? 0, 'SIGKILL');
        await failed;
        await expect.poll(running, { timeout: 10_000 }).toEqual(before);
      }
    },
  );

  test.skipIf(!hasFfmpeg())('until its sources are closed (skipped without ffmpeg)', async () => {
    const before = running();
    const sources = sourcesWith();
    const runs = simulatedProtocols.map((protocol) => {
      const taken = collect(99);
      return sources.source(addressOf('simulated', protocol)).run(taken.sink, taken.signal);
    });
    await expect.poll(encoders, { timeout: 30_000 }).toHaveLength(2);
    await sources.close();
    await Promise.all(runs);
    await expect.poll(running, { timeout: 10_000 }).toEqual(before);
  });
});

describe('what is missing is said', () => {
  const without = /^Simulated cameras with HLS or RTSP need ffmpeg, which this installation does not have/;

  test.each(['hls', 'rtsp'])('%s without ffmpeg', async (protocol) => {
    const source = sourcesWith({ ffmpeg: null }).source(addressOf('simulated', protocol));
    expect(source.problem).toMatch(without);
    await expect(source.run(collect(1).sink, new AbortController().signal)).rejects.toThrow(without);
  });

  test('an ffmpeg without the encoder, once it is known', async () => {
    const program = join(mkdtempSync(join(folder, 'program-')), 'ffmpeg');
    writeFileSync(program, `#!/bin/sh\necho "Codec 'libx264' is not recognized by FFmpeg."\n`, {
      mode: 0o755,
    });
    const sources = sourcesWith({ ffmpeg: program });
    const address = addressOf('simulated', 'hls');
    const sentence = /^Simulated cameras with HLS or RTSP need an ffmpeg that encodes H\.264 \(libx264\)/;
    const run = sources.source(address).run(collect(1).sink, new AbortController().signal);
    await expect(run).rejects.toThrow(sentence);
    expect(sources.source(address).problem).toMatch(sentence);
    expect(sources.source(addressOf('simulated', 'mjpeg')).problem).toBeNull();
  });

  test('a protocol that there is not', () => {
    expect(sourcesWith().source(addressOf('simulated', 'http://127.0.0.1/')).problem).toBe(
      'There are no simulated cameras with this protocol.',
    );
  });
});

describe('nobody else on this machine finds a simulated camera', () => {
  const film = { jpeg: async () => Buffer.from('a JPEG'), rgb: async () => Buffer.alloc(0) };

  test('over HTTP it answers below a path that cannot be guessed, on 127.0.0.1', async () => {
    const camera = await openJpegCamera({ film, onFailure: () => {} });
    const { origin, hostname, pathname } = new URL(camera.url);
    expect(hostname).toBe('127.0.0.1');
    expect(pathname).toMatch(/^\/[\da-f]{48}\/snapshot\.jpg$/);
    expect(await (await fetch(camera.url)).text()).toBe('a JPEG');
    for (const path of ['/', '/snapshot.jpg', `/${'0'.repeat(48)}/snapshot.jpg`, pathname.slice(0, -4)])
      expect((await fetch(origin + path)).status, path).toBe(404);
    expect((await fetch(camera.url, { method: 'POST' })).status).toBe(404);
    await camera.close();
    await expect(fetch(camera.url)).rejects.toThrow();
  });

  test('over RTSP, too', async () => {
    const server = await openRtspServer({
      refuse: ({ uri }) => (isBelow(uri, '/secret') ? null : { status: '404 Not Found' }),
      play: () => () => {},
    });
    const ask = async (uri: string) => {
      const socket = connect(server.port, '127.0.0.1');
      socket.write(`DESCRIBE ${uri} RTSP/1.0\r\nCSeq: 3\r\n\r\n`);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      socket.destroy();
      return String(answer).split('\r\n', 2);
    };
    const origin = `rtsp://127.0.0.1:${server.port}`;
    expect(await ask(`${origin}/secret`)).toEqual(['RTSP/1.0 200 OK', 'CSeq: 3']);
    for (const path of ['', '/', '/secretive', '/live'])
      expect(await ask(origin + path), path).toEqual(['RTSP/1.0 404 Not Found', 'CSeq: 3']);
    const socket = connect(server.port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\n\r\n');
    await once(socket, 'close');
    await server.close();
  });
});

test('H.264 is read as pictures however it is cut, and each begins where the one before ends', () => {
  const start = [0, 0, 0, 1];
  const nals = [
    [0x67, 1, 0, 2],
    [0x68, 3],
    [0x65, 9, 0, 0, 2, 8],
    [0x41, 7],
    [0x06, 5],
    [0x41, 6, 4],
  ];
  const bytes = Buffer.from(nals.flatMap((nal) => [...start, ...nal]));
  for (const size of [1, 2, 3, 5, 1_000]) {
    const pictures: number[][][] = [];
    const reader = createH264Reader((unit) => pictures.push(unit.map((nal) => [...nal])));
    for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
    expect(pictures).toHaveLength(2);
    reader.end();
    expect(pictures).toEqual([nals.slice(0, 3), nals.slice(3, 4), nals.slice(4)]);
  }
});

test('a picture that is larger than a packet goes in parts that make it whole again', () => {
  const nal = Buffer.from(Array.from({ length: 5_000 }, (_, at) => (at === 0 ? 0x65 : at % 251)));
  const bytes = createRtpPackets()([Buffer.from([0x67, 1]), nal], 2);
  const packets: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    expect([...bytes.subarray(at, at + 2)]).toEqual([0x24, 0]);
    const end = at + 4 + bytes.readUInt16BE(at + 2);
    packets.push(bytes.subarray(at + 4, end));
    at = end;
  }
  expect(packets.map((packet) => packet.readUInt16BE(2))).toEqual([0, 1, 2, 3, 4]);
  expect(new Set(packets.map((packet) => packet.readUInt32BE(4)))).toEqual(new Set([180_000]));
  // The marker is on the last one alone.
  expect(packets.map((packet) => packet[1])).toEqual([96, 96, 96, 96, 224]);
  const parts = packets.slice(1);
  expect(parts.map((packet) => packet[12])).toEqual([0x7c, 0x7c, 0x7c, 0x7c]);
  expect(parts.map((packet) => packet[13])).toEqual([0x85, 0x05, 0x05, 0x45]);
  const whole = Buffer.concat([Buffer.from([0x65]), ...parts.map((packet) => packet.subarray(14))]);
  expect(whole.equals(nal)).toBe(true);
});
