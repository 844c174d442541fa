import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testActor, testSecrets } from '../../test/actor.ts';
import { createVisitor, type Visitor } from '../../test/browser-stand-in.ts';
import { freshStore } from '../../test/fresh-store.ts';
import { noSso } from '../../test/single-sign-on/no-sso.ts';
import type { Store } from '../platform/database/database.ts';
import { createApiKey } from './api-keys/api-keys.ts';
import { hashPassword } from './passwords/passwords.ts';
import { type Identity, registerIdentity } from './plugin.ts';
import { type AuthenticationError, createAuthenticator } from './principal.ts';
import { countGuess, purgeGuesses } from './sign-in-failures.store.ts';
import { purgeOidcRecords } from './store.ts';
import { createTokenVerifier } from './tokens.ts';

const password = 'a storm over the bay';
let store: Store;
let app: FastifyInstance;
let identity: Identity;
let url: string;
let organizationId: string;
let logged = '';
/** Wall time of the throttle and of the records, moved by the tests. */
let aheadMs = 0;
const wallNow = () => Date.now() + aheadMs;

beforeAll(async () => {
  store = await freshStore();
  const customer = {
    name: 'Bay schools',
    support_email: 's@example.org',
    support_phone: '1',
    created_at: new Date(),
  };
  organizationId = (
    await store.db.insertInto('organizations').values(customer).returning('id').executeTakeFirstOrThrow()
  ).id;
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  url = `http://localhost:${port}`;
  const stream = {
    write: (line: string) => {
      logged += line;
    },
  };
  app = Fastify({ routerOptions: { caseSensitive: false }, logger: { level: 'info', stream } });
  identity = await registerIdentity(app, {
    store,
    url,
    secrets: testSecrets,
    hasMail: true,
    sso: noSso,
    wallNow,
  });
  await app.listen({ port, host: 'localhost' });
});

afterAll(async () => {
  await app?.close();
  await store?.close();
});

let email: string;
let userId: string;
beforeEach(async () => {
  aheadMs = 0;
  await store.db.deleteFrom('sign_in_failures').execute();
  ({ email, userId } = await addUser('admin'));
});

async function addUser(
  role: string,
  more: { is_active?: boolean } = {},
): Promise<{ email: string; userId: string }> {
  const address = `${randomBytes(6).toString('hex')}@Example.org`;
  const row = {
    organization_id: organizationId,
    email: address,
    user_name: address,
    password_hash: await hashPassword(password),
    first_name: 'Ada',
    last_name: 'Bay',
    role,
    created_at: new Date(),
    ...more,
  };
  const { id } = await store.db.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow();
  return { email: address, userId: id };
}

const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');

function authorizeUrl(changes: Record<string, string | undefined> = {}): string {
  const parameters: Record<string, string | undefined> = {
    client_id: 'allclear-web',
    redirect_uri: `${url}/callback`,
    response_type: 'code',
    scope: 'openid profile email',
    state: 'kept',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changes,
  };
  const present = Object.entries(parameters).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return `${url}/identity/auth?${new URLSearchParams(present)}`;
}

/** Opens the sign-in form; returns its URL. */
async function openForm(visitor: Visitor, changes: Record<string, string | undefined> = {}): Promise<string> {
  const { answer } = await visitor.follow(await visitor.get(authorizeUrl(changes)), `${url}/identity/`);
  expect(answer.status).toBe(200);
  return answer.url;
}

async function signIn(visitor: Visitor, as = email): Promise<URL> {
  const form = await openForm(visitor);
  const { location } = await visitor.follow(
    await visitor.post(form, { email: as, password }),
    `${url}/identity/`,
  );
  return new URL(location!);
}

interface Tokens {
  access_token: string;
  refresh_token: string;
  id_token: string;
  error?: string;
}

async function token(
  visitor: Visitor,
  form: Record<string, string>,
): Promise<{ status: number; body: Tokens }> {
  const answer = await visitor.post(`${url}/identity/token`, { client_id: 'allclear-web', ...form });
  return { status: answer.status, body: (await answer.json()) as Tokens };
}

const exchange = (visitor: Visitor, back: URL, changes: Record<string, string> = {}) =>
  token(visitor, {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code')!,
    redirect_uri: `${url}/callback`,
    code_verifier: verifier,
    ...changes,
  });

describe('signing in', () => {
  it('leads from the app through the form to tokens, and says who signed in', async () => {
    const visitor = createVisitor();
    const back = await signIn(visitor, email.toUpperCase());
    expect(back.href).toContain(`${url}/callback?`);
    expect(back.searchParams.get('state')).toBe('kept');
    const { status, body } = await exchange(visitor, back);
    expect(status).toBe(200);
    expect(decodeJwt(body.id_token)).toMatchObject({
      sub: userId,
      email,
      name: 'Ada Bay',
      aud: 'allclear-web',
      iss: `${url}/identity`,
    });
    const access = decodeJwt(body.access_token);
    expect(access).toMatchObject({ sub: userId, aud: 'urn:allclear:api' });
    expect(access.exp! - access.iat!).toBe(600);
    const session = [...visitor.cookies.values()].find(({ name }) => name === 'allclear_session')!;
    expect(session.attributes).toMatch(/httponly/i);
    expect(session.attributes).toMatch(/samesite=lax/i);
  });

  it('is described by discovery at our own address, whatever host the request names', async () => {
    const answer = await fetch(`${url}/identity/.well-known/openid-configuration`, {
      headers: { 'x-forwarded-host': 'evil.example' },
    });
    expect(await answer.json()).toMatchObject({
      issuer: `${url}/identity`,
      authorization_endpoint: `${url}/identity/auth`,
      token_endpoint: `${url}/identity/token`,
      end_session_endpoint: `${url}/identity/session/end`,
      code_challenge_methods_supported: ['S256'],
    });
  });

  it('has a page without inline script or style, in its own headers', async () => {
    const visitor = createVisitor();
    const answer = await visitor.get(await openForm(visitor, { login_hint: email }));
    const page = await answer.text();
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(answer.headers.get('content-security-policy')).toContain("form-action 'self'");
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(page).not.toMatch(/<script(?! src="\/identity\/assets\/)|<style|style=|onclick/);
    expect(page).toContain('>Email</label>');
    expect(page).toContain('>Password</label>');
    expect(page).toContain(`value="${email}"`);
    expect((await visitor.get(`${url}/identity/assets/sign-in.css`)).headers.get('content-type')).toContain(
      'text/css',
    );
  });

  it.each([
    ['a wrong password', () => ({ email, password: 'a guess' })],
    ['an unknown address', () => ({ email: 'nobody@example.org', password })],
    ['an empty form', () => ({})],
    ['a password of a million characters', () => ({ email, password: 'x'.repeat(10_000) })],
  ])('refuses %s with the same words', async (_, form) => {
    const visitor = createVisitor();
    const answer = await visitor.post(await openForm(visitor), form() as Record<string, string>);
    expect(answer.status).toBe(401);
    expect(await answer.text()).toContain('That email and password do not match.');
  });

  it.each([
    ['who only gets notifications', 'notification-only', {}],
    ['who is inactive', 'admin', { is_active: false }],
  ])('refuses a user %s with the same words', async (_, role, more) => {
    const other = await addUser(role, more);
    const visitor = createVisitor();
    const answer = await visitor.post(await openForm(visitor), { email: other.email, password });
    expect(answer.status).toBe(401);
    expect(await answer.text()).toContain('That email and password do not match.');
  });

  it('escapes what was typed and keeps it', async () => {
    const visitor = createVisitor();
    const answer = await visitor.post(await openForm(visitor), {
      email: '"><script>alert(1)</script>',
      password: '<b>',
    });
    const page = await answer.text();
    expect(page).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    expect(page).not.toContain('<script>');
    expect(page).not.toContain('<b>');
  });

  it('makes an account wait after five guesses, even those made at once, and lets it in again later', async () => {
    const visitor = createVisitor();
    const form = await openForm(visitor);
    const guesses = await Promise.all(
      Array.from({ length: 12 }, () => visitor.post(form, { email, password: 'a guess' })),
    );
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5);
    const refused = await visitor.post(form, { email: ` ${email.toUpperCase()}`, password });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(200);
    expect(await refused.text()).toContain('Too many attempts. Try again in 5 minutes.');
    aheadMs = 301_000;
    expect((await visitor.post(form, { email, password })).status).toBe(303);
    expect(
      await store.db
        .selectFrom('sign_in_failures')
        .selectAll()
        .where('subject', 'like', 'account %')
        .execute(),
    ).toEqual([]);
  });

  it('makes a network wait after three hundred guesses at different accounts, but not after sign-ins', async () => {
    const visitor = createVisitor();
    const form = await openForm(visitor);
    for (const subject of ['network 127.0.0.1', 'network 0:0:0:0::/64'])
      await store.db
        .insertInto('sign_in_failures')
        .values({ subject, failures: 298, window_started_at: new Date() })
        .execute();
    for (let round = 0; round < 3; round += 1) {
      const other = createVisitor();
      expect((await other.post(await openForm(other), { email, password })).status).toBe(303);
    }
    const statuses: number[] = [];
    for (let round = 0; round < 3; round += 1)
      statuses.push((await visitor.post(form, { email: `n${round}@example.org`, password })).status);
    expect(statuses).toEqual([401, 401, 429]);
  });

  it('shows a friendly page for a sign-in that is unknown or over', async () => {
    const answer = await createVisitor().get(`${url}/identity/sign-in/unknown`);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('href="/"');
    const visitor = createVisitor();
    const form = await openForm(visitor);
    aheadMs = 3_700_000;
    expect((await visitor.post(form, { email, password })).status).toBe(400);
  });
});

describe('the protocol', () => {
  it('refuses a request without PKCE, or with a plain challenge', async () => {
    for (const changes of [
      { code_challenge: undefined, code_challenge_method: undefined },
      { code_challenge_method: 'plain' },
    ]) {
      const answer = await createVisitor().get(authorizeUrl(changes));
      expect(new URL(answer.headers.get('location')!).searchParams.get('error')).toBe('invalid_request');
    }
  });

  it('does not send anybody to an address that is not ours', async () => {
    const answer = await createVisitor().get(authorizeUrl({ redirect_uri: 'https://evil.example/callback' }));
    expect(answer.status).toBe(400);
    expect(answer.headers.get('location')).toBeNull();
    expect(await answer.text()).toContain('Back to Allclear');
  });

  it('refuses a code that was used, and one without its verifier', async () => {
    const visitor = createVisitor();
    const back = await signIn(visitor);
    expect(
      (await exchange(visitor, back, { code_verifier: randomBytes(32).toString('base64url') })).body.error,
    ).toBe('invalid_grant');
    expect((await exchange(visitor, back)).status).toBe(200);
    expect(await exchange(visitor, back)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('exchanges a code for our own pages, which name their origin, and for no other site', async () => {
    const from = async (origin: string) => {
      const visitor = createVisitor();
      const code = (await signIn(visitor)).searchParams.get('code')!;
      const form = {
        client_id: 'allclear-web',
        grant_type: 'authorization_code',
        code,
        redirect_uri: `${url}/callback`,
        code_verifier: verifier,
      };
      return visitor.post(`${url}/identity/token`, form, { origin });
    };
    expect((await from(url)).status).toBe(200);
    const refused = await from('https://evil.example');
    expect(refused.status).toBe(400);
    expect(refused.headers.get('access-control-allow-origin')).not.toBe(url);
  });

  it('lets only one of several exchanges of a code through', async () => {
    const visitor = createVisitor();
    const back = await signIn(visitor);
    const answers = await Promise.all(Array.from({ length: 5 }, () => exchange(visitor, back)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  });

  it('rotates refresh tokens, and a used one ends the grant', async () => {
    const visitor = createVisitor();
    const first = (await exchange(visitor, await signIn(visitor))).body;
    const second = await token(visitor, { grant_type: 'refresh_token', refresh_token: first.refresh_token });
    expect(second.status).toBe(200);
    expect(second.body.refresh_token).not.toBe(first.refresh_token);
    expect(decodeJwt(second.body.access_token).aud).toBe('urn:allclear:api');
    expect(
      (await token(visitor, { grant_type: 'refresh_token', refresh_token: first.refresh_token })).body.error,
    ).toBe('invalid_grant');
    expect(
      (await token(visitor, { grant_type: 'refresh_token', refresh_token: second.body.refresh_token })).body
        .error,
    ).toBe('invalid_grant');
  });

  it('renews silently with a session and says login_required without', async () => {
    const silent = authorizeUrl({ prompt: 'none', redirect_uri: `${url}/silentrenew` });
    const stranger = new URL((await createVisitor().get(silent)).headers.get('location')!);
    expect(stranger.searchParams.get('error')).toBe('login_required');
    const visitor = createVisitor();
    await signIn(visitor);
    const known = new URL((await visitor.get(silent)).headers.get('location')!);
    expect(known.pathname).toBe('/silentrenew');
    expect((await exchange(visitor, known, { redirect_uri: `${url}/silentrenew` })).status).toBe(200);
  });

  it('ends sessions and refresh tokens of a user who was made inactive', async () => {
    const visitor = createVisitor();
    const { refresh_token } = (await exchange(visitor, await signIn(visitor))).body;
    await store.db.updateTable('users').set({ is_active: false }).where('id', '=', userId).execute();
    expect((await token(visitor, { grant_type: 'refresh_token', refresh_token })).body.error).toBe(
      'invalid_grant',
    );
    const back = new URL((await visitor.get(authorizeUrl({ prompt: 'none' }))).headers.get('location')!);
    expect(back.searchParams.get('error')).toBe('login_required');
  });

  it('signs out: the session and its refresh tokens end', async () => {
    const visitor = createVisitor();
    const { id_token, refresh_token } = (await exchange(visitor, await signIn(visitor))).body;
    const leave = new URLSearchParams({
      id_token_hint: id_token,
      post_logout_redirect_uri: `${url}/`,
      state: 'left',
    });
    const answer = await visitor.get(`${url}/identity/session/end?${leave}`);
    const page = await answer.text();
    expect(page).toContain('src="/identity/assets/sign-out.js"');
    expect(page).not.toMatch(/<script>|<style/);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)![1]!;
    const action = /action="([^"]+)"/.exec(page)![1]!;
    const left = await visitor.post(action, { xsrf, logout: 'yes' });
    expect(left.headers.get('location')).toBe(`${url}/?state=left`);
    const silent = new URL((await visitor.get(authorizeUrl({ prompt: 'none' }))).headers.get('location')!);
    expect(silent.searchParams.get('error')).toBe('login_required');
    expect((await token(visitor, { grant_type: 'refresh_token', refresh_token })).body.error).toBe(
      'invalid_grant',
    );
    // Again without a signed-in user: the browser returns at once.
    expect((await visitor.get(`${url}/identity/session/end?${leave}`)).headers.get('location')).toBe(
      `${url}/?state=left`,
    );
  });

  it('asks before it signs out when another site sends the browser there', async () => {
    const visitor = createVisitor();
    await signIn(visitor);
    const page = await (await visitor.get(`${url}/identity/session/end`)).text();
    expect(page).toContain('Do you want to sign out');
    expect(page).not.toContain('<script');
  });

  it('gives two processes of one database the same keys', async () => {
    const other = Fastify();
    const second = await registerIdentity(other, {
      store,
      url,
      secrets: testSecrets,
      hasMail: true,
      sso: noSso,
      wallNow,
    });
    const visitor = createVisitor();
    const { access_token } = (await exchange(visitor, await signIn(visitor))).body;
    const verify = createTokenVerifier({ ...second, wallNow });
    expect((await verify(access_token)).subject).toBe(userId);
    await other.close();
  });
});

describe('admission', () => {
  const authenticator = (now = wallNow) => {
    const { authenticate, forget } = createAuthenticator({
      db: store.db,
      verifyToken: createTokenVerifier({ ...identity, wallNow: now }),
      subjectIs: 'user-id',
      wallNow: now,
    });
    return { authenticate: (header?: string) => authenticate(header, '192.0.2.1'), forget };
  };
  const failure = (kind: AuthenticationError['kind']) =>
    expect.objectContaining({ name: 'AuthenticationError', kind });

  it('knows the user of a token, until it expires', async () => {
    const visitor = createVisitor();
    const { access_token, id_token } = (await exchange(visitor, await signIn(visitor))).body;
    const { authenticate } = authenticator();
    expect(await authenticate(`Bearer ${access_token}`)).toMatchObject({
      userId,
      organizationId,
      role: 'admin',
      via: 'token',
    });
    const [head, body, signature] = access_token.split('.') as [string, string, string];
    const other = Buffer.from(
      JSON.stringify({ ...decodeJwt(access_token), sub: randomBytes(8).toString('hex') }),
    ).toString('base64url');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    for (const bad of [
      `${head}.${other}.${signature}`,
      `${none}.${body}.`,
      id_token,
      'garbage',
      `${access_token}x`,
    ]) {
      await expect(authenticate(`Bearer ${bad}`)).rejects.toEqual(failure('not-signed-in'));
    }
    for (const header of [undefined, '', 'Bearer', 'Bearer ', `Basic ${access_token}`])
      await expect(authenticate(header)).rejects.toEqual(failure('not-signed-in'));
    aheadMs = 700_000;
    await expect(authenticate(`Bearer ${access_token}`)).rejects.toEqual(failure('not-signed-in'));
  });

  it('tells a good token without an active account from a bad one, within a minute of the change', async () => {
    const visitor = createVisitor();
    const { access_token } = (await exchange(visitor, await signIn(visitor))).body;
    const { authenticate, forget } = authenticator();
    await authenticate(`Bearer ${access_token}`);
    await store.db.updateTable('users').set({ is_active: false }).where('id', '=', userId).execute();
    aheadMs = 61_000;
    await expect(authenticate(`Bearer ${access_token}`)).rejects.toEqual(failure('no-account'));
    await store.db.updateTable('users').set({ is_active: true }).where('id', '=', userId).execute();
    forget();
    expect(await authenticate(`Bearer ${access_token}`)).toMatchObject({ userId });
  });

  it('knows the user of an API key until it is revoked, and nothing of others', async () => {
    const { key } = await createApiKey(store.db, testActor, {
      organizationId,
      userId,
      name: 'Scoreboard',
      now: wallNow(),
    });
    const { authenticate } = authenticator();
    expect(await authenticate(`Bearer ${key}`)).toMatchObject({
      userId,
      organizationId,
      via: 'api-key',
      expiresAt: undefined,
    });
    const { rows } = await store.pool.query('select * from api_keys');
    expect(JSON.stringify(rows)).not.toContain(key);
    await expect(authenticate(`Bearer ack_${randomBytes(32).toString('base64url')}`)).rejects.toEqual(
      failure('not-signed-in'),
    );
    await expect(authenticate('Bearer ack_short')).rejects.toEqual(failure('not-signed-in'));
    await store.db.updateTable('api_keys').set({ revoked_at: new Date() }).execute();
    aheadMs = 11_000;
    await expect(authenticate(`Bearer ${key}`)).rejects.toEqual(failure('not-signed-in'));
  });
});

it('removes what has expired, and only that', async () => {
  const visitor = createVisitor();
  await signIn(visitor);
  await countGuess(store.db, testActor, 'network 192.0.2.7', 300, 300_000, wallNow());
  expect(await purgeOidcRecords(store.db, testActor, wallNow() + 120_000)).toBeGreaterThan(0);
  const kept = await store.db.selectFrom('oidc_records').select('model').distinct().execute();
  expect(kept.map(({ model }) => model)).toContain('Session');
  await purgeGuesses(store.db, testActor, wallNow() + 1);
  expect(await store.db.selectFrom('sign_in_failures').selectAll().execute()).toEqual([]);
});

it('writes no password, code or token to the log', () => {
  expect(logged).not.toContain(password);
  expect(logged).not.toContain(email);
  for (const event of ['sign-in', 'sign-in-failed', 'sign-in-throttled'])
    expect(logged).toContain(`"security":true,"event":"${event}"`);
  expect(logged).not.toMatch(/code=|eyJ|xsrf|ack_|id_token_hint/);
});
