import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { FrameWriter } from './frame-writer.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** An answer over a real connection whose client reads when the test says so. */
async function openAnswer(): Promise<{ response: ServerResponse; socket: Socket }> {
  const { promise, resolve } = Promise.withResolvers<ServerResponse>();
  const server = createServer((_request, response) => resolve(response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  ends.push(() => server.close());
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () =>
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n'),
  );
  socket.on('error', () => {});
  ends.push(() => socket.destroy());
  return { response: await promise, socket };
}

const partBytes = 200_000;
/** A picture with its number at its end. */
const part = (n: number) => Buffer.from(`${'x'.repeat(partBytes - 8)}[${String(n).padStart(6, '0')}]`);
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('a viewer who does not read loses pictures, costs the memory of two, and then sees the newest', async () => {
  const { response, socket } = await openAnswer();
  let delivered = 0;
  const writer = new FrameWriter(response, () => {
    delivered += 1;
  });
  let most = 0;
  const count = 400;
  for (let n = 0; n < count; n += 1) {
    writer.write(part(n));
    most = Math.max(most, response.writableLength);
    await turn();
  }
  // 80 MB were offered.
  expect(most).toBeLessThan(2 * partBytes);
  expect(delivered).toBeLessThan(count / 2);
  const before = delivered;
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  await expect.poll(() => text.match(/\[\d{6}\]/g)?.at(-1)).toBe(`[${String(count - 1).padStart(6, '0')}]`);
  expect(delivered).toBe(before + 1);
  expect(text.match(/\[\d{6}\]/g)).toHaveLength(delivered);
  writer.end();
  writer.write(part(count));
  expect(delivered).toBe(before + 1);
});
