import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { parse } from 'node:querystring';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createLocalJWKSet, type JWTVerifyGetKey } from 'jose';
import { errors } from 'oidc-provider';
import { wallNow as realNow } from '../platform/clock/clock.ts';
import type { Store } from '../platform/database/database.ts';
import { errorPage, signInPage } from './pages.ts';
import { apiAudience, clientId, createProvider } from './provider.ts';
import { guessWindowMs, tryPassword } from './sign-in.ts';
import { purgeGuesses } from './sign-in-failures.store.ts';
import { purgeOidcRecords } from './store.ts';

export interface Identity {
  readonly issuer: string;
  readonly clientId: string;
  readonly audience: string;
  /**
   * The keys that our tokens are signed with, for `createTokenVerifier`; no network is needed to ask
   * ourselves.
   */
  readonly keys: JWTVerifyGetKey;
}

const batchEveryMs = 600_000;
const requestsPerMinute = 600;

/**
 * Mounts the embedded identity provider at `/identity`. `url` is the address of the product as browsers see
 * it, without a slash at its end. `wallNow` is there for tests.
 */
export async function registerIdentity(
  app: FastifyInstance,
  { store, url, wallNow = realNow }: { store: Store; url: string; wallNow?: () => number },
): Promise<Identity> {
  const { db } = store;
  const { provider, issuer, jwks } = await createProvider({ db, url, wallNow });
  const handle = provider.callback();
  const { host, protocol } = new URL(url);
  provider.on('server_error', (_ctx: unknown, error: Error) =>
    app.log.error({ err: error }, 'The identity provider failed'),
  );

  const batch = () =>
    Promise.all([purgeOidcRecords(db, wallNow()), purgeGuesses(db, wallNow() - 2 * guessWindowMs)]).catch(
      (error: Error) => app.log.warn({ err: error }, 'Expired sign-ins could not be removed'),
    );
  const timer = setInterval(batch, batchEveryMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));

  /** Makes the request look to the provider as it does at our own address, whatever its headers claim. */
  const asOurs = (request: FastifyRequest, reply: FastifyReply) => {
    Object.assign(request.raw.headers, {
      host,
      'x-forwarded-host': host,
      'x-forwarded-proto': protocol.slice(0, -1),
      'x-forwarded-for': request.ip,
    });
    return [request.raw, reply.raw] as const;
  };

  await app.register(
    async (scope) => {
      await scope.register(rateLimit, { max: requestsPerMinute, timeWindow: 60_000 });
      scope.addHook('onRequest', async (_request, reply) => {
        reply.headers(pageHeaders);
      });

      await scope.register(async (files) => {
        for (const { name, type, at } of assets) {
          const content = await readFile(at);
          files.get(`/assets/${name}`, (_request, reply) =>
            reply.type(type).header('cache-control', 'public, max-age=3600').send(content),
          );
        }
      });

      await scope.register(async (forms) => {
        forms.removeAllContentTypeParsers();
        forms.addContentTypeParser(
          'application/x-www-form-urlencoded',
          { parseAs: 'string', bodyLimit: 16_384 },
          (_request, body, done) => done(null, parse(String(body))),
        );
        // Addresses of sign-ins are not for the log.
        const options = { logLevel: 'warn' } as const;

        forms.get<{ Params: { uid: string } }>('/sign-in/:uid', options, async (request, reply) => {
          const interaction = await provider.interactionDetails(...asOurs(request, reply));
          const hint = interaction.params.login_hint;
          return showPage(
            reply,
            200,
            signInPage({ uid: interaction.uid, email: typeof hint === 'string' ? hint.slice(0, 320) : '' }),
          );
        });

        forms.post<{
          Params: { uid: string };
          Body: Record<string, string | string[] | undefined> | undefined;
        }>('/sign-in/:uid', options, async (request, reply) => {
          const { uid } = await provider.interactionDetails(...asOurs(request, reply));
          const [email, password] = [field(request.body?.email), field(request.body?.password)];
          const result = await tryPassword(db, { email, password, address: request.ip }, wallNow());
          if (result.kind === 'signed-in') {
            const login = { accountId: result.account.id, amr: ['pwd'] };
            const returnTo = await provider.interactionResult(
              ...asOurs(request, reply),
              { login },
              { mergeWithLastSubmission: false },
            );
            return reply.redirect(returnTo, 303);
          }
          if (result.kind === 'wait') reply.header('retry-after', Math.ceil(result.waitMs / 1_000));
          const error =
            result.kind === 'wait' ? waitText(result.waitMs) : 'That e-mail and password do not match.';
          return showPage(
            reply,
            result.kind === 'wait' ? 429 : 401,
            signInPage({ uid, email: email.slice(0, 320), error }),
          );
        });

        forms.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
          if (error instanceof errors.SessionNotFound) return showPage(reply, 400, errorPage());
          const status = error.statusCode ?? 500;
          if (status >= 500) request.log.error({ err: error }, 'A sign-in failed');
          return showPage(reply, status, errorPage());
        });
      });

      await scope.register(async (raw) => {
        // The provider reads bodies itself.
        raw.removeAllContentTypeParsers();
        raw.addContentTypeParser('*', { bodyLimit: 65_536 }, (_request, _payload, done) => done(null));
        raw.all('/*', { logLevel: 'warn' }, async (request, reply) => {
          const [incoming, outgoing] = asOurs(request, reply);
          for (const [name, value] of Object.entries(reply.getHeaders()))
            if (value !== undefined) outgoing.setHeader(name, value);
          reply.hijack();
          const { url: whole = '/' } = incoming;
          Object.assign(incoming, { originalUrl: whole, url: whole.replace(/^\/identity/i, '') || '/' });
          await handle(incoming, outgoing);
          incoming.url = whole;
        });
      });
    },
    { prefix: '/identity' },
  );

  return {
    issuer,
    clientId,
    audience: apiAudience,
    keys: createLocalJWKSet(jwks as Parameters<typeof createLocalJWKSet>[0]),
  };
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
    name: 'inter.woff2',
    type: 'font/woff2',
    at: createRequire(import.meta.url).resolve(
      '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    ),
  },
];

/**
 * No script or style but our own files; forms go to ourselves only (and on to the app, which has the same
 * origin).
 */
const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

function showPage(reply: FastifyReply, status: number, body: string): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').send(body);
}

function field(value: string | string[] | undefined): string {
  return (Array.isArray(value) ? value[0] : value) ?? '';
}

function waitText(waitMs: number): string {
  const minutes = Math.ceil(waitMs / 60_000);
  return `Too many attempts. Try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`;
}
