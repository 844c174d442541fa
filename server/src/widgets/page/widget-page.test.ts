import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addSecureHeaders } from '../../platform/http/secure-headers.ts';
import { frameAncestors } from './frame-headers.ts';
import { widgetPageRoutes } from './widget-page.routes.ts';

const sites = new Map<string, readonly string[]>([
  ['everywhere', []],
  ['listed', ['https://club.example', 'https://league.example:8443']],
  ['odd', ["https://club.example; script-src 'unsafe-inline'"]],
]);
let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'widget-page-'));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'index.html'), '<!doctype html><html lang="en"><body></body></html>');
  await writeFile(path.join(folder, 'height.js'), 'let height;');
  await writeFile(path.join(folder, 'assets/index-abc.js'), `'${'x'.repeat(5_000)}';`);
  app = Fastify();
  await addSecureHeaders(app, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'self'"], frameAncestors: ["'self'"] },
    },
    frameguard: { action: 'sameorigin' },
  });
  app.get('/', () => 'the web app');
  app.get('/elsewhere', () => 'another page');
  await widgetPageRoutes(app, {
    url: 'https://allclear.example',
    widgetUrl: 'https://widgets.example',
    allowedSitesOf: async (id) => sites.get(id) ?? null,
    folder,
  });
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const ancestorsIn = (policy: unknown) => /frame-ancestors ([^;]*)/.exec(String(policy))?.[1];

describe('the page of widgets', () => {
  it.each([
    ['/widget/?id=everywhere', '*'],
    [
      '/widget/?id=listed',
      "'self' https://allclear.example https://widgets.example https://club.example https://league.example:8443",
    ],
    ['/widget/?id=odd', "'self' https://allclear.example https://widgets.example"],
    ['/widget/?id=none', '*'],
    [`/widget/?id=${'x'.repeat(5_000)}`, '*'],
    ['/widget/?id=a&id=b', '*'],
    ['/widget/', "'self'"],
    ['/widget/?preview=1&id=everywhere', "'self'"],
  ])('may be framed: %s by %s', async (url, ancestors) => {
    const { statusCode, headers, body } = await app.inject(url);
    expect(statusCode).toBe(200);
    expect(ancestorsIn(headers['content-security-policy'])).toBe(ancestors);
    expect(headers).not.toHaveProperty('x-frame-options');
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers).not.toHaveProperty('set-cookie');
    expect(Math.abs(Date.parse(/data-served="([^"]+)"/.exec(body)?.[1] ?? '') - Date.now())).toBeLessThan(
      60_000,
    );
  });

  it('is the same for an id that exists and one that does not', async () => {
    const [known, unknown] = await Promise.all(
      ['everywhere', 'none'].map((id) => app.inject(`/widget/?id=${id}`)),
    );
    const withoutTime = ({ body, headers: { date: _, ...headers } }: NonNullable<typeof known>) => ({
      headers,
      body: body.replace(/data-served="[^"]+"/, ''),
    });
    if (!known || !unknown) throw new Error('Both are answered.');
    expect(withoutTime(known)).toEqual(withoutTime(unknown));
  });

  it('is at the root of the host of widgets, and nowhere else at a root', async () => {
    const own = await app.inject({ url: '/?id=listed', headers: { host: 'widgets.example' } });
    expect(own.body).toContain('data-served');
    expect(ancestorsIn(own.headers['content-security-policy'])).toContain('https://club.example');
    expect((await app.inject({ url: '/?id=listed', headers: { host: 'allclear.example' } })).body).toBe(
      'the web app',
    );
  });

  it('leaves every other page what it had: framed by nobody else', async () => {
    await app.inject('/widget/?id=everywhere');
    for (const url of [
      '/',
      '/elsewhere',
      '/nowhere',
      '/widget/assets/none.js',
      '/widget/assets/index-abc.js',
    ]) {
      const { headers } = await app.inject({ url, headers: { host: 'allclear.example' } });
      expect(headers['x-frame-options'], url).toBe('SAMEORIGIN');
      expect(ancestorsIn(headers['content-security-policy'])).toBe("'self'");
    }
  });

  it('has files with the hash in their name, which are kept, and answers 404 for others', async () => {
    const { headers, rawPayload } = await app.inject({
      url: '/widget/assets/index-abc.js',
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(headers['content-encoding']).toBe('br');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(rawPayload.length).toBeLessThan(500);
    const plain = await app.inject({
      url: '/widget/assets/index-abc.js',
      headers: { 'accept-encoding': 'br;q=0' },
    });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(plain.payload).toHaveLength(5_003);
    expect((await app.inject('/widget/assets/..%2Findex.html')).statusCode).toBe(404);
    expect((await app.inject('/widget/assets/index-old.js')).statusCode).toBe(404);
  });

  it('lets other sites load the script for heights', async () => {
    const { statusCode, headers } = await app.inject('/widget/height.js');
    expect(statusCode).toBe(200);
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect(headers['content-type']).toContain('text/javascript');
  });

  it('never lets a listed site write another directive, nor opens the page for all by one that is wrong', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.webUrl(), fc.constant('https://a b;c')), { minLength: 1 }),
        (allowed) => {
          const ancestors = frameAncestors({ allowed, own: ['https://allclear.example'] });
          for (const source of ancestors.split(' '))
            expect(source).toMatch(/^('self'|https?:\/\/[a-z0-9.:[\]-]+)$/);
          expect(ancestors).toContain("'self'");
        },
      ),
    );
  });
});
