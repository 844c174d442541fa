import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLiveHttpClient } from '../http-client/index.ts';
import { openStandIn, readBody, type StandIn } from '../stand-in-server.ts';
import { verifyWebhook } from './signature.ts';
import { exampleMessage } from './stand-in-message.ts';
import { createWebhook, type WebhookEvent } from './webhook.ts';

const NOW = Date.UTC(2026, 5, 6, 20, 42, 11, 500);
const SECRET = 'wh-s3cret';
const http = openLiveHttpClient({ userAgent: 'Allclear test', allowPrivateAddresses: true });
const webhook = createWebhook({ http, wallNow: () => NOW, timeoutMs: 300 });
const never = new AbortController().signal;

let receiver: StandIn;
/** Events by Idempotency-Key: what a receiver that does as documented has acted on. */
const acted = new Map<string, string>();
const seen: { headers: Record<string, unknown>; body: string }[] = [];

beforeAll(async () => {
  receiver = await openStandIn(async (request, response) => {
    const body = (await readBody(request)).toString();
    seen.push({ headers: request.headers, body });
    const path = request.url!;
    if (path === '/good' || path === '/slow') acted.set(request.headers['idempotency-key'] as string, body);
    if (path === '/good') response.writeHead(204).end();
    else if (path === '/slow') setTimeout(() => response.end('late'), 600);
    else if (path === '/moved') response.writeHead(308, { location: '/good' }).end();
    else if (path === '/wait') response.writeHead(429, { 'retry-after': '12' }).end();
    else if (path === '/cut') request.socket.destroy();
    else if (path === '/garbage') request.socket.end('220 not http\r\n');
    else response.writeHead(Number(path.slice(1))).end('<html>stack trace with /etc/passwd</html>');
  });
});
afterAll(async () => {
  await http.close();
  await receiver.close();
});

const send = (path: string, changes = {}) =>
  webhook.send(exampleMessage(changes), { url: receiver.url + path, secret: SECRET }, never);

test('an event in the documented shape, signed', async () => {
  const outcome = await send('/good', { facts: { location: { id: 7, name: 'Memorial Stadium' } } });
  expect(outcome).toMatchObject({ kind: 'accepted', providerId: null });
  const { headers, body } = seen.at(-1)!;
  const { id, subject, text, url, correlationId } = exampleMessage();
  expect(JSON.parse(body) as WebhookEvent).toEqual({
    id,
    type: 'notice',
    kind: 'warning',
    sentAt: '2026-06-06T20:42:10.000Z',
    subject,
    text,
    url,
    correlationId,
    facts: { location: { id: 7, name: 'Memorial Stadium' } },
  });
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'idempotency-key': id,
    'x-allclear-timestamp': '1780778531',
  });
  const received = {
    secret: SECRET,
    timestamp: headers['x-allclear-timestamp'] as string,
    signature: headers['x-allclear-signature'] as string,
    body,
  };
  expect(verifyWebhook({ ...received, now: NOW })).toBe(true);
  expect(verifyWebhook({ ...received, now: NOW + 299_000 })).toBe(true);
  expect(verifyWebhook({ ...received, now: NOW + 301_000 })).toBe(false);
  expect(verifyWebhook({ ...received, now: NOW, body: `${body} ` })).toBe(false);
  expect(verifyWebhook({ ...received, now: NOW, secret: 'other' })).toBe(false);
  expect(verifyWebhook({ ...received, now: NOW, timestamp: '1780778532' })).toBe(false);
  expect(verifyWebhook({ ...received, now: NOW, signature: undefined })).toBe(false);
  expect(verifyWebhook({ ...received, now: NOW, timestamp: 'soon' })).toBe(false);
});

describe('what the receiver answers', () => {
  test.each([
    ['/500', true, false, null],
    ['/503', true, false, null],
    ['/408', true, false, null],
    ['/wait', true, false, 12_000],
    ['/400', false, false, null],
    ['/401', false, false, null],
    ['/404', false, false, null],
    ['/410', false, true, null],
    ['/moved', false, false, null],
    ['/cut', true, false, null],
    ['/garbage', true, false, null],
    ['/slow', true, false, null],
  ])('%s: retryable %s, gone %s, wait %s', async (path, retryable, gone, retryAfterMs) => {
    const outcome = await send(path, { id: 'other' });
    expect(outcome).toMatchObject({ kind: 'failed', retryable, gone, retryAfterMs });
    expect(JSON.stringify(outcome)).not.toMatch(/passwd|s3cret/);
  });
  test('a repeat after a late answer is the same event to the receiver', async () => {
    expect(await send('/slow', { id: 'late' })).toMatchObject({ kind: 'failed', retryable: true });
    const size = acted.size;
    expect(await send('/good', { id: 'late', firstAttempt: false })).toMatchObject({ kind: 'accepted' });
    expect(acted.size).toBe(size);
  });
  test('nobody there, and canceled', async () => {
    const target = { url: 'http://127.0.0.1:1/T0PSECRET', secret: SECRET };
    const outcome = await webhook.send(exampleMessage(), target, never);
    expect(outcome).toMatchObject({ kind: 'failed', retryable: true });
    expect(JSON.stringify(outcome)).not.toContain('T0PSECRET');
    expect(await webhook.send(exampleMessage(), target, AbortSignal.abort())).toMatchObject({
      kind: 'failed',
      retryable: true,
    });
  });
});

test.each(['http://127.0.0.1:8099/', 'http://169.254.169.254/latest/meta-data/', 'http://localhost:8099/'])(
  '%s is refused for good',
  async (url) => {
    const strict = openLiveHttpClient({ userAgent: 'Allclear test' });
    const outcome = await createWebhook({ http: strict, wallNow: () => NOW }).send(
      exampleMessage(),
      { url, secret: SECRET },
      never,
    );
    expect(outcome).toMatchObject({
      kind: 'failed',
      retryable: false,
      gone: false,
      reason: expect.stringContaining('private address'),
    });
    await strict.close();
  },
);
