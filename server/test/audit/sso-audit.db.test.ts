import { createHash, randomBytes } from 'node:crypto';
import { type AuditEntry, installationChain } from '@allclear/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AccountServer, openAccountServer, password } from '../account-server.ts';
import { addOperator } from '../operator.ts';
import { freePort } from '../run-server.ts';
import { signInStandIn } from '../sign-in-stand-in.ts';
import { type OidcIssuer, openOidcIssuer } from '../single-sign-on/oidc-issuer.ts';
import { ask } from '../test-server.ts';
import { auditEntriesOf } from './audit-entries.ts';

let at: AccountServer;
let issuer: OidcIssuer;
let id: string;
let bearer: string;
beforeAll(async () => {
  const port = await freePort();
  issuer = await openOidcIssuer(`http://localhost:${port}/identity/sso/callback`);
  at = await openAccountServer({ port, allowPrivateAddresses: true });
  const person = await at.person('super-admin');
  id = person.id;
  bearer = (await signInStandIn(at.url).signIn({ email: person.email, password })).access_token;
  await at.server.store.db
    .insertInto('sso_domains')
    .values({
      ...{ organization_id: at.organizationId, domain: 'bay.example', token: 't' },
      ...{ created_at: new Date(), proven_at: new Date() },
    })
    .execute();
});
afterAll(async () => {
  await at?.close();
  await issuer?.close();
});

async function entriesOf(work: () => Promise<unknown>): Promise<AuditEntry[]> {
  const chains = [at.organizationId, installationChain];
  const { store } = at.server;
  const counts = await Promise.all(chains.map(async (chain) => (await auditEntriesOf(store, chain)).length));
  await work();
  return (await Promise.all(chains.map((chain, n) => auditEntriesOf(store, chain, counts[n])))).flat();
}

async function send(method: Parameters<typeof ask>[1], path: string, body?: object, key = bearer) {
  const answer = await ask(at.server.app, method, `/api/${path}`, { key, ...(body ? { body } : {}) });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
}

/** Signs in through the provider; gives the status of the last page. */
async function throughProvider(email: string): Promise<number> {
  const { visitor } = signInStandIn(at.url);
  const authorize = `${at.url}/identity/auth?${new URLSearchParams({
    ...{ client_id: 'allclear-web', redirect_uri: `${at.url}/callback`, response_type: 'code' },
    ...{ scope: 'openid profile email', code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM' },
    code_challenge_method: 'S256',
  })}`;
  const first = await visitor.follow(await visitor.get(authorize), `${at.url}/identity/`);
  const page = await visitor.post(first.answer.url.replace(/\?.*$/, ''), { email });
  const there = (await visitor.get(`${page.url}/sso`)).headers.get('location') ?? '';
  const back = await visitor.follow(await visitor.get(there), issuer.issuer);
  return (await visitor.follow(await visitor.get(back.location ?? ''), `${at.url}/identity/`)).answer.status;
}

const digest = { personal: expect.stringMatching(/^[0-9a-f]{64}$/) };

it('single sign-on leaves an entry when it is set, tested, used and removed, and no secret', async () => {
  const path = `customer/${at.organizationId}/sso`;
  const group = (await send('POST', 'site/add', { name: 'New people', timeZone: 'Eastern' })).id;
  const { clientId, clientSecret } = issuer;
  const draft = {
    ...{ customerId: at.organizationId, IDPType: 'Oidc', IDPDisplayName: 'Bay Sign-In', ForceSSO: false },
    ...{ AutoProvision: true, DefaultUserGroupSiteId: group, issuer: issuer.issuer, clientId, clientSecret },
  };
  const set = await entriesOf(() => send('POST', path, draft));
  expect(set).toMatchObject([
    {
      ...{ action: 'single-sign-on.changed', actor: { kind: 'user', id }, before: null },
      after: { type: 'Oidc', issuer: issuer.issuer, isRequired: false, defaultGroupId: group },
    },
  ]);
  expect(JSON.stringify(set)).not.toContain(clientSecret);
  expect(await entriesOf(() => send('POST', `${path}/test`))).toMatchObject([
    { action: 'single-sign-on.tested', actor: { id }, after: { step: 'begun' } },
  ]);
  issuer.person = {
    ...{ sub: 'grace', email: 'grace@bay.example', email_verified: true },
    ...{ given_name: 'Grace', family_name: 'Harbor' },
  };
  const used = await entriesOf(() => throughProvider('grace@bay.example'));
  expect(used).toMatchObject([
    { action: 'user.provisioned', actor: { kind: 'system', id: 'single-sign-on' }, after: { email: digest } },
    { action: 'account.signed-in', actor: { kind: 'user', via: 'session' }, after: { method: ['sso'] } },
  ]);
  expect(used[1]?.recordId).toBe(used[0]?.recordId);
  issuer.person = { sub: 'stranger', email: 'stranger@other.example', email_verified: true };
  const refused = await entriesOf(async () =>
    expect(await throughProvider('stranger@bay.example')).toBe(401),
  );
  expect(refused).toMatchObject([
    {
      ...{ chain: at.organizationId, action: 'account.sign-in-refused' },
      after: { reason: 'single-sign-on-failed', address: digest },
    },
  ]);
  expect(await entriesOf(() => send('DELETE', path))).toMatchObject([
    { action: 'single-sign-on.removed', actor: { id }, before: { type: 'Oidc' }, after: null },
  ]);
});

it('an operator who acts as a person is named in what the person changed, and ends with an entry', async () => {
  const operator = await addOperator(at.server.store, at.url);
  const verifier = randomBytes(32).toString('base64url');
  const codeChallenge = createHash('sha256').update(verifier).digest('base64url');
  const begin = (userId: string) =>
    send('POST', 'operator/Impersonation', { userId, reason: 'A policy', codeChallenge }, operator.token);
  const { code } = await begin(id);
  const exchanged = await fetch(`${at.url}/identity/token`, {
    method: 'POST',
    body: new URLSearchParams({
      ...{ client_id: 'allclear-impersonation', grant_type: 'authorization_code', code },
      ...{ redirect_uri: `${at.url}/impersonation`, code_verifier: verifier },
    }),
  });
  const { access_token: token } = (await exchanged.json()) as { access_token: string };
  const actor = { kind: 'user', id, via: 'impersonation', operatorId: operator.id };
  const added = await entriesOf(() =>
    send('POST', 'site/add', { name: 'By the operator', timeZone: 'Eastern' }, token),
  );
  expect(added).toMatchObject([{ action: 'group.added', actor }]);
  const refused = await entriesOf(() =>
    ask(at.server.app, 'POST', '/api/site/add', { key: token, body: { name: '' } }),
  );
  expect(refused).toMatchObject([{ action: 'request.refused', actor }]);
  expect(await entriesOf(() => send('POST', 'account/impersonation/end', {}, token))).toMatchObject([
    { action: 'impersonation.ended', recordId: id, actor },
  ]);
  // Beginning anew ends what goes on.
  await begin(id);
  const other = await at.person('customer');
  expect(await entriesOf(() => begin(other.id))).toMatchObject([
    { action: 'impersonation.ended', recordId: id, actor: { kind: 'operator', id: operator.id } },
    { action: 'impersonation.begun', recordId: other.id, actor: { kind: 'operator', id: operator.id } },
  ]);
});
