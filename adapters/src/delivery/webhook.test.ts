import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLiveHttpClient } from '../http-client/index.ts';
import { openStandIn, readBody, type StandIn } from '../stand-in-server.ts';
import { verifyWebhook } from './signature.ts';
import { createWebhook } from './webhook.ts';

const NOW = Date.UTC(2026, 5, 6, 20, 42, 11, 500);
const SECRET = `whsec_${Buffer.from('s3cret of twenty-four by').toString('base64')}`;
const BEFORE = `whsec_${Buffer.from('before').toString('base64')}`;
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

const event = { id: 'event-1', body: '{"type":"warning.started"}' };
const send = (path: string, id = event.id, secrets = [SECRET]) =>
  webhook.send({ ...event, id }, { url: receiver.url + path, secrets }, never);

test('an event with the headers of Standard Webhooks and our own, signed', async () => {
  const { outcome, exchange } = await send('/good');
  expect(outcome).toMatchObject({ kind: 'accepted', providerId: null });
  const { headers, body } = seen.at(-1)!;
  expect(body).toBe(event.body);
  expect(exchange).toMatchObject({ status: 204 });
  expect(exchange.request).toContain(event.body);
  expect(exchange.request).not.toMatch(/signature/i);
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'idempotency-key': event.id,
    'webhook-id': event.id,
    'webhook-timestamp': '1780778531',
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

test('with two secrets both sign', async () => {
  await send('/good', event.id, [SECRET, BEFORE]);
  const { headers, body } = seen.at(-1)!;
  const [timestamp, signature] = [headers['x-allclear-timestamp'], headers['x-allclear-signature']].map(
    String,
  );
  const standard = String(headers['webhook-signature']).split(' ');
  expect(standard).toHaveLength(2);
  for (const [index, secret] of [SECRET, BEFORE].entries()) {
    expect(verifyWebhook({ secret, timestamp, signature, body, now: NOW })).toBe(true);
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const hmac = createHmac('sha256', key).update(`${event.id}.1780778531.${body}`).digest('base64');
    expect(standard[index]).toBe(`v1,${hmac}`);
  }
});

test('what a receiver repeats of a secret is not in the log', async () => {
  const { exchange } = await send('/500', event.id, ['stack', SECRET]);
  expect(exchange.answer).toContain('(secret) trace');
  expect(exchange.answer).not.toContain('stack');
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
    const { outcome } = await send(path, 'other');
    expect(outcome).toMatchObject({ kind: 'failed', retryable, gone, retryAfterMs });
    expect(JSON.stringify(outcome)).not.toMatch(/passwd|s3cret/);
  });
  test('a repeat after a late answer is the same event to the receiver', async () => {
    expect(await send('/slow', 'late')).toMatchObject({
      outcome: { kind: 'failed', retryable: true },
      exchange: { status: null, answer: null },
    });
    const size = acted.size;
    expect(await send('/good', 'late')).toMatchObject({ outcome: { kind: 'accepted' } });
    expect(acted.size).toBe(size);
  });
  test('nobody there, and canceled', async () => {
    const target = { url: 'http://127.0.0.1:1/T0PSECRET', secrets: [SECRET] };
    const { outcome, exchange } = await webhook.send(event, target, never);
    expect(outcome).toMatchObject({ kind: 'failed', retryable: true });
    expect(JSON.stringify([outcome, exchange])).not.toContain('T0PSECRET');
    expect(await webhook.send(event, target, AbortSignal.abort())).toMatchObject({
      outcome: { kind: 'failed', retryable: true },
    });
  });
});

test.each(['http://127.0.0.1:8099/', 'http://169.254.169.254/latest/meta-data/', 'http://localhost:8099/'])(
  '%s is refused for good',
  async (url) => {
    const strict = openLiveHttpClient({ userAgent: 'Allclear test' });
    const { outcome } = await createWebhook({ http: strict, wallNow: () => NOW }).send(
      event,
      { url, secrets: [SECRET] },
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
