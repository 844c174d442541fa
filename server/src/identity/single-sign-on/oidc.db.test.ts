import { createTxtResolver } from '@allclear/adapters';
import { openStandInDns } from '@allclear/adapters/dns/stand-in-dns.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AccountServer, openAccountServer, password } from '../../../test/account-server.ts';
import { createVisitor } from '../../../test/browser-stand-in.ts';
import { freePort, runToEnd } from '../../../test/run-server.ts';
import { signInStandIn } from '../../../test/sign-in-stand-in.ts';
import { type OidcIssuer, openOidcIssuer } from '../../../test/single-sign-on/oidc-issuer.ts';

let at: AccountServer;
let issuer: OidcIssuer;
let google: OidcIssuer;
let dns: Awaited<ReturnType<typeof openStandInDns>>;
let admin: { id: string; email: string; bearer: string };
let groupId: string;
let counter = 0;

beforeAll(async () => {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  issuer = await openOidcIssuer(`${url}/identity/sso/callback`);
  google = await openOidcIssuer(`${url}/identity/sso/callback`);
  dns = await openStandInDns();
  const settings = { port, allowPrivateAddresses: true, googleIssuer: google.issuer };
  at = await openAccountServer(settings, { dns: createTxtResolver([dns.address]) });
});
afterAll(async () => {
  await at?.close();
  await issuer?.close();
  await google?.close();
  await dns?.close();
});

const db = () => at.server.store.db;

beforeEach(async () => {
  counter += 1;
  for (const table of [
    'sign_in_failures',
    'sso_links',
    'sso_requests',
    'sso_domains',
    'sso_configs',
  ] as const)
    await db().deleteFrom(table).execute();
  await prove('bay.example');
  const person = await at.person('admin');
  const bearer = (await signInStandIn(at.url).signIn({ email: person.email, password })).access_token;
  admin = { ...person, bearer };
  const added = await call('POST', 'site/add', {
    name: `New people ${counter}`,
    timeZone: 'America/New_York',
  });
  expect(added.status).toBe(200);
  groupId = added.body.data.id;
});

const prove = (domain: string, organizationId = at.organizationId) =>
  db()
    .insertInto('sso_domains')
    .values({
      organization_id: organizationId,
      domain,
      token: 't',
      created_at: new Date(),
      proven_at: new Date(),
    })
    .execute();

async function call(method: string, path: string, body?: unknown, bearer = admin.bearer) {
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
}
const path = () => `customer/${at.organizationId}/sso`;

const draft = (more: object = {}) => ({
  customerId: at.organizationId,
  ...{ IDPType: 'Oidc', IDPDisplayName: 'Bay Sign-In', ForceSSO: false, AutoProvision: false },
  ...{ issuer: issuer.issuer, clientId: issuer.clientId, clientSecret: issuer.clientSecret },
  ...more,
});
async function configure(more: object = {}) {
  const saved = await call('POST', path(), draft(more));
  expect(saved.body).toMatchObject({ data: { isConfigured: true } });
  return saved.body.data;
}

/** A browser that has typed an address. */
async function typed(email: string) {
  const browser = signInStandIn(at.url);
  const { visitor } = browser;
  const first = await visitor.follow(await visitor.get(await authorize(email)), `${at.url}/identity/`);
  const page = await visitor.post(first.answer.url.replace(/\?.*$/, ''), { email });
  return { browser, visitor, page, text: await page.text(), at: page.url };
}
const authorize = async (_email: string) =>
  `${at.url}/identity/auth?${new URLSearchParams({
    ...{ client_id: 'allclear-web', redirect_uri: `${at.url}/callback`, response_type: 'code' },
    ...{ scope: 'openid profile email', code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM' },
    code_challenge_method: 'S256',
  })}`;

/** Goes to the provider and back; gives the address of the app that the sign-in led to, or the page that refused. */
async function throughProvider(email: string, from = issuer) {
  const start = await typed(email);
  const out = await start.visitor.get(`${start.at}/sso`);
  const there = out.headers.get('location') ?? '';
  const back = await start.visitor.follow(await start.visitor.get(there), from.issuer);
  const { answer, location } = await start.visitor.follow(
    await start.visitor.get(back.location ?? ''),
    `${at.url}/identity/`,
  );
  return {
    ...start,
    there,
    back: back.location ?? '',
    status: answer.status,
    text: await answer.text(),
    location,
  };
}
const personAt = (email: string, more: object = {}) => ({
  ...{ sub: `sub of ${email}`, email, email_verified: true, given_name: 'Grace', family_name: 'Harbor' },
  ...more,
});

describe('an issuer of OpenID Connect', () => {
  test('signs a person in, who is known by issuer and subject from then on', async () => {
    await configure();
    const { email, id } = await at.person('customer');
    issuer.person = personAt(email);
    const first = await throughProvider(email);
    expect(first.location).toContain(`${at.url}/callback?code=`);
    expect(first.there).toContain('code_challenge_method=S256');
    issuer.person = { ...issuer.person, email: 'renamed@elsewhere.example' };
    expect((await throughProvider(email)).location).toContain('/callback?code=');
    const links = await db().selectFrom('sso_links').select(['issuer', 'user_id']).execute();
    expect(links).toEqual([{ issuer: issuer.issuer, user_id: id }]);
    expect(at.server.logged.join('')).not.toContain(issuer.clientSecret);
  });

  test('adds a Customer in the default group, only where the organization wants that', async () => {
    const email = `new-${counter}@bay.example`;
    issuer.person = personAt(email);
    await configure();
    const refused = await throughProvider(email);
    expect([refused.status, refused.text]).toEqual([
      401,
      expect.stringContaining('You have no account here'),
    ]);
    expect(groupId).not.toBe('');
    await configure({ AutoProvision: true, DefaultUserGroupSiteId: groupId, clientSecret: '' });
    expect((await throughProvider(email)).location).toContain('/callback?code=');
    const added = await db().selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
    expect(added).toMatchObject({
      role: 'customer',
      group_id: groupId,
      first_name: 'Grace',
      is_active: true,
    });
    // Whom an administrator removed does not come back.
    expect((await call('DELETE', `user/${added?.id}`)).status).toBe(200);
    expect((await throughProvider(email)).text).toContain('You have no account here');
  });

  test('adds nobody to an organization that is closed', async () => {
    const email = `late-${counter}@bay.example`;
    issuer.person = personAt(email);
    await configure({ AutoProvision: true, DefaultUserGroupSiteId: groupId });
    const setStatus = (status: string) =>
      db().updateTable('organizations').set({ status }).where('id', '=', at.organizationId).execute();
    await setStatus('CLOSED');
    try {
      const refused = await throughProvider(email);
      expect([refused.status, refused.location]).toEqual([401, undefined]);
      expect(refused.text).toContain('You have no account here');
      expect(await db().selectFrom('users').select('id').where('email', '=', email).execute()).toEqual([]);
    } finally {
      await setStatus('ACTIVE');
    }
  });

  test.each([
    ['an address that is not verified', { email_verified: false }, 'has not verified'],
    ['a textual "true"', { email_verified: 'true' }, 'has not verified'],
    ['no word on whether it is verified', { email_verified: undefined }, 'has not verified'],
    ['no address', { email: undefined }, 'gave no email address'],
    ['an address that cannot be stored', { email: 'a\u0000b@bay.example' }, 'cannot be used'],
    ['a domain that is not proven', { email: 'admin@other.example' }, 'has not proven'],
    ['a domain below a proven one', { email: 'admin@sub.bay.example' }, 'has not proven'],
  ])('refuses %s', async (_name, more, problem) => {
    await configure();
    const { email } = await at.person('customer');
    issuer.person = personAt(email, { sub: `odd ${counter}`, ...more });
    const result = await throughProvider(email);
    expect([result.status, result.location, result.text]).toEqual([
      401,
      undefined,
      expect.stringContaining(problem),
    ]);
  });

  test('signs in only people of the organization whose provider it is', async () => {
    const other = await at.server.organization(`Other ${counter}`);
    await configure();
    await prove(`other-${counter}.example`);
    // The account of the other organization has the address, and this organization has proven the domain.
    const email = `customer@other-${counter}.example`;
    const { rowCount } = await at.server.store.pool.query('select 1 from users where email = $1', [email]);
    expect([rowCount, other.organizationId]).toEqual([1, expect.any(String)]);
    issuer.person = personAt(email);
    expect((await throughProvider(email)).text).toContain('You have no account here');
  });

  test('a provider that an Admin set signs no Super Admin in', async () => {
    await configure();
    const { email } = await at.person('super-admin');
    issuer.person = personAt(email);
    const result = await throughProvider(email);
    expect([result.status, result.text]).toEqual([401, expect.stringContaining('Your role is above')]);
  });

  test('an account that is linked to one person is not given to another of the same address', async () => {
    await configure();
    const { email } = await at.person('customer');
    issuer.person = personAt(email);
    await throughProvider(email);
    issuer.person = personAt(email, { sub: 'a successor' });
    expect((await throughProvider(email)).text).toContain('belongs to somebody else');
  });

  test('a foreign state, an answer given twice, and the answer of another browser are refused', async () => {
    await configure();
    const { email } = await at.person('customer');
    issuer.person = personAt(email);
    const start = await typed(email);
    const there = (await start.visitor.get(`${start.at}/sso`)).headers.get('location') ?? '';
    const back = await start.visitor.follow(await start.visitor.get(there), issuer.issuer);
    const address = new URL(back.location ?? '');
    const foreign = new URL(address);
    foreign.searchParams.set('state', 'a'.repeat(43));
    expect((await start.visitor.get(foreign.href)).status).toBe(400);
    // Somebody else's browser brings the answer: the ticket is bound to the sign-in, and neither can use it.
    const stranger = createVisitor();
    const next = (await stranger.get(address.href)).headers.get('location') ?? '';
    expect(next).toContain('/sso/done?ticket=');
    expect((await stranger.get(next)).status).toBe(400);
    expect((await start.visitor.get(address.href)).status).toBe(400);
    expect((await start.visitor.get(next.replace(/ticket=.*/, 'ticket=guess'))).status).toBe(400);
  });

  test('an address reads the same with an account and without one', async () => {
    await configure();
    const { email } = await at.person('customer');
    const plain = (text: string, address: string) =>
      text.replaceAll(address, 'EMAIL').replaceAll(/sign-in\/[\w-]+/g, 'sign-in/UID');
    for (const [known, unknown] of [
      [email, 'nobody@bay.example'],
      ['admin@other.example', 'nobody@other.example'],
    ] as const) {
      const [a, b] = [await typed(known), await typed(unknown)];
      expect([a.page.status, plain(a.text, known)]).toEqual([b.page.status, plain(b.text, unknown)]);
    }
    expect((await typed(email)).text).toContain('Continue with Bay Sign-In');
    expect((await typed('nobody@other.example')).text).not.toContain('Continue with');
  });
});

describe('Google', () => {
  const withGoogle = () =>
    configure({ IDPType: 'Google', clientId: google.clientId, clientSecret: google.clientSecret });

  test('signs in people of a proven Workspace domain', async () => {
    await withGoogle();
    const { email } = await at.person('customer');
    google.person = personAt(email, { hd: 'bay.example' });
    const result = await throughProvider(email, google);
    expect(result.location).toContain('/callback?code=');
    expect(new URL(result.there).searchParams.get('hd')).toBe('bay.example');
  });

  test.each([
    ['another’s hd', { hd: 'evil.example' }],
    ['no hd', {}],
  ])('refuses %s', async (_name, more) => {
    await withGoogle();
    const { email } = await at.person('customer');
    google.person = personAt(email, { sub: `g ${counter}`, ...more });
    const result = await throughProvider(email, google);
    expect([result.status, result.text]).toEqual([401, expect.stringContaining('does not belong')]);
  });
});

describe('required single sign-on', () => {
  async function testSignIn() {
    const { body } = await call('POST', `${path()}/test`);
    const visitor = createVisitor();
    const back = await visitor.follow(await visitor.get(body.data.address), issuer.issuer);
    const page = (await visitor.get(back.location ?? '')).headers.get('location') ?? '';
    expect(page).toContain(`${at.url}/Integrations/SSO#`);
    return call('POST', `${path()}/test/end`, { ticket: page.split('#')[1] });
  }

  test('needs a test sign-in by its editor, as the editor', async () => {
    await configure();
    const early = await call('POST', path(), draft({ ForceSSO: true, clientSecret: '' }));
    expect([early.status, Object.keys(early.body.responseException.errors)]).toEqual([400, ['ForceSSO']]);
    issuer.person = personAt((await at.person('customer')).email);
    expect((await testSignIn()).body.responseException.message).toContain('somebody else');
    issuer.person = personAt(admin.email);
    expect((await testSignIn()).body.data).toMatchObject({ isTestedByMe: true });
    expect((await configure({ ForceSSO: true, clientSecret: '' })).ForceSSO).toBe(true);
    // Another provider was not tested.
    const changed = await call('POST', path(), draft({ ForceSSO: true, clientSecret: 'another' }));
    expect(changed.status).toBe(400);
  });

  test('refuses passwords but those of Super Admins, who need a second factor', async () => {
    await configure();
    await db().updateTable('sso_configs').set({ is_required: true }).execute();
    const { email } = await at.person('customer');
    const refused = await signInStandIn(at.url).fillForm({ email, password });
    expect([refused.status, await refused.text()]).toEqual([
      403,
      expect.stringContaining('requires its own sign-in'),
    ]);
    const wrong = await signInStandIn(at.url).fillForm({ email, password: 'wrong' });
    expect([wrong.status, await wrong.text()]).toEqual([401, expect.stringContaining('do not match')]);
    const chief = await at.person('super-admin');
    const page = await signInStandIn(at.url).fillForm({ email: chief.email, password });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('authenticator')]);
    issuer.person = personAt(email);
    expect((await throughProvider(email)).location).toContain('/callback?code=');
  });
});

describe('the configuration', () => {
  test('is for three roles, changed by Admins in a session of the app, and only of the own organization', async () => {
    await configure();
    const { organizationId, people } = await at.server.organization(`Fence ${counter}`);
    expect((await call('GET', `customer/${organizationId}/sso`)).status).toBe(404);
    for (const [method, end, body] of [
      ['POST', '', { ...draft(), customerId: organizationId }],
      ['DELETE', '', undefined],
      ['POST', '/domains', { domain: 'x.example' }],
      ['POST', '/domains/prove', { domain: 'bay.example' }],
      ['DELETE', '/domains/bay.example', undefined],
      ['POST', '/test', undefined],
      ['POST', '/test/end', { ticket: 'x' }],
    ] as const)
      expect([end, (await call(method, `customer/${organizationId}/sso${end}`, body)).status]).toEqual([
        end,
        404,
      ]);
    const own = `customer/${organizationId}/sso`;
    expect((await call('GET', own, undefined, people['assistant-admin'].key)).status).toBe(200);
    expect((await call('GET', own, undefined, people.customer.key)).status).toBe(403);
    expect((await call('DELETE', own, undefined, people['assistant-admin'].key)).status).toBe(403);
    expect((await call('DELETE', own, undefined, people.admin.key)).status).toBe(403);
    const withheld = await at.server.organization(`Without ${counter}`, ['integrations.sso.access']);
    const without = `customer/${withheld.organizationId}/sso`;
    expect((await call('GET', without, undefined, withheld.people.admin.key)).status).toBe(403);
  });

  test('never shows its secret, and does not send it to another issuer', async () => {
    const saved = await configure();
    expect(JSON.stringify(saved)).not.toContain(issuer.clientSecret);
    expect(saved).toMatchObject({
      ...{ IDPScheme: at.organizationId, idpType: 'Oidc', hasClientSecret: true, spEntityId: at.url },
      callbackUrl: `${at.url}/identity/sso/saml/${at.organizationId}`,
    });
    const row = await db().selectFrom('sso_configs').select('sealed_client_secret').executeTakeFirst();
    expect(row?.sealed_client_secret).not.toContain(issuer.clientSecret);
    const moved = await call('POST', path(), draft({ issuer: google.issuer, clientSecret: '' }));
    expect([moved.status, Object.keys(moved.body.responseException.errors)]).toEqual([400, ['ClientSecret']]);
  });

  test('of two editors the second sees what the first changed', async () => {
    const { revision } = await configure();
    await configure({ IDPDisplayName: 'First', clientSecret: '', revision });
    const late = await call('POST', path(), draft({ IDPDisplayName: 'Second', clientSecret: '', revision }));
    expect([late.status, Object.keys(late.body.responseException.errors)]).toEqual([409, ['IDPDisplayName']]);
  });

  test('the default group goes with adding people, and is one of the organization', async () => {
    const saved = await configure({ AutoProvision: false, DefaultUserGroupSiteId: groupId });
    expect(saved.DefaultUserGroupSiteId).toBeNull();
    for (const id of [null, 'x', '00000000-0000-4000-8000-000000000000']) {
      const refused = await call('POST', path(), draft({ AutoProvision: true, DefaultUserGroupSiteId: id }));
      expect([refused.status, Object.keys(refused.body.responseException.errors)]).toEqual([
        400,
        ['DefaultUserGroupSiteId'],
      ]);
    }
  });

  test('ends, and takes what it was linked by', async () => {
    await configure();
    const { email } = await at.person('customer');
    issuer.person = personAt(email);
    await throughProvider(email);
    expect((await call('DELETE', path())).status).toBe(200);
    expect((await call('DELETE', path())).status).toBe(404);
    expect((await call('GET', path())).body.data).toMatchObject({ isConfigured: false, idpType: 'Google' });
    expect(await db().selectFrom('sso_links').selectAll().execute()).toEqual([]);
    expect((await signInStandIn(at.url).signIn({ email, password })).access_token).toBeTypeOf('string');
  });

  test('the command line proves a domain, which an organization that had it loses', async () => {
    const other = await at.server.organization(`Commanded ${counter}`);
    const env = { DATABASE_URL: at.server.store.url };
    const run = (...args: string[]) => runToEnd(args, env, 'prove-domain.ts');
    const proven = () =>
      db()
        .selectFrom('sso_domains')
        .select('organization_id')
        .where('domain', '=', 'harbor.example')
        .where('proven_at', 'is not', null)
        .execute();
    await prove('harbor.example', other.organizationId);
    const unknown = await run('--email', 'nobody@bay.example', '--domain', 'harbor.example');
    expect(unknown).toMatchObject({ code: 1, output: expect.stringContaining('Nobody of an organization') });
    const odd = await run('--email', admin.email, '--domain', 'harbor example');
    expect(odd).toMatchObject({ code: 1, output: expect.stringContaining('--domain needs a domain') });
    expect(await proven()).toEqual([{ organization_id: other.organizationId }]);
    const done = await run('--email', admin.email, '--domain', 'Harbor.Example');
    expect(done).toMatchObject({
      code: 0,
      output: expect.stringContaining(`harbor.example is proven for the organization of ${admin.email}`),
    });
    expect(await proven()).toEqual([{ organization_id: at.organizationId }]);
  });

  test('a domain counts once its TXT record is there', async () => {
    await configure();
    const added = await call('POST', `${path()}/domains`, { domain: 'Harbor.example' });
    const { record, isProven } = added.body.data.domains.find(
      ({ domain }: { domain: string }) => domain === 'harbor.example',
    );
    expect([isProven, record]).toEqual([false, expect.stringMatching(/^allclear-verify=.{32}$/)]);
    expect((await typed('a@harbor.example')).text).not.toContain('Continue with');
    dns.records.set('harbor.example', [['allclear-verify=of-somebody-else']]);
    const early = await call('POST', `${path()}/domains/prove`, { domain: 'harbor.example' });
    expect([early.status, early.body.responseException.message]).toEqual([
      409,
      expect.stringContaining('no TXT'),
    ]);
    dns.records.set('harbor.example', [['v=spf1 -all'], [record]]);
    expect((await call('POST', `${path()}/domains/prove`, { domain: 'harbor.example' })).status).toBe(200);
    expect((await typed('a@harbor.example')).text).toContain('Continue with');
    expect((await call('DELETE', `${path()}/domains/harbor.example`)).status).toBe(200);
    expect((await call('POST', `${path()}/domains`, { domain: 'not a domain' })).status).toBe(400);
  });
});
