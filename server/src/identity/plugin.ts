import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createLocalJWKSet, type JWTVerifyGetKey } from 'jose';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { systemActor } from '../platform/actor.ts';
import { wallNow as realNow } from '../platform/clock/clock.ts';
import type { Database, Store } from '../platform/database/database.ts';
import { clientNetwork, networkOf } from '../platform/http/client-network.ts';
import { logSecurity } from '../platform/http/security-log.ts';
import type { SecretBox } from '../platform/secrets/secret-box.ts';
import { purgeAccountLinks } from './account-links/account-links.store.ts';
import { linkRoutes } from './account-links/link.routes.ts';
import { purgeAccountMails } from './account-mail/account-mail.store.ts';
import { createDeviceCookies } from './device-cookie.ts';
import { relyingPartyOf } from './factors/passkeys.ts';
import { acceptForms, answerWithPage, type Form, statusOf } from './pages/forms.ts';
import { apiAudience, clientId, createProvider } from './provider.ts';
import { purgeSessions } from './sessions/sessions.store.ts';
import { signInRoutes } from './sign-in.routes.ts';
import { guessWindowMs } from './sign-in.ts';
import type { AsOurs } from './sign-in-context.ts';
import { purgeGuesses } from './sign-in-failures.store.ts';
import type { Provision } from './single-sign-on/match-person.ts';
import type { SsoContext } from './single-sign-on/sso-context.ts';
import { purgeSsoRequests } from './single-sign-on/sso-requests.store.ts';
import { getOrCreateSecret, purgeOidcRecords } from './store.ts';

const actor = systemActor('purge-sign-ins');

export interface Identity {
  readonly provider: Provider;
  readonly issuer: string;
  readonly clientId: string;
  readonly audience: string;
  /**
   * The keys that our tokens are signed with, for `createTokenVerifier`. They are held in memory: no request
   * is needed.
   */
  readonly keys: JWTVerifyGetKey;
}

/** What single sign-on needs of the rest of the server. */
export interface SingleSignOn extends Pick<SsoContext, 'http' | 'allowPrivateAddresses'> {
  readonly provision: Provision;
}

const purgeEveryMs = 600_000;
const dayMs = 86_400_000;
/** Of one browser that signed in before. */
const requestsPerDevice = 600;
/** Of all other browsers of one network: a whole school may sign in for the first time at once. */
const requestsPerNetwork = 6_000;

/**
 * Mounts the embedded identity provider at `/identity`. `url` is the address of the product as browsers see
 * it, without a slash at its end. `wallNow` is there for tests.
 */
export async function registerIdentity(
  app: FastifyInstance,
  {
    store,
    url,
    secrets,
    hasMail,
    sso: { provision, ...outside },
    wallNow = realNow,
  }: {
    store: Store;
    url: string;
    secrets: SecretBox;
    hasMail: boolean;
    sso: SingleSignOn;
    wallNow?: () => number;
  },
): Promise<Identity> {
  const { db } = store;
  const { provider, issuer, jwks } = await createProvider({ db, url, wallNow });
  provider.on('server_error', (_ctx: unknown, error: Error) =>
    app.log.error({ err: error }, 'The identity provider failed'),
  );
  provider.on('end_session.success', (ctx: KoaContextWithOIDC) => {
    const userId = ctx.oidc.session?.accountId;
    if (userId) logSecurity(app.log, { event: 'session-exit', userId, network: networkOf(ctx.ip) });
  });

  purgeRegularly(app, db, wallNow);
  const asOurs = createAsOurs(url);
  const party = relyingPartyOf(url);
  const sso: SsoContext = { db, secrets, url, ...outside, log: app.log, wallNow };
  const deviceCookies = createDeviceCookies({
    key: await getOrCreateSecret(
      db,
      actor,
      'device-cookie-key',
      async () => randomBytes(32).toString('base64url'),
      wallNow(),
    ),
    secure: url.startsWith('https:'),
  });
  const deviceOf = ({ headers }: FastifyRequest) => deviceCookies.read(headers.cookie, wallNow());
  await app.register(
    async (scope) => {
      await scope.register(rateLimit, {
        max: (request) => (deviceOf(request) ? requestsPerDevice : requestsPerNetwork),
        timeWindow: 60_000,
        keyGenerator: (request) => deviceOf(request)?.id ?? clientNetwork(request),
      });
      scope.setErrorHandler(answerWithPage);
      scope.addHook('onRequest', async (_request, reply) => {
        reply.headers(pageHeaders);
      });

      await scope.register(assetRoutes);
      await scope.register((forms) =>
        signInRoutes(forms, { db, provider, secrets, party, asOurs, deviceCookies, sso, provision, wallNow }),
      );
      await scope.register((forms) => linkRoutes(forms, { db, hasMail, wallNow }));
      await scope.register((raw) => passToProvider(raw, { handle: provider.callback(), asOurs }));
    },
    { prefix: '/identity' },
  );

  return {
    provider,
    issuer,
    clientId,
    audience: apiAudience,
    keys: createLocalJWKSet(jwks as Parameters<typeof createLocalJWKSet>[0]),
  };
}

/** Removes what has expired every ten minutes, until the server closes. */
function purgeRegularly(app: FastifyInstance, db: Database, wallNow: () => number): void {
  const purge = () =>
    Promise.all([
      purgeOidcRecords(db, actor, wallNow()),
      purgeGuesses(db, actor, wallNow() - 2 * guessWindowMs),
      purgeAccountLinks(db, actor, wallNow() - dayMs),
      purgeAccountMails(db, actor, wallNow() - 14 * dayMs),
      purgeSessions(db, actor, wallNow() - 60 * dayMs),
      purgeSsoRequests(db, actor, wallNow()),
    ]).catch((error: Error) => app.log.warn({ err: error }, 'Expired sign-ins could not be removed'));
  const timer = setInterval(purge, purgeEveryMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

/** Sets the forwarded headers of a request to our own address, whatever its headers claim. */
function createAsOurs(url: string): AsOurs {
  const { host, protocol } = new URL(url);
  return (request, reply) => {
    Object.assign(request.raw.headers, {
      host,
      'x-forwarded-host': host,
      'x-forwarded-proto': protocol.slice(0, -1),
      'x-forwarded-for': request.ip,
    });
    return [request.raw, reply.raw];
  };
}

async function assetRoutes(files: FastifyInstance): Promise<void> {
  for (const { name, type, at } of assets) {
    const content = await readFile(at);
    files.get(`/assets/${name}`, (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=3600').send(content),
    );
  }
}

/** Every other path is the provider's. */
async function passToProvider(
  raw: FastifyInstance,
  { handle, asOurs }: { handle: ReturnType<Provider['callback']>; asOurs: AsOurs },
): Promise<void> {
  // The provider reads bodies itself.
  raw.removeAllContentTypeParsers();
  raw.addContentTypeParser('*', { bodyLimit: 65_536 }, (_request, _payload, done) => done(null));
  raw.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (request.method === 'GET') return answerWithPage(error, request, reply);
    const status = statusOf(error);
    if (status >= 500) request.log.error({ err: error }, 'A sign-in failed');
    // RFC 6749, section 5.2.
    return reply.code(status).send({
      error: status === 429 ? 'temporarily_unavailable' : status < 500 ? 'invalid_request' : 'server_error',
    });
  });
  const pass = async (request: FastifyRequest, reply: FastifyReply, as: { method?: string; url: string }) => {
    const [incoming, outgoing] = asOurs(request, reply);
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) outgoing.setHeader(name, value);
    reply.hijack();
    const { url: whole, method } = incoming;
    // The provider takes the difference of the two for the path that it is mounted at.
    Object.assign(incoming, { ...as, originalUrl: `/identity${as.url}` });
    await handle(incoming, outgoing);
    Object.assign(incoming, { url: whole, method });
  };
  raw.all('/*', { logLevel: 'warn' }, (request, reply) =>
    pass(request, reply, { url: (request.raw.url ?? '/').replace(/^\/identity/i, '') || '/' }),
  );
  await raw.register(async (forms) => {
    acceptForms(forms);
    // The app signs out by a form, so that no address contains its ID token. The provider has GET only here
    // (its POST would need cookies that other sites may send), and reads the form as a query of our own.
    forms.post<{ Body: Form }>('/session/end', { logLevel: 'warn' }, (request, reply) => {
      const fields = Object.entries(request.body ?? {}).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value]] : [],
      );
      return pass(request, reply, { method: 'GET', url: `/session/end?${new URLSearchParams(fields)}` });
    });
  });
}

const assets = [
  {
    name: 'sign-in.css',
    type: 'text/css; charset=utf-8',
    at: new URL('./assets/sign-in.css', import.meta.url),
  },
  {
    name: 'sign-out.js',
    type: 'text/javascript; charset=utf-8',
    at: new URL('./assets/sign-out.js', import.meta.url),
  },
  {
    name: 'account-link.js',
    type: 'text/javascript; charset=utf-8',
    at: new URL('./assets/account-link.js', import.meta.url),
  },
  {
    name: 'passkey.js',
    type: 'text/javascript; charset=utf-8',
    at: new URL('./assets/passkey.js', import.meta.url),
  },
  {
    name: 'webauthn.js',
    type: 'text/javascript; charset=utf-8',
    // The package exports its modules only.
    at: path.resolve(
      createRequire(import.meta.url).resolve('@simplewebauthn/browser'),
      '../../dist/bundle/index.umd.min.js',
    ),
  },
  {
    name: 'inter.woff2',
    type: 'font/woff2',
    at: createRequire(import.meta.url).resolve(
      '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    ),
  },
];

/**
 * No script or style but our own files. Forms go to our own origin only, which is that of the app too.
 */
const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
