import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AccountServer, openAccountServer, password } from '../../test/account-server.ts';
import { testActor } from '../../test/actor.ts';
import { createVisitor } from '../../test/browser-stand-in.ts';
import { signInStandIn, type Tokens } from '../../test/sign-in-stand-in.ts';
import { openTestServer, testChannels } from '../../test/test-server.ts';
import { createApiKey } from '../identity/index.ts';

const next = 'umbrella lantern 47 fjord';
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
let at: AccountServer;
let id: string;
let email: string;
beforeAll(async () => {
  at = await openAccountServer();
});
afterAll(() => at?.close());
beforeEach(async () => {
  await at.server.store.db.deleteFrom('sign_in_failures').execute();
  ({ id, email } = await at.person('admin'));
});

const browserOf = (userAgent: string) => signInStandIn(at.url, createVisitor({ 'user-agent': userAgent }));
const signedIn = async (userAgent = chrome) => {
  const browser = browserOf(userAgent);
  return { browser, tokens: await browser.signIn({ email, password }) };
};
const call = async (
  tokens: Pick<Tokens, 'access_token'> | string,
  method: string,
  path: string,
  body?: unknown,
) => {
  const bearer = typeof tokens === 'string' ? tokens : tokens.access_token;
  const answer = await fetch(`${at.url}/api/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${bearer}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back
  return { status: answer.status, body: (await answer.json()) as any, headers: answer.headers };
};
const change = (tokens: Tokens | string, changes: Record<string, string> = {}) =>
  call(tokens, 'POST', 'account/change', {
    ...{ userId: id, currentPassword: password, newPassword: next, confirmedNewPassword: next },
    ...changes,
  });
const statusOf = async (tokens: Tokens) => (await call(tokens, 'GET', 'user/current')).status;
/** Waits for an answer, at most the two seconds within which a change takes effect. */
const within2s = <T>(question: () => Promise<T>) => expect.poll(question, { timeout: 2_000, interval: 50 });

describe('a changed password', () => {
  test('ends the other sessions within two seconds, and keeps the own one', async () => {
    const own = await signedIn();
    const other = await signedIn(iphone);
    expect(await change(own.tokens)).toMatchObject({
      status: 200,
      body: { data: { message: 'Password changed' } },
    });
    await within2s(() => statusOf(other.tokens)).toBe(401);
    expect((await other.browser.refresh(other.tokens)).body).toMatchObject({ error: 'invalid_grant' });
    expect((await other.browser.authorizeSilently()).searchParams.get('error')).toBe('login_required');
    expect(await statusOf(own.tokens)).toBe(200);
    const { status, body } = await own.browser.refresh(own.tokens);
    expect(status).toBe(200);
    expect(await statusOf(body)).toBe(200);
    expect((await own.browser.authorizeSilently()).searchParams.get('code')).not.toBeNull();
    expect((await browserOf(chrome).fillForm({ email, password })).status).toBe(401);
    expect((await browserOf(chrome).fillForm({ email, password: next })).status).toBe(303);
    expect((await at.mailsTo(email, 3)).join('\n')).toContain('password of your account was changed');
    const sessions = await call(body, 'GET', 'account/sessions');
    expect(sessions.body.data.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toHaveLength(1);
  });

  test.each<[string, Record<string, string>, string[]]>([
    ['a wrong current password', { currentPassword: 'wrong' }, ['CurrentPassword']],
    ['a short one', { newPassword: 'short', confirmedNewPassword: 'short' }, ['NewPassword']],
    ['a common one', { newPassword: 'password1234', confirmedNewPassword: 'password1234' }, ['NewPassword']],
    [
      'one of the own names',
      { newPassword: 'Ada Bayward!', confirmedNewPassword: 'Ada Bayward!' },
      ['NewPassword'],
    ],
    ['the current one again', { newPassword: password, confirmedNewPassword: password }, ['NewPassword']],
    ['one that is confirmed by another', { confirmedNewPassword: `${next}!` }, ['ConfirmedNewPassword']],
    [
      'a short one that is confirmed by another',
      { newPassword: 'short' },
      ['NewPassword', 'ConfirmedNewPassword'],
    ],
    [
      'one of 9,999 characters',
      { newPassword: 'x'.repeat(9_999), confirmedNewPassword: 'x'.repeat(9_999) },
      ['NewPassword'],
    ],
  ])('%s is refused, and nothing changes', async (_name, changes, labels) => {
    const { tokens } = await signedIn();
    const { status, body } = await change(tokens, changes);
    expect([status, body.responseException.message]).toEqual([400, 'Error changing password']);
    expect(Object.keys(body.responseException.errors)).toEqual(labels);
    expect((await browserOf(chrome).fillForm({ email, password })).status).toBe(303);
  });

  test('is the person’s own matter, in a session', async () => {
    const { tokens } = await signedIn();
    const colleague = await at.person('customer');
    const nobody = '00000000-0000-4000-8000-000000000000';
    for (const userId of [colleague.id, nobody, 'x'])
      expect((await change(tokens, { userId })).status).toBe(404);
    const { key } = await createApiKey(at.server.store.db, testActor, {
      ...{ organizationId: at.organizationId, userId: id, name: 'test', now: Date.now() },
    });
    expect((await change(key)).status).toBe(403);
    expect((await call(key, 'GET', 'account/sessions')).status).toBe(403);
    expect((await call(key, 'DELETE', 'account/sessions')).status).toBe(403);
  });

  test('guesses at the current one are throttled, and no password is stored or logged', async () => {
    const { tokens } = await signedIn();
    const statuses = [];
    for (let index = 0; index < 7; index += 1)
      statuses.push((await change(tokens, { currentPassword: `a wrong guess ${index}` })).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429]);
    expect((await change(tokens)).status).toBe(429);
    await at.server.store.db.deleteFrom('sign_in_failures').execute();
    const key = { 'idempotency-key': 'once' };
    const answer = await fetch(`${at.url}/api/account/change`, {
      method: 'POST',
      headers: { ...key, authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        userId: id,
        currentPassword: password,
        newPassword: next,
        confirmedNewPassword: next,
      }),
    });
    expect(answer.status).toBe(200);
    const kept = await at.server.store.db
      .selectFrom('idempotent_requests')
      .select('request')
      .where('user_id', '=', id)
      .execute();
    expect(kept).toEqual([]);
    expect(at.server.logged.join('')).toContain('"event":"password-changed"');
    expect(at.server.logged.join('')).not.toMatch(/a wrong guess|umbrella lantern/);
  });
});

describe('the own sessions', () => {
  test('are listed with device, network and age', async () => {
    const own = await signedIn();
    await signedIn(iphone);
    const { body } = await call(own.tokens, 'GET', 'account/sessions');
    expect(
      body.data.map(({ device, isCurrent }: { device: string; isCurrent: boolean }) => [device, isCurrent]),
    ).toEqual([
      ['Safari on iPhone', false],
      ['Chrome on Windows', true],
    ]);
    for (const session of body.data) {
      expect(session.network).toMatch(/^127\.0\.0\.1$|::\/64$/);
      expect(Date.now() - Date.parse(session.createdUtc)).toBeLessThan(60_000);
    }
  });

  test('one is ended from another browser within two seconds, and does not come back', async () => {
    const own = await signedIn();
    const other = await signedIn(iphone);
    const stranger = await at.person('admin');
    const strange = await browserOf(chrome).signIn({ email: stranger.email, password });
    const { body } = await call(own.tokens, 'GET', 'account/sessions');
    const session = body.data.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
    const stored = await at.server.store.db
      .selectFrom('oidc_records')
      .selectAll()
      .where('model', '=', 'Session')
      .where('uid', '=', session.id)
      .executeTakeFirstOrThrow();
    expect((await call(strange, 'DELETE', `account/sessions/${session.id}`)).status).toBe(404);
    expect(await statusOf(other.tokens)).toBe(200);
    expect((await call(own.tokens, 'DELETE', `account/sessions/${session.id}`)).status).toBe(200);
    await within2s(() => statusOf(other.tokens)).toBe(401);
    expect((await other.browser.refresh(other.tokens)).body).toMatchObject({ error: 'invalid_grant' });
    expect(await statusOf(own.tokens)).toBe(200);
    expect((await call(own.tokens, 'DELETE', `account/sessions/${session.id}`)).status).toBe(404);
    // A request that was being answered meanwhile stores the session once more.
    await at.server.store.db
      .insertInto('oidc_records')
      .values({ ...stored, payload: JSON.stringify(stored.payload) })
      .execute();
    expect((await other.browser.authorizeSilently()).searchParams.get('error')).toBe('login_required');
    const list = await call(own.tokens, 'GET', 'account/sessions');
    expect(list.body.data).toHaveLength(1);
  });

  test('all others are ended at once', async () => {
    const own = await signedIn();
    const others = [await signedIn(iphone), await signedIn(chrome)];
    const { body } = await call(own.tokens, 'DELETE', 'account/sessions');
    expect(body.data.ended).toBe(2);
    for (const { tokens } of others) await within2s(() => statusOf(tokens)).toBe(401);
    expect(await statusOf(own.tokens)).toBe(200);
  });

  test('a browser that is new to the account is told by mail, one that is not new is not', async () => {
    const { browser } = await signedIn();
    await browser.signIn({ email, password }, { prompt: 'login' });
    await signedIn(iphone);
    const [text = ''] = await at.mailsTo(email, 1);
    expect(text).toContain('new device: Safari on iPhone, from the network');
    await at.mailIsDone();
    await at.mailsTo(email, 1);
  });
});

test('under an external issuer all of it is the issuer’s', async () => {
  const server = await openTestServer(testChannels(), {
    settings: { oidc: { issuer: 'https://issuer.example', clientId: 'allclear' } },
  });
  try {
    const { people } = await server.organization('Bay Schools');
    const ask = async (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) => {
      const answer = await server.app.inject({
        ...{ method, url: `/api/${path}`, headers: { authorization: `Bearer ${people['super-admin'].key}` } },
        ...(payload ? { payload } : {}),
      });
      return [answer.statusCode, answer.json().responseException?.message ?? answer.json().data.managedBy];
    };
    const managed = [409, expect.stringContaining('identity provider')];
    const currentPassword = password;
    expect(
      await ask('POST', 'account/change', {
        userId: people['super-admin'].id,
        currentPassword,
        newPassword: next,
        confirmedNewPassword: next,
      }),
    ).toEqual(managed);
    expect(await ask('GET', 'account/sessions')).toEqual(managed);
    expect(await ask('POST', 'account/factors/totp', { currentPassword })).toEqual(managed);
    expect(await ask('POST', 'account/factors/passkey', { currentPassword })).toEqual(managed);
    expect(await ask('POST', 'account/factors/reset', { id: people.customer.id })).toEqual(managed);
    expect(await ask('POST', 'Settings/SecondFactor', { roles: [1] })).toEqual(managed);
    expect(await ask('GET', 'account/factors')).toEqual([200, 'issuer']);
    expect((await ask('GET', `account/sendactivateemail?id=${people.customer.id}`))[0]).toBe(409);
    const page = await server.app.inject({ method: 'GET', url: '/identity/forgot-password' });
    expect(page.statusCode).toBe(404);
  } finally {
    await server.close();
  }
});
