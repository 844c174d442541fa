import { deflateSync } from 'node:zlib';
import type { Route } from '@allclear/contract';
import * as contract from '@allclear/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Answer, call, inParallel } from './calls.ts';
import { addOrganization, type Organization } from './organizations.ts';
import { routeEntries } from './route-entries.ts';
import { jpeg } from './sample-image.ts';
import type { Attacked } from './under-attack.ts';

const lists = (Object.values(contract) as unknown[]).filter(
  (entry): entry is Route =>
    typeof entry === 'object' && entry !== null && 'paged' in entry && entry.paged === true,
);

export function attackQuotas(attacked: Attacked): void {
  let origin: string;
  let ours: Organization;
  let key: string;
  beforeAll(async () => {
    const { main, store } = attacked();
    origin = main.url;
    ours = await addOrganization(origin, store, 'qzquotas');
    key = ours.people['super-admin'].key;
    for (const kind of [
      'location',
      'group',
      'policy',
      'station',
      'webhook',
      'strikeFeed',
      'riskProfile',
    ] as const)
      for (let count = 0; count < 2; count++) await ours.make(kind);
  });

  const get = (path: string) => call(origin, { method: 'GET', path, key });
  const pathOf = (route: Route) => {
    const { params, query = {} } = routeEntries[`${route.method} ${route.path}`] ?? {};
    const values = params?.((kind) => ours.ids[kind]) ?? {};
    // What a list cannot be asked without; more may follow.
    return `/api/${route.path.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? '')}?${new URLSearchParams(query)}&`;
  };
  const forged = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url');

  test.each(lists.map((route) => [route.path, route] as const))(
    '%s: its pages are its whole, and no limit or cursor of an attacker is taken',
    async (_path, route) => {
      const path = pathOf(route);
      const whole = (await get(path)).text;
      const { data } = JSON.parse(whole) as { data: { id: string }[] };
      const seen: unknown[] = [];
      for (let next: string | undefined = `${path}limit=1`; next !== undefined; ) {
        const page: Answer = await get(next);
        expect(page.status, page.text).toBe(200);
        seen.push(...JSON.parse(page.text).data);
        next = /^<([^>]+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1];
        if (next !== undefined) expect(next.startsWith('/api/'), next).toBe(true);
        expect(seen.length).toBeLessThanOrEqual(data.length);
      }
      expect(seen.map((one) => (one as { id: string }).id)).toEqual(data.map(({ id }) => id));
      const wrong: string[] = [];
      for (const query of [
        ...[
          '0',
          '-1',
          '1.5',
          '1e3',
          '0x10',
          '99999999',
          'NaN',
          'Infinity',
          '',
          ' ',
          '1;drop',
          'null',
          '١',
        ].map((limit) => `limit=${encodeURIComponent(limit)}`),
        'limit=1&limit=2',
        'limit[]=1',
        'limit[$gt]=1',
        ...[
          'x',
          '',
          '%00',
          '../../',
          forged(null),
          forged([-1, 'x']),
          forged(['0', 'x']),
          forged({ 0: 1 }),
          forged([0]),
          forged([1.5, 'x']),
        ].map((cursor) => `cursor=${cursor}`),
        `cursor=${'A'.repeat(5_000)}`,
      ]) {
        const { status } = await get(`${path}${query}`);
        // An unknown name is no part of the query.
        if (status !== 400 && !query.startsWith('limit[')) wrong.push(`${query}: ${status}`);
        if (status >= 500) wrong.push(`${query}: ${status}`);
      }
      expect(wrong).toEqual([]);
      // A cursor far behind the end, or of a record of others, is the end or a place in the own list.
      for (const cursor of [forged([2 ** 40, 'x']), forged([0, '00000000-0000-4000-8000-000000000000'])]) {
        const { status, text } = await get(`${path}limit=5&cursor=${cursor}`);
        expect(status, text).toBe(200);
        for (const one of JSON.parse(text).data as { id: string }[])
          expect(data.map(({ id }) => id)).toContain(one.id);
      }
    },
  );

  test('writes of one person have a limit, and reads and others go on', async () => {
    const eager = ours.people.customer.key;
    const write = (by: string) =>
      call(origin, { method: 'DELETE', path: '/api/location/00000000-0000-4000-8000-000000000000', key: by });
    const answers = await inParallel(Array.from({ length: 340 }), 8, () => write(eager));
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual([404, 429]);
    expect((await write(ours.people.other.key)).status).toBe(404);
    expect((await call(origin, { method: 'GET', path: '/api/location', key: eager })).status).toBe(200);
  });

  describe('images of stations', () => {
    const put = (
      body: Uint8Array | string,
      type = 'image/jpeg',
      path = `/api/WeatherStation/Image/${ours.ids.station}`,
    ) => call(origin, { method: 'POST', path, key, body, headers: { 'content-type': type } });
    const read = () => get(`/api/WeatherStation/Image/${ours.ids.station}`);
    const filled = (start: Uint8Array | string) =>
      Buffer.concat([Buffer.from(start), Buffer.alloc(200, 0x20)]);
    const script = '<script>alert(document.domain)</script>';

    test.each<[string, Uint8Array | string, string]>([
      [
        'an SVG with a script',
        `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>${' '.repeat(100)}`,
        'image/svg+xml',
      ],
      [
        'an SVG that calls itself a PNG',
        `<?xml version="1.0"?><svg onload="alert(1)"/>${' '.repeat(100)}`,
        'image/png',
      ],
      ['a page', filled(`<!doctype html>${script}`), 'image/jpeg'],
      ['a GIF', filled('GIF89a'), 'image/gif'],
      ['a WebP', filled('RIFF\x10\0\0\0WEBPVP8 '), 'image/webp'],
      ['a BMP', filled('BM'), 'image/bmp'],
      ['a TIFF', filled('II*\0'), 'image/tiff'],
      ['a PDF', filled('%PDF-1.7'), 'application/pdf'],
      ['a ZIP', filled('PK\x03\x04'), 'application/zip'],
      ['a program', filled('\x7fELF'), 'application/octet-stream'],
      ['space before a JPEG', Buffer.concat([Buffer.from(' '), jpeg]), 'image/jpeg'],
      ['a byte order mark before a PNG', Buffer.concat([Buffer.from('\ufeff'), png(1, 1)]), 'image/png'],
      ['nothing', new Uint8Array(), 'image/jpeg'],
      ['the start of a JPEG and no more', jpeg.subarray(0, 20), 'image/jpeg'],
      ['JSON', JSON.stringify({ image: 'x'.repeat(200) }), 'application/json'],
    ])('%s is refused, and the last image stays', async (_name, body, type) => {
      const before = await read();
      const { status, text } = await put(body, type);
      expect(status, text).toBe(400);
      const after = await read();
      expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
    });

    test.each<[string, () => Uint8Array, string, string]>([
      [
        'a JPEG with a page inside',
        () => Buffer.concat([jpeg, Buffer.from(`<html>${script}</html>`)]),
        'text/html',
        'image/jpeg',
      ],
      [
        'a PNG with a script in its comment',
        () => Buffer.concat([png(1, 1), Buffer.from(script)]),
        'image/svg+xml',
        'image/png',
      ],
      [
        'a JPEG with a comment of script',
        () =>
          Buffer.concat([
            Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0x00, 0x40]),
            Buffer.from(`*/=alert(1);/*${script}`),
            jpeg,
          ]),
        'application/javascript',
        'image/jpeg',
      ],
    ])('%s is only ever an image', async (_name, body, given, served) => {
      expect((await put(body(), given)).status).toBe(200);
      for (const accept of ['text/html', 'image/svg+xml', '*/*']) {
        const { headers } = await call(origin, {
          ...{
            method: 'GET',
            path: `/api/WeatherStation/Image/${ours.ids.station}`,
            key,
            headers: { accept },
          },
        });
        expect(headers.get('content-type')).toBe(served);
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        expect(headers.get('content-security-policy')).toContain("object-src 'none'");
      }
    });

    test('5 MB are taken, a byte more is not, whoever sends them', async () => {
      const size = contract.maxImageBytes;
      const image = Buffer.concat([jpeg, Buffer.alloc(size - jpeg.length)]);
      expect((await put(image)).status).toBe(200);
      // A body that is not read: the answer may come before the client has sent it.
      const larger = await put(Buffer.concat([image, Buffer.alloc(1)])).catch(() => null);
      expect(larger?.status ?? 413).toBe(413);
      // What is stored is the image that was taken.
      expect((await read()).headers.get('content-length')).toBe(String(size));
      const answer = await put(image, 'image/jpeg', '/data/image/none').catch(() => null);
      expect(answer?.status ?? 401).toBe(401);
    });

    test('an image that unpacks to gigabytes is not unpacked here', async () => {
      const before = await residentBytes();
      const began = performance.now();
      expect((await put(png(50_000, 50_000), 'image/png')).status).toBe(200);
      expect((await read()).status).toBe(200);
      expect(performance.now() - began).toBeLessThan(2_000);
      expect((await residentBytes()) - before).toBeLessThan(200 * 1024 * 1024);
    });

    test('a packed body is not unpacked', async () => {
      const packed = deflateSync(Buffer.alloc(50_000_000));
      for (const encoding of ['gzip', 'deflate', 'br', 'zstd']) {
        const { status } = await call(origin, {
          ...{ method: 'POST', path: '/api/location/Add', key, body: packed },
          headers: { 'content-type': 'application/json', 'content-encoding': encoding },
        });
        expect([400, 413, 415], encoding).toContain(status);
      }
    });
  });

  async function residentBytes(): Promise<number> {
    const { text } = await call(attacked().main.url, { method: 'GET', path: '/metrics' });
    return Number(/^allclear_process_resident_memory_bytes (\S+)/m.exec(text)?.[1]);
  }
}

/** A PNG of one color, whose size is in its header only: its data are packed zeros. */
function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const data = deflateSync(Buffer.alloc(Math.min(20_000_000, (Math.ceil(width / 8) + 1) * height)));
  const chunk = (type: string, content: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    // The server reads no checksum.
    return Buffer.concat([length, Buffer.from(type), content, Buffer.alloc(4)]);
  };
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('tEXt', Buffer.alloc(100, 0x61)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
