import * as client from 'openid-client';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import type { SsoProvider } from './sso-config.store.ts';
import { domainOf } from './sso-config.store.ts';
import { SsoFailure } from './sso-failure.ts';
import { type SsoHttp, ssoFetch } from './sso-fetch.ts';
import type { SsoIdentity } from './sso-requests.store.ts';

export type OidcProvider = Extract<SsoProvider, { clientId: string }>;

/** What a visit keeps until its answer. */
export interface OidcDetails {
  readonly nonce: string;
  readonly codeVerifier: string;
}

export interface OidcContext {
  readonly http: SsoHttp;
  readonly secrets: SecretBox;
  /** Where the provider sends people back to. */
  readonly callbackUrl: string;
  /** Whether issuers may be without TLS, as inside a private network. */
  readonly allowHttp: boolean;
}

/** Differences of clocks that are no fault, seconds. */
const toleranceSeconds = 60;

/** What the client secret of an organization is sealed for. */
export const clientSecretPurpose = (organizationId: string) => `sso-client-secret ${organizationId}`;

/** Discovers the issuer. Throws what openid-client and the HTTP client throw. */
export async function discover(
  { http, allowHttp }: Pick<OidcContext, 'http' | 'allowHttp'>,
  { issuer, clientId }: { issuer: string; clientId: string },
  clientSecret: string,
): Promise<client.Configuration> {
  return client.discovery(
    new URL(issuer),
    clientId,
    { client_secret: clientSecret, [client.clockTolerance]: toleranceSeconds },
    undefined,
    {
      [client.customFetch]: ssoFetch(http),
      ...(allowHttp ? { execute: [client.allowInsecureRequests] } : {}),
    },
  );
}

/** The address at which a person signs in to the provider. */
export async function beginOidc(
  context: OidcContext,
  { provider, organizationId, state, email }: Visit & { email: string | null },
): Promise<{ address: string; details: OidcDetails }> {
  const configuration = await configurationOf(context, { provider, organizationId });
  const details = { nonce: client.randomNonce(), codeVerifier: client.randomPKCECodeVerifier() };
  const address = client.buildAuthorizationUrl(configuration, {
    redirect_uri: context.callbackUrl,
    scope: 'openid email profile',
    response_type: 'code',
    code_challenge: await client.calculatePKCECodeChallenge(details.codeVerifier),
    code_challenge_method: 'S256',
    state,
    nonce: details.nonce,
    // Shown accounts only; what counts is the claim of the answer.
    ...(email !== null ? { login_hint: email } : {}),
    ...(email !== null && provider.type === 'Google' ? { hd: domainOf(email) } : {}),
  });
  return { address: address.href, details };
}

interface Visit {
  readonly provider: OidcProvider;
  readonly organizationId: string;
  readonly state: string;
}

/**
 * Who signed in, from the address that the provider sent the browser back to. `domains` are those that the
 * organization has proven. `now` is wall time, epoch ms. Throws `SsoFailure` for what may not count, and what
 * openid-client throws.
 */
export async function finishOidc(
  context: OidcContext,
  { provider, organizationId, state, search }: Visit & { search: string },
  { nonce, codeVerifier }: OidcDetails,
  { domains, now }: { domains: readonly string[]; now: number },
): Promise<SsoIdentity> {
  const configuration = await configurationOf(context, { provider, organizationId });
  const back = new URL(context.callbackUrl);
  back.search = search;
  const tokens = await client.authorizationCodeGrant(configuration, back, {
    pkceCodeVerifier: codeVerifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  const inToken = tokens.claims();
  if (!inToken) throw new SsoFailure('The provider said nothing of who signed in.');
  // The library does not look at it.
  if (inToken.iat > now / 1_000 + toleranceSeconds)
    throw new SsoFailure('The provider’s answer is dated in the future. Its clock may be wrong.');
  if (
    provider.type === 'Google' &&
    !(typeof inToken.hd === 'string' && domains.includes(inToken.hd.toLowerCase()))
  )
    throw new SsoFailure('That Google account does not belong to your organization.');
  const claims =
    inToken.email === undefined
      ? { ...(await client.fetchUserInfo(configuration, tokens.access_token, inToken.sub)), hd: inToken.hd }
      : inToken;
  const { email } = claims;
  if (typeof email !== 'string' || email === '' || email.length > 320)
    throw new SsoFailure('The provider gave no email address.');
  if (claims.email_verified !== true)
    throw new SsoFailure('The provider has not verified your email address.');
  return {
    issuer: inToken.iss,
    subject: inToken.sub,
    email,
    firstName: nameOf(claims.given_name) || nameOf(claims.name),
    lastName: nameOf(claims.family_name),
  };
}

function configurationOf(
  context: OidcContext,
  { provider, organizationId }: Pick<Visit, 'provider' | 'organizationId'>,
): Promise<client.Configuration> {
  const secret = context.secrets.open(provider.sealedClientSecret, clientSecretPurpose(organizationId));
  return discover(context, provider, secret);
}

function nameOf(claim: unknown): string {
  return typeof claim === 'string' ? claim.replaceAll('\0', '').trim().slice(0, 100) : '';
}
