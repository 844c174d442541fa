import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AccountServer, openAccountServer, password } from '../../../test/account-server.ts';
import { testActor } from '../../../test/actor.ts';
import { createVisitor, type Visitor } from '../../../test/browser-stand-in.ts';
import { makePasskey, type PasskeyStandIn } from '../../../test/passkey-stand-in.ts';
import { runToEnd } from '../../../test/run-server.ts';
import { signInStandIn, type Tokens } from '../../../test/sign-in-stand-in.ts';
import { totpCode } from '../../../test/totp-code.ts';
import { createApiKey } from '../api-keys/api-keys.ts';

let at: AccountServer;
let id: string;
let email: string;
beforeAll(async () => {
  at = await openAccountServer();
});
afterAll(() => at?.close());
beforeEach(async () => {
  await at.server.store.db.deleteFrom('sign_in_failures').execute();
  await at.server.store.db.updateTable('organizations').set({ second_factor_roles: [] }).execute();
  ({ id, email } = await at.person('admin'));
});

const call = async (bearer: string, method: string, path: string, body?: unknown) => {
  const answer = await fetch(`${at.url}/api/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${bearer}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back
  return { status: answer.status, body: (await answer.json()) as any };
};
const signIn = async () => (await signInStandIn(at.url).signIn({ email, password })).access_token;

/** Sets an authenticator app up through the API; gives its secret and the recovery codes. */
async function withTotp(): Promise<{ secret: string; recoveryCodes: string[]; bearer: string }> {
  const bearer = await signIn();
  const { secret, pending } = (
    await call(bearer, 'POST', 'account/factors/totp', { currentPassword: password })
  ).body.data;
  // The code of the step before, so that the one of now is still good.
  const confirmed = await call(bearer, 'POST', 'account/factors/totp/confirm', {
    pending,
    code: totpCode(secret, -1),
  });
  expect(confirmed.status).toBe(200);
  return { secret, recoveryCodes: confirmed.body.data.recoveryCodes, bearer };
}

/** A browser that has given the right password, and the path of its sign-in. */
async function afterPassword(visitor: Visitor = createVisitor()) {
  const browser = signInStandIn(at.url, visitor);
  const page = await browser.fillForm({ email, password });
  const text = await page.text();
  const path = page.url.replace(/\?.*$/, '');
  const send = async (step: string, form: Record<string, string>) => {
    const answer = await visitor.post(`${path}/${step}`, form);
    return { status: answer.status, text: answer.status === 303 ? '' : await answer.text(), answer };
  };
  const finish = async (answer: Response): Promise<Tokens> => {
    const { location } = await visitor.follow(answer, `${at.url}/identity/`);
    return (await browser.exchange(new URL(location ?? ''))).body;
  };
  return { browser, visitor, status: page.status, text, path, send, finish };
}
const optionsIn = (text: string, step: string) =>
  JSON.parse(
    (new RegExp(`/${step}" data-kind="\\w+" data-options="([^"]+)"`).exec(text)?.[1] ?? '{}').replaceAll(
      '&quot;',
      '"',
    ),
  );
const hidden = (text: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1] ?? '';

describe('an authenticator app', () => {
  test('is asked for after the password, and the sign-in says so', async () => {
    const { secret } = await withTotp();
    const page = await afterPassword();
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('Second step')]);
    expect((await page.browser.authorizeSilently()).searchParams.get('error')).toBe('login_required');
    const right = await page.send('second-factor', { code: totpCode(secret) });
    expect(right.status).toBe(303);
    const tokens = await page.finish(right.answer);
    expect((await call(tokens.access_token, 'GET', 'user/current')).status).toBe(200);
    const text = (await at.mailsTo(email, 2)).join('\n');
    expect(text).toContain('An authenticator app was set up');
  });

  test('cannot be passed by resuming the authorization', async () => {
    await withTotp();
    const page = await afterPassword();
    const resumed = await page.visitor.get(page.path.replace('/sign-in/', '/auth/'));
    const { answer, location } = await page.visitor.follow(resumed, `${at.url}/identity/`);
    expect([location, await answer.text()]).toEqual([
      undefined,
      expect.stringContaining('>Password</label>'),
    ]);
    expect((await page.browser.authorizeSilently()).searchParams.get('error')).toBe('login_required');
  });

  test('a code counts once, also in another browser at the same moment', async () => {
    const { secret } = await withTotp();
    const code = totpCode(secret);
    const pages = await Promise.all([afterPassword(), afterPassword(), afterPassword()]);
    const answers = await Promise.all(pages.map(({ send }) => send('second-factor', { code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 401, 401]);
    const late = await afterPassword();
    expect(await late.send('second-factor', { code })).toMatchObject({
      status: 401,
      text: expect.stringContaining('Each code works once'),
    });
    expect((await late.send('second-factor', { code: totpCode(secret, -1) })).status).toBe(401);
    expect((await late.send('second-factor', { code: totpCode(secret, 1) })).status).toBe(303);
  });

  test('guesses are throttled, a new sign-in and other networks included; a browser of the person is not', async () => {
    const { secret } = await withTotp();
    const own = createVisitor();
    const signedIn = await afterPassword(own);
    expect((await signedIn.send('second-factor', { code: totpCode(secret) })).status).toBe(303);
    const statuses = [];
    for (let index = 0; index < 8; index += 1) {
      const page = await afterPassword();
      statuses.push((await page.send('second-factor', { code: String(100_000 + index) })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    const attacker = await afterPassword();
    expect((await attacker.send('second-factor', { code: totpCode(secret, 1) })).status).toBe(429);
    await own.get(`${at.url}/identity/session/end`);
    const cookies = [...own.cookies.values()].filter(({ name }) => name.includes('device'));
    expect(cookies).toHaveLength(1);
    const again = createVisitor({ cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') });
    // This stand-in sends its own cookies in place of that one once it has some: the device goes along by hand.
    const page = await afterPassword(withDevice(again, cookies[0]?.value ?? '', cookies[0]?.name ?? ''));
    expect((await page.send('second-factor', { code: totpCode(secret, 1) })).status).toBe(303);
  });

  test('the second step needs the password before it, and a password that is still the same', async () => {
    const { secret } = await withTotp();
    const visitor = createVisitor();
    const browser = signInStandIn(at.url, visitor);
    const wrong = await browser.fillForm({ email, password: 'wrong' });
    await wrong.text();
    const skipped = await visitor.post(`${wrong.url}/second-factor`, { code: totpCode(secret) });
    expect(skipped.headers.get('location')).toMatch(/\/identity\/sign-in\/[^/]+$/);
    for (const step of ['enroll', 'continue'])
      expect(
        (await visitor.post(`${wrong.url}/${step}`, { code: totpCode(secret) })).headers.get('location'),
      ).toMatch(/sign-in/);
    const page = await afterPassword();
    await at.server.store.db
      .updateTable('users')
      .set({ signed_out_before: new Date(Math.floor(Date.now() / 1_000 + 2) * 1_000) })
      .where('id', '=', id)
      .execute();
    const { answer } = await page.send('second-factor', { code: totpCode(secret) });
    const { location } = await page.visitor.follow(answer, `${at.url}/identity/`);
    expect(location).toBeUndefined();
  });

  test('its secret is stored encrypted, bound to its person, and shown nowhere again', async () => {
    const { secret, bearer } = await withTotp();
    const { rows } = await at.server.store.pool.query(
      'select sealed_secret from totp_factors where user_id = $1',
      [id],
    );
    expect(rows[0].sealed_secret).toMatch(/^v1\./);
    expect(JSON.stringify(rows)).not.toContain(secret);
    const { body } = await call(bearer, 'GET', 'account/factors');
    expect(body.data).toMatchObject({
      managedBy: 'allclear',
      totp: true,
      passkeys: [],
      recoveryCodesLeft: 10,
    });
    expect(JSON.stringify(body)).not.toContain(secret);
    expect(at.server.logged.join('')).not.toContain(secret);
    // Copied to another person's row it opens for nobody.
    const other = await at.person('customer');
    await at.server.store.pool.query(
      'insert into totp_factors (user_id, sealed_secret, last_step, created_at) select $1, sealed_secret, 0, now() from totp_factors where user_id = $2',
      [other.id, id],
    );
    email = other.email;
    const page = await afterPassword();
    expect((await page.send('second-factor', { code: totpCode(secret) })).status).toBe(500);
  });

  test('changes take the password, a confirmed code and a session', async () => {
    const bearer = await signIn();
    const begin = (currentPassword: string) =>
      call(bearer, 'POST', 'account/factors/totp', { currentPassword });
    const refused = await begin('wrong');
    expect([refused.status, Object.keys(refused.body.responseException.errors)]).toEqual([
      400,
      ['CurrentPassword'],
    ]);
    const { pending, secret, qr, uri } = (await begin(password)).body.data;
    expect([uri, qr.length]).toEqual([expect.stringContaining(`secret=${secret}`), qr[0].length]);
    const confirm = (changes: object) =>
      call(bearer, 'POST', 'account/factors/totp/confirm', { pending, code: totpCode(secret), ...changes });
    for (const changes of [
      { code: '000000' },
      { code: totpCode(secret, 5) },
      { pending: 'x' },
      { pending: '' },
    ])
      expect((await confirm(changes)).status).toBe(400);
    const stranger = await at.person('admin');
    const strange = (await signInStandIn(at.url).signIn({ email: stranger.email, password })).access_token;
    expect(
      (await call(strange, 'POST', 'account/factors/totp/confirm', { pending, code: totpCode(secret) }))
        .status,
    ).toBe(400);
    const { key } = await createApiKey(at.server.store.db, testActor, {
      ...{ organizationId: at.organizationId, userId: id, name: 'test', now: Date.now() },
    });
    expect((await call(key, 'POST', 'account/factors/totp', { currentPassword: password })).status).toBe(403);
    expect((await confirm({})).status).toBe(200);
    expect(
      (await call(bearer, 'POST', 'account/factors/totp/remove', { currentPassword: 'no' })).status,
    ).toBe(400);
    expect(
      (await call(bearer, 'POST', 'account/factors/totp/remove', { currentPassword: password })).status,
    ).toBe(200);
    expect((await call(bearer, 'GET', 'account/factors')).body.data).toMatchObject({
      totp: false,
      recoveryCodesLeft: 0,
    });
    expect((await signInStandIn(at.url).fillForm({ email, password })).status).toBe(303);
  });
});

/** A visitor that always sends the device cookie beside its own. */
function withDevice(visitor: Visitor, value: string, name: string): Visitor {
  (visitor.cookies as Map<string, { name: string; value: string; path: string; attributes: string }>).set(
    `${name} /identity`,
    {
      ...{ name, value, path: '/identity', attributes: '' },
    },
  );
  return visitor;
}

describe('recovery codes', () => {
  test('each signs in once, is told of by mail, and is stored as a digest', async () => {
    const { recoveryCodes, bearer } = await withTotp();
    expect(recoveryCodes).toHaveLength(10);
    const [code = ''] = recoveryCodes;
    const first = await afterPassword();
    expect(
      (await first.send('second-factor', { code: ` ${code.toLowerCase().replace('-', ' ')} ` })).status,
    ).toBe(303);
    const second = await afterPassword();
    expect((await second.send('second-factor', { code })).status).toBe(401);
    expect((await call(bearer, 'GET', 'account/factors')).body.data.recoveryCodesLeft).toBe(9);
    await at.mailIsDone();
    expect((await at.mailsTo(email, 3)).join('\n')).toContain('recovery code of your account was used');
    const { rows } = await at.server.store.pool.query(
      "select encode(digest, 'hex') as digest from recovery_codes where user_id = $1",
      [id],
    );
    expect(rows).toHaveLength(10);
    expect(at.server.logged.join('')).not.toContain(code);
  });

  test('new ones end the old ones', async () => {
    const { recoveryCodes, bearer } = await withTotp();
    const renewed = await call(bearer, 'POST', 'account/factors/recoverycodes', {
      currentPassword: password,
    });
    expect(renewed.body.data.recoveryCodes).toHaveLength(10);
    const page = await afterPassword();
    expect((await page.send('second-factor', { code: recoveryCodes[0] ?? '' })).status).toBe(401);
    expect((await page.send('second-factor', { code: renewed.body.data.recoveryCodes[3] })).status).toBe(303);
  });
});

describe('where a role must have a second factor', () => {
  const require = async (roles: number[]) => {
    const admin = await at.person('super-admin');
    const { key } = await createApiKey(at.server.store.db, testActor, {
      ...{ organizationId: at.organizationId, userId: admin.id, name: 'test', now: Date.now() },
    });
    return call(key, 'POST', 'Settings/SecondFactor', { roles });
  };

  test('it is set up at the next sign-in, which does not end without it', async () => {
    expect((await require([2])).body.data).toMatchObject({ roles: [2] });
    const page = await afterPassword();
    expect(page.text).toContain('Set up a second step');
    expect((await page.browser.authorizeSilently()).searchParams.get('error')).toBe('login_required');
    expect((await page.send('continue', {})).answer.headers.get('location')).toMatch(/sign-in/);
    const pending = hidden(page.text, 'pending');
    const secret = (/class="key">([^<]+)</.exec(page.text)?.[1] ?? '').replaceAll(' ', '');
    const wrong = await page.send('enroll', { pending, code: '000000' });
    expect([wrong.status, hidden(wrong.text, 'pending')]).toEqual([400, pending]);
    const done = await page.send('enroll', { pending, code: totpCode(secret) });
    expect(done.status).toBe(200);
    expect([...done.text.matchAll(/<li>([0-9A-Z]{5}-[0-9A-Z]{5})<\/li>/g)]).toHaveLength(10);
    const end = await page.send('continue', {});
    const tokens = await page.finish(end.answer);
    const { body } = await call(tokens.access_token, 'GET', 'account/factors');
    expect(body.data).toMatchObject({ totp: true, isRequired: true });
    const removal = await call(tokens.access_token, 'POST', 'account/factors/totp/remove', {
      currentPassword: password,
    });
    expect(removal.status).toBe(409);
  });

  test('other roles sign in as before, and only admins set it', async () => {
    await require([1, 2]);
    const customer = await at.person('customer');
    const browser = signInStandIn(at.url);
    const { access_token } = await browser.signIn({ email: customer.email, password });
    expect((await call(access_token, 'POST', 'Settings/SecondFactor', { roles: [] })).status).toBe(403);
    expect((await call(access_token, 'GET', 'Settings/SecondFactor')).status).toBe(403);
    expect((await require([5])).status).toBe(400);
  });
});

describe('a reset of factors', () => {
  test('is an admin’s for lower roles, tells the person by mail, and lets the password alone sign in', async () => {
    const customer = await at.person('customer');
    const admin = await signIn();
    email = customer.email;
    const { secret } = await withTotp();
    const own = await at.person('admin');
    expect((await call(admin, 'POST', 'account/factors/reset', { id: own.id })).status).toBe(403);
    expect((await call(admin, 'POST', 'account/factors/reset', { id })).status).toBe(403);
    expect((await call(admin, 'POST', 'account/factors/reset', { id: 'x' })).status).toBe(404);
    expect((await call(admin, 'POST', 'account/factors/reset', { id: customer.id })).status).toBe(200);
    await at.mailIsDone();
    const texts = await at.mailsTo(customer.email, 2);
    expect(texts.join('\n')).toContain('An administrator removed the authenticator app');
    expect((await signInStandIn(at.url).fillForm({ email, password })).status).toBe(303);
    expect(secret).not.toBe('');
  });
});

test('the command line resets the factors of whoever cannot be helped otherwise', async () => {
  const admin = await at.person('super-admin');
  email = admin.email;
  await withTotp();
  const env = { DATABASE_URL: at.server.store.url };
  const unknown = await runToEnd(['--email', 'nobody@bay.example'], env, 'reset-factors.ts');
  expect(unknown).toMatchObject({ code: 1, output: expect.stringContaining('Nobody signs in with') });
  const done = await runToEnd(['--email', admin.email.toUpperCase()], env, 'reset-factors.ts');
  expect(done).toMatchObject({ code: 0, output: expect.stringContaining('are removed') });
  expect((await signInStandIn(at.url).fillForm({ email, password })).status).toBe(303);
  // Also of the sign-in on a new device.
  expect((await at.mailsTo(admin.email, 3)).join('\n')).toContain('An administrator removed');
});

describe('a passkey', () => {
  async function withPasskey(): Promise<{ passkey: PasskeyStandIn; bearer: string }> {
    const bearer = await signIn();
    const { pending, options } = (
      await call(bearer, 'POST', 'account/factors/passkey', { currentPassword: password })
    ).body.data;
    const passkey = makePasskey(at.url);
    const response = passkey.register(options);
    const added = await call(bearer, 'POST', 'account/factors/passkey/confirm', {
      pending,
      name: 'Laptop',
      response,
    });
    expect([added.status, added.body.data?.recoveryCodes?.length]).toEqual([200, 10]);
    return { passkey, bearer };
  }
  const openForm = async () => {
    const visitor = createVisitor();
    const browser = signInStandIn(at.url, visitor);
    const page = await browser.fillForm({ email: '', password: '' });
    const text = await page.text();
    return { visitor, browser, url: page.url, text };
  };

  test('signs in alone, and names its person itself', async () => {
    const { passkey } = await withPasskey();
    const { visitor, browser, url, text } = await openForm();
    const answer = await visitor.post(`${url}/passkey`, {
      passkey: JSON.stringify(passkey.authenticate(optionsIn(text, 'passkey'), id)),
    });
    expect(answer.status).toBe(303);
    const { location } = await visitor.follow(answer, `${at.url}/identity/`);
    const { body } = await browser.exchange(new URL(location ?? ''));
    expect((await call(body.access_token, 'GET', 'user/current')).body.data.id).toBe(id);
    const { data } = (await call(body.access_token, 'GET', 'account/factors')).body;
    expect(data.passkeys).toMatchObject([
      { name: 'Laptop', isUsable: true, lastUsedUtc: expect.any(String) },
    ]);
  });

  test('is the second step after a password', async () => {
    const { passkey } = await withPasskey();
    const page = await afterPassword();
    const options = optionsIn(page.text, 'second-factor');
    expect(options.allowCredentials).toMatchObject([{ id: passkey.id }]);
    const response = JSON.stringify(passkey.authenticate(options, id));
    const stranger = makePasskey(at.url);
    const foreign = { ...stranger.authenticate(options, id), id: passkey.id, rawId: passkey.id };
    expect((await page.send('second-factor', { passkey: JSON.stringify(foreign) })).status).toBe(401);
    expect((await page.send('second-factor', { passkey: response })).status).toBe(303);
  });

  test.each<[string, (passkey: PasskeyStandIn, options: object) => unknown]>([
    [
      'of another host',
      (passkey, options) => passkey.authenticate(options, id, { origin: 'https://evil.example' }),
    ],
    [
      'of another relying party',
      (passkey, options) => passkey.authenticate({ ...options, rpId: 'evil.example' }, id),
    ],
    [
      'to another challenge',
      (passkey, options) => passkey.authenticate({ ...options, challenge: 'AAAA' }, id),
    ],
    [
      'without a check of who uses it',
      (passkey, options) => passkey.authenticate(options, id, { isVerified: false }),
    ],
    [
      'with the handle of another person',
      (passkey, options) => passkey.authenticate(options, '00000000-0000-4000-8000-000000000000'),
    ],
    ['with a signature of another key', (_passkey, options) => makePasskey(at.url).authenticate(options, id)],
    ['that is no answer', () => ({ id: 7 })],
    ['with markup', () => '<script>alert(1)</script>'],
  ])('an answer %s is refused', async (_name, answerOf) => {
    const { passkey } = await withPasskey();
    const { visitor, url, text } = await openForm();
    const passkeyText = JSON.stringify(answerOf(passkey, optionsIn(text, 'passkey')));
    const answer = await visitor.post(`${url}/passkey`, { passkey: passkeyText });
    expect(answer.status).toBe(401);
    expect(await answer.text()).toContain('does not belong to an account here');
  });

  test('an answer of one sign-in is good in no other', async () => {
    const { passkey } = await withPasskey();
    const first = await openForm();
    const response = JSON.stringify(passkey.authenticate(optionsIn(first.text, 'passkey'), id));
    const second = await openForm();
    expect((await second.visitor.post(`${second.url}/passkey`, { passkey: response })).status).toBe(401);
    const used = await first.visitor.post(`${first.url}/passkey`, { passkey: response });
    expect(used.status).toBe(303);
    await first.visitor.follow(used, `${at.url}/identity/`);
    expect((await first.visitor.post(`${first.url}/passkey`, { passkey: response })).status).toBe(400);
  });

  test('is added once, for the person who began, and can be removed', async () => {
    const { passkey, bearer } = await withPasskey();
    const begin = async () =>
      (await call(bearer, 'POST', 'account/factors/passkey', { currentPassword: password })).body.data;
    const { pending, options } = await begin();
    expect(options.excludeCredentials).toMatchObject([{ id: passkey.id }]);
    const again = await call(bearer, 'POST', 'account/factors/passkey/confirm', {
      pending,
      response: passkey.register(options),
    });
    expect(again.status).toBe(400);
    const evil = makePasskey('https://evil.example');
    expect(
      (
        await call(bearer, 'POST', 'account/factors/passkey/confirm', {
          pending,
          response: evil.register(options),
        })
      ).status,
    ).toBe(400);
    const { data } = (await call(bearer, 'GET', 'account/factors')).body;
    const remove = (passkeyId: string) =>
      call(bearer, 'POST', 'account/factors/passkey/remove', { currentPassword: password, id: passkeyId });
    expect((await remove('00000000-0000-4000-8000-000000000000')).status).toBe(404);
    expect((await remove('x')).status).toBe(404);
    expect((await remove(data.passkeys[0].id)).status).toBe(200);
    expect((await signInStandIn(at.url).fillForm({ email, password })).status).toBe(303);
  });

  test('somebody who is deactivated does not sign in with it', async () => {
    const { passkey } = await withPasskey();
    await at.server.store.db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute();
    const { visitor, url, text } = await openForm();
    const response = JSON.stringify(passkey.authenticate(optionsIn(text, 'passkey'), id));
    expect((await visitor.post(`${url}/passkey`, { passkey: response })).status).toBe(401);
  });
});
