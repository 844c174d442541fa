import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStandIn, readBody, type StandIn } from '../stand-in-server.ts';
import type { SendRequest } from './http-client.ts';
import { openLiveHttpClient } from './live-http-client.ts';

const http = openLiveHttpClient({ userAgent: 'Allclear test', allowPrivateAddresses: true });
let service: StandIn;
beforeAll(async () => {
  service = await openStandIn(async (request, response) => {
    if (request.url === '/echo')
      response.writeHead(201, { 'x-method': request.method }).end(await readBody(request));
    else if (request.url === '/elsewhere') response.writeHead(307, { location: '/echo' }).end();
    else if (request.url === '/status') response.writeHead(503, { 'retry-after': '7' }).end('busy');
    else if (request.url === '/flood') response.end(Buffer.alloc(1_000_000, 'x'));
    else if (request.url?.startsWith('/reset')) request.socket.destroy();
  });
});
afterAll(async () => {
  await http.close();
  await service.close();
});

const send = (path: string, options: Partial<SendRequest> = {}) =>
  http.send({
    source: 'service',
    url: service.url + path,
    body: 'hello',
    givenBy: 'installation',
    ...options,
  });

test('the body arrives and the answer comes back, whatever its status', async () => {
  const answer = await send('/echo', { method: 'PUT', headers: { 'content-type': 'text/plain' } });
  expect(answer).toMatchObject({ status: 201, headers: { 'x-method': 'PUT' } });
  expect(Buffer.from(answer.bytes).toString()).toBe('hello');
  expect(service.requests.at(-1)!.headers).toMatchObject({
    'user-agent': 'Allclear test',
    'content-type': 'text/plain',
    'content-length': '5',
  });
  expect(await send('/status')).toMatchObject({ status: 503, headers: { 'retry-after': '7' } });
});
test('a redirect is not followed', async () => {
  expect(await send('/elsewhere')).toMatchObject({ status: 307 });
});
test('a flood is cut short', async () => {
  expect((await send('/flood')).bytes.byteLength).toBeLessThanOrEqual(64 * 1024);
});
test('a flood above a limit that was set is rejected, and what is below comes whole', async () => {
  expect((await send('/flood', { maxBytes: 1_000_000 })).bytes.byteLength).toBe(1_000_000);
  await expect(send('/flood', { maxBytes: 999_999 })).rejects.toMatchObject({ kind: 'malformed' });
});
test('silence, canceling and a lost connection can be tried again', async () => {
  await expect(send('/silent', { timeoutMs: 50 })).rejects.toMatchObject({
    kind: 'timeout',
    retryable: true,
  });
  await expect(send('/silent', { signal: AbortSignal.abort() })).rejects.toMatchObject({
    kind: 'timeout',
    retryable: true,
  });
  await expect(send('/reset')).rejects.toMatchObject({ kind: 'refused', retryable: true });
});
test('the path that a user gave is not repeated, nor a password', async () => {
  const error: Error = await send('/reset/T0PSECRET', { givenBy: 'user' }).catch((thrown) => thrown);
  expect(`${error.message} ${error.stack}`).not.toContain('T0PSECRET');
  const withPassword: Error = await send('', { url: 'http://me:T0PSECRET@127.0.0.1/' }).catch(
    (thrown) => thrown,
  );
  expect(withPassword).toMatchObject({ kind: 'upstream', retryable: false });
  expect(`${withPassword.message} ${withPassword.cause}`).not.toContain('T0PSECRET');
});
