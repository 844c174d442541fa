import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { OpenLink } from './open-links.ts';
import { eventOfView, ShowStreams } from './show-streams.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

const linkOf = (showId: string): OpenLink => ({
  ...{ id: showId, showId, expiresAt: Number.POSITIVE_INFINITY, usedAt: 0, notedAt: 0, isOver: false },
});
const first = eventOfView({ name: 'first' });

/** Streams over real connections; `open` gives the socket of a screen and what it was sent. */
async function openStreams(limits = { streams: 500, streamsOfNetwork: 100 }) {
  const streams = new ShowStreams(limits);
  const waiting: ((response: ServerResponse) => void)[] = [];
  const server = createServer((_request, response) => waiting.shift()?.(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const open = (link: OpenLink, network = 'a', isReading = true) =>
    new Promise<{ socket: Socket; response: ServerResponse; text: () => string }>((resolve) => {
      let text = '';
      const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n'));
      ends.push(() => socket.destroy());
      socket.on('error', () => {});
      if (isReading)
        socket.on('data', (part) => {
          text += part;
        });
      waiting.push((response) => {
        streams.open(link, network, response, first);
        resolve({ socket, response, text: () => text });
      });
    });
  return { streams, open };
}

test('what is written to a show is on its screens and on no others', async () => {
  const { streams, open } = await openStreams();
  const [one, two, other] = [await open(linkOf('a')), await open(linkOf('a')), await open(linkOf('b'))];
  streams.write('a', eventOfView({ name: 'second' }));
  for (const { text } of [one, two])
    await expect.poll(text).toMatch(/"first".*event: show\ndata: {"show":{"name":"second"}}\n\n/s);
  expect(other.text()).not.toContain('second');
  one.socket.destroy();
  await expect.poll(() => streams.count).toBe(2);
  expect([streams.has('a'), streams.has('b'), streams.has('c')]).toEqual([true, true, false]);
});

test('a screen whose link is over is told so, and the others stay', async () => {
  const { streams, open } = await openStreams();
  const [over, expired, good] = [linkOf('a'), { ...linkOf('a'), expiresAt: Date.now() - 1 }, linkOf('a')];
  const screens = [await open(over), await open(expired), await open(good)];
  over.isOver = true;
  streams.endOver();
  await expect
    .poll(() => screens.map(({ text }) => text().includes('event: ended')))
    .toEqual([true, true, false]);
  expect([streams.count, streams.holds(good), streams.holds(over)]).toEqual([1, true, false]);
});

test('there are so many streams, and so many of a network', async () => {
  const { streams, open } = await openStreams({ streams: 3, streamsOfNetwork: 2 });
  const [{ socket }] = [await open(linkOf('a'), 'a'), await open(linkOf('b'), 'a')];
  expect([streams.isFull('a'), streams.isFull('b')]).toEqual([true, false]);
  await open(linkOf('a'), 'b');
  expect(streams.isFull('c')).toBe(true);
  socket.destroy();
  await expect.poll(() => [streams.isFull('a'), streams.isFull('c')]).toEqual([false, false]);
});

test('a screen that does not read waits with 200 kB at most, is closed then and gives its place back', async () => {
  const { streams, open } = await openStreams({ streams: 1, streamsOfNetwork: 1 });
  const { socket, response } = await open(linkOf('a'), 'a', false);
  const closed = new Promise((resolve) => response.once('close', resolve));
  const event = eventOfView({ text: 'x'.repeat(20_000) });
  let most = 0;
  await expect
    .poll(
      () => {
        streams.write('a', event);
        most = Math.max(most, response.writableLength);
        return streams.count;
      },
      { timeout: 20_000, interval: 5 },
    )
    .toBe(0);
  expect(most).toBeGreaterThan(100_000);
  expect(most).toBeLessThanOrEqual(200_000 + event.length + 100);
  expect([streams.isFull('a'), streams.isFull('b')]).toEqual([false, false]);
  await closed;
  socket.destroy();
  const reading = await open(linkOf('a'));
  await expect.poll(reading.text).toContain('event: show');
});

test('a screen that does not read is closed, and one that does is not', async () => {
  const { streams, open } = await openStreams();
  await open(linkOf('a'), 'a', false);
  const reading = await open(linkOf('a'));
  const event = eventOfView({ text: 'x'.repeat(100_000) });
  await expect
    .poll(
      () => {
        streams.write('a', event);
        return streams.count;
      },
      { timeout: 20_000, interval: 20 },
    )
    .toBe(1);
  const length = reading.text().length;
  streams.write('a', event);
  await expect.poll(() => reading.text().length).toBeGreaterThan(length);
});
