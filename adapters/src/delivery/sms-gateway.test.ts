import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLiveHttpClient } from '../http-client/index.ts';
import { openStandIn, readBody, type StandIn } from '../stand-in-server.ts';
import { verifyWebhook } from './signature.ts';
import { createGatewaySms } from './sms-gateway.ts';
import { exampleMessage } from './stand-in-message.ts';

const NOW = Date.UTC(2026, 5, 6);
const SECRET = 'gw-s3cret';
// An SMS gateway often stands inside the private network: it is the installation that names it.
const http = openLiveHttpClient({ userAgent: 'Allclear test' });
const never = new AbortController().signal;
const target = { phoneNumber: '+18135550100' };
let gateway: StandIn;
let last: { headers: Record<string, string | undefined>; body: string };
beforeAll(async () => {
  gateway = await openStandIn(async (request, response) => {
    last = { headers: request.headers as Record<string, string>, body: (await readBody(request)).toString() };
    const path = request.url!;
    if (path === '/good') response.end(JSON.stringify({ id: 'gw-9' }));
    else if (path === '/number') response.end(JSON.stringify({ id: 9 }));
    else if (path === '/garbage') response.end('<html>OK');
    else if (path === '/wait') response.writeHead(503, { 'retry-after': '5' }).end();
    else if (path !== '/silent') response.writeHead(Number(path.slice(1))).end(`key ${SECRET}`);
  });
});
afterAll(async () => {
  await http.close();
  await gateway.close();
});

const open = (path: string, secret: string | null = SECRET) =>
  createGatewaySms({
    http,
    url: gateway.url + path,
    secret,
    wallNow: () => NOW,
    headers: { 'X-Api-Key': 'k' },
    from: 'Allclear',
    statusCallbackUrl: (id) => `https://allclear.example.org/status/${encodeURIComponent(id)}`,
    timeoutMs: 300,
  });

test('the documented request, signed, with the key of the delivery', async () => {
  expect(await open('/good').send(exampleMessage(), target, never)).toMatchObject({
    kind: 'accepted',
    providerId: 'gw-9',
  });
  const { id, short, url } = exampleMessage();
  const statusUrl = `https://allclear.example.org/status/${encodeURIComponent(id)}`;
  expect(JSON.parse(last.body)).toEqual({
    id,
    to: '+18135550100',
    text: `${short} ${url}`,
    from: 'Allclear',
    statusUrl,
  });
  expect(last.headers).toMatchObject({
    'idempotency-key': id,
    'x-api-key': 'k',
    'content-type': 'application/json',
  });
  const { 'x-allclear-timestamp': timestamp, 'x-allclear-signature': signature } = last.headers;
  expect(verifyWebhook({ secret: SECRET, timestamp, signature, body: last.body, now: NOW })).toBe(true);
});
test('without a secret there is no signature', async () => {
  await open('/good', null).send(exampleMessage(), target, never);
  expect(last.headers['x-allclear-signature']).toBeUndefined();
});
test.each([
  ['/number', '9'],
  ['/garbage', null],
  ['/204', null],
])('%s is accepted with the id %s', async (path, providerId) => {
  expect(await open(path).send(exampleMessage(), target, never)).toMatchObject({
    kind: 'accepted',
    providerId,
  });
});
test.each([
  ['/400', false, false, null],
  ['/410', false, true, null],
  ['/500', true, false, null],
  ['/wait', true, false, 5000],
  ['/silent', true, false, null],
])('%s: retryable %s, gone %s, wait %s', async (path, retryable, gone, retryAfterMs) => {
  const outcome = await open(path).send(exampleMessage(), target, never);
  expect(outcome).toMatchObject({ kind: 'failed', retryable, gone, retryAfterMs });
  expect(JSON.stringify(outcome)).not.toContain(SECRET);
});
