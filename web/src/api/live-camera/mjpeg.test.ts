import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { followPictures, readPictures } from './mjpeg.ts';

let server: Server;
let open: ServerResponse[];
let begin: (response: ServerResponse) => void;
let stopped: AbortController;

beforeEach(async () => {
  open = [];
  stopped = new AbortController();
  server = createServer((_, response) => {
    open.push(response);
    begin(response);
  });
  begin = (response) =>
    response.writeHead(200, { 'content-type': 'multipart/x-mixed-replace; boundary=frame' });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  stopped.abort();
  server.closeAllConnections();
  server.close();
});
const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/live.mjpeg`;
const part = (text: string, head = `Content-Length: ${text.length}\r\n`) =>
  `--frame\r\nContent-Type: image/jpeg\r\n${head}\r\n${text}\r\n`;

function follow(pauseMs = 20) {
  const pictures: Blob[] = [];
  void followPictures(address(), (picture) => pictures.push(picture), stopped.signal, pauseMs);
  return { texts: async () => Promise.all(pictures.map((picture) => picture.text())), pictures };
}
const answer = (body: string, type = 'multipart/x-mixed-replace; boundary="frame"') =>
  new Response(body, { headers: { 'content-type': type } });
async function textsOf(response: Response) {
  const texts: string[] = [];
  for await (const picture of readPictures(response)) texts.push(await picture.text());
  return texts;
}

it('each picture is there as soon as it is whole, however its bytes come', async () => {
  const { texts, pictures } = follow();
  await expect.poll(() => open.length).toBe(1);
  for (const byte of part('one--frame\r\n\r\nin it')) open[0]!.write(byte);
  await expect.poll(texts).toEqual(['one--frame\r\n\r\nin it']);
  expect(pictures[0]?.type).toBe('image/jpeg');
  open[0]!.write(part('two') + part('three') + part('four').slice(0, -4));
  await expect.poll(texts).toEqual(['one--frame\r\n\r\nin it', 'two', 'three']);
  open[0]!.write(part('four').slice(-4));
  await expect.poll(texts).toEqual(['one--frame\r\n\r\nin it', 'two', 'three', 'four']);
});

it('a picture that was cut off is none', async () => {
  expect(await textsOf(answer(part('one') + part('two').slice(0, -6)))).toEqual(['one']);
});

it.each([
  ['a page', answer('<p>no</p>', 'text/html')],
  [
    'a refusal',
    new Response('', { status: 403, headers: { 'content-type': 'multipart/x-mixed-replace; boundary=b' } }),
  ],
  ['a part without a length', answer('--frame\r\nContent-Type: image/jpeg\r\n\r\none')],
  ['a boundary that never comes', answer('x'.repeat(17 * 1024 * 1024))],
])('%s is no live picture', async (_, response) => {
  await expect(textsOf(response)).rejects.toThrow(/no live picture|too large/);
});

it('a stream that ends is asked for again, and not after it was stopped', async () => {
  begin = (response) => {
    response.writeHead(200, { 'content-type': 'multipart/x-mixed-replace; boundary=frame' });
    response.end(part(`picture ${open.length}`));
  };
  const { texts } = follow();
  await expect.poll(async () => (await texts()).slice(0, 2)).toEqual(['picture 1', 'picture 2']);
  stopped.abort();
  const count = open.length;
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(open.length).toBeLessThanOrEqual(count + 1);
});

it('a connection is closed as soon as nobody watches', async () => {
  const { texts } = follow();
  await expect.poll(() => open.length).toBe(1);
  const closed = new Promise((resolve) => open[0]!.once('close', resolve));
  open[0]!.write(part('one'));
  await expect.poll(texts).toEqual(['one']);
  stopped.abort();
  await closed;
});
