import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, inParallel, later } from './calls.ts';
import { isLong } from './config.ts';
import { addBareOrganization, addPerson, type Person } from './organizations.ts';
import { randomOf } from './random.ts';
import { openRaw, type Raw, statusesIn } from './raw-connection.ts';
import { few } from './servers.ts';
import type { Attacked } from './under-attack.ts';

/** `server/src/platform/http/limits`: headers within 20 s, then 4 kB/s after 20 s at any rate, checked each 2 s. */
const headersMs = 20_000;
const anyRateMs = 20_000;
const checkMs = 2_000;
const margin = 4_000;

export function attackWithSlowBodies(attacked: Attacked): void {
  let port: number;
  let origin: string;
  let honest: Person;
  const open: Raw[] = [];
  const random = randomOf('slow bodies');
  const connectRaw = async (text: string | Uint8Array = '', to = port) => {
    const raw = await openRaw(to, text);
    open.push(raw);
    return raw;
  };

  beforeAll(async () => {
    const { main, store } = attacked();
    origin = main.url;
    port = Number(new URL(origin).port);
    honest = await addPerson(store, await addBareOrganization(store, 'slow'), {
      ...{ role: 'super-admin', name: 'slow' },
    });
  });
  afterAll(() => {
    for (const raw of open) raw.close();
  });

  const answers = async () =>
    (await call(origin, { method: 'GET', path: '/api/location', key: honest.key })).status;

  test.concurrent('sixty slow heads and sixty slow bodies at once are all ended in time; a person gets answers meanwhile', async () => {
    const target = '/api/location/Add';
    const authorization = `Authorization: Bearer ${honest.key}`;
    const headOf = (extra: string) =>
      `POST ${target} HTTP/1.1\r\nHost: localhost\r\n${authorization}\r\nContent-Type: application/json\r\n${extra}`;
    const shapes: ((index: number) => string)[] = [
      // The head never ends; the head ends, but a declared or chunked body does not.
      () => `GET /api/status HTTP/1.1\r\nHost: localhost\r\nX-Slow: `,
      () => headOf('Content-Length: 200000\r\n\r\n{"label":"'),
      () => headOf('Transfer-Encoding: chunked\r\n\r\n5\r\n{"lab\r\n'),
      () => `PUT /data/image/none HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000000\r\n\r\n`,
      () => `POST /data/report/none HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\ntempf=`,
      () =>
        `POST /identity/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 60000\r\n\r\ngrant_type=`,
    ];
    const slow = await inParallel(Array.from({ length: 120 }), 20, (_, index) =>
      connectRaw((shapes[index % shapes.length] ?? (() => ''))(index)),
    );
    // A byte now and then keeps each from being idle.
    const timers = slow.map((raw) => setInterval(() => raw.write('a'), 500 + random() * 1_000));
    const during: number[] = [];
    const deadline = Date.now() + Math.max(headersMs, anyRateMs) + 2 * checkMs + margin;
    const ends = Promise.all(slow.map((raw) => raw.ended(deadline - Date.now())));
    let isOver = false;
    void ends.then(() => {
      isOver = true;
    });
    while (!isOver) {
      during.push(await answers());
      await later(250);
    }
    for (const timer of timers) clearInterval(timer);
    const open = (await ends).flatMap((end, index) =>
      end === null ? [shapes[index % shapes.length]?.(index).slice(0, 60)] : [],
    );
    expect(open).toEqual([]);
    expect(new Set(during)).toEqual(new Set([200]));
    expect(during.length).toBeGreaterThan(20);
    expect(
      await heads(await connectRaw('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')),
    ).toEqual([200]);
  }, 60_000);

  test.concurrent('MQTT: who sends no sign-in, half a packet, too large a packet or no MQTT is ended', async () => {
    const { mqttPort } = attacked();
    const connectPacket = (flags: number) =>
      Buffer.from([
        0x10,
        0x0f,
        0x00,
        0x04,
        ...Buffer.from('MQTT'),
        0x04,
        flags,
        0x00,
        0x3c,
        0x00,
        0x03,
        0x61,
        0x62,
        0x63,
      ]);
    const cases: [string, Uint8Array, number][] = [
      ['no byte at all', Buffer.alloc(0), 12_000],
      ['no MQTT', Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'), 12_000],
      ['a packet of 256 MB', Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f, 0x00]), 2_000],
      ['a length of five bytes', Buffer.from([0x10, 0xff, 0xff, 0xff, 0xff, 0x7f]), 2_000],
      ['half a sign-in', connectPacket(0x02).subarray(0, 8), 12_000],
      ['a sign-in without name and password', connectPacket(0x02), 2_000],
      ['a publication before the sign-in', Buffer.from([0x30, 0x03, 0x00, 0x01, 0x61]), 12_000],
    ];
    const ends = await Promise.all(
      cases.map(async ([name, bytes, withinMs]) => {
        const end = await (await connectRaw(bytes, mqttPort)).ended(withinMs + margin);
        return end === null ? `${name} is still open` : null;
      }),
    );
    expect(ends.filter((end) => end !== null)).toEqual([]);
    const many = await inParallel(Array.from({ length: 260 }), 20, () => connectRaw('', mqttPort));
    await later(300);
    const stillOpen = (await Promise.all(many.map((raw) => raw.ended(0)))).filter((end) => end === null);
    expect(stillOpen.length).toBeLessThanOrEqual(200);
    for (const raw of many) raw.close();
  }, 60_000);

  const heads = async (raw: Raw, withinMs = 5_000) =>
    statusesIn((await raw.ended(withinMs))?.text ?? raw.received());

  test('huge heads and bodies are refused at once, whatever they claim', async () => {
    const send = async (text: string) => heads(await connectRaw(text));
    const line = 'x'.repeat(60_000);
    expect(await send(`GET /${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)).toEqual([
      431,
    ]);
    expect(await send(`GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${line}\r\n\r\n`)).toEqual([431]);
    const many = Array.from({ length: 8_000 }, (_, index) => `X-${index}: 1`).join('\r\n');
    expect(await send(`GET / HTTP/1.1\r\nHost: localhost\r\n${many}\r\n\r\n`)).toEqual([431]);
    for (const length of ['999999999999', '300000']) {
      const [status] = await send(
        `POST /api/location/Add HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ${honest.key}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n{`,
      );
      expect(status, length).toBe(413);
    }
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const nested = await call(origin, {
      ...{ method: 'POST', path: '/api/location/Add', key: honest.key, body: deep },
      headers: { 'content-type': 'application/json' },
    });
    expect(nested.status).toBe(400);
    expect(await answers()).toBe(200);
  });

  /** RFC 9112, section 6.3, and what proxies and servers have read differently. */
  const smuggled = 'GET /api/smuggled HTTP/1.1\r\nHost: localhost\r\nX-Rest: ';
  const length = (text: string) => `Content-Length: ${text.length}`;
  test.each<[string, string, string]>([
    ['both lengths', `Content-Length: 6\r\nTransfer-Encoding: chunked`, `0\r\n\r\n${smuggled}`],
    [
      'both lengths, the other way round',
      `Transfer-Encoding: chunked\r\nContent-Length: 4`,
      `5c\r\n${smuggled}\r\n0\r\n\r\n`,
    ],
    ['two lengths that differ', `Content-Length: 0\r\nContent-Length: ${smuggled.length}`, smuggled],
    ['two lengths in one', `Content-Length: 0, ${smuggled.length}`, smuggled],
    ['a length with a sign', `Content-Length: +0`, smuggled],
    ['a length in hexadecimal', `Content-Length: 0x1`, smuggled],
    ['a length below zero', `Content-Length: -1`, smuggled],
    ['a space before the colon', `Content-Length : 0\r\n${length(smuggled)}`, smuggled],
    ['an encoding that is not known', 'Transfer-Encoding: xchunked', `0\r\n\r\n${smuggled}`],
    ['chunked and something behind it', 'Transfer-Encoding: chunked, identity', `0\r\n\r\n${smuggled}`],
    ['chunked twice', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity', `0\r\n\r\n${smuggled}`],
    ['chunked after a vertical tab', 'Transfer-Encoding: \x0bchunked', `0\r\n\r\n${smuggled}`],
    ['a folded header', 'Transfer-Encoding:\r\n chunked\r\nContent-Length: 3', `0\r\n\r\n${smuggled}`],
    ['a chunk length that is none', 'Transfer-Encoding: chunked', `zz\r\n${smuggled}\r\n0\r\n\r\n`],
    ['a chunk length below zero', 'Transfer-Encoding: chunked', `-1\r\n${smuggled}\r\n0\r\n\r\n`],
    ['a chunk length beyond 64 bits', 'Transfer-Encoding: chunked', `fffffffffffffffff1\r\n${smuggled}`],
    ['a chunk longer than it says', 'Transfer-Encoding: chunked', `1\r\nabc\r\n0\r\n\r\n${smuggled}`],
    ['a chunk that ends in a bare line feed', 'Transfer-Encoding: chunked', `1\na\n0\n\n${smuggled}`],
    ['a bare line feed between headers', `X-A: b\nContent-Length: 0`, smuggled],
    ['a bare carriage return in a header', `X-A: b\rContent-Length: 0`, smuggled],
    ['a zero byte in a header', 'X-A: b\0c\r\nContent-Length: 0', smuggled],
    ['a header without a name', `: x\r\nContent-Length: 0`, smuggled],
  ])('a request with %s starts no second one', async (_name, extra, body) => {
    for (const path of ['/api/location/Add', '/identity/token', '/data/report/none']) {
      const raw = await connectRaw(
        `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n${extra}\r\n\r\n${body}`,
      );
      const end = await raw.ended(1_500);
      const text = end?.text ?? raw.received();
      const statuses = statusesIn(text);
      // Refused as what it is, or answered once: what follows is refused, and the connection closed.
      expect(statuses.filter((status) => status !== 400).length, text).toBeLessThanOrEqual(1);
      expect(
        statuses.slice(1).every((status) => status === 400),
        text,
      ).toBe(true);
      expect(statuses.length, path).toBeGreaterThan(0);
      expect(
        statuses.every((status) => status >= 400 && status < 500),
        text,
      ).toBe(true);
      expect(text).not.toContain('smuggled');
      expect(end, `${path} is still open: ${text.slice(0, 300)}`).not.toBeNull();
    }
  });

  test('pipelined requests are answered each by itself, the second without the sign-in of the first', async () => {
    const raw = await connectRaw(
      `GET /api/user/current HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${honest.key}\r\n\r\nGET /api/user/current HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    );
    expect(await heads(raw)).toEqual([200, 401]);
  });

  test('connections of one address have a limit; those of a proxy, and the next ones, are accepted', async () => {
    const { second } = attacked();
    const at = Number(new URL(second.url).port);
    const many = await inParallel(Array.from({ length: 3 * few.connections }), 20, () => connectRaw('', at));
    await later(300);
    const ended = await Promise.all(many.map((raw) => raw.ended(0)));
    const stillOpen = ended.filter((end) => end === null).length;
    expect(stillOpen).toBeLessThanOrEqual(few.connections);
    expect(stillOpen).toBeGreaterThan(0);
    for (const raw of many) raw.close();
    await later(300);
    const after = await connectRaw(
      'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
      at,
    );
    expect(await heads(after)).toEqual([200]);
    const proxied = await inParallel(Array.from({ length: 2 * few.connections }), 20, () => connectRaw());
    await later(200);
    expect((await Promise.all(proxied.map((raw) => raw.ended(0)))).filter((end) => end !== null)).toEqual([]);
    for (const raw of proxied) raw.close();
  });

  test('event streams that nobody reads, or that are half closed, cost no more than their places', async () => {
    const streams = await inParallel(Array.from({ length: 30 }), 10, () =>
      connectRaw(
        `GET /api/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${honest.key}\r\n\r\n`,
      ),
    );
    await later(1_000);
    const statuses = streams.flatMap((raw) => statusesIn(raw.received()));
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    for (const raw of streams) raw.close();
    await later(500);
    const again = await connectRaw(
      `GET /api/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${honest.key}\r\n\r\n`,
    );
    await later(300);
    expect(statusesIn(again.received())).toEqual([200]);
    again.close();
  });

  test.runIf(isLong)(
    'a body at just over the least rate is taken, and one at half of it is ended',
    async () => {
      const post = (size: number) =>
        connectRaw(
          `POST /api/WeatherStation/Image/none HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ${honest.key}\r\nContent-Type: image/jpeg\r\nContent-Length: ${size}\r\n\r\n`,
        );
      const drip = (raw: Raw, bytesPerSecond: number) =>
        setInterval(() => raw.write(Buffer.alloc(bytesPerSecond / 2, 1)), 500);
      const [fast, slow] = [await post(400_000), await post(400_000)];
      const timers = [drip(fast, 6_000), drip(slow, 2_000)];
      const end = await slow.ended(60_000);
      expect(end?.afterMs).toBeGreaterThan(anyRateMs);
      expect(await fast.ended(1_000)).toBeNull();
      // It was read to its end: what it holds is no image.
      expect((await heads(fast, 60_000))[0]).toBe(400);
      for (const timer of timers) clearInterval(timer);
    },
    180_000,
  );
}
