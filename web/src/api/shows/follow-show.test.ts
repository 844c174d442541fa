import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { exampleShow } from '../../features/shows/example.ts';
import { followShow, type ReceivedShow, type ShowTimings } from './follow-show.ts';
import { isPublicShow, readShow } from './read-show.ts';

const show = exampleShow();
const quick: ShowTimings = {
  ...{ pollMs: 60, endedPollMs: 100, silenceMs: 200, answerLimitMs: 500 },
  ...{ leastRetryMs: 20, longestRetryMs: 80, refusedMs: 5_000 },
};
const event = (data: unknown, name = 'show') => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

type Handler = (response: ServerResponse, request: IncomingMessage, round: number) => void;

/** Follows a show of a server that answers so. */
async function follow(
  { stream, poll }: { stream: Handler; poll: Handler },
  timings: Partial<ShowTimings> = {},
) {
  const asked: { kind: 'stream' | 'poll'; request: IncomingMessage }[] = [];
  const received: ReceivedShow[] = [];
  const rounds = { stream: 0, poll: 0 };
  const server = createServer((request, response) => {
    const kind = request.url === '/api/public/Show/Stream' ? 'stream' : 'poll';
    asked.push({ kind, request });
    rounds[kind] += 1;
    (kind === 'stream' ? stream : poll)(response, request, rounds[kind]);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const following = followShow('tok', (one) => received.push(one), {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    random: () => 0.5,
    timings: { ...quick, ...timings },
  });
  closing.push(() => {
    following.stop();
    server.closeAllConnections();
    server.close();
  });
  return { asked, received, following, rounds };
}

const opened = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' });
const refused =
  (status: number, headers = {}): Handler =>
  (response) =>
    response.writeHead(status, headers).end('{}');
const answered: Handler = (response) =>
  response.writeHead(200, { etag: '"1"' }).end(JSON.stringify({ data: show }));
const kinds = (received: readonly ReceivedShow[]) => received.map(({ kind }) => kind);

it('takes a show from the stream, with the token in a header alone, and asks no more while it comes', async () => {
  const { asked, received, rounds } = await follow({
    stream: (response) => {
      opened(response).write(event({ show }));
      const timer = setInterval(() => response.write(event({ show })), 30);
      response.on('close', () => clearInterval(timer));
    },
    poll: answered,
  });
  await expect.poll(() => kinds(received).filter((kind) => kind === 'show').length).toBeGreaterThan(10);
  expect(rounds.stream).toBe(1);
  expect(rounds.poll).toBeLessThanOrEqual(2);
  for (const { request } of asked) {
    expect(request.headers.authorization).toBe('Bearer tok');
    expect(request.url).not.toContain('tok');
  }
  const last = received.at(-1);
  expect(last).toEqual({ kind: 'show', show, atMs: Date.parse(show.wallNow) });
});

it('polls where there are too many streams, and takes what did not change as seen again', async () => {
  const { received, rounds } = await follow({
    stream: refused(429),
    poll: (response, { headers }) => {
      if (headers['if-none-match'] === '"1"') return response.writeHead(304, { etag: '"1"' }).end();
      answered(response, {} as IncomingMessage, 1);
    },
  });
  await expect.poll(() => kinds(received).filter((kind) => kind === 'show').length).toBeGreaterThan(3);
  expect(rounds.stream).toBe(1);
  const shows = received.flatMap((one) => (one.kind === 'show' ? [one] : []));
  expect(shows.every((one) => one.show.name === show.name)).toBe(true);
  // The time of the answer, not of the show.
  expect(Math.abs((shows.at(-1)?.atMs ?? 0) - Date.now())).toBeLessThan(3_000);
});

it('opens a stream again that breaks, is silent, or cannot be opened', async () => {
  const { received, rounds } = await follow({
    stream: (response, _, round) => {
      if (round === 1) return void opened(response).end(event({ show }));
      if (round === 2) return void response.destroy();
      if (round === 3) return void response.writeHead(503).end();
      // The fourth is silent after its first event.
      opened(response).write(event({ show }));
    },
    poll: refused(503),
  });
  await expect.poll(() => rounds.stream, { timeout: 10_000 }).toBeGreaterThan(4);
  expect(kinds(received).filter((kind) => kind === 'show').length).toBeGreaterThan(2);
  expect(kinds(received)).not.toContain('ended');
});

it('tells the end of a link, and goes on asking: the answer may have been that of something else', async () => {
  const { received, rounds } = await follow({
    stream: (response, request, round) => {
      if (round === 1) {
        opened(response).write(event({ show }));
        return void response.end(event({}, 'ended'));
      }
      if (round === 2) return void refused(404)(response, request, round);
      opened(response).write(event({ show }));
    },
    poll: (response, request, round) =>
      round === 2 ? refused(404)(response, request, round) : answered(response, request, round),
  });
  await expect.poll(() => kinds(received)).toContain('ended');
  const endedAt = kinds(received).indexOf('ended');
  await expect.poll(() => kinds(received).slice(endedAt)).toContain('show');
  await expect.poll(() => rounds.stream).toBeGreaterThan(2);
});

it('leaves a server alone for as long as it asks', async () => {
  const { rounds } = await follow({ stream: refused(429), poll: refused(503, { 'retry-after': '1' }) });
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(rounds.poll).toBe(1);
  await expect.poll(() => rounds.poll, { timeout: 5_000 }).toBe(2);
});

it('tells that it cannot read an answer, and nothing after it was stopped', async () => {
  const { received, following } = await follow({
    stream: (response) => void opened(response).write(event({ show: { ...show, layout: 'round' } })),
    poll: refused(503),
  });
  await expect.poll(() => kinds(received)).toContain('unreadable');
  following.stop();
  const { length } = received;
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(received).toHaveLength(length);
});

it('after a sleep the stream is opened again and the show is requested at once', async () => {
  const { following, rounds } = await follow(
    { stream: refused(429), poll: answered },
    { pollMs: 60_000, refusedMs: 60_000 },
  );
  await expect.poll(() => rounds).toEqual({ stream: 1, poll: 1 });
  await new Promise((resolve) => setTimeout(resolve, 50));
  following.ask();
  await expect.poll(() => rounds).toEqual({ stream: 2, poll: 2 });
});

it('reads the shape of the contract and no other', () => {
  expect(readShow({ data: show }, 'data')).toEqual(show);
  expect(readShow({ data: show }, 'show')).toBeNull();
  expect(isPublicShow({ ...show, more: 1 })).toBe(true);
  const [place] = show.places;
  const picture = { url: '/a', takenAt: show.now, alt: '', goodUntil: show.now };
  const others = [
    { ...show, speed: '1' },
    { ...show, places: [{ ...place, answer: { ...place?.answer, kind: 'fine' } }] },
    { ...show, scenes: [{ kind: 'dance', seconds: 5 }] },
    { ...show, scenes: [{ kind: 'warnings', seconds: 0, warnings: null, goodUntil: show.now }] },
    { ...show, scenes: [{ kind: 'map', seconds: 5, picture: { ...picture, url: 'https://elsewhere' } }] },
    { ...show, scenes: [{ kind: 'map', seconds: 5, picture: { ...picture, url: '//elsewhere' } }] },
  ];
  for (const other of others) expect(isPublicShow(other)).toBe(false);
  expect(isPublicShow({ ...show, scenes: [{ kind: 'map', seconds: 5, picture }] })).toBe(true);
});
