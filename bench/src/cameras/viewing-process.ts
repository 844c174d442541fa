/** A process of the benchmark of viewers: a `camera`, or what passes its pictures on, as the product (`ours`) or `bare`. */
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openCameraSources, readDeviceNetworks } from '@allclear/adapters';
import { FrameWriter } from '@allclear/server/cameras/stream/frame-writer.ts';
import { CameraHub } from '@allclear/server/cameras/stream/hub.ts';

const pictureBytes = 50_000;
const picturesPerSecond = 60;
const [, , kind = '', cameraUrl = ''] = process.argv;

/** Sends the same picture many times a second; one that the other side is not ready for is left out. */
function camera(_request: unknown, response: ServerResponse): void {
  const picture = Buffer.alloc(pictureBytes, 7);
  picture.set([0xff, 0xd8, 0xff, 0xe0]);
  picture.set([0xff, 0xd9], pictureBytes - 2);
  const head = `--frame\r\nContent-Type: image/jpeg\r\nContent-Length: ${pictureBytes}\r\n\r\n`;
  const part = Buffer.concat([Buffer.from(head), picture, Buffer.from('\r\n')]);
  response.writeHead(200, { 'content-type': 'multipart/x-mixed-replace; boundary=frame' });
  let isFull = false;
  response.on('drain', () => {
    isFull = false;
  });
  const timer = setInterval(() => {
    if (!isFull) isFull = !response.write(part);
  }, 1_000 / picturesPerSecond);
  response.on('close', () => clearInterval(timer));
}

/** The parts of the product that each picture passes: the camera's client, the feed and the writer of each viewer. */
function ours() {
  const read = readDeviceNetworks('127.0.0.0/8');
  if ('problem' in read) throw new Error(read.problem);
  const sources = openCameraSources({
    ...{ networks: read.networks, ffmpeg: 'ffmpeg', simulation: null, http: { proxy: null } },
  });
  const hub = new CameraHub(10_000);
  const address = { kind: 'mjpeg', url: cameraUrl, username: '', password: '' } as const;
  return (_request: unknown, response: ServerResponse) => {
    const writer = new FrameWriter(response, () => {});
    const viewer = {
      started: () => {},
      picture: (part: Buffer) => writer.write(part),
      failed: () => writer.end(),
    };
    const feed = hub.watch('camera', () => sources.source(address), viewer);
    response.on('close', () => hub.leave('camera', feed, viewer));
  };
}

/** One answer of the camera piped to all. */
function bare() {
  let upstream: Promise<IncomingMessage> | null = null;
  return async (_request: unknown, response: ServerResponse) => {
    upstream ??= once(get(cameraUrl), 'response').then(([answer]) => {
      answer.setMaxListeners(0);
      return answer as IncomingMessage;
    });
    const from = await upstream;
    response.writeHead(200, { 'content-type': String(from.headers['content-type']) });
    from.pipe(response);
    response.on('close', () => from.unpipe(response));
  };
}

const handlers = { camera: () => camera, ours, bare };
const server = createServer(handlers[kind as keyof typeof handlers]());
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ rss: process.memoryUsage.rss(), cpuMs: (user + system) / 1_000 });
});
process.send?.({ port: (server.address() as AddressInfo).port });
