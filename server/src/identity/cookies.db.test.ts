import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshStore } from '../../test/fresh-store.ts';
import { noSso } from '../../test/single-sign-on/no-sso.ts';
import { testSecrets } from '../../test/test-server.ts';
import type { Store } from '../platform/database/database.ts';
import { hashPassword } from './passwords/passwords.ts';
import { registerIdentity } from './plugin.ts';

const account = { email: 'ada@bay.example', password: 'a storm over the bay' };
let store: Store;

beforeAll(async () => {
  store = await freshStore();
  const { id } = await store.db
    .insertInto('organizations')
    .values({
      name: 'Bay Schools',
      support_email: 's@bay.example',
      support_phone: '',
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await store.db
    .insertInto('users')
    .values({
      organization_id: id,
      email: account.email,
      user_name: account.email,
      password_hash: await hashPassword(account.password),
      first_name: 'Ada',
      phone_number: null,
      role: 'admin',
      created_at: new Date(),
    })
    .execute();
});
afterAll(() => store?.close());

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly attributes: string;
}

/** Signs in at this address, and gives every cookie that was set on the way. */
async function cookiesOfSignIn(url: string): Promise<Cookie[]> {
  const app: FastifyInstance = Fastify();
  await registerIdentity(app, { store, url, secrets: testSecrets, hasMail: true, sso: noSso });
  const jar = new Map<string, Cookie>();
  const all: Cookie[] = [];
  const send = async (method: 'GET' | 'POST', address: string, form?: Record<string, string>) => {
    const { pathname, search } = new URL(address, url);
    const answer = await app.inject({
      method,
      url: pathname + search,
      headers: {
        cookie: [...jar.values()].map(({ name, value }) => `${name}=${value}`).join('; '),
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(form ? { payload: new URLSearchParams(form).toString() } : {}),
    });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = '', attributes = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? [];
      jar.set(name, { name, value, attributes });
      all.push({ name, value, attributes });
    }
    return answer;
  };
  try {
    const query = new URLSearchParams({
      client_id: 'allclear-web',
      redirect_uri: `${url}/callback`,
      response_type: 'code',
      scope: 'openid',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    });
    const form = String((await send('GET', `/identity/auth?${query}`)).headers.location);
    const accepted = await send('POST', form, account);
    const back = await send('GET', String(accepted.headers.location));
    expect(back.headers.location).toContain(`${url}/callback?code=`);
    return all;
  } finally {
    await app.close();
  }
}

const namesOf = (cookies: readonly Cookie[]) =>
  [...new Set(cookies.map(({ name }) => name.replace(/\.sig$/, '')))].sort();

test('on https every cookie of the identity provider is bound to its host, or at least to https', async () => {
  const cookies = await cookiesOfSignIn('https://weather.example');
  expect(namesOf(cookies)).toEqual([
    '__Host-allclear_device',
    '__Host-allclear_session',
    '__Secure-allclear_resume',
    '__Secure-allclear_sign_in',
  ]);
  for (const { name, attributes } of cookies) {
    expect(attributes, name).toMatch(/; secure/i);
    expect(attributes, name).toMatch(/; httponly/i);
    expect(attributes, name).not.toMatch(/; domain/i);
    // Browsers refuse a cookie of this prefix with any other path.
    if (name.startsWith('__Host-')) expect(attributes, name).toMatch(/; path=\/(;|$)/i);
  }
});

test('on http they have plain names', async () => {
  const cookies = await cookiesOfSignIn('http://localhost:8080');
  expect(namesOf(cookies)).toEqual([
    'allclear_device',
    'allclear_resume',
    'allclear_session',
    'allclear_sign_in',
  ]);
  for (const { name, attributes } of cookies) expect(attributes, name).not.toMatch(/; secure/i);
});
