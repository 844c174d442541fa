import { openLiveHttpClient } from '@allclear/adapters';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AccountServer, openAccountServer, password } from '../../../test/account-server.ts';
import { createVisitor } from '../../../test/browser-stand-in.ts';
import { freePort } from '../../../test/run-server.ts';
import { signInStandIn } from '../../../test/sign-in-stand-in.ts';
import { secondSamlKey } from '../../../test/single-sign-on/saml-keys.ts';
import {
  openSamlProvider,
  type SamlProviderStandIn,
  type SamlWish,
  samlMetadata,
} from '../../../test/single-sign-on/saml-provider.ts';
import { fetchMetadata, readMetadata } from './saml-metadata.ts';

let at: AccountServer;
let provider: SamlProviderStandIn;
let callbackUrl: string;
let admin: { email: string; bearer: string };

beforeAll(async () => {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  at = await openAccountServer({ port, allowPrivateAddresses: true });
  callbackUrl = `${url}/identity/sso/saml/${at.organizationId}`;
  provider = await openSamlProvider(callbackUrl, url);
  const person = await at.person('admin');
  admin = {
    email: person.email,
    bearer: (await signInStandIn(at.url).signIn({ email: person.email, password })).access_token,
  };
});
afterAll(async () => {
  await at?.close();
  await provider?.close();
});

const db = () => at.server.store.db;
const path = () => `customer/${at.organizationId}/sso`;

async function save(more: object = {}) {
  const answer = await fetch(`${at.url}/api/${path()}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.bearer}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ customerId: at.organizationId, IDPType: 'Saml2', IDPDisplayName: 'Bay SAML', ForceSSO: false },
      ...{ AutoProvision: false, idpEntityId: provider.entityId, metadataUrl: provider.metadataUrl },
      ...more,
    }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back
  return { status: answer.status, body: (await answer.json()) as any };
}

beforeEach(async () => {
  for (const table of ['sso_links', 'sso_requests', 'sso_domains', 'sso_configs'] as const)
    await db().deleteFrom(table).execute();
  await db()
    .insertInto('sso_domains')
    .values({
      ...{ organization_id: at.organizationId, domain: 'bay.example', token: 't' },
      ...{ created_at: new Date(), proven_at: new Date() },
    })
    .execute();
  provider.metadata = samlMetadata(provider);
  expect((await save()).status).toBe(200);
});

/** A browser on its way to the provider. */
async function underway(email: string) {
  const visitor = createVisitor();
  const authorize = `${at.url}/identity/auth?${new URLSearchParams({
    ...{ client_id: 'allclear-web', redirect_uri: `${at.url}/callback`, response_type: 'code' },
    ...{ scope: 'openid', code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM' },
    code_challenge_method: 'S256',
  })}`;
  const first = await visitor.follow(await visitor.get(authorize), `${at.url}/identity/`);
  const page = first.answer.url.replace(/\?.*$/, '');
  await visitor.post(page, { email });
  const there = (await visitor.get(`${page}/sso`)).headers.get('location') ?? '';
  return { visitor, there };
}

/** Posts an answer as the provider's page does; gives how the sign-in goes on. */
async function answered(
  { visitor }: { visitor: ReturnType<typeof createVisitor> },
  form: { SAMLResponse: string; RelayState: string },
) {
  // A post of another site brings no cookies.
  const posted = await createVisitor().post(callbackUrl, { ...form });
  if (posted.status !== 303) return { status: posted.status, location: undefined, text: await posted.text() };
  const next = posted.headers.get('location') ?? '';
  expect(next.startsWith(`${at.url}/identity/sign-in/`)).toBe(true);
  const { answer, location } = await visitor.follow(await visitor.get(next), `${at.url}/identity/`);
  return { status: answer.status, location, text: await answer.text() };
}

const forgeName = (xml: string) => xml.replace(/>[^<]*<\/saml:NameID>/, '>victim@bay.example</saml:NameID>');
const wrapped = (kind: 'before' | 'inside' | 'object') => (xml: string) => {
  const signed = /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml)?.[0] ?? '';
  const forged = signed
    .replace(/<ds:Signature.*?<\/ds:Signature>|<Signature.*?<\/Signature>/s, '')
    .replace(/ID="[^"]+"/, 'ID="_forged"')
    .replace(/>[^<]*<\/saml:NameID>/, '>victim@bay.example</saml:NameID>');
  if (kind === 'before') return xml.replace(signed, forged + signed);
  if (kind === 'inside')
    return xml.replace(signed, forged.replace('</saml:Assertion>', `${signed}</saml:Assertion>`));
  const withObject = forged.replace(
    '</saml:Issuer>',
    `</saml:Issuer>${(/<(ds:)?Signature .*<\/(ds:)?Signature>/s.exec(signed)?.[0] ?? '').replace(
      /<\/((ds:)?)Signature>$/,
      `<$1Object>${signed}</$1Object></$1Signature>`,
    )}`,
  );
  return xml.replace(signed, withObject);
};

describe('a SAML provider', () => {
  test.each(['assertion', 'response', 'both'] as const)('signs a person in: signed %s', async (signed) => {
    const { email } = await at.person('customer');
    const start = await underway(email);
    expect(start.there.startsWith(provider.signInUrl)).toBe(true);
    const result = await answered(start, provider.answer(start.there, { nameId: email, signed }));
    expect(result.location).toContain(`${at.url}/callback?code=`);
  });

  test.each<[string, SamlWish, string]>([
    ['an unsigned answer', { signed: 'none' }, 'it is not signed'],
    ['another destination', { destination: 'https://elsewhere.example/acs', signed: 'both' }, 'destination'],
    ['another recipient', { recipient: 'https://elsewhere.example/acs' }, 'recipient'],
    ['another audience', { audience: 'https://elsewhere.example' }, 'audience mismatch'],
    ['another issuer', { issuer: 'https://elsewhere.example/entity' }, 'another issuer'],
    ['another request', { inResponseTo: '_of_somebody_else' }, 'answers another request'],
    ['an answer that has expired', { ageMinutes: 15 }, 'No valid subject confirmation'],
    ['an answer of the future', { ageMinutes: -15 }, 'in the future'],
    ['the certificate of another provider', { key: secondSamlKey.key }, 'Invalid signature'],
    ['SHA-1', { algorithm: 'sha1' }, 'not SHA-2'],
    ['a comment in the name', { nameId: 'victim@bay.example<!---->.evil.example' }, 'comment'],
    ['a changed name', { change: forgeName }, 'Invalid signature'],
    ['a changed name in a signed response', { change: forgeName, signed: 'response' }, 'Invalid'],
    ['an assertion wrapped before the signed one', { change: wrapped('before') }, '2 times its assertion'],
    ['an assertion wrapped around the signed one', { change: wrapped('inside') }, '2 times its assertion'],
    [
      'the signed assertion inside a forged one’s signature',
      { change: wrapped('object') },
      '2 times its assertion',
    ],
    ['a DTD', { change: (xml) => `<!DOCTYPE x [<!ENTITY e "victim">]>${xml}` }, 'DTD'],
  ])('refuses %s', async (_name, wish, reason) => {
    await db().updateTable('users').set({ email: null }).where('email', '=', 'victim@bay.example').execute();
    const { id } = await at.person('customer');
    await db().updateTable('users').set({ email: 'victim@bay.example' }).where('id', '=', id).execute();
    const start = await underway('victim@bay.example');
    const form = provider.answer(start.there, { nameId: 'attacker@bay.example', ...wish });
    at.server.logged.length = 0;
    const result = await answered(start, form);
    expect([result.status, result.location]).toEqual([401, undefined]);
    expect(result.text).toContain('gave an answer that cannot be used');
    expect(at.server.logged.join('')).toContain(reason);
    expect(await db().selectFrom('sso_links').selectAll().execute()).toEqual([]);
  });

  test('refuses what nobody asked for, what was used, and another address in RelayState', async () => {
    const { email } = await at.person('customer');
    const start = await underway(email);
    const form = provider.answer(start.there, { nameId: email });
    const relayed = await answered(start, { ...form, RelayState: 'https://evil.example/' });
    expect([relayed.status, relayed.location]).toEqual([400, undefined]);
    expect((await answered(start, { ...form, RelayState: '' })).status).toBe(400);
    expect((await answered(start, form)).location).toContain('/callback?code=');
    const replayed = await answered(start, form);
    expect([replayed.status, replayed.location]).toEqual([400, undefined]);
  });

  test('an answer counts for the organization alone at whose address it comes', async () => {
    const { organizationId } = await at.server.organization('Other SAML');
    const { email } = await at.person('customer');
    const start = await underway(email);
    const posted = await createVisitor().post(
      `${at.url}/identity/sso/saml/${organizationId}`,
      provider.answer(start.there, { nameId: email }),
    );
    const { answer, location } = await start.visitor.follow(
      await start.visitor.get(posted.headers.get('location') ?? ''),
      `${at.url}/identity/`,
    );
    expect([answer.status, location]).toEqual([401, undefined]);
  });
});

describe('SAML metadata', () => {
  const entity = { entityId: 'https://idp.example/entity', signInUrl: 'https://idp.example/sso?a=1&amp;b=2' };

  test('names the sign-in address and every certificate', () => {
    const xml = samlMetadata({
      ...entity,
      certificates: [secondSamlKey.certificate, secondSamlKey.certificate],
    });
    expect(readMetadata(xml, entity.entityId, 5)).toEqual({
      ...{
        signInUrl: 'https://idp.example/sso?a=1&b=2',
        certificates: [secondSamlKey.certificate],
        fetchedAt: 5,
      },
    });
  });

  test.each([
    ['a DTD', `<!DOCTYPE md [<!ENTITY e SYSTEM "file:///etc/passwd">]>${samlMetadata(entity)}`, 'DTD'],
    ['another entity', samlMetadata({ ...entity, entityId: 'https://other.example' }), 'entity ID'],
    ['no certificate', samlMetadata({ ...entity, certificates: ['AAAA'] }), 'no certificate'],
    ['no address', samlMetadata({ ...entity, signInUrl: 'javascript:alert(1)' }), 'no sign-in address'],
    ['no XML', 'not found', 'not XML'],
  ])('with %s is refused', (_name, xml, problem) => {
    expect(() => readMetadata(xml, entity.entityId, 0)).toThrow(problem);
  });

  test('at a private address is refused', async () => {
    const http = openLiveHttpClient({ userAgent: 'test', proxy: null });
    const context = { http, allowPrivateAddresses: false, wallNow: () => 0 };
    await expect(
      fetchMetadata(context, { metadataUrl: provider.metadataUrl, idpEntityId: provider.entityId }),
    ).rejects.toThrow('private address');
    await http.close();
  });

  test('that cannot be read is said under its field, and nothing is stored', async () => {
    provider.metadata = '<!DOCTYPE x><x/>';
    const refused = await save({ IDPDisplayName: 'Changed' });
    expect([refused.status, refused.body.responseException.errors]).toEqual([
      400,
      { MetadataUrl: ['The metadata has a DTD, which is not allowed.'] },
    ]);
    expect(await db().selectFrom('sso_configs').select('display_name').execute()).toEqual([
      { display_name: 'Bay SAML' },
    ]);
  });

  test('is read again after a day, and the old serves while that fails', async () => {
    const age = async () => {
      const row = await db().selectFrom('sso_configs').select('metadata').executeTakeFirstOrThrow();
      const old = { ...(row.metadata as object), fetchedAt: Date.now() - 90_000_000 };
      await db()
        .updateTable('sso_configs')
        .set({ metadata: JSON.stringify(old), metadata_tried_at: new Date(Date.now() - 90_000_000) })
        .execute();
    };
    const { email } = await at.person('customer');
    await age();
    provider.metadata = null;
    const start = await underway(email);
    expect((await answered(start, provider.answer(start.there, { nameId: email }))).location).toContain(
      'code=',
    );
    await age();
    // The provider has another certificate now.
    provider.metadata = samlMetadata({ ...provider, certificates: [secondSamlKey.certificate] });
    const renewed = await underway(email);
    const form = provider.answer(renewed.there, { nameId: email, key: secondSamlKey.key });
    expect((await answered(renewed, form)).location).toContain('code=');
  });
});
