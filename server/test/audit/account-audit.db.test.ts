import { createHash } from 'node:crypto';
import { canonicalJson, installationChain, noPreviousHash } from '@allclear/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/identity/index.ts';
import { type AccountServer, linkOf, openAccountServer, password } from '../account-server.ts';
import { testActor } from '../actor.ts';
import { addOperator } from '../operator.ts';
import { signInStandIn } from '../sign-in-stand-in.ts';
import { ask } from '../test-server.ts';
import { auditEntriesOf } from './audit-entries.ts';

let at: AccountServer;
let id: string;
let email: string;
beforeAll(async () => {
  at = await openAccountServer();
});
afterAll(() => at?.close());
beforeEach(async () => {
  await at.server.store.db.deleteFrom('sign_in_failures').execute();
  ({ id, email } = await at.person('super-admin'));
});

const digest = { personal: expect.stringMatching(/^[0-9a-f]{64}$/) };

/** The entries that some work adds, in the chain of the organization and then in that of the installation. */
async function entriesOf(work: () => Promise<unknown>, organizationId = at.organizationId) {
  const { store } = at.server;
  const chains = [organizationId, installationChain];
  const counts = await Promise.all(chains.map(async (chain) => (await auditEntriesOf(store, chain)).length));
  await work();
  return (await Promise.all(chains.map((chain, n) => auditEntriesOf(store, chain, counts[n])))).flat();
}

const signIn = () => signInStandIn(at.url).signIn({ email, password });
const send = async (
  key: string,
  method: 'GET' | 'POST' | 'DELETE' | 'PATCH',
  path: string,
  body?: object,
) => {
  const answer = await ask(at.server.app, method, `/api/${path}`, { key, ...(body ? { body } : {}) });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
};

describe('a sign-in', () => {
  it('and a sign-out leave one entry each, by the person', async () => {
    const browser = signInStandIn(at.url);
    const actor = { kind: 'user', id, via: 'session', network: digest };
    let tokens: Awaited<ReturnType<typeof browser.signIn>> | undefined;
    const signedIn = await entriesOf(async () => {
      tokens = await browser.signIn({ email, password });
    });
    expect(signedIn).toMatchObject([
      { action: 'account.signed-in', recordId: id, actor, after: { method: ['pwd'] } },
    ]);
    const signedOut = await entriesOf(() => browser.signOut(tokens ?? expect.fail('not signed in')));
    expect(signedOut).toMatchObject([{ action: 'account.signed-out', recordId: id, actor }]);
  });

  it('that is refused says why: in the chain of the account, or with the address in that of the installation', async () => {
    const browser = signInStandIn(at.url);
    const actor = { kind: 'system', id: 'sign-in', network: digest };
    expect(await entriesOf(() => browser.fillForm({ email, password: 'wrong' }))).toMatchObject([
      ...[{ chain: at.organizationId, action: 'account.sign-in-refused', recordId: id, actor }],
    ]);
    const unknown = await entriesOf(() =>
      signInStandIn(at.url).fillForm({ email: 'nobody@bay.example', password: 'wrong' }),
    );
    expect(unknown).toMatchObject([
      {
        ...{ chain: installationChain, action: 'account.sign-in-refused', recordId: null, actor },
        after: { reason: 'unknown-address', address: digest },
      },
    ]);
    expect(JSON.stringify(unknown)).not.toContain('nobody@');
    const secret = await entriesOf(() =>
      signInStandIn(at.url).fillForm({ email: 'my secret', password: 'x' }),
    );
    expect(secret.map(({ after }) => after)).toEqual([{ reason: 'unknown-address' }]);
    await at.server.store.db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute();
    expect(await entriesOf(() => signInStandIn(at.url).fillForm({ email, password }))).toMatchObject([
      { action: 'account.sign-in-refused', recordId: id, after: { reason: 'no-access' } },
    ]);
  });

  it('that is throttled is counted, in one entry', async () => {
    for (let n = 0; n < 5; n += 1) await signInStandIn(at.url).fillForm({ email, password: 'wrong' });
    const throttled = await entriesOf(async () => {
      for (let n = 0; n < 4; n += 1)
        expect((await signInStandIn(at.url).fillForm({ email, password })).status).toBe(429);
    });
    expect(throttled).toMatchObject([{ recordId: id, after: { reason: 'throttled', times: 1 } }]);
  });
});

describe('the own account', () => {
  it('leaves an entry for each change', async () => {
    const tokens = await signIn();
    const key = tokens.access_token;
    const actor = { kind: 'user', id, via: 'session', credential: { kind: 'grant' } };
    expect(await entriesOf(() => send(key, 'POST', 'user/profile', { firstName: 'Eda' }))).toMatchObject([
      { action: 'account.profile-changed', recordId: id, actor, after: { firstName: digest } },
    ]);
    await signIn();
    expect(await entriesOf(() => send(key, 'DELETE', 'account/sessions'))).toMatchObject([
      { action: 'account.sessions-ended', recordId: id, actor, after: { ended: 1 } },
    ]);
    expect(await entriesOf(() => send(key, 'DELETE', 'account/sessions'))).toMatchObject([
      { action: 'account.sessions-ended', after: { ended: 0 } },
    ]);
    const offered = await entriesOf(() =>
      send(key, 'POST', 'account/factors/totp', { currentPassword: password }),
    );
    expect(offered).toMatchObject([{ action: 'account.factor-begun', actor, after: { kind: 'totp' } }]);
    const asked = await entriesOf(() =>
      send(key, 'POST', 'account/email', { email: `new-${email}`, currentPassword: password }),
    );
    expect(asked).toMatchObject([
      { action: 'account.email-change-requested', recordId: id, actor, after: { email: digest } },
    ]);
    const [mail = ''] = await at.mailsTo(`new-${email}`, 1);
    const token = /ConfirmAddress#(\S+)/.exec(mail)?.[1] ?? '';
    const confirmed = await entriesOf(() => send('', 'POST', 'account/email/confirm', { token }));
    expect(confirmed).toMatchObject([
      { action: 'account.email-changed', recordId: id, actor: { kind: 'system', id: 'confirm-address' } },
    ]);
    const next = 'umbrella lantern 47 fjord';
    const changed = await entriesOf(() =>
      send(key, 'POST', 'account/change', {
        ...{ userId: id, currentPassword: password, newPassword: next, confirmedNewPassword: next },
      }),
    );
    expect(changed).toMatchObject([
      { action: 'account.password-changed', recordId: id, actor, before: null, after: null },
    ]);
  });

  it('leaves an entry when a new password is asked for, and when it is set', async () => {
    const forgot = (address: string) =>
      fetch(`${at.url}/identity/forgot-password`, {
        ...{ method: 'POST', body: new URLSearchParams({ email: address }) },
      });
    const asked = await entriesOf(async () => {
      await forgot(email);
      await at.mailsTo(email, 1);
    });
    expect(asked).toMatchObject([
      {
        action: 'account.reset-requested',
        recordId: id,
        actor: { network: digest },
        after: { outcome: 'mail-sent' },
      },
    ]);
    const unknown = await entriesOf(async () => {
      await forgot('nobody@bay.example');
      await at.mailIsDone();
    });
    expect(unknown).toMatchObject([
      { chain: installationChain, action: 'account.reset-requested', after: { address: digest } },
    ]);
    const { token } = linkOf((await at.mailsTo(email, 1))[0] ?? '');
    const next = 'umbrella lantern 47 fjord';
    const set = await entriesOf(() =>
      fetch(`${at.url}/identity/account-link`, {
        ...{ method: 'POST', body: new URLSearchParams({ token, password: next, repeated: next }) },
      }),
    );
    expect(set).toMatchObject([{ action: 'account.password-reset', recordId: id }]);
  });

  it('of somebody who is invited leaves an entry for the invitation and its acceptance', async () => {
    const { access_token: key } = await signIn();
    const invited = await at.person('customer', { password: null, activated: false });
    const sent = await entriesOf(() => send(key, 'GET', `account/sendactivateemail?id=${invited.id}`));
    expect(sent).toMatchObject([{ action: 'user.invited', recordId: invited.id, after: { by: 'mail' } }]);
    const { token } = linkOf((await at.mailsTo(invited.email, 1))[0] ?? '');
    const next = 'umbrella lantern 47 fjord';
    const accepted = await entriesOf(() =>
      fetch(`${at.url}/identity/account-link`, {
        ...{ method: 'POST', body: new URLSearchParams({ token, password: next, repeated: next }) },
      }),
    );
    expect(accepted).toMatchObject([{ action: 'user.activated', recordId: invited.id }]);
  });
});

describe('an operator', () => {
  it('leaves an entry for organizations, the own name and acting as somebody, with the reason', async () => {
    const operator = await addOperator(at.server.store, at.url);
    const actor = { kind: 'operator', id: operator.id };
    let organizationId = '';
    const organization = { name: 'Audited', supportEmail: 'help@audited.example', timeZone: 'Eastern' };
    const added = await entriesOf(async () => {
      const body = { ...organization, firstName: 'Ada', lastName: 'Bayward', email: 'ada@audited.example' };
      organizationId = (await send(operator.token, 'POST', 'operator/Organizations', body)).organization.id;
    });
    expect(added).toMatchObject([
      { chain: installationChain, action: 'organization.added', recordId: organizationId, actor },
    ]);
    const change = (body: object) =>
      send(operator.token, 'PATCH', 'operator/Organizations', { id: organizationId, ...body });
    expect(await entriesOf(() => change({ banner: 'Storm' }), organizationId)).toMatchObject([
      { chain: organizationId, action: 'organization.changed', actor, after: { banner: 'Storm' } },
    ]);
    expect(await entriesOf(() => change({ status: 'CLOSED' }), organizationId)).toMatchObject([
      { chain: installationChain, action: 'organization.closed', actor, before: { status: 'ACTIVE' } },
    ]);
    const erased = await entriesOf(
      () =>
        send(operator.token, 'POST', 'operator/Organizations/Erase', { id: organizationId, name: 'Audited' }),
      organizationId,
    );
    expect(erased).toMatchObject([
      { chain: installationChain, action: 'organization.erased', recordId: organizationId, actor },
    ]);
    const profile = await entriesOf(() =>
      send(operator.token, 'POST', 'operator/Profile', { firstName: 'Oda', lastName: '' }),
    );
    expect(profile).toMatchObject([
      { chain: installationChain, action: 'account.profile-changed', actor, after: { firstName: digest } },
    ]);
    const codeChallenge = createHash('sha256').update('verifier').digest('base64url');
    const begun = await entriesOf(() =>
      send(operator.token, 'POST', 'operator/Impersonation', {
        userId: id,
        reason: 'A policy',
        codeChallenge,
      }),
    );
    expect(begun).toMatchObject([
      { chain: at.organizationId, action: 'impersonation.begun', recordId: id, reason: 'A policy', actor },
    ]);
  });
});

describe('personal data', () => {
  it('that is handed out leaves an entry', async () => {
    const { access_token: key } = await signIn();
    const exported = await entriesOf(() =>
      fetch(`${at.url}/api/account/export`, { headers: { authorization: `Bearer ${key}` } }),
    );
    expect(exported).toMatchObject([{ action: 'user.exported', recordId: id, actor: { id } }]);
  });

  it('is gone from the audit after an erasure, and the chain is whole', async () => {
    const { organizationId } = at;
    const { key } = await createApiKey(at.server.store.db, testActor, {
      ...{ organizationId, userId: id, name: 'test', now: Date.now() },
    });
    const person = await at.person('customer');
    const marked = 'zelda-marked@bay.example';
    await signInStandIn(at.url).fillForm({ email: marked, password: 'before it was theirs' });
    await send(key, 'POST', 'user/update', {
      id: person.id,
      firstName: 'Zelda',
      lastName: 'Marked',
      email: marked,
    });
    await signInStandIn(at.url).fillForm({ email: marked, password: 'wrong' });
    await signInStandIn(at.url).signIn({ email: marked, password });
    const valuesOf = async () => {
      const rows = await at.server.store.db.selectFrom('audit_values').selectAll().execute();
      return rows.filter(({ value, user_id }) => /zelda|marked/i.test(value) || user_id === person.id);
    };
    expect((await valuesOf()).length).toBeGreaterThan(4);
    const erased = await entriesOf(() =>
      send(key, 'POST', 'user/erase', { id: person.id, confirmation: 'Zelda Marked' }),
    );
    expect(erased).toMatchObject([{ action: 'user.erased', recordId: person.id, actor: { id } }]);
    expect(await valuesOf()).toEqual([]);
    const { rows } = await at.server.store.pool.query(
      'select body, hash from audit_entries where chain = $1 order by sequence',
      [organizationId],
    );
    let previous = noPreviousHash;
    for (const { body, hash } of rows) {
      expect(body).not.toMatch(/zelda|marked/i);
      expect(JSON.parse(body).previous).toBe(previous);
      expect(canonicalJson(JSON.parse(body))).toBe(body);
      expect(createHash('sha256').update(body).digest('hex')).toBe(hash);
      previous = hash;
    }
  });
});
