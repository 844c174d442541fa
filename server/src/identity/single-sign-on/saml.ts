import { randomBytes } from 'node:crypto';
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { readSamlAnswer } from './saml-answer.ts';
import { domainOf, type SsoProvider } from './sso-config.store.ts';
import { SsoFailure } from './sso-failure.ts';
import type { SsoIdentity } from './sso-requests.store.ts';

export type SamlProvider = Extract<SsoProvider, { type: 'Saml2' }>;

/** What a visit keeps until its answer. */
export interface SamlDetails {
  /** The id of our request, which the answer has to name. */
  readonly requestId: string;
}

const clockSkewMs = 60_000;
/** An answer is used at once: one that is older than this was kept by somebody. */
const maxAgeMs = 600_000;

/** The address at which a person signs in to the provider (HTTP-Redirect). */
export async function beginSaml(
  provider: SamlProvider,
  { callbackUrl, state, now }: { callbackUrl: string; state: string; now: number },
): Promise<{ address: string; details: SamlDetails }> {
  const requestId = `_${randomBytes(20).toString('hex')}`;
  const address = await samlOf(provider, callbackUrl, { requestId, now }).getAuthorizeUrlAsync(
    state,
    undefined,
    {},
  );
  return { address, details: { requestId } };
}

/**
 * Who signed in, from the answer (HTTP-POST, base64). `now` is wall time, epoch ms. node-saml checks the signature,
 * the times, the audience and the request that is answered; `readSamlAnswer` what it does not. Throws for everything
 * that may not count.
 */
export async function finishSaml(
  provider: SamlProvider,
  { callbackUrl, response, now }: { callbackUrl: string; response: string; now: number },
  { requestId }: SamlDetails,
): Promise<SsoIdentity> {
  const xml = Buffer.from(response, 'base64').toString('utf8');
  const answer = readSamlAnswer(xml, {
    callbackUrl,
    requestId,
    idpEntityId: provider.idpEntityId,
    latestIssue: now + clockSkewMs,
  });
  const { profile } = await samlOf(provider, callbackUrl, { requestId, now }).validatePostResponseAsync({
    SAMLResponse: response,
  });
  // Read by two ways: what was signed is what was looked at.
  if (!profile || profile.nameID !== answer.nameId || profile.issuer !== provider.idpEntityId)
    throw new Error('the signed part is another one');
  const email = [answer.nameId, ...emailNames.map((name) => profile[name])].find(
    (value): value is string => typeof value === 'string' && value.length <= 320 && domainOf(value) !== '',
  );
  if (email === undefined) throw new SsoFailure('The provider gave no email address.');
  return {
    issuer: provider.idpEntityId,
    subject: answer.nameId,
    email,
    firstName: first(profile, givenNames),
    lastName: first(profile, familyNames),
  };
}

const emailNames = [
  'email',
  'mail',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
] as const;
const givenNames = [
  'firstName',
  'givenName',
  'urn:oid:2.5.4.42',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
];
const familyNames = [
  'lastName',
  'sn',
  'urn:oid:2.5.4.4',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
];

function first(profile: Record<string, unknown>, names: readonly string[]): string {
  const found = names.map((name) => profile[name]).find((value) => typeof value === 'string');
  return typeof found === 'string' ? found.replaceAll('\0', '').trim().slice(0, 100) : '';
}

/** Every answer has a SAML of its own, which knows one request. */
function samlOf(
  { metadata, spEntityId, idpEntityId }: SamlProvider,
  callbackUrl: string,
  { requestId, now }: { requestId: string; now: number },
): SAML {
  return new SAML({
    callbackUrl,
    issuer: spEntityId,
    audience: spEntityId,
    idpIssuer: idpEntityId,
    idpCert: [...metadata.certificates],
    entryPoint: metadata.signInUrl,
    identifierFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    // How people are authenticated is the provider's matter.
    disableRequestedAuthnContext: true,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    acceptedClockSkewMs: clockSkewMs,
    maxAssertionAgeMs: maxAgeMs,
    // Providers sign the response or the assertion: node-saml refuses an answer in which neither is signed.
    wantAuthnResponseSigned: false,
    wantAssertionsSigned: false,
    generateUniqueId: () => requestId,
    validateInResponseTo: ValidateInResponseTo.always,
    // The store has the request, and lets it be answered once.
    cacheProvider: {
      saveAsync: async (key, value) => ({ value: key === requestId ? value : '', createdAt: 0 }),
      getAsync: async (key) => (key === requestId ? new Date(now).toISOString() : null),
      removeAsync: async (key) => key,
    },
  });
}
