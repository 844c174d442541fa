import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { sampleWidget } from '../page/sample-widget.ts';
import { followWidget, type Received } from './follow-widget.ts';
import { isPublicWidget, readWidget } from './read-widget.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Follows a widget of a server; resolves when so many requests have come. */
async function follow(handler: RequestListener, requests: number, pollMs = 40) {
  const asked: { at: number; tag: string | undefined }[] = [];
  const received: Received[] = [];
  let arrived = () => undefined as void;
  const enough = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const server = createServer((request, response) => {
    asked.push({ at: performance.now(), tag: request.headers['if-none-match'] });
    handler(request, response);
    if (asked.length >= requests) arrived();
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const following = followWidget('a/b', (one) => received.push(one), {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    random: () => 0.5,
    pollMs,
  });
  closing.push(() => {
    following.stop();
    server.closeAllConnections();
    server.close();
  });
  await enough;
  await new Promise((resolve) => setTimeout(resolve, 20));
  return { asked, received, following };
}

const json = JSON.stringify({ data: sampleWidget() });

describe('following a widget', () => {
  it('takes what did not change as seen again, at the time of the answer', async () => {
    const { received, asked } = await follow((request, response) => {
      expect(request.url).toBe('/api/public/Widget/a%2Fb');
      const isKnown = request.headers['if-none-match'] === '"1"';
      response.writeHead(isKnown ? 304 : 200, { etag: '"1"', age: isKnown ? '3' : '0' });
      response.end(isKnown ? undefined : json);
    }, 2);
    expect(asked.map(({ tag }) => tag)).toEqual([undefined, '"1"']);
    expect(received.map(({ kind }) => kind)).toEqual(['widget', 'widget']);
    const [first, second] = received;
    if (first?.kind !== 'widget' || second?.kind !== 'widget') throw new Error('Both are widgets.');
    expect(second.widget).toEqual(sampleWidget());
    expect(second.atMs - first.atMs).toBeGreaterThanOrEqual(3_000);
  });

  it('leaves a server alone for as long as it asks', async () => {
    const { asked, received, following } = await follow(
      (_, response) => response.writeHead(503, { 'retry-after': '1' }).end(),
      1,
    );
    following.ask();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(asked).toHaveLength(1);
    expect(received).toEqual([]);
    await expect.poll(() => asked.length, { timeout: 5_000 }).toBeGreaterThan(1);
    expect((asked[1]?.at ?? 0) - (asked[0]?.at ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it('tells of an address that is not known', async () => {
    const { received } = await follow((_, response) => response.writeHead(404).end(), 1);
    expect(received).toEqual([{ kind: 'gone' }]);
  });

  it('takes nothing from failures, other shapes and broken connections', async () => {
    let round = 0;
    const { received } = await follow((request, response) => {
      round += 1;
      if (round === 1) response.writeHead(500).end(json);
      else if (round === 2) response.end('{"data":{"placeName":"Oak Field"}}');
      else if (round === 3) response.end('<html>');
      else if (round === 4) request.destroy();
      else response.writeHead(429).end();
    }, 5);
    expect(received).toEqual([]);
  });

  it('tells nothing any more once it was stopped', async () => {
    const { received, following } = await follow((_, response) => void setTimeout(() => response.end(json), 60), 1);
    following.stop();
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(received).toEqual([]);
  });
});

describe('the shape of an answer', () => {
  it('is that of the contract', () => {
    expect(readWidget({ data: sampleWidget() })).toEqual(sampleWidget());
    expect(readWidget({ data: { ...sampleWidget(), more: 1 } })).not.toBeNull();
  });

  it.each([
    ['kind', { answer: { ...sampleWidget().answer, kind: 'fine' } }],
    ['instant', { answer: { ...sampleWidget().answer, goodUntil: 'soon' } }],
    ['speed', { speed: '1' }],
    ['list', { conditions: {} }],
    ['nothing', { now: undefined }],
  ])('is not another %s', (_, changes) => {
    expect(isPublicWidget({ ...sampleWidget(), ...changes })).toBe(false);
  });
});
