import { execFile } from 'node:child_process';
import { access, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { hasFfmpeg, makeVideo, openStandInRtsp } from '@allclear/adapters/cameras/stand-in-rtsp.ts';
import type { Page } from '@playwright/test';
import { expect, signIn, slowWeather, test } from '../journey.ts';
import type { ServerUnderTest } from '../server-under-test.ts';

// Cameras of this machine.
test.use({ weather: { ...slowWeather, env: { ALLCLEAR_DEVICE_NETWORKS: '127.0.0.0/8' } } });

/** A camera on a port of this machine. */
async function openCamera(answer: RequestListener): Promise<{ origin: string; close: () => void }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/** Single pictures, and a stream of five a second. */
function pictures(jpeg: Buffer): RequestListener {
  const head = `--frame\r\nContent-Type: image/jpeg\r\nContent-Length: ${jpeg.length}\r\n\r\n`;
  const part = Buffer.concat([Buffer.from(head), jpeg, Buffer.from('\r\n')]);
  return ({ url }, response) => {
    if (url === '/snapshot.jpg')
      return void response.writeHead(200, { 'content-type': 'image/jpeg' }).end(jpeg);
    response.writeHead(200, { 'content-type': 'multipart/x-mixed-replace; boundary=frame' });
    const timer = setInterval(() => response.write(part), 200);
    response.on('close', () => clearInterval(timer));
  };
}

/** The playlist of a folder as if it were live: the last five of its segments, one more each second. */
function playlist(folder: string, whole: string): RequestListener {
  const segments = [...whole.matchAll(/#EXTINF:.*\n.*\n/g)].map(([text]) => text);
  const began = performance.now();
  return async ({ url = '/' }, response) => {
    const file = path.basename(new URL(url, 'http://camera').pathname);
    if (file !== 'index.m3u8') {
      const bytes = await readFile(path.join(folder, file)).catch(() => null);
      return void response.writeHead(bytes ? 200 : 404, { 'content-type': 'video/mp2t' }).end(bytes);
    }
    const first = Math.floor((performance.now() - began) / 1000);
    const head = `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:${first}\n`;
    response
      .writeHead(200, { 'content-type': 'application/vnd.apple.mpegurl' })
      .end(head + segments.slice(first, first + 5).join(''));
  };
}

async function watch(
  page: Page,
  server: ServerUnderTest,
  camera: { name: string; kind: string; address: string; username?: string; password?: string },
) {
  await server.api('POST', 'LiveStream/Camera', camera);
  await signIn(page, server, server.account('Admin'), '/LiveCamera');
  await page.getByRole('combobox', { name: /Select Camera/ }).fill(camera.name);
  await page.getByRole('listbox').getByRole('option', { name: camera.name, exact: true }).click();
  await expect(page.getByText('Connecting to camera...')).toBeHidden({ timeout: 30_000 });
  await expect(page.getByText('Simulated', { exact: true })).toHaveCount(0);
}

for (const [kind, name] of [
  ['jpeg', 'snapshot.jpg'],
  ['mjpeg', 'video.mjpg'],
] as const)
  test(`a camera of the kind ${kind} is watched`, async ({ page, server }) => {
    await page.setViewportSize({ width: 640, height: 360 });
    const camera = await openCamera(pictures(await page.screenshot({ type: 'jpeg' })));
    await watch(page, server, { name: `By ${kind}`, kind, address: `${camera.origin}/${name}` });
    const image = page.getByAltText(`By ${kind}, live`);
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(640);
    camera.close();
  });

test('a camera with a playlist is watched, also in a browser that plays none by itself', async ({
  page,
  server,
}) => {
  test.setTimeout(120_000);
  const ffmpeg = '/usr/bin/ffmpeg';
  const has = await access(ffmpeg).then(
    () => true,
    () => false,
  );
  test.skip(!has, 'There is no ffmpeg here, with which this test makes its playlist');
  const folder = await mkdtemp(path.join(tmpdir(), 'allclear-playlist-'));
  const made = [
    '-f',
    'lavfi',
    '-i',
    'testsrc=size=320x180:rate=10',
    '-t',
    '120',
    '-c:v',
    'libx264',
    '-g',
    '10',
  ];
  const parts = ['-pix_fmt', 'yuv420p', '-f', 'hls', '-hls_time', '1', '-hls_list_size', '0'];
  await promisify(execFile)(ffmpeg, [...made, ...parts, path.join(folder, 'index.m3u8')]);
  const whole = await readFile(path.join(folder, 'index.m3u8'), 'utf8');
  const camera = await openCamera(playlist(folder, whole));
  await page.addInitScript(() => {
    HTMLMediaElement.prototype.canPlayType = () => '';
  });
  const address = `${camera.origin}/index.m3u8`;
  await watch(page, server, { name: 'By hls', kind: 'hls', address });
  const video = page.getByLabel('By hls, live');
  const second = () => video.evaluate((element: HTMLVideoElement) => element.currentTime);
  const before = await second();
  await expect.poll(second, { timeout: 15_000 }).toBeGreaterThan(before + 2);
  expect(await video.evaluate((element: HTMLVideoElement) => element.videoWidth)).toBe(320);
  camera.close();
  await rm(folder, { recursive: true });
});

test('a camera with RTSP is watched, and its connection ends after its last viewer', async ({
  page,
  server,
}) => {
  test.setTimeout(150_000);
  test.skip(!hasFfmpeg(), 'There is no ffmpeg here, which cameras with RTSP need');
  const credentials = { username: 'viewer', password: 'gr33n-s3cret' };
  const camera = await openStandInRtsp(makeVideo(6), { credentials });
  try {
    await watch(page, server, { name: 'By rtsp', kind: 'rtsp', address: camera.url, ...credentials });
    const video = page.getByLabel('By rtsp, live');
    const second = () => video.evaluate((element: HTMLVideoElement) => element.currentTime);
    const before = await second();
    await expect.poll(second, { timeout: 20_000 }).toBeGreaterThan(before + 2);
    expect(await video.evaluate((element: HTMLVideoElement) => element.videoWidth)).toBe(160);
    expect(camera.open()).toBe(1);
    await page.goto('about:blank');
    await page.waitForTimeout(5_000);
    expect(camera.open()).toBe(1);
    await expect.poll(camera.open, { timeout: 15_000 }).toBe(0);
    expect(camera.requests.filter((line) => line.startsWith('PLAY'))).toHaveLength(1);
  } finally {
    await camera.close();
  }
});
