import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AdapterError } from '../adapter-error.ts';
import { openStandIn, type StandIn } from '../stand-in-server.ts';
import type { HttpRequest } from './http-client.ts';
import { openLiveHttpClient } from './live-http-client.ts';

const SECRET = 's3cr3t-value';
const http = openLiveHttpClient({ userAgent: 'Allclear test (ops@example.org)' });
let service: StandIn;
let elsewhere: StandIn;

beforeAll(async () => {
  elsewhere = await openStandIn((request, response) => response.end(JSON.stringify(request.headers)));
  service = await openStandIn((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://stand-in');
    if (pathname === '/good') response.setHeader('content-type', 'text/plain').end('good');
    else if (pathname === '/headers') response.end(JSON.stringify(request.headers));
    else if (pathname === '/empty') response.writeHead(204).end();
    else if (pathname === '/gzip') response.setHeader('content-encoding', 'gzip').end(gzipSync('unpacked'));
    else if (pathname === '/bomb')
      response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(3_000_000)));
    else if (pathname === '/broken-gzip')
      response.setHeader('content-encoding', 'gzip').end('not compressed');
    else if (pathname === '/status') {
      const retryAfter = searchParams.get('after');
      if (retryAfter) response.setHeader('retry-after', retryAfter);
      response.writeHead(Number(searchParams.get('is'))).end('<html>busy</html>');
    } else if (pathname === '/etag') {
      if (request.headers['if-none-match'] === '"7"') response.writeHead(304).end();
      else response.setHeader('etag', '"7"').end('tagged');
    } else if (pathname === '/modified') {
      if (request.headers['if-modified-since']) response.writeHead(304).end();
      else response.setHeader('last-modified', 'Sat, 10 Oct 2026 08:00:00 GMT').end('dated');
    } else if (pathname === '/hop') {
      const left = Number(searchParams.get('left'));
      response.writeHead(302, { location: left > 0 ? `/hop?left=${left - 1}` : '/good' }).end();
    } else if (pathname === '/to-file') response.writeHead(302, { location: 'file:///etc/passwd' }).end();
    else if (pathname === '/elsewhere')
      response.writeHead(307, { location: `${elsewhere.url}/headers` }).end();
    else if (pathname === '/reset') request.socket.destroy();
    else if (pathname === '/cut') {
      response.setHeader('content-length', 100).write('half');
      setTimeout(() => request.socket.destroy(), 10);
    } else if (pathname === '/slow-body') response.write('a little, then nothing');
    // Everything else, '/silent', never answers.
  });
});
afterAll(async () => {
  await http.close();
  await Promise.all([service.close(), elsewhere.close()]);
});

function get(path: string, options: Partial<HttpRequest> = {}) {
  return http.get({ source: 'service', url: service.url + path, ...options });
}

async function failureOf(path: string, options: Partial<HttpRequest> = {}): Promise<AdapterError> {
  const error = await get(path, options).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(AdapterError);
  return error as AdapterError;
}

describe('what comes through', () => {
  test('a good answer with its headers, asked for by name', async () => {
    const answer = await get('/good');
    expect(Buffer.from(answer.bytes).toString()).toBe('good');
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'text/plain' } });
    const asked = JSON.parse(
      Buffer.from((await get('/headers', { headers: { Accept: 'application/geo+json' } })).bytes).toString(),
    );
    expect(asked).toMatchObject({
      'user-agent': 'Allclear test (ops@example.org)',
      accept: 'application/geo+json',
    });
  });
  test('an empty answer', async () => {
    const answer = await get('/empty');
    expect(answer.status).toBe(204);
    expect(answer.bytes.byteLength).toBe(0);
  });
  test('a compressed answer, unpacked', async () => {
    expect(Buffer.from((await get('/gzip')).bytes).toString()).toBe('unpacked');
  });
  test.each(['/etag', '/modified'])('%s: the second conditional request answers 304', async (path) => {
    expect((await get(path, { conditional: true })).status).toBe(200);
    expect(await get(path, { conditional: true })).toMatchObject({ status: 304 });
    expect((await get(path)).status).toBe(200);
  });
  test('up to three redirects', async () => {
    expect(Buffer.from((await get('/hop?left=2')).bytes).toString()).toBe('good');
    expect(await failureOf('/hop?left=3')).toMatchObject({ kind: 'upstream' });
  });
  test('what the caller sends is not carried to another host', async () => {
    const seen = JSON.parse(
      Buffer.from((await get('/elsewhere', { headers: { authorization: SECRET } })).bytes).toString(),
    );
    expect(seen.authorization).toBeUndefined();
    expect(seen['user-agent']).toContain('Allclear');
  });
});

describe('failures by kind', () => {
  test.each([
    [401, 'auth', false],
    [403, 'auth', false],
    [400, 'upstream', false],
    [404, 'upstream', false],
    [429, 'upstream', true],
    [500, 'upstream', true],
    [503, 'upstream', true],
  ] as const)('%i is %s', async (status, kind, retryable) => {
    expect(await failureOf(`/status?is=${status}`)).toMatchObject({
      source: 'service',
      kind,
      retryable,
      status,
      retryAfterMs: null,
    });
  });
  test('Retry-After in seconds and as a date', async () => {
    expect(await failureOf('/status?is=429&after=17')).toMatchObject({ retryAfterMs: 17_000 });
    const { retryAfterMs } = await failureOf(
      `/status?is=503&after=${encodeURIComponent(new Date(Date.now() + 120_000).toUTCString())}`,
    );
    expect(retryAfterMs).toBeGreaterThan(110_000);
    expect(retryAfterMs).toBeLessThanOrEqual(121_000);
  });
  test.each(['/silent', '/slow-body'])('%s runs into the time limit', async (path) => {
    expect(await failureOf(path, { timeoutMs: 60 })).toMatchObject({ kind: 'timeout', retryable: true });
  });
  test('a canceled request', async () => {
    const stop = new AbortController();
    const failure = failureOf('/silent', { signal: stop.signal });
    stop.abort();
    expect((await failure).message).toContain('canceled');
  });
  test.each(['/good', '/bomb'])('%s larger than allowed is malformed', async (path) => {
    expect(await failureOf(path, { maxBytes: 3 })).toMatchObject({ kind: 'malformed', retryable: false });
  });
  test('broken compression is malformed', async () => {
    expect(await failureOf('/broken-gzip')).toMatchObject({ kind: 'malformed' });
  });
  test.each(['/reset', '/cut'])('%s: a lost connection is refused', async (path) => {
    expect(await failureOf(path)).toMatchObject({ kind: 'refused', retryable: true });
  });
  test('no listener and no such host are refused', async () => {
    const gone = await openStandIn(() => {});
    await gone.close();
    expect(await failureOf('', { url: `${gone.url}/x` })).toMatchObject({ kind: 'refused' });
    expect(await failureOf('', { url: 'http://no-such-host.invalid/' })).toMatchObject({ kind: 'refused' });
  });
  test('something that is not HTTP is malformed', async () => {
    const server = createServer((socket) => socket.resume().end('SSH-2.0-OpenSSH_9.6\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    expect(await failureOf('', { url })).toMatchObject({ kind: 'malformed' });
    await new Promise((resolve) => server.close(resolve));
  });
  test.each(['/to-file', ''])('only http and https (%j)', async (path) => {
    const url = path ? service.url + path : 'ftp://example.org/';
    expect(await failureOf(path, { url })).toMatchObject({ kind: 'upstream', retryable: false });
  });
  test.each(['/status?is=401', '/status?is=503', '/hop?left=9', '/reset', '/silent', '/good'])(
    '%s: no key shows in the error',
    async (path) => {
      const url = `${service.url}${path}${path.includes('?') ? '&' : '?'}apiKey=${SECRET}`;
      const error = await failureOf('', { url, timeoutMs: 100, maxBytes: 2 });
      for (let current: unknown = error; current instanceof Error; current = current.cause) {
        expect(`${current.message} ${JSON.stringify(current)} ${current.stack}`).not.toContain(SECRET);
      }
      const broken = await failureOf('', { url: `http://[${SECRET}` });
      expect(`${broken.message} ${broken.cause}`).not.toContain(SECRET);
    },
  );
});

test('goes through the organization’s proxy where there is one, and past it to the hosts that are excepted', async () => {
  const proxy = await openStandIn((request, response) => response.end(`fetched ${request.url}`));
  const { url } = proxy;
  const through = openLiveHttpClient({ userAgent: 'Allclear test', proxy: { url, except: '' } });
  const past = openLiveHttpClient({
    userAgent: 'Allclear test',
    proxy: { url, except: '127.0.0.1,localhost' },
  });
  try {
    const asked = { source: 'test', url: `${elsewhere.url}/headers` };
    expect(Buffer.from((await through.get(asked)).bytes).toString()).toBe(`fetched ${asked.url}`);
    expect(Buffer.from((await past.get(asked)).bytes).toString()).toContain('user-agent');
  } finally {
    await through.close();
    await past.close();
    await proxy.close();
  }
});
