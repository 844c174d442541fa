// Over 300 lines: the settings of one identity provider and what it asks of the store.

import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import {
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider';
import { systemActor } from '../platform/actor.ts';
import { appendAudit } from '../platform/audit/audit.store.ts';
import { type Database, inTransaction } from '../platform/database/database.ts';
import { claimsOf, profileClaims } from './account-claims.ts';
import { hostCookie } from './device-cookie.ts';
import {
  impersonationClient,
  impersonationClientId,
  impersonationSeconds,
} from './impersonation/impersonation-code.ts';
import { findImpersonation } from './impersonation/impersonations.store.ts';
import { oidcAdapter } from './oidc-adapter.ts';
import { errorPage, signedOutPage, signOutPage } from './pages/pages.ts';
import { isSignInValid, maySignIn } from './principal.ts';
import { accountActor, accountChain } from './sessions/audit-sign-in.ts';
import { recordSessions } from './sessions/record-sessions.ts';
import { isSessionEnded } from './sessions/sessions.store.ts';
import { type Account, accountById, getOrCreateSecret, removeOidcSession } from './store.ts';
import { grantClaim } from './tokens.ts';

const actor = systemActor('identity-provider');

export const clientId = 'allclear-web';
/** The audience of our access tokens. */
export const apiAudience = 'urn:allclear:api';

const hourSeconds = 3_600;
const daySeconds = 24 * hourSeconds;
const lastingSeconds = 14 * daySeconds;

/** The embedded OpenID Connect provider and the public half of its keys. */
export interface EmbeddedProvider {
  readonly provider: Provider;
  readonly issuer: string;
  readonly jwks: { keys: JWK[] };
}

/**
 * The embedded identity provider: our web app as a public client, authorization code with PKCE, rotating
 * refresh tokens that end with the session, JWT access tokens for the API; and the client by which operators act
 * as others. `url` is the address of the
 * product without a slash at its end; keys and cookie secrets are made at first start and kept in the store,
 * so that every process of one database is the same provider.
 */
export async function createProvider({
  db,
  url,
  wallNow,
}: {
  db: Database;
  url: string;
  wallNow: () => number;
}): Promise<EmbeddedProvider> {
  const issuer = `${url}/identity`;
  const signingKey = await getOrCreateSecret(db, actor, 'signing-key', makeSigningKey, wallNow());
  const cookieKey = await getOrCreateSecret(
    db,
    actor,
    'cookie-key',
    async () => randomBytes(32).toString('base64url'),
    wallNow(),
  );

  const cookie = {
    httpOnly: true,
    sameSite: 'lax',
    secure: url.startsWith('https:'),
    signed: true,
    overwrite: true,
  } as const;
  const provider = new Provider(issuer, {
    adapter: oidcAdapter(db, wallNow),
    jwks: { keys: [signingKey] },
    clients: [webClient(url), impersonationClient(url)],
    pkce: { required: () => true },
    scopes: ['openid', 'profile', 'email', 'offline_access'],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: [...profileClaims],
    },
    // The web app reads the signed-in user from the ID token, without another request.
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    // Browsers send the origin of a same-origin POST too: only our own app may exchange its code.
    clientBasedCORS: (_ctx, origin) => origin === new URL(url).origin,
    cookies: {
      keys: [cookieKey],
      names: cookieNames(cookie.secure),
      long: cookie,
      short: cookie,
    },
    interactions: {
      policy: signInPolicy(async ({ uid, accountId, loginTs }) => {
        const account = await findActiveAccount(db, accountId);
        return account !== undefined && isSignInValid(account, loginTs) && !(await isSessionEnded(db, uid));
      }),
      url: (_, interaction) => `/identity/sign-in/${interaction.uid}`,
    },
    features,
    issueRefreshToken: (_, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    expiresWithSession: () => true,
    ttl,
    // Without `grant_id` an access token would be good until it expires.
    extraTokenClaims: async (_, token) =>
      'grantId' in token && token.grantId
        ? { [grantClaim]: token.grantId, ...(await actorClaim(db, token.clientId, token.grantId)) }
        : undefined,
    findAccount: accountFinder(db),
    loadExistingGrant: getOrCreateGrant,
    renderError(ctx, out) {
      ctx.type = 'html';
      ctx.body = errorPage(out.error_description ?? out.error);
    },
  });
  // The plugin sets the forwarded headers itself, to the configured address, whatever a client sends.
  provider.proxy = true;
  provider.use(skipEmptySignOut);
  provider.use(endSignedOutSession(db));
  provider.use(recordSessions(db, wallNow));
  return { provider, issuer, jwks: { keys: [publicHalf(signingKey)] } };
}

async function findActiveAccount(db: Database, id: string): Promise<Account | undefined> {
  const account = await accountById(db, id);
  return account && maySignIn(account) ? account : undefined;
}

function accountFinder(db: Database): NonNullable<Configuration['findAccount']> {
  return async (ctx, id, token) => {
    const account = await findActiveAccount(db, id);
    if (!account) return undefined;
    // Codes and refresh tokens carry the time of their sign-in; an access token is good while its grant is.
    const signedIn = token && 'authTime' in token ? token.authTime : ctx.oidc.session?.loginTs;
    if (token?.kind !== 'AccessToken' && !isSignInValid(account, signedIn)) return undefined;
    return presentAccount(account);
  };
}

/**
 * The prefixes by which browsers refuse cookies that another host or an unencrypted answer tries to plant;
 * plain names on http. Interaction and resume are each for the path of their own sign-in, so that two tabs
 * do not disturb each other, and `__Host-` allows no path but `/`.
 */
function cookieNames(secure: boolean) {
  const [session, interaction, resume] = ['allclear_session', 'allclear_sign_in', 'allclear_resume'] as const;
  return secure
    ? {
        session: hostCookie(session),
        interaction: `__Secure-${interaction}`,
        resume: `__Secure-${resume}`,
      }
    : { session, interaction, resume };
}

/** Our web app, a public client. */
function webClient(url: string): NonNullable<Configuration['clients']>[number] {
  return {
    client_id: clientId,
    client_name: 'Allclear',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: ['/callback', '/Callback', '/silentrenew', '/SilentRenew'].map((path) => url + path),
    post_logout_redirect_uris: [`${url}/`],
  };
}

/** The prompts of a sign-in. An account that may no longer sign in must sign in again. */
function signInPolicy(
  isActive: (session: { uid: string; accountId: string; loginTs: number | undefined }) => Promise<boolean>,
) {
  const policy = interactionPolicy.base();
  // Our own app needs no consent.
  policy.remove('consent');
  const login = policy.get('login');
  if (!login) throw new Error('The base policy of oidc-provider has no login prompt.');
  login.checks.add(
    new interactionPolicy.Check(
      'account_gone',
      'the account may no longer sign in',
      'login_required',
      async ({ oidc }) => {
        const { session } = oidc;
        if (!session?.accountId) return false;
        const { uid, accountId, loginTs } = session;
        return !(await isActive({ uid, accountId, loginTs }));
      },
    ),
  );
  return policy;
}

/** Lifetimes, seconds. */
const ttl: NonNullable<Configuration['ttl']> = {
  AccessToken: (_ctx, _token, client) =>
    client?.clientId === impersonationClientId ? impersonationSeconds : 600,
  AuthorizationCode: 60,
  IdToken: 600,
  Interaction: hourSeconds,
  RefreshToken: lastingSeconds,
  Session: lastingSeconds,
  Grant: lastingSeconds,
};

const features: Configuration['features'] = {
  devInteractions: { enabled: false },
  revocation: { enabled: true, allowedPolicy: (_, client, token) => token.clientId === client.clientId },
  rpInitiatedLogout: {
    enabled: true,
    logoutSource: (ctx, form) => {
      ctx.body = signOutPage(form, { isAskedByUs: isAskedByUs(ctx) });
    },
    postLogoutSuccessSource: (ctx) => {
      ctx.body = signedOutPage();
    },
  },
  resourceIndicators: {
    enabled: true,
    defaultResource: () => apiAudience,
    useGrantedResource: () => true,
    getResourceServerInfo: (_ctx, _resource, client) => ({
      scope: 'openid profile email',
      audience: apiAudience,
      accessTokenFormat: 'jwt',
      accessTokenTTL: client.clientId === impersonationClientId ? impersonationSeconds : 600,
      jwt: { sign: { alg: 'RS256' } },
    }),
  },
};

function presentAccount(account: Account) {
  return {
    accountId: account.id,
    claims: () => claimsOf(account),
  };
}

/** Who really acts, in a token of an impersonation (RFC 8693, section 4.1); without its record there is no token. */
async function actorClaim(db: Database, client: string | undefined, grantId: string) {
  if (client !== impersonationClientId) return {};
  const impersonation = await findImpersonation(db, grantId);
  if (!impersonation) throw new errors.InvalidGrant('the impersonation is not known');
  return { act: { sub: impersonation.operatorId } };
}

/** One grant per session: the one that the session has, or a new one. */
async function getOrCreateGrant(ctx: KoaContextWithOIDC) {
  const { client, session } = ctx.oidc;
  if (!client || !session) throw new Error('A grant needs a client and a session.');
  // Its codes come from an operator alone.
  if (client.clientId === impersonationClientId)
    throw new errors.UnauthorizedClient('nobody signs in to this client');
  const known = session.grantIdFor(client.clientId);
  const kept = known ? await ctx.oidc.provider.Grant.find(known) : undefined;
  if (kept) return kept;
  const grant = new ctx.oidc.provider.Grant({
    clientId: client.clientId,
    accountId: session.accountId,
  });
  grant.addOIDCScope('openid profile email');
  grant.addResourceScope(apiAudience, 'openid profile email');
  await grant.save();
  return grant;
}

async function makeSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true });
  return { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: randomBytes(8).toString('hex') };
}

function publicHalf({ kty, n, e, alg, use, kid }: JWK): JWK {
  if (!kty || !n || !e || !alg || !use || !kid) throw new Error('The signing key is incomplete.');
  return { kty, n, e, alg, use, kid };
}

/**
 * Whether a sign-out comes from our app: it contains the ID token of this session. Other origins cannot sign
 * people out.
 */
function isAskedByUs(ctx: KoaContextWithOIDC): boolean {
  const hint = ctx.oidc.entities.IdTokenHint as { payload: { sub?: string } } | undefined;
  return hint?.payload.sub !== undefined && hint.payload.sub === ctx.oidc.session?.accountId;
}

/** After a sign-out nothing that was issued in the session is good any more. */
function endSignedOutSession(db: Database) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next();
    const session = ctx.oidc?.session;
    if (ctx.oidc?.route === 'end_session_confirm' && session && 'destroyed' in session)
      await endSignedOut(db, session, ctx);
  };
}

async function endSignedOut(
  db: Database,
  { uid, accountId }: { uid: string; accountId?: string | undefined },
  ctx: KoaContextWithOIDC,
): Promise<void> {
  const account = accountId === undefined ? undefined : await accountById(db, accountId);
  await inTransaction(db, async (transaction) => {
    await removeOidcSession(transaction, actor, uid);
    if (!account) return;
    // The id of the request stays with the web server in front of the provider.
    const by = accountActor(account, { network: ctx.ip, requestId: uid, credential: null });
    await appendAudit(transaction, by, {
      ...{ chain: accountChain(account), action: 'account.signed-out', recordId: account.id, now: null },
    });
  });
}

/**
 * Without a session there is nothing to confirm: the browser is redirected at once. (The provider would post
 * a form by an inline script.)
 */
async function skipEmptySignOut(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  if (ctx.oidc?.route !== 'end_session' || ctx.status !== 200 || ctx.oidc.session?.accountId !== undefined)
    return;
  const state = ctx.oidc.session?.state as { postLogoutRedirectUri?: string; state?: string } | undefined;
  const back = new URL(state?.postLogoutRedirectUri ?? '/', ctx.oidc.provider.issuer);
  if (state?.postLogoutRedirectUri && state.state) back.searchParams.set('state', state.state);
  ctx.status = 303;
  ctx.redirect(back.href);
}
