import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, describe, expect, test } from 'vitest';
import type { CameraSources } from '../port.ts';
import { hasFfmpeg } from '../stand-in-rtsp.ts';
import { addressOf, collect, openTestSources } from '../stand-in-sources.ts';
import { simulatedProtocols } from './port.ts';

const startedAt = Date.UTC(2026, 5, 6, 18);
const place = { name: 'Stadium', latitude: 32.7767, longitude: -96.797, timeZone: 'America/Chicago' };
const simulation = {
  options: { seed: 'film', startedAt, places: [place] },
  now: () => startedAt + 30 * 60_000 + performance.now(),
  place,
};
const limits = { pollMs: 300, answerMs: 20_000, stallMs: 40_000 };

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

/** Children of this process that are ffmpeg, by what they do. */
function ffmpegs(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => {
      try {
        const [, parent] = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8')) ?? [];
        const line = readFileSync(`/proc/${id}/cmdline`, 'utf8');
        if (Number(parent) !== process.pid || !line.includes('ffmpeg')) return [];
        return [line.includes('libx264') ? 'encoder' : 'reader'];
      } catch {
        return [];
      }
    });
}

/** What would keep running when a camera is over. */
const running = () => ({
  ffmpegs: ffmpegs(),
  sockets: process.getActiveResourcesInfo().filter((kind) => /^(TCP|Worker|MessagePort|Pipe|Process)/.test(kind)).length,
  folders: readdirSync(tmpdir()).filter((name) => name.startsWith('allclear-camera-')).length,
});

/** The colors of a pixel of the first picture of a video, at 960 × 540. */
function firstPicture(video: Buffer): Buffer {
  return execFileSync(
    'ffmpeg',
    ['-v', 'error', '-i', 'pipe:0', '-frames:v', '1', '-s', '960x540', '-f', 'rawvideo', '-pix_fmt', 'rgb24', 'pipe:1'],
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
    await expect.poll(running).toEqual(before);
  });

  test.skipIf(!hasFfmpeg()).each(['hls', 'rtsp'])(
    '%s in H.264 by one encoder, and leaves nothing behind (skipped without ffmpeg)',
    async (protocol) => {
      const before = running();
      const taken = collect(3);
      const source = sourcesWith().source(addressOf('simulated', protocol));
      expect(source).toMatchObject({ sends: 'segments', problem: null });
      const run = source.run(taken.sink, taken.signal);
      await expect.poll(() => taken.segments.length, { timeout: 60_000 }).toBeGreaterThan(0);
      expect(ffmpegs().sort()).toEqual(protocol === 'rtsp' ? ['encoder', 'reader'] : ['encoder']);
      await run;
      for (const { bytes, mediaType } of taken.segments) {
        expect(mediaType).toBe('video/mp2t');
        const picture = firstPicture(Buffer.from(bytes));
        // The bar of simulated data, as good as the coding leaves it.
        const [red = 0, green = 0, blue = 0] = picture.subarray((6 * 960 + 400) * 3);
        expect(Math.hypot(red - 43, green - 47, blue - 119)).toBeLessThan(30);
      }
      await expect.poll(running).toEqual(before);
    },
  );
});
