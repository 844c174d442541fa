import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testActor } from '../../../test/actor.ts';
import { freePort } from '../../../test/run-server.ts';
import { signInStandIn, type Tokens } from '../../../test/sign-in-stand-in.ts';
import { openTestServer, type TestServer, testChannels } from '../../../test/test-server.ts';
import { openStore, type Store } from '../../platform/database/database.ts';
import { createApiKey } from '../api-keys/api-keys.ts';
import { hashPassword } from '../passwords/passwords.ts';
import { changePassword, endSignIns } from './sign-outs.store.ts';

const oldPassword = 'a storm over the bay';
const newPassword = 'the bay after the storm';
let server: TestServer;
/** Changes are made through another pool, as another process makes them. */
let elsewhere: Store;
let url: string;
let organizationId: string;
let hashes: { old: string; new: string };
let people = 0;
let email: string;
let userId: string;

beforeAll(async () => {
  const port = await freePort();
  url = `http://localhost:${port}`;
  server = await openTestServer(testChannels(), { settings: { url } });
  elsewhere = openStore(server.store.url, { onError: () => {} });
  ({ organizationId } = await server.organization('Bay Schools'));
  hashes = { old: await hashPassword(oldPassword), new: await hashPassword(newPassword) };
  await server.app.listen({ port, host: 'localhost' });
});
afterAll(async () => {
  await elsewhere?.close();
  await server?.close();
});
beforeEach(async () => {
  people += 1;
  email = `person-${people}@bay.example`;
  const person = {
    organization_id: organizationId,
    email,
    user_name: email,
    password_hash: hashes.old,
    first_name: 'Ada',
    last_name: 'Bay',
    role: 'admin',
    created_at: new Date(),
  };
  ({ id: userId } = await server.store.db
    .insertInto('users')
    .values(person)
    .returning('id')
    .executeTakeFirstOrThrow());
});

const signedIn = async () => {
  const browser = signInStandIn(url);
  return { browser, tokens: await browser.signIn({ email, password: oldPassword }) };
};
const statusOf = async ({ access_token }: Pick<Tokens, 'access_token'>) =>
  (await fetch(`${url}/api/user/current`, { headers: { authorization: `Bearer ${access_token}` } })).status;
const change = (passwordHash = hashes.new) =>
  changePassword(elsewhere.db, testActor, { userId, passwordHash, now: Date.now() });

/** Waits for an answer, at most the two seconds within which a change takes effect. */
const within2s = <T>(ask: () => Promise<T>) => expect.poll(ask, { timeout: 2_000, interval: 50 });

/** Opens an event stream; the answer tells whether it has ended. */
async function stream(bearer: string): Promise<() => Promise<boolean>> {
  const answer = await fetch(`${url}/api/events`, { headers: { authorization: `Bearer ${bearer}` } });
  expect(answer.status).toBe(200);
  const reader = answer.body!.getReader();
  let isOver = false;
  void (async () => {
    while (!(await reader.read()).done);
    isOver = true;
  })();
  return async () => isOver;
}

describe('a changed password', () => {
  it('ends access tokens, refresh tokens, sessions and event streams of before', async () => {
    const { browser, tokens } = await signedIn();
    const another = await signedIn();
    expect(await statusOf(tokens)).toBe(200);
    const ended = await stream(tokens.access_token);
    expect(await change()).toBe(true);
    await within2s(() => statusOf(tokens)).toBe(401);
    await within2s(() => statusOf(another.tokens)).toBe(401);
    await within2s(ended).toBe(true);
    expect((await browser.refresh(tokens)).body).toMatchObject({ error: 'invalid_grant' });
    expect((await browser.authorizeSilently()).searchParams.get('error')).toBe('login_required');
    const records = await server.store.pool.query(
      "select model from oidc_records where payload->>'accountId' = $1",
      [userId],
    );
    expect(records.rows).toEqual([]);
  });

  it('lets in with the new password at once, and not with the old one', async () => {
    const { browser } = await signedIn();
    await change();
    await change(hashes.old);
    await change();
    const tokens = await browser.signIn({ email, password: newPassword });
    expect(await statusOf(tokens)).toBe(200);
    expect((await browser.refresh(tokens)).status).toBe(200);
    expect((await browser.authorizeSilently()).searchParams.get('code')).not.toBeNull();
    expect((await signInStandIn(url).fillForm({ email, password: oldPassword })).status).toBe(401);
  });

  it('ends a sign-in with the old password that was under way', async () => {
    const browser = signInStandIn(url);
    const accepted = await browser.fillForm({ email, password: oldPassword });
    expect(accepted.status).toBe(303);
    await change();
    // It leads to the form again, or nowhere, and never to the app with a code.
    const { location } = await browser.visitor.follow(accepted, `${url}/identity/`);
    expect(location ?? '').not.toContain('code=');
  });

  it('refuses a session and a code that a request wrote again meanwhile', async () => {
    const { browser } = await signedIn();
    const code = await browser.authorizeSilently();
    expect(code.searchParams.get('code')).not.toBeNull();
    const { rows } = await server.store.pool.query('select * from oidc_records where payload is not null');
    await change();
    for (const row of rows)
      await server.store.db
        .insertInto('oidc_records')
        .values({ ...row, payload: JSON.stringify(row.payload) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    expect((await browser.authorizeSilently()).searchParams.get('error')).toBe('login_required');
    expect((await browser.exchange(code)).body).toMatchObject({ error: 'invalid_grant' });
  });

  it('leaves other people and API keys alone, and says when there is nobody', async () => {
    const { key } = await createApiKey(server.store.db, testActor, {
      organizationId,
      userId,
      name: 'Scoreboard',
      now: Date.now(),
    });
    const mine = userId;
    people += 1;
    const other = await server.store.db
      .insertInto('users')
      .values({
        organization_id: organizationId,
        email: `other-${people}@bay.example`,
        user_name: 'other',
        password_hash: hashes.old,
        first_name: 'Bo',
        role: 'admin',
        phone_number: null,
        created_at: new Date(),
      })
      .returning(['id', 'email'])
      .executeTakeFirstOrThrow();
    const browser = signInStandIn(url);
    const tokens = await browser.signIn({ email: other.email ?? '', password: oldPassword });
    await changePassword(elsewhere.db, testActor, {
      userId: mine,
      passwordHash: hashes.new,
      now: Date.now(),
    });
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(await statusOf(tokens)).toBe(200);
    expect(await statusOf({ access_token: key })).toBe(200);
    const nobody = '00000000-0000-4000-8000-000000000000';
    expect(
      await changePassword(elsewhere.db, testActor, { userId: nobody, passwordHash: 'x', now: Date.now() }),
    ).toBe(false);
  });
});

it('a person is signed out everywhere, and the password stays', async () => {
  const { browser, tokens } = await signedIn();
  await endSignIns(elsewhere.db, testActor, { userId, now: Date.now() });
  await within2s(() => statusOf(tokens)).toBe(401);
  expect(await statusOf(await browser.signIn({ email, password: oldPassword }))).toBe(200);
});

describe('a sign-out', () => {
  it('ends the access token, the refresh token and the event streams of its session, and no other', async () => {
    const { browser, tokens } = await signedIn();
    const other = await signedIn();
    const [ended, otherEnded] = [await stream(tokens.access_token), await stream(other.tokens.access_token)];
    expect((await browser.signOut(tokens)).headers.get('location')).toBe(`${url}/`);
    const exits = server.logged
      .map((line) => JSON.parse(line) as { event?: string; userId?: string })
      .filter(({ event }) => event === 'session-exit');
    expect(exits.at(-1)?.userId).toBe(userId);
    await within2s(() => statusOf(tokens)).toBe(401);
    await within2s(ended).toBe(true);
    expect((await browser.refresh(tokens)).body).toMatchObject({ error: 'invalid_grant' });
    expect((await browser.authorizeSilently()).searchParams.get('error')).toBe('login_required');
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(await statusOf(other.tokens)).toBe(200);
    expect(await otherEnded()).toBe(false);
    expect((await other.browser.refresh(other.tokens)).status).toBe(200);
  });

  it('ends what two tabs were given at the same moment', async () => {
    const { browser, tokens } = await signedIn();
    // Without a grant of the session each tab makes one of its own.
    await server.store.pool.query(
      "update oidc_records set payload = payload #- '{authorizations,allclear-web,grantId}' where model = 'Session' and payload->>'accountId' = $1",
      [userId],
    );
    const codes = await Promise.all([browser.authorizeSilently(), browser.authorizeSilently()]);
    const tabs = await Promise.all(codes.map((code) => browser.exchange(code)));
    const issued = tabs.filter(({ status }) => status === 200).map(({ body }) => body);
    expect(issued.length).toBeGreaterThan(0);
    await browser.signOut(tokens);
    for (const tab of [tokens, ...issued]) await within2s(() => statusOf(tab)).toBe(401);
  });

  it('asks nothing when the form of the app carries the ID token of the session', async () => {
    const { browser, tokens } = await signedIn();
    const page = await browser.visitor.post(`${url}/identity/session/end`, {
      id_token_hint: tokens.id_token,
      client_id: 'allclear-web',
      post_logout_redirect_uri: `${url}/`,
    });
    expect(await page.text()).toContain('src="/identity/assets/sign-out.js"');
  });
});

describe('a person who may do less', () => {
  it('gets no new token once deactivated', async () => {
    const { browser, tokens } = await signedIn();
    await elsewhere.db.updateTable('users').set({ is_active: false }).where('id', '=', userId).execute();
    const { status, body } = await browser.refresh(tokens);
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
    expect(body).not.toHaveProperty('access_token');
    expect(body).not.toHaveProperty('refresh_token');
    await within2s(() => statusOf(tokens)).toBe(403);
  });

  it('gets no new token once deleted, or made a recipient of notifications only', async () => {
    const demoted = await signedIn();
    await elsewhere.db
      .updateTable('users')
      .set({ role: 'notification-only' })
      .where('id', '=', userId)
      .execute();
    expect((await demoted.browser.refresh(demoted.tokens)).body.error).toBe('invalid_grant');
    await elsewhere.db.updateTable('users').set({ role: 'admin' }).where('id', '=', userId).execute();
    const deleted = await signedIn();
    await elsewhere.db.deleteFrom('users').where('id', '=', userId).execute();
    expect((await deleted.browser.refresh(deleted.tokens)).body.error).toBe('invalid_grant');
  });

  it('gets the rights of now by a refresh', async () => {
    const { browser, tokens } = await signedIn();
    const roleOf = async ({ access_token }: Tokens) => {
      const answer = await fetch(`${url}/api/user/current`, {
        headers: { authorization: `Bearer ${access_token}` },
      });
      return ((await answer.json()) as { data: { permissions: string[] } }).data.permissions;
    };
    expect(await roleOf(tokens)).toContain('stations:write');
    await elsewhere.db.updateTable('users').set({ role: 'customer' }).where('id', '=', userId).execute();
    const { body } = await browser.refresh(tokens);
    await within2s(async () => (await roleOf(body)).includes('stations:write')).toBe(false);
  });
});

it('the event stream of an API key ends when the key is revoked', async () => {
  const { id, key } = await createApiKey(server.store.db, testActor, {
    organizationId,
    userId,
    name: 'Scoreboard',
    now: Date.now(),
  });
  const ended = await stream(key);
  await elsewhere.db.updateTable('api_keys').set({ revoked_at: new Date() }).where('id', '=', id).execute();
  await within2s(ended).toBe(true);
});
