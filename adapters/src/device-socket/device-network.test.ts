import { createSocket } from 'node:dgram';
import { createServer, type Server, type Socket } from 'node:net';
import tls from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { DeviceNetworkError } from '../hardware/port.ts';
import type { Resolve } from '../http-client/private-addresses.ts';
import { standInCertificate, standInKey } from '../mqtt/stand-in-certificate.ts';
import { type DeviceNetworkOptions, openDeviceNetwork, readHostAndPort } from './device-network.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const never = new AbortController().signal;

function open(more: Partial<DeviceNetworkOptions> = {}) {
  return openDeviceNetwork({ networks: '127.0.0.1', timeoutMs: 400, wallNow: () => 0, ...more });
}

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Answers each connection with these bytes; `keeps`: does not end it. */
async function answering(text: string, { keeps = false }: { keeps?: boolean } = {}) {
  const requests: string[] = [];
  const server = createServer((socket) => {
    let request = '';
    socket.on('data', (data) => {
      request += data.toString('latin1');
      if (!request.includes('\r\n\r\n')) return;
      requests.push(request);
      request = '';
      socket.write(text, 'latin1');
      if (!keeps) socket.end();
    });
  });
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}/state`, port, requests };
}

const get = (url: string, more: Partial<Parameters<ReturnType<typeof open>['request']>[0]> = {}) => ({
  method: 'GET' as const,
  url,
  signal: never,
  ...more,
});

async function failureOf(work: Promise<unknown>): Promise<DeviceNetworkError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof DeviceNetworkError)) throw new Error(`no network error: ${String(error)}`);
  return error;
}

const text = ({ bytes }: { bytes: Uint8Array }) => Buffer.from(bytes).toString('latin1');

test.each([
  ['with a length', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello', 'hello'],
  ['until its end', 'HTTP/1.0 200 OK\r\n\r\nhello', 'hello'],
  [
    'in pieces',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3;x=1\r\nllo\r\n0\r\n\r\n',
    'hello',
  ],
  ['after a 100', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok', 'ok'],
  ['with bare line feeds', 'HTTP/1.1 200 OK\nContent-Length: 2\n\nok', 'ok'],
  ['without a body', 'HTTP/1.1 204 No Content\r\n\r\n', ''],
])('an answer %s is read whole', async (_name, answer, body) => {
  const { url } = await answering(answer);
  expect(text(await open().request(get(url)))).toBe(body);
});

test('the request is one of HTTP/1.1 with its headers and its body', async () => {
  const { url, port, requests } = await answering('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
  await open().request({ ...get(`${url}?a=1 2#x`), method: 'POST', body: '{}', headers: { 'X-A': 'b' } });
  expect(requests[0]).toBe(
    `POST /state?a=1%202 HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\nAccept: */*\r\nContent-Length: 2\r\nX-A: b\r\n\r\n{}`,
  );
});

test('a redirect is an answer, not followed', async () => {
  const { url, requests } = await answering(
    'HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/\r\nContent-Length: 0\r\n\r\n',
  );
  expect((await open().request(get(url))).status).toBe(302);
  expect(requests).toHaveLength(1);
});

test('a bare answer is read where it is allowed, and is malformed elsewhere', async () => {
  const { url } = await answering('<datavalues><relaystate>1</relaystate></datavalues>');
  const answer = await open().request(get(url, { allowsBareAnswer: true }));
  expect(answer).toMatchObject({ status: 200, headers: {} });
  expect(text(answer)).toContain('<relaystate>1<');
  expect(await failureOf(open().request(get(url)))).toMatchObject({ when: 'after', because: 'malformed' });
  const whole = await answering('HTTP/1.1 401 No\r\nContent-Length: 2\r\n\r\nno');
  expect((await open().request(get(whole.url, { allowsBareAnswer: true }))).status).toBe(401);
});

test.each([
  ['half a body', 'HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf'],
  ['half a head', 'HTTP/1.1 200 OK\r\nContent-Le'],
  ['half a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nhalf'],
  ['nothing', ''],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 4\r\n\r\nhello'],
  ['a negative length', 'HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello'],
  ['a length beyond the limit', `HTTP/1.1 200 OK\r\nContent-Length: ${2 ** 21}\r\n\r\n`],
  ['another coding', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nx'],
  ['no HTTP', 'SSH-2.0-x\r\n\r\n'],
  ['an endless line', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}`],
  ['very many headers', `HTTP/1.1 200 OK\r\n${'X: y\r\n'.repeat(200)}\r\n`],
  ['a body beyond the limit', `HTTP/1.0 200 OK\r\n\r\n${'x'.repeat(1_100_000)}`],
  [
    'more chunks than the limit',
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${`ffff\r\n${'x'.repeat(65_535)}\r\n`.repeat(17)}0\r\n\r\n`,
  ],
])('%s is malformed, and the command may have arrived', async (_name, answer) => {
  const { url } = await answering(answer);
  const error = await failureOf(open().request(get(url)));
  expect(error.when).toBe('after');
  expect(error.because).toBe('malformed');
});

test('a device that never ends its answer, or drips it, is out of time', async () => {
  const { url } = await answering('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel', { keeps: true });
  expect(await failureOf(open().request(get(url)))).toMatchObject({ when: 'after', because: 'timeout' });
  const server = createServer((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n');
    const drip = setInterval(() => socket.write('x'), 20);
    socket.on('close', () => clearInterval(drip));
  });
  const begun = performance.now();
  const error = await failureOf(open().request(get(`http://127.0.0.1:${await listen(server)}/`)));
  expect(error).toMatchObject({ when: 'after', because: 'timeout' });
  expect(performance.now() - begun).toBeLessThan(1_500);
});

test('a closed port is refused before anything was sent, and so is a call that was ended before', async () => {
  expect(await failureOf(open().request(get('http://127.0.0.1:1/')))).toMatchObject({
    when: 'before',
    because: 'refused',
  });
  const { url, requests } = await answering('HTTP/1.1 200 OK\r\n\r\n');
  expect(await failureOf(open().request(get(url, { signal: AbortSignal.abort() })))).toMatchObject({
    when: 'before',
    because: 'aborted',
  });
  expect(requests).toEqual([]);
});

test('a call that is ended while it waits may have arrived', async () => {
  const { url } = await answering('', { keeps: true });
  const end = new AbortController();
  setTimeout(() => end.abort(), 50);
  expect(await failureOf(open().request(get(url, { signal: end.signal })))).toMatchObject({
    when: 'after',
    because: 'aborted',
  });
});

test.each([
  'http://169.254.169.254/latest/meta-data/',
  'http://[fe80::1]/',
  'http://[::ffff:169.254.169.254]/',
  'http://0xa9.0xfe.0xa9.0xfe/',
  'http://2852039166/',
  'http://0.0.0.0/',
  'http://[::]/',
  'http://10.0.0.1/',
  'http://[::1]/',
  'http://user:pw@127.0.0.1/',
  'http://user@127.0.0.1/',
  'ftp://127.0.0.1/',
  'file:///etc/passwd',
  'http://127.0.0.1:0/',
  'http://127.0.0.1:70000/',
  'http://',
  '127.0.0.1',
])('%s is refused before a connection', async (url) => {
  const error = await failureOf(open().request(get(url)));
  expect(error).toMatchObject({ when: 'before', because: 'not-allowed' });
});

test('decimal and hexadecimal spellings reach what they mean, when that is allowed', async () => {
  const { port } = await answering('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
  for (const host of ['2130706433', '0x7f.1', '127.1', '[::ffff:127.0.0.1]'])
    expect((await open().request(get(`http://${host}:${port}/`))).status).toBe(200);
});

test.each([
  ['X-A', 'b\r\nX-Evil: 1'],
  ['X-A\r\nX-Evil', '1'],
  ['X-A', 'b\n'],
  ['X A', 'b'],
  ['X-A', 'b\0'],
])('a header that would begin another line is refused: %j %j', async (name, value) => {
  const { url, requests } = await answering('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
  expect(await failureOf(open().request(get(url, { headers: { [name]: value } })))).toMatchObject({
    when: 'before',
    because: 'not-allowed',
  });
  expect(requests).toEqual([]);
});

test('line ends in an address do not reach the request', async () => {
  const { url, requests } = await answering('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
  await open().request(get(`${url}\r\nX-Evil: 1`));
  await open().request(get(`${url}?a=%0d%0aX-Evil: 1`));
  expect(requests.join('')).not.toMatch(/\nX-Evil/);
});

const resolving =
  (...answers: string[][]): Resolve =>
  (_name, _options, done) => {
    const addresses = answers.length > 1 ? answers.shift() : answers[0];
    done(
      null,
      (addresses ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };

test('a name is refused when one of its addresses is not allowed, wherever it stands', async () => {
  const { port, requests } = await answering('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
  const url = `http://device.example:${port}/`;
  for (const addresses of [
    ['127.0.0.1', '169.254.169.254'],
    ['10.0.0.1', '127.0.0.1'],
    ['127.0.0.1', 'fe80::1'],
  ])
    expect(await failureOf(open({ resolve: resolving(addresses) }).request(get(url)))).toMatchObject({
      because: 'not-allowed',
    });
  expect(requests).toEqual([]);
  expect((await open({ resolve: resolving(['127.0.0.1']) }).request(get(url))).status).toBe(200);
});

test('a name that changes its address is checked at each request', async () => {
  const { port } = await answering('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
  const network = open({ resolve: resolving(['127.0.0.1'], ['169.254.169.254']) });
  const url = `http://device.example:${port}/`;
  expect((await network.request(get(url))).status).toBe(200);
  expect(await failureOf(network.request(get(url)))).toMatchObject({ because: 'not-allowed' });
});

test('a name without an address, and a resolver that hangs, end before anything was sent', async () => {
  const url = 'http://device.example/';
  expect(await failureOf(open({ resolve: resolving([]) }).request(get(url)))).toMatchObject({
    when: 'before',
    because: 'refused',
  });
  expect(await failureOf(open({ resolve: () => {} }).request(get(url)))).toMatchObject({
    when: 'before',
    because: 'timeout',
  });
});

test('without networks nothing is reached, and unreadable networks are an error', async () => {
  const { url } = await answering('HTTP/1.1 200 OK\r\n\r\n');
  expect(await failureOf(open({ networks: '' }).request(get(url)))).toMatchObject({ because: 'not-allowed' });
  expect(() => open({ networks: '10.0.0.0/99' })).toThrow('10.0.0.0/99');
});

test('a certificate that the device signed itself is accepted; a port without TLS is refused before', async () => {
  const server = tls.createServer({ cert: standInCertificate, key: standInKey }, (socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'));
  });
  const port = await listen(server);
  expect(text(await open().request(get(`https://127.0.0.1:${port}/`)))).toBe('ok');
  const plain = await answering('HTTP/1.1 400 Bad\r\n\r\n');
  expect((await failureOf(open().request(get(`https://127.0.0.1:${plain.port}/`)))).when).toBe('before');
});

test('a connection gives exact amounts, and its errors are after once something was written', async () => {
  const port = await listen(
    createServer((socket) => {
      socket.on('data', () => socket.write('abc'));
      setTimeout(() => socket.write('defgh\nij'), 30);
    }),
  );
  const socket = await open().connect({ host: '127.0.0.1', port }, never);
  expect(Buffer.from(await socket.read(2)).toString()).toBe('de');
  expect(Buffer.from(await socket.readUntil(0x0a, 10)).toString()).toBe('fgh\n');
  expect((await failureOf(socket.read(9))).when).toBe('before');
  socket.close();
  const second = await open().connect({ host: '127.0.0.1', port }, never);
  await second.write(Buffer.from('x'));
  expect((await failureOf(second.read(99))).when).toBe('after');
  second.close();
});

test('a connection is refused outside the networks, with a port that is none, and with a scope', async () => {
  for (const target of [
    { host: '10.0.0.1', port: 502 },
    { host: '127.0.0.1', port: 65_536 },
    { host: '127.0.0.1', port: 0 },
    { host: 'fe80::1%lo', port: 502 },
    { host: 'a b', port: 502 },
  ]) {
    expect(await failureOf(open().connect(target, never))).toMatchObject({ because: 'not-allowed' });
    expect(await failureOf(open().connectStream({ ...target, secure: false }, never))).toMatchObject({
      because: 'not-allowed',
    });
    expect(await failureOf(open().askDatagram(target, Buffer.from('x'), never))).toMatchObject({
      because: 'not-allowed',
    });
  }
});

async function datagramServer(answer: boolean) {
  const arrived: { at: number; text: string }[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (message, { port, address }) => {
    arrived.push({ at: performance.now(), text: message.toString() });
    if (answer) socket.send(`re ${message.toString()}`, port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  ends.push(() => new Promise<void>((resolve) => socket.close(() => resolve())));
  return { port: socket.address().port, arrived };
}

test('a datagram gets its answer, or null when none comes', async () => {
  const { port } = await datagramServer(true);
  const answer = await open().askDatagram({ host: '127.0.0.1', port }, Buffer.from('a'), never);
  expect(Buffer.from(answer ?? []).toString()).toBe('re a');
  const silent = await datagramServer(false);
  expect(
    await open().askDatagram({ host: '127.0.0.1', port: silent.port }, Buffer.from('a'), never),
  ).toBeNull();
});

test('datagrams go at their times, and end when the caller ends them', async () => {
  const { port, arrived } = await datagramServer(false);
  const target = { host: '127.0.0.1', port, ttl: 1 };
  const datagrams = Array.from({ length: 11 }, (_, index) => Buffer.from(String(index)));
  await open({ timeoutMs: 50 }).sendDatagrams(target, datagrams, 20, never);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(arrived.map((one) => one.text)).toEqual(datagrams.map(String));
  const took = arrived.at(-1)!.at - arrived[0]!.at;
  expect(took).toBeGreaterThan(150);
  const end = new AbortController();
  setTimeout(() => end.abort(), 50);
  const error = await failureOf(open().sendDatagrams(target, datagrams, 20, end.signal));
  expect(error).toMatchObject({ when: 'after', because: 'aborted' });
  expect(arrived.length).toBeLessThan(20);
  expect(
    await failureOf(open().sendDatagrams({ ...target, host: '224.0.2.60' }, datagrams, 20, never)),
  ).toMatchObject({ when: 'before', because: 'not-allowed' });
});

test.each([
  ['relay.example', { host: 'relay.example', port: 502 }],
  ['10.0.0.7:1502', { host: '10.0.0.7', port: 1502 }],
  ['[fd12::1]:1502', { host: '[fd12::1]', port: 1502 }],
  ['fd12::1', { host: '[fd12::1]', port: 502 }],
  ['0x7f.1', { host: '127.0.0.1', port: 502 }],
  ['fe80::1%eth0', null],
  ['a:0', null],
  ['a:65536', null],
  ['a b', null],
  ['a\r\nb', null],
  ['user@a', null],
  ['http://a', null],
  ['a/b', null],
  ['', null],
])('the address %j of a connection', (address, expected) => {
  expect(readHostAndPort(address, 502)).toEqual(expected);
});
