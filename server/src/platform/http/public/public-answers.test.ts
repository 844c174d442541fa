import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { PublicAnswers } from './public-answers.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

const long = { place: 'Stadium', words: 'Stay inside. '.repeat(200) };

/** An address whose bytes come as they were sent. */
async function listen(handler: RequestListener) {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function openAnswers(stored: Map<string, object>) {
  const opened: string[] = [];
  const answers = new PublicAnswers({
    async open(key) {
      opened.push(key);
      await new Promise((resolve) => setTimeout(resolve, 20));
      return stored.get(key) ?? null;
    },
  });
  answers.setHeaders({ 'x-content-type-options': 'nosniff' });
  const url = await listen((request, response) => {
    const key = (request.url ?? '').slice(1);
    void answers.send(key, request, response).then((sent) => {
      if (!sent) response.writeHead(404).end();
    });
  });
  const ask = (key: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${url}/${key}`, { method, headers: { 'accept-encoding': 'identity', ...headers } });
  return { answers, opened, ask };
}

test('an answer is made once, however many ask for it at once, and again only when it is put', async () => {
  const { answers, opened, ask } = await openAnswers(new Map([['a', long]]));
  const all = await Promise.all(Array.from({ length: 50 }, () => ask('a')));
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
  expect(opened).toEqual(['a']);
  expect(answers.active).toEqual(['a']);
  await answers.put('a', { place: 'Field' });
  expect(await (await ask('a')).json()).toEqual({ data: { place: 'Field' } });
  await answers.put('a', null);
  expect((await ask('a')).status).toBe(404);
  expect(opened).toEqual(['a']);
});

test('an address that does not exist is looked for once in a while, and one that is not kept is not put', async () => {
  const { answers, opened, ask } = await openAnswers(new Map());
  for (let i = 0; i < 3; i++) expect((await ask('none')).status).toBe(404);
  expect(opened).toEqual(['none']);
  expect(answers.active).toEqual([]);
  await answers.put('other', long);
  expect(answers.active).toEqual([]);
});

test('each encoding has the same content and a tag of its own; the tag of another answers anew', async () => {
  const { answers, ask } = await openAnswers(new Map([['a', long]]));
  const tags = new Map<string, string>();
  // fetch unpacks by itself.
  for (const encoding of ['identity', 'gzip', 'br']) {
    const response = await ask('a', { 'accept-encoding': encoding });
    expect(await response.json()).toEqual({ data: long });
    expect(response.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
    expect(response.headers.get('cache-control')).toBe('public, max-age=5');
    expect(response.headers.get('vary')).toBe('accept-encoding');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('set-cookie')).toBeNull();
    tags.set(encoding, response.headers.get('etag') ?? '');
  }
  expect(new Set(tags.values()).size).toBe(3);
  const same = await ask('a', { 'accept-encoding': 'br', 'if-none-match': tags.get('br') ?? '' });
  expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', tags.get('br')]);
  expect((await ask('a', { 'accept-encoding': 'br', 'if-none-match': tags.get('gzip') ?? '' })).status).toBe(
    200,
  );
  await answers.put('a', { ...long, place: 'Field' });
  expect((await ask('a', { 'accept-encoding': 'br', 'if-none-match': tags.get('br') ?? '' })).status).toBe(
    200,
  );
});

test.each([
  ['gzip, deflate, br', 'br'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['gzip;q=0.0', null],
  ['*', null],
  ['brotli, xgzip', null],
  ['GZIP', 'gzip'],
])('a client that takes %s is sent %s', async (accepted, encoding) => {
  const { ask } = await openAnswers(new Map([['a', long]]));
  const response = await ask('a', { 'accept-encoding': accepted });
  expect(response.headers.get('content-encoding')).toBe(encoding);
  expect(await response.json()).toEqual({ data: long });
});

test('a HEAD has the headers of a GET and no body; a short answer is not packed', async () => {
  const { ask } = await openAnswers(new Map([['a', { place: 'Stadium' }]]));
  const head = await ask('a', { 'accept-encoding': 'br' }, 'HEAD');
  expect(head.headers.get('content-length')).toBe('28');
  expect(await head.text()).toBe('');
  expect((await ask('a', { 'accept-encoding': 'br' })).headers.get('content-encoding')).toBeNull();
});

test('what cannot be made is an error for those who wait, and is made for the next', async () => {
  let fails = true;
  const answers = new PublicAnswers({
    open: async () => {
      if (fails) throw new Error('The store is away');
      return long;
    },
  });
  await expect(answers.has('a')).rejects.toThrow('The store is away');
  fails = false;
  expect(await answers.has('a')).toBe(true);
});

test('packed bytes are those of the identity', async () => {
  const answers = new PublicAnswers({ open: async () => long });
  await answers.has('a');
  const bodies: Buffer[] = [];
  const url = await listen((request, response) => {
    const end = response.end.bind(response);
    response.end = ((body: Buffer) => {
      bodies.push(body);
      return end(body);
    }) as typeof response.end;
    answers.sendKept('a', request, response);
  });
  for (const encoding of ['identity', 'gzip', 'br']) {
    await (await fetch(url, { headers: { 'accept-encoding': encoding } })).arrayBuffer();
  }
  const [identity, gzip, br] = bodies;
  expect(gunzipSync(gzip ?? '').equals(identity ?? Buffer.of())).toBe(true);
  expect(brotliDecompressSync(br ?? '').equals(identity ?? Buffer.of())).toBe(true);
});
