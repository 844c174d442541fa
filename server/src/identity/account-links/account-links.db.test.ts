import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AccountServer, linkOf, openAccountServer, password } from '../../../test/account-server.ts';
import { testActor } from '../../../test/actor.ts';
import { createVisitor } from '../../../test/browser-stand-in.ts';
import { signInStandIn } from '../../../test/sign-in-stand-in.ts';
import { ask } from '../../../test/test-server.ts';
import { createApiKey } from '../api-keys/api-keys.ts';

const next = 'umbrella lantern 47 fjord';
let at: AccountServer;
beforeAll(async () => {
  at = await openAccountServer();
});
afterAll(() => at?.close());
beforeEach(async () => {
  await at.server.store.db.deleteFrom('sign_in_failures').execute();
});

const db = () => at.server.store.db;
const keyOf = async (userId: string) =>
  (
    await createApiKey(db(), testActor, {
      ...{ organizationId: at.organizationId, userId, name: 'test', now: Date.now() },
    })
  ).key;
const invite = async (userId: string, by: 'super-admin' | 'admin' | 'customer' = 'admin') => {
  const key = await keyOf((await at.person(by)).id);
  return ask(at.server.app, 'GET', `/api/account/sendactivateemail?id=${userId}`, { key });
};
const choose = async (token: string, chosen = next, repeated = chosen) => {
  const visitor = createVisitor();
  const answer = await visitor.post(`${at.url}/identity/account-link`, { token, password: chosen, repeated });
  return { status: answer.status, text: await answer.text() };
};
const forgot = async (email: string) => {
  const answer = await createVisitor().post(`${at.url}/identity/forgot-password`, { email });
  return { status: answer.status, text: await answer.text(), headers: [...answer.headers.keys()].sort() };
};
const canSignIn = async (email: string, by: string) =>
  (await signInStandIn(at.url).fillForm({ email, password: by })).status;
const everythingStored = async () => {
  const { rows } = await at.server.store.pool.query(
    `select json_agg(t)::text as text from (
      select to_jsonb(l) from account_links l union all select to_jsonb(m) from account_mails m
      union all select to_jsonb(j) from job_records j union all select to_jsonb(i) from idempotent_requests i) t`,
  );
  return String(rows[0]?.text);
};

describe('an invitation', () => {
  test('leads by mail to a password and an activated account, once', async () => {
    const { id, email } = await at.person('customer', { password: null, activated: false });
    expect(await invite(id)).toMatchObject({
      status: 200,
      body: { data: { message: 'Invite email sent!', link: null } },
    });
    const [text = ''] = await at.mailsTo(email, 1);
    expect(text).toContain('within the next 7 days');
    const { link, token } = linkOf(text);
    expect(link).toBe(`${at.url}/identity/account-link#${token}`);
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);

    expect(await choose(token)).toMatchObject({
      status: 200,
      text: expect.stringContaining('password is saved'),
    });
    expect(await canSignIn(email, next)).toBe(303);
    const row = await db()
      .selectFrom('users')
      .select('activated_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.activated_at).not.toBeNull();
    const again = await choose(token, 'another long sentence 9');
    expect(again).toMatchObject({ status: 410, text: expect.stringContaining('not valid any more') });
    expect(await canSignIn(email, 'another long sentence 9')).toBe(401);
    expect(await invite(id)).toMatchObject({
      status: 409,
      body: { responseException: { message: 'Unable to send invite email.' } },
    });
  });

  test('is not used up by a mail scanner, nor by a password that is refused', async () => {
    const { id, email } = await at.person('customer', { password: null, activated: false });
    await invite(id);
    const { link, token } = linkOf((await at.mailsTo(email, 1))[0] ?? '');
    for (const method of ['GET', 'HEAD'])
      for (const address of [link, link.replace('#', '?token='), link.replace('#', '/')])
        expect((await fetch(address, { method })).status).toBeLessThan(500);
    for (const [chosen, repeated, sentence] of [
      ['short', 'short', 'at least 12 characters'],
      ['password1234', 'password1234', 'too easy to guess'],
      ['ada bayward', 'ada bayward', 'at least 12'],
      ['Ada.Bayward 1', 'Ada.Bayward 1', 'your name or email'],
      [next, `${next}!`, 'are not the same'],
    ] as const) {
      const refused = await choose(token, chosen, repeated);
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(sentence)]);
    }
    expect((await choose(token)).status).toBe(200);
  });

  test('of two uses at once one succeeds', async () => {
    const { id, email } = await at.person('customer', { password: null, activated: false });
    await invite(id);
    const { token } = linkOf((await at.mailsTo(email, 1))[0] ?? '');
    const uses = await Promise.all([choose(token, `${next} one`), choose(token, `${next} two`)]);
    expect(uses.map(({ status }) => status).sort()).toEqual([200, 410]);
  });

  test('ends after seven days, with another address, and with the account', async () => {
    const tokens: string[] = [];
    const people = [];
    for (let index = 0; index < 3; index += 1) {
      const person = await at.person('customer', { password: null, activated: false });
      await invite(person.id);
      tokens.push(linkOf((await at.mailsTo(person.email, 1))[0] ?? '').token);
      people.push(person);
    }
    const week = 7 * 86_400_000;
    const link = await db()
      .selectFrom('account_links')
      .selectAll()
      .where('user_id', '=', people[0]?.id ?? '')
      .executeTakeFirstOrThrow();
    expect(link.expires_at.getTime() - link.created_at.getTime()).toBe(week);
    await db()
      .updateTable('account_links')
      .set({ expires_at: new Date() })
      .where('id', '=', link.id)
      .execute();
    await db()
      .updateTable('users')
      .set({ email: 'moved@bay.example' })
      .where('id', '=', people[1]?.id ?? '')
      .execute();
    await db()
      .updateTable('users')
      .set({ is_active: false })
      .where('id', '=', people[2]?.id ?? '')
      .execute();
    const answers = [];
    for (const token of [...tokens, 'x'.repeat(43), '', '..', 'x'.repeat(10_000)])
      answers.push(await choose(token));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([410]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  test('only by those who manage the person, who are in sight and sign in', async () => {
    const admin = await at.person('admin', { password: null, activated: false });
    const only = await at.person('notification-only', { password: null, activated: false });
    expect((await invite(admin.id, 'admin')).status).toBe(403);
    expect((await invite(admin.id, 'super-admin')).status).toBe(200);
    expect((await invite(only.id, 'super-admin')).status).toBe(409);
    expect((await invite('00000000-0000-4000-8000-000000000000')).status).toBe(404);
    expect((await invite('1')).status).toBe(404);
    expect((await invite(admin.id, 'customer')).status).toBe(403);
    const { people } = await at.server.organization('Other Schools');
    expect((await invite(people.customer.id, 'super-admin')).status).toBe(404);
    // The first group is the only one that an Assistant Admin sees; nobody of this test is in one.
    const assistant = await keyOf((await at.person('assistant-admin')).id);
    const { id } = await at.person('customer', { password: null, activated: false });
    const path = `/api/account/sendactivateemail?id=${id}`;
    expect((await ask(at.server.app, 'GET', path, { key: assistant })).status).toBe(404);
  });

  test('its secret is in no table and no log', async () => {
    const { id, email } = await at.person('customer', { password: null, activated: false });
    await invite(id);
    const { token } = linkOf((await at.mailsTo(email, 1))[0] ?? '');
    await at.mailIsDone();
    await choose(token, 'short');
    await choose(token);
    expect(await everythingStored()).not.toContain(token);
    expect(at.server.logged.join('')).not.toContain(token);
    expect(at.server.logged.join('')).not.toContain(next);
  });
});

describe('a forgotten password', () => {
  test('is replaced by a link, and every sign-in of before ends', async () => {
    const { email } = await at.person('admin');
    const browser = signInStandIn(at.url);
    const tokens = await browser.signIn({ email, password });
    expect((await forgot(email.toUpperCase())).status).toBe(200);
    const [text = ''] = await at.mailsTo(email, 1);
    expect(text).toContain('within the next hour');
    const { token } = linkOf(text);
    const { rows } = await at.server.store.pool.query(
      "select extract(epoch from expires_at - created_at)::int as seconds from account_links where kind = 'password-reset' order by created_at desc limit 1",
    );
    expect(rows).toEqual([{ seconds: 3_600 }]);
    expect((await choose(token)).status).toBe(200);
    expect((await browser.refresh(tokens)).body).toMatchObject({ error: 'invalid_grant' });
    expect([await canSignIn(email, password), await canSignIn(email, next)]).toEqual([401, 303]);
    // The sign-in with the new password is on a device that the account does not know.
    expect((await at.mailsTo(email, 3))[1]).toContain('was changed');
  });

  test('is answered alike for known, unknown, deactivated, locked and malformed addresses', async () => {
    const known = await at.person('admin');
    const locked = await at.person('admin');
    const gone = await at.person('admin');
    const only = await at.person('notification-only', { password: null });
    await db().updateTable('users').set({ is_active: false }).where('id', '=', gone.id).execute();
    for (let index = 0; index < 6; index += 1) await canSignIn(locked.email, 'wrong');
    const addresses = [
      known.email,
      'nobody@bay.example',
      gone.email,
      locked.email,
      only.email,
      '',
      'no address',
      `${'x'.repeat(400)}@bay.example`,
      '\ud800',
      '"><script>',
    ];
    const answers = [];
    for (const address of addresses) answers.push(await forgot(address));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({
      status: 200,
      text: expect.stringContaining('If an account has this address'),
    });
    await at.mailsTo(known.email, 1);
    await at.mailsTo(locked.email, 1);
    await at.mailIsDone();
    await at.mailsTo(gone.email, 0);
    await at.mailsTo(only.email, 0);
  });

  test('sends three mails an hour to one person at most, and a network waits after sixty', async () => {
    const { email } = await at.person('admin');
    for (let index = 0; index < 5; index += 1) expect((await forgot(email)).status).toBe(200);
    await at.mailIsDone();
    await at.mailsTo(email, 3);
    const statuses = [];
    for (let index = 0; index < 60; index += 1) statuses.push((await forgot('nobody@bay.example')).status);
    expect(statuses).toEqual([...Array(55).fill(200), ...Array(5).fill(429)]);
    await at.mailIsDone();
  });

  test('a changed password ends the links of before', async () => {
    const { email } = await at.person('admin');
    await forgot(email);
    await at.mailsTo(email, 1);
    await forgot(email);
    const [first = '', second = ''] = (await at.mailsTo(email, 2)).map((text) => linkOf(text).token);
    expect(first).not.toBe(second);
    expect((await choose(second)).status).toBe(200);
    expect((await choose(first, 'yet another sentence 3')).status).toBe(410);
  });
});

describe('without mail', () => {
  test('the link is shown to the admin once and logged nowhere, and the page says whom to ask', async () => {
    const other = await openAccountServer({}, { hasMail: false });
    try {
      const { id } = await other.person('customer', { password: null, activated: false });
      const admin = await other.person('admin');
      const { key } = await createApiKey(other.server.store.db, testActor, {
        ...{ organizationId: other.organizationId, userId: admin.id, name: 'test', now: Date.now() },
      });
      const path = `/api/account/sendactivateemail?id=${id}`;
      const { body } = await ask(other.server.app, 'GET', path, { key });
      const { token } = linkOf(body.data.link);
      expect(token).toHaveLength(43);
      expect(other.server.logged.join('')).not.toContain(token);
      const page = await (await fetch(`${other.url}/identity/forgot-password`)).text();
      expect(page).toContain('sends no email');
      const use = (given: string) =>
        createVisitor().post(`${other.url}/identity/account-link`, {
          ...{ token: given, password: next, repeated: next },
        });
      expect((await use(token)).status).toBe(200);
      // The person has a password now: the next link is one to another, for an hour.
      const again = await ask(other.server.app, 'GET', path, { key });
      expect((await use(linkOf(again.body.data.link).token)).status).toBe(200);
      const links = await other.server.store.db
        .selectFrom('account_links')
        .select(['kind'])
        .orderBy('created_at')
        .execute();
      expect(links).toEqual([{ kind: 'invitation' }, { kind: 'password-reset' }]);
    } finally {
      await other.close();
    }
  });
});

test('the demonstration’s mailbox shows links to accounts only to their owners and those who manage them', async () => {
  const other = await openAccountServer({ seed: 'demo' }, { hasMail: false });
  try {
    const { store, app } = other.server;
    const owner = await other.person('super-admin');
    const admin = await other.person('admin');
    const customer = await other.person('customer');
    for (const { email } of [owner, admin, customer])
      await createVisitor().post(`${other.url}/identity/forgot-password`, { email });
    await other.mailIsDone();
    const seenBy = async (userId: string) => {
      const { key } = await createApiKey(store.db, testActor, {
        ...{ organizationId: other.organizationId, userId, name: 'test', now: Date.now() },
      });
      const { body } = await ask(app, 'GET', '/api/Mailbox', { key });
      return body.data.map(({ address }: { address: string }) => address).sort();
    };
    expect(await seenBy(owner.id)).toEqual([owner, admin, customer].map(({ email }) => email).sort());
    expect(await seenBy(admin.id)).toEqual([admin, customer].map(({ email }) => email).sort());
    expect(await seenBy(customer.id)).toEqual([customer.email]);
    const { people } = await other.server.organization('Other Schools');
    const { body } = await ask(app, 'GET', '/api/Mailbox', { key: people['super-admin'].key });
    expect(body.data).toEqual([]);
  } finally {
    await other.close();
  }
});
