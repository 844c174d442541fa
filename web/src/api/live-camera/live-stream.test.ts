import {
  cameraTexts,
  connectMs,
  continueMs,
  liveStreamProtocol,
  viewingMs,
} from '@allclear/contract/live-stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocket as Client, type WebSocket, WebSocketServer } from 'ws';
import {
  isStreamAddress,
  type LiveStream,
  type LiveStreamState,
  liveStreamTimings,
  openLiveStream,
} from './live-stream.ts';

let server: WebSocketServer;
let port: number;
let viewer: WebSocket | null;
let received: string[];
let closedWith: number | null;
let streams: LiveStream[];

beforeEach(async () => {
  viewer = null;
  received = [];
  closedWith = null;
  streams = [];
  server = new WebSocketServer({
    port: 0,
    host: '127.0.0.1',
    handleProtocols: (offered) => [...offered][0] ?? false,
  });
  server.on('connection', (socket) => {
    viewer = socket;
    socket.on('message', (text) => received.push(String(text)));
    socket.on('close', (code) => {
      closedWith = code;
    });
  });
  await new Promise((resolve) => server.once('listening', resolve));
  port = (server.address() as { port: number }).port;
});
afterEach(async () => {
  for (const stream of streams) stream.close();
  for (const client of server.clients) client.terminate();
  await new Promise((resolve) => server.close(resolve));
});

const fast = { viewingMs: 300, continueMs: 1_500, connectMs: 5_000, silentMs: 5_000 };
const address = 'https://cameras.example/Stream/7/live.mjpeg?token=x';

/** A socket as the browser has it: what fails is a close without a reason, and nothing is thrown. */
function client(url: string): Client {
  const socket = new Client(url, [liveStreamProtocol, 'a-token']);
  socket.on('error', () => undefined);
  return socket;
}

function open(timings = fast) {
  const states: LiveStreamState[] = [];
  const stream = openLiveStream({
    connect: async () => client(`ws://127.0.0.1:${port}`),
    onState: (state) => states.push(state),
    timings,
  });
  streams.push(stream);
  return { stream, states, last: () => states.at(-1) };
}
const connected = () => expect.poll(() => viewer).not.toBeNull();

it('is connecting with the texts of the server until an address comes, and answers each text with pong', async () => {
  const { states, last } = open();
  expect(states).toEqual([{ kind: 'connecting', progress: '' }]);
  await connected();
  viewer!.send('Waking the camera');
  await expect.poll(last).toEqual({ kind: 'connecting', progress: 'Waking the camera' });
  viewer!.send(address);
  await expect.poll(last).toEqual({ kind: 'streaming', address, secondsLeft: null });
  viewer!.send('Streaming');
  await expect.poll(() => received).toEqual(['pong', 'pong', 'pong']);
  expect(last()).toEqual({ kind: 'streaming', address, secondsLeft: null });
});

it('the specified times: 3 minutes, 30 seconds, and the server gives up on a camera first', () => {
  expect(liveStreamTimings).toMatchObject({ viewingMs: 180_000, continueMs: 30_000 });
  expect([viewingMs, continueMs]).toEqual([180_000, 30_000]);
  expect(liveStreamTimings.connectMs).toBeGreaterThan(connectMs);
});

it('asks after the time of viewing, counts down, and Continue starts it anew', async () => {
  const { stream, states, last } = open();
  await connected();
  viewer!.send(address);
  await expect.poll(last).toEqual({ kind: 'streaming', address, secondsLeft: 2 });
  await expect.poll(last).toEqual({ kind: 'streaming', address, secondsLeft: 1 });
  stream.proceed();
  expect(last()).toEqual({ kind: 'streaming', address, secondsLeft: null });
  await expect.poll(() => received.at(-1)).toBe('continue');
  await expect.poll(last).toEqual({ kind: 'streaming', address, secondsLeft: 2 });
  expect(states.filter(({ kind }) => kind === 'closed')).toEqual([]);
});

it('without an answer it is disconnected due to inactivity', async () => {
  const { last } = open({ ...fast, viewingMs: 50, continueMs: 300 });
  await connected();
  viewer!.send(address);
  await expect.poll(last).toEqual({ kind: 'closed', reason: cameraTexts.inactive });
  await expect.poll(() => closedWith).toBe(1000);
});

it('shows the reason of the server, and without one that the camera could not be connected to', async () => {
  const explained = open();
  await connected();
  viewer!.close(4000, cameraTexts.usedUp);
  await expect
    .poll(explained.last)
    .toEqual({ kind: 'closed', reason: 'The live camera time of this month is used up.' });
  viewer = null;
  const unexplained = open();
  await connected();
  viewer!.terminate();
  await expect.poll(unexplained.last).toEqual({ kind: 'closed', reason: 'Unable to connect to camera.' });
});

it('is closed where nobody answers the connection, or no token can be had', async () => {
  const seen: LiveStreamState[] = [];
  const nobody = openLiveStream({
    connect: async () => client('ws://127.0.0.1:1'),
    onState: (state) => seen.push(state),
  });
  streams.push(nobody);
  await expect.poll(() => seen.at(-1)).toEqual({ kind: 'closed', reason: cameraTexts.unable });
  const without: LiveStreamState[] = [];
  openLiveStream({
    connect: () => Promise.reject(new Error('no token')),
    onState: (state) => without.push(state),
  });
  await expect.poll(() => without.at(-1)).toEqual({ kind: 'closed', reason: cameraTexts.unable });
});

it('gives up a connection that never has an address, and a stream whose server falls silent', async () => {
  const never = open({ ...fast, connectMs: 150 });
  await connected();
  viewer!.send('Waking the camera');
  await expect.poll(never.last).toEqual({ kind: 'closed', reason: cameraTexts.unable });
  viewer = null;
  const silent = open({ ...fast, viewingMs: 60_000, silentMs: 300 });
  await connected();
  viewer!.send(address);
  for (let round = 0; round < 4; round++) {
    await new Promise((resolve) => setTimeout(resolve, 150));
    viewer!.send('Streaming');
  }
  expect(silent.last()?.kind).toBe('streaming');
  await expect.poll(silent.last).toEqual({ kind: 'closed', reason: cameraTexts.unable });
});

it('after it was closed nothing follows, also while it was still connecting', async () => {
  const { stream, states } = open();
  stream.close();
  const later = open();
  await connected();
  viewer!.send(address);
  await expect.poll(() => later.last()?.kind).toBe('streaming');
  later.stream.close();
  await expect.poll(() => server.clients.size).toBe(0);
  expect(closedWith).toBe(1000);
  expect(states).toEqual([{ kind: 'connecting', progress: '' }]);
  expect(later.last()?.kind).toBe('streaming');
});

it.each([
  ['https://cameras.example/live.m3u8', 'wss://allclear.example/Stream', true],
  ['http://10.0.0.5:8080/live.mjpeg', 'ws://10.0.0.5:8080/Stream', true],
  ['http://10.0.0.6:8080/live.mjpeg', 'ws://10.0.0.5:8080/Stream', false],
  ['http://allclear.example/live.mjpeg', 'wss://allclear.example/Stream', false],
  ['javascript:alert(1)//https://x', 'wss://allclear.example/Stream', false],
  ['Connecting to https://x', 'wss://allclear.example/Stream', false],
])('%s by %s is an address: %s', (text, socketUrl, expected) => {
  expect(isStreamAddress(text, socketUrl)).toBe(expected);
});
