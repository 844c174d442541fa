import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createVisitor } from '@allclear/server/test/browser-stand-in.ts';
import { beforeAll, expect, test } from 'vitest';
import { type Answer, call } from './calls.ts';
import { addOrganization, type Organization } from './organizations.ts';
import { authorizationUrl } from './sign-in-form.ts';
import type { Attacked } from './under-attack.ts';

const assets = fileURLToPath(new URL('../web/dist/assets/', import.meta.url));

/** What differs from one answer to the next, and what the connection says. */
const changing = new Set([
  ...['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding', 'etag', 'last-modified'],
  ...['x-ratelimit-remaining', 'x-ratelimit-reset', 'x-ratelimit-limit'],
]);

export function attackHeaders(attacked: Attacked): void {
  let origin: string;
  let ours: Organization;
  const answers: Record<string, Answer> = {};

  beforeAll(async () => {
    const { main, store } = attacked();
    origin = main.url;
    ours = await addOrganization(origin, store, 'qzheaders');
    const { key } = ours.people['super-admin'];
    const script = (await readdir(assets)).find((name) => name.endsWith('.js'));
    const elsewhere = { origin: 'https://attacker.example' };
    const html = { ...elsewhere, accept: 'text/html' };
    const get = (path: string, options: object = {}) =>
      call(origin, { method: 'GET', path, headers: elsewhere, ...options });
    const other = origin.replace('localhost', '127.0.0.1');
    Object.assign(answers, {
      page: await get('/', { headers: html }),
      'page of a route of the app': await get('/map', { headers: html }),
      'asset of the app': await get(`/assets/${script}`),
      'asset that does not exist': await get('/assets/none.js'),
      'public API': await get('/api/status'),
      'API to a person': await get('/api/location', { key }),
      'API without sign-in': await get('/api/location'),
      'API refused': await get('/api/ingest/feeds', { key: ours.people.customer.key }),
      'API with bad input': await call(origin, { method: 'POST', path: '/api/location/Add', key, body: {} }),
      'API that does not exist': await get('/api/nothing'),
      'API too large': await call(origin, {
        ...{ method: 'POST', path: '/api/location/Add', key, body: { label: 'x'.repeat(300_000) } },
      }),
      'API of an address that cannot be read': await get('/api/location/Delay/%E0%A4%A', { key }),
      'reference of the API': await get('/api/docs/'),
      'event stream': await head(`${origin}/api/events`, { authorization: `Bearer ${key}` }),
      'image of a station': await get(`/api/WeatherStation/Image/${ours.ids.station}`, { key }),
      'upload of a station': await get('/data/report/none'),
      'redirect to the own name': await call(other, { method: 'GET', path: '/map', headers: html }),
      'redirect to the sign-in': await get(authorizationUrl('', origin)),
      'sign-in page': await signInPage(),
      'asset of the sign-in': await get('/identity/assets/sign-in.css'),
      'sign-in that nobody began': await get('/identity/sign-in/none', { headers: html }),
      'discovery of the issuer': await get('/identity/.well-known/openid-configuration'),
      'token that is refused': await call(origin, {
        ...{
          method: 'POST',
          path: '/identity/token',
          body: 'grant_type=authorization_code&code=x&client_id=allclear-web',
        },
        headers: { ...elsewhere, 'content-type': 'application/x-www-form-urlencoded' },
      }),
      health: await get('/healthz'),
      readiness: await get('/readyz'),
      metrics: await call(attacked().second.url, { method: 'GET', path: '/metrics' }),
      'metrics through a proxy': await get('/metrics', { from: '203.0.113.5' }),
    });
  });

  async function signInPage(): Promise<Answer> {
    const visitor = createVisitor();
    const { answer } = await visitor.follow(
      await visitor.get(authorizationUrl(origin, origin)),
      `${origin}/identity/`,
    );
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  }

  test('of each kind of answer are those of the snapshot', async () => {
    const lines = Object.entries(answers).flatMap(([name, answer]) => [
      `# ${name}: ${answer.status}`,
      ...linesOf(answer, origin),
      '',
    ]);
    await expect(lines.join('\n')).toMatchFileSnapshot('./headers.snapshot.txt');
  });

  test('protect every answer, whatever the snapshot says', () => {
    const wrong: string[] = [];
    for (const [name, { headers, text }] of Object.entries(answers)) {
      const must = (isRight: boolean, what: string) => isRight || wrong.push(`${name}: ${what}`);
      const policy = headers.get('content-security-policy') ?? '';
      const directive = (of: string) => new RegExp(`(?:^|;)\\s*${of} ([^;]*)`).exec(policy)?.[1];
      const scripts = directive('script-src') ?? directive('default-src') ?? '*';
      must(headers.get('x-content-type-options') === 'nosniff', 'may be sniffed');
      must(!/unsafe-inline|unsafe-eval|\*|https?:|data:/.test(scripts), `runs scripts from ${scripts}`);
      must(/'(none|self)'/.test(directive('frame-ancestors') ?? ''), 'may be framed by others');
      must(/'none'|'self'/.test(directive('base-uri') ?? ''), 'may be given another base');
      must(
        /no-referrer|same-origin/.test(headers.get('referrer-policy') ?? ''),
        'sends its address to others',
      );
      // What an issuer says of itself is for everybody.
      if (name !== 'discovery of the issuer')
        must(headers.get('access-control-allow-origin') === null, 'may be read by other origins');
      for (const header of ['server', 'x-powered-by', 'via'])
        must(!headers.has(header), `names its software (${header})`);
      must(
        !/node_modules|\bat [\w.]+ \(|\/src\/|\.ts:\d/.test(
          name.includes('asset') || name.includes('reference') ? '' : text,
        ),
        'shows its code',
      );
      for (const cookie of headers.getSetCookie())
        must(
          /HttpOnly/i.test(cookie) && /SameSite=(Lax|Strict)/i.test(cookie),
          `sets a cookie for all: ${cookie.split(';')[0]?.split('=')[0]}`,
        );
    }
    expect(wrong).toEqual([]);
  });

  test('keep what is for one person out of every cache', () => {
    for (const name of [
      'API to a person',
      'API without sign-in',
      'API refused',
      'sign-in page',
      'event stream',
    ])
      expect(answers[name]?.headers.get('cache-control'), name).toBe('no-store');
    expect(answers['image of a station']?.headers.get('cache-control')).toMatch(/^private/);
    expect(answers.metrics?.status).toBe(200);
    expect(answers['metrics through a proxy']?.status).toBe(401);
  });
}

/** The head of an answer whose body does not end. */
async function head(url: string, headers: Record<string, string>): Promise<Answer> {
  const controller = new AbortController();
  const answer = await fetch(url, { headers, signal: controller.signal });
  controller.abort();
  return { status: answer.status, headers: answer.headers, text: '' };
}

function linesOf({ headers }: Answer, origin: string): string[] {
  const shown = (name: string, value: string) =>
    name === 'set-cookie'
      ? value
          .replace(/=[^;]*/, '=…')
          .replace(/expires=[^;]*/i, 'expires=…')
          .replace(/(path=\/identity\/[\w-]+)\/[\w-]+/, '$1/…')
      : value
          .replaceAll(origin, 'ORIGIN')
          .replace(/(\/sign-in\/)[\w-]+/, '$1…')
          .replace(/; boundary=.*/, '');
  return [...headers]
    .filter(([name]) => !changing.has(name))
    .map(([name, value]) => `${name}: ${shown(name, value)}`)
    .sort();
}
