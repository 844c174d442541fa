import { createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLiveHttpClient } from '../http-client/index.ts';
import { openStandIn, readBody, type StandIn } from '../stand-in-server.ts';
import { createWebPush, makeVapidKeys } from './push-web.ts';
import { createStandInBrowser } from './stand-in-browser.ts';
import { exampleMessage } from './stand-in-message.ts';

const http = openLiveHttpClient({ userAgent: 'Allclear test', allowPrivateAddresses: true });
const vapid = { ...makeVapidKeys(), subject: 'mailto:ops@example.org' };
const push = createWebPush({ http, vapid, timeoutMs: 300 });
const never = new AbortController().signal;

const browser = createStandInBrowser();

let service: StandIn;
let last: { headers: Record<string, string | undefined>; body: Buffer };
beforeAll(async () => {
  service = await openStandIn(async (request, response) => {
    last = { headers: request.headers as Record<string, string>, body: await readBody(request) };
    if (request.url === '/good') response.writeHead(201, { location: 'https://push.example/m/9' }).end();
    else if (request.url === '/wait') response.writeHead(429, { 'retry-after': '30' }).end();
    else if (request.url === '/cut') request.socket.destroy();
    else if (request.url !== '/silent') response.writeHead(Number(request.url!.slice(1))).end('why');
  });
});
afterAll(async () => {
  await http.close();
  await service.close();
});

const targetOf = (path: string) => ({
  endpoint: service.url + path,
  keys: browser.keys,
});

test('the browser reads the notice with its own keys', async () => {
  expect(await push.send(exampleMessage(), targetOf('/good'), never)).toMatchObject({
    kind: 'accepted',
    providerId: 'https://push.example/m/9',
  });
  const { subject, short, url, correlationId, id } = exampleMessage();
  expect(JSON.parse(browser.read(last.body))).toEqual({
    title: subject,
    body: short,
    url,
    tag: correlationId,
    id,
    kind: 'warning',
  });
  expect(last.headers).toMatchObject({
    ttl: '3600',
    urgency: 'high',
    'content-encoding': 'aes128gcm',
    'content-length': String(last.body.length),
  });
  expect(last.headers.topic).toMatch(/^[\w-]{32}$/);
});

test('the push service can identify the sender', async () => {
  await push.send(exampleMessage(), targetOf('/good'), never);
  const [, token, key] = /^vapid t=([^,]+), k=(.+)$/.exec(last.headers.authorization!)!;
  expect(key).toBe(vapid.publicKey);
  const [head, claims, signature] = token!.split('.');
  const point = Buffer.from(key!, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  expect(
    verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature!, 'base64url'),
    ),
  ).toBe(true);
  expect(JSON.parse(Buffer.from(claims!, 'base64url').toString())).toMatchObject({
    aud: service.url,
    sub: 'mailto:ops@example.org',
  });
});

test('a repeat takes the place of the first; another notice does not', async () => {
  const topicOf = async (id: string) => {
    await push.send(exampleMessage({ id }), targetOf('/good'), never);
    return last.headers.topic;
  };
  expect(await topicOf('a')).toBe(await topicOf('a'));
  expect(await topicOf('a')).not.toBe(await topicOf('b'));
});

test.each([
  ['all-clear', '1800', 'high'],
  ['information', '86400', 'normal'],
  ['test', '300', 'high'],
] as const)('%s is kept for %s s, urgency %s', async (kind, ttl, urgency) => {
  await push.send(exampleMessage({ kind }), targetOf('/good'), never);
  expect(last.headers).toMatchObject({ ttl, urgency });
});

test('a long text is shortened to what push services take', async () => {
  await push.send(exampleMessage({ short: '⚡ lightning '.repeat(800) }), targetOf('/good'), never);
  expect(last.body.length).toBeLessThanOrEqual(4096);
  expect(JSON.parse(browser.read(last.body)).body).toMatch(/^⚡ lightning .*…$/);
});

test.each([
  ['/404', false, true, null],
  ['/410', false, true, null],
  ['/400', false, false, null],
  ['/403', false, false, null],
  ['/413', false, false, null],
  ['/wait', true, false, 30_000],
  ['/500', true, false, null],
  ['/silent', true, false, null],
  ['/cut', true, false, null],
])('%s: retryable %s, gone %s, wait %s', async (path, retryable, gone, retryAfterMs) => {
  const outcome = await push.send(exampleMessage(), targetOf(path), never);
  expect(outcome).toMatchObject({ kind: 'failed', retryable, gone, retryAfterMs });
});

test('a subscription with broken keys is gone', async () => {
  const target = { endpoint: `${service.url}/good`, keys: { p256dh: 'short', auth: 'short' } };
  expect(await push.send(exampleMessage(), target, never)).toMatchObject({
    kind: 'failed',
    retryable: false,
    gone: true,
  });
  const nowhere = { ...targetOf('/good'), endpoint: '' };
  expect(await push.send(exampleMessage(), nowhere, never)).toMatchObject({ kind: 'failed', gone: true });
});

test('an endpoint inside the private network is refused', async () => {
  const strict = openLiveHttpClient({ userAgent: 'Allclear test' });
  const outcome = await createWebPush({ http: strict, vapid }).send(
    exampleMessage(),
    targetOf('/good'),
    never,
  );
  expect(outcome).toMatchObject({
    kind: 'failed',
    retryable: false,
    reason: expect.stringContaining('private address'),
  });
  await strict.close();
});

test.each([{ subject: 'ops@example.org' }, { publicKey: 'x' }, { privateKey: '' }])(
  'invalid keys are reported at the start: %j',
  (broken) => {
    expect(() => createWebPush({ http, vapid: { ...vapid, ...broken } })).toThrow();
  },
);
