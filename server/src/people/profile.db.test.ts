import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AccountServer, openAccountServer, password } from '../../test/account-server.ts';
import { testActor } from '../../test/actor.ts';
import { signInStandIn } from '../../test/sign-in-stand-in.ts';
import { createApiKey } from '../identity/index.ts';

let at: AccountServer;
let id: string;
let email: string;
let token: string;
let counter = 0;
beforeAll(async () => {
  at = await openAccountServer();
});
afterAll(() => at?.close());
beforeEach(async () => {
  counter += 1;
  await at.server.store.db.deleteFrom('sign_in_failures').execute();
  ({ id, email } = await at.person('customer'));
  token = (await signInStandIn(at.url).signIn({ email, password })).access_token;
});

const db = () => at.server.store.db;
const call = async (method: string, path: string, body?: object, bearer = token) => {
  const answer = await fetch(`${at.url}/api/${path}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back
  return { status: answer.status, body: (await answer.json()) as any };
};
const errorsOf = (answer: Awaited<ReturnType<typeof call>>) =>
  Object.keys(answer.body.responseException.errors ?? {});
const ask = (address: string, currentPassword = password) =>
  call('POST', 'account/email', { email: address, currentPassword });
const confirm = async (given: string) => {
  const answer = await fetch(`${at.url}/api/account/email/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: given }),
  });
  return answer.status;
};
const linkIn = (text: string) => /\/ConfirmAddress#(\S+)/.exec(text)?.[1] ?? '';
const addressOf = async (userId = id) =>
  (await db().selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email;
const newAddress = () => `new-${counter}@bay.example`;
const canSignIn = async (address: string) =>
  (await signInStandIn(at.url).fillForm({ email: address, password })).status === 303;

describe('the own profile', () => {
  test('is changed by its owner, what is left out stays', async () => {
    const { data } = (await call('GET', 'user/profile')).body;
    expect(data).toMatchObject({ firstName: 'Ada', email, newEmail: null, phoneNumber: null });
    const saved = await call('POST', 'user/profile', {
      ...{
        firstName: ' Grace ',
        phoneNumber: '(813) 555-0123',
        timeZone: 'Eastern',
        revision: data.revision,
      },
    });
    expect(saved).toMatchObject({
      status: 200,
      body: {
        data: {
          message: 'Profile saved',
          profile: {
            firstName: 'Grace',
            lastName: 'Bayward',
            phoneNumber: '+18135550123',
            timeZone: 'America/New_York',
          },
        },
      },
    });
    const stale = await call('POST', 'user/profile', { firstName: 'Eve', revision: data.revision });
    expect(stale.status).toBe(409);
    expect((await call('GET', 'user/profile')).body.data.firstName).toBe('Grace');
  });

  test('is refused under its fields, and gives neither role nor address', async () => {
    const refusal = await call('POST', 'user/profile', {
      ...{ firstName: ' ', lastName: '<b>', phoneNumber: '12', timeZone: 'Mars' },
    });
    expect(refusal.status).toBe(400);
    expect(errorsOf(refusal)).toEqual(['FirstName', 'LastName', 'PhoneNumber', 'TimeZone']);
    await call('POST', 'user/profile', { roleId: 1, email: 'x@bay.example', siteId: null, isActive: false });
    const row = await db().selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect([row.role, row.email, row.is_active, row.first_name]).toEqual(['customer', email, true, 'Ada']);
  });
});

describe('a new address', () => {
  test('counts once its link is used, and the old address is told', async () => {
    expect((await ask(newAddress())).body.data.message).toContain(newAddress());
    expect((await call('GET', 'user/profile')).body.data).toMatchObject({ email, newEmail: newAddress() });
    const [warned = ''] = await at.mailsTo(email, 1);
    expect(warned).toContain(newAddress());
    expect(warned).not.toContain('ConfirmAddress');
    const [text = ''] = await at.mailsTo(newAddress(), 1);
    const link = linkIn(text);
    expect(link).toMatch(/^[\w-]{43}$/);
    // A mail scanner that follows the link changes nothing.
    await fetch(`${at.url}/ConfirmAddress`);
    expect(await addressOf()).toBe(email);

    expect(await confirm(link)).toBe(200);
    expect(await addressOf()).toBe(newAddress());
    expect((await at.mailsTo(email, 2)).join('\n')).toContain('has another email address now');
    expect(await canSignIn(newAddress())).toBe(true);
    expect(await canSignIn(email)).toBe(false);
    expect((await call('GET', 'user/current')).body.data).toMatchObject({
      email: newAddress(),
      userName: newAddress(),
    });
    expect(await confirm(link)).toBe(409);
    expect(at.server.logged.join('')).not.toContain(link);
  });

  test.each<[string, (address: string) => Promise<unknown>]>([
    [
      'expired',
      () =>
        db()
          .updateTable('account_links')
          .set({ expires_at: new Date(0) })
          .where('user_id', '=', id)
          .execute(),
    ],
    ['replaced by another', () => ask(`other-${counter}@bay.example`)],
    [
      'overtaken by a new password',
      () =>
        call('POST', 'account/change', {
          ...{ userId: id, currentPassword: password, newPassword: 'umbrella lantern 47 fjord' },
          confirmedNewPassword: 'umbrella lantern 47 fjord',
        }),
    ],
    [
      'of somebody who was deactivated',
      () => db().updateTable('users').set({ is_active: false }).where('id', '=', id).execute(),
    ],
  ])('a link that is %s changes nothing', async (_name, before) => {
    await ask(newAddress());
    const link = linkIn((await at.mailsTo(newAddress(), 1))[0] ?? '');
    await before(newAddress());
    expect(await confirm(link)).toBe(409);
    expect(await addressOf()).toBe(email);
  });

  test('of a colleague is refused; one of another organization is answered like a new one', async () => {
    const colleague = await at.person('admin');
    const taken = await ask(colleague.email.toUpperCase());
    expect([taken.status, errorsOf(taken)]).toEqual([409, ['Email']]);
    const { people } = await at.server.organization(`Other ${counter}`);
    const stranger = `stranger-${counter}@other.example`;
    await db().updateTable('users').set({ email: stranger }).where('id', '=', people.admin.id).execute();
    const [held, free] = [await ask(stranger), await ask(newAddress())];
    expect(held.body.data.message.replace(stranger, '…')).toBe(
      free.body.data.message.replace(newAddress(), '…'),
    );
    expect(held.status).toBe(free.status);
    const [text = ''] = await at.mailsTo(stranger, 1);
    expect(text).toContain('signs in to another Allclear account');
    expect(linkIn(text)).toBe('');
  });

  test('that another account has taken meanwhile is not given twice', async () => {
    await ask(newAddress());
    const link = linkIn((await at.mailsTo(newAddress(), 1))[0] ?? '');
    const { people } = await at.server.organization(`Faster ${counter}`);
    await db().updateTable('users').set({ email: newAddress() }).where('id', '=', people.admin.id).execute();
    expect(await confirm(link)).toBe(409);
    expect(await addressOf()).toBe(email);
    expect(await addressOf(people.admin.id)).toBe(newAddress());
  });

  test('takes the password, a session and a right address', async () => {
    const wrong = await ask(newAddress(), 'wrong');
    expect([wrong.status, errorsOf(wrong)]).toEqual([400, ['CurrentPassword']]);
    for (const bad of [
      '',
      'nobody',
      'a@b',
      `${'x'.repeat(10_000)}@b.example`,
      'a@b.example\r\nBcc: c@d.example',
    ])
      expect((await ask(bad)).status).toBe(400);
    const { key } = await createApiKey(db(), testActor, {
      ...{ organizationId: at.organizationId, userId: id, name: 'test', now: Date.now() },
    });
    const byKey = await call(
      'POST',
      'account/email',
      { email: newAddress(), currentPassword: password },
      key,
    );
    expect(byKey.status).toBe(403);
    for (const given of ['', 'x', 'A'.repeat(43)]) expect(await confirm(given)).toBe(409);
    expect(await db().selectFrom('account_links').select('id').where('user_id', '=', id).execute()).toEqual(
      [],
    );
  });

  test('a link to an address chooses no password', async () => {
    await ask(newAddress());
    const link = linkIn((await at.mailsTo(newAddress(), 1))[0] ?? '');
    const next = 'umbrella lantern 47 fjord';
    const answer = await fetch(`${at.url}/identity/account-link`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: at.url },
      body: new URLSearchParams({ token: link, password: next, repeated: next }),
    });
    expect(answer.status).toBe(410);
    expect(await canSignIn(email)).toBe(true);
  });
});
