import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { CameraSources } from '@allclear/adapters';
import { liveStreamPath, liveStreamProtocol } from '@allclear/contract';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { type CameraFeeds, defaultCameraFeeds } from '../../src/cameras/index.ts';
import { ask, openTestServer, type TestServer, testChannels } from '../test-server.ts';

/** A camera that sends a picture every 20 ms, and what it was asked for. */
export function generatedCamera(picture = Buffer.alloc(2_000, 7)) {
  const state = { runs: 0, open: 0, fail: new AbortController(), silent: false };
  const sources: CameraSources = {
    source: () => ({
      sends: 'pictures',
      problem: null,
      async run(sink, signal) {
        state.runs += 1;
        state.open += 1;
        try {
          while (!signal.aborted) {
            if (state.fail.signal.aborted) throw new Error('The camera hung up.');
            if (!state.silent) sink.picture(picture);
            await new Promise((resolve) => setTimeout(resolve, 20));
          }
        } finally {
          state.open -= 1;
        }
      },
    }),
    close: async () => {},
  };
  return { state, sources };
}

export async function openCameraServer(feeds: Partial<CameraFeeds>): Promise<{
  server: TestServer;
  origin: string;
}> {
  const server = await openTestServer(testChannels(), {
    overrides: { cameras: { settings: { ffmpeg: 'ffmpeg' }, feeds: { ...defaultCameraFeeds, ...feeds } } },
  });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  return { server, origin: `http://127.0.0.1:${port}` };
}

export async function addCamera(server: TestServer, key: string, name: string): Promise<string> {
  const added = await ask(server.app, 'POST', '/api/LiveStream/Camera', {
    key,
    body: {
      name,
      kind: 'mjpeg',
      address: 'http://192.0.2.7/video',
      username: 'viewer',
      password: 'pw-secret',
    },
  });
  expect(added.status).toBe(200);
  return added.body.data.id;
}

/** The status with which a stream is refused. */
export async function refusal(
  origin: string,
  cameraId: string,
  protocols: string[],
  options: { origin?: string } = {},
): Promise<number> {
  const socket = new WebSocket(origin.replace('http', 'ws') + liveStreamPath(cameraId), protocols, options);
  socket.on('error', () => {});
  const [, response] = (await Promise.race([
    once(socket, 'unexpected-response'),
    once(socket, 'open').then(() => [null, { statusCode: 101 }]),
  ])) as [unknown, { statusCode: number }];
  socket.terminate();
  return response.statusCode;
}

/** A viewer that answers texts and reads pictures. */
export async function watch(
  origin: string,
  cameraId: string,
  token: string,
  { pongs = true, reads = true, protocols = [liveStreamProtocol, token] } = {},
) {
  const socket = new WebSocket(origin.replace('http', 'ws') + liveStreamPath(cameraId), protocols);
  const texts: string[] = [];
  const state = { bytes: 0, address: '', ended: false };
  const reading = new AbortController();
  const closed = once(socket, 'close').then(([code, reason]) => {
    reading.abort();
    return { code: code as number, reason: String(reason) };
  });
  socket.on('message', (data) => {
    const text = String(data);
    texts.push(text);
    if (pongs) socket.send('pong');
    if (!/^https?:/.test(text)) return;
    state.address = origin + new URL(text).pathname;
    if (reads) void read();
  });
  async function read() {
    const answer = await fetch(state.address);
    try {
      for await (const chunk of answer.body ?? []) state.bytes += chunk.length;
    } catch {
      // The server ends the pictures with the session.
    }
    state.ended = true;
  }
  await once(socket, 'open');
  return { socket, texts, state, closed };
}
