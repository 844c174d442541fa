import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors, type Provider } from 'oidc-provider';
import type { Database } from '../platform/database/database.ts';
import { clientNetwork } from '../platform/http/client-network.ts';
import { ApiError } from '../platform/http/errors.ts';
import { logSecurity } from '../platform/http/security-log.ts';
import type { DeviceCookies } from './device-cookie.ts';
import { errorPage, signInPage } from './pages.ts';
import { signInSeconds } from './principal.ts';
import { tryPassword } from './sign-in.ts';

/** The raw request and response of a call, with its forwarded headers set to our own address. */
export type AsOurs = (
  request: FastifyRequest,
  reply: FastifyReply,
) => readonly [IncomingMessage, ServerResponse];

export interface SignInContext {
  readonly db: Database;
  readonly provider: Provider;
  readonly asOurs: AsOurs;
  readonly deviceCookies: DeviceCookies;
  /** Epoch ms of the wall clock. */
  readonly wallNow: () => number;
}

/** The sign-in form of the embedded identity provider and its answers. */
export async function signInRoutes(
  forms: FastifyInstance,
  { db, provider, asOurs, deviceCookies, wallNow }: SignInContext,
): Promise<void> {
  acceptForms(forms);
  // Addresses of sign-ins are not logged.
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
    Body: Form;
  }>('/sign-in/:uid', options, async (request, reply) => {
    const { uid } = await provider.interactionDetails(...asOurs(request, reply));
    const [email, password] = [field(request.body?.email), field(request.body?.password)];
    const device = deviceCookies.read(request.headers.cookie, wallNow());
    const deviceId = device && deviceCookies.hasSignedIn(device, email) ? device.id : null;
    const guess = { email, password, network: clientNetwork(request), deviceId };
    const triedAt = wallNow();
    const result = await tryPassword(db, guess, triedAt);
    const { network } = guess;
    if (result.kind === 'signed-in') {
      logSecurity(forms.log, { event: 'sign-in', userId: result.account.id, network });
      reply.header('set-cookie', deviceCookies.write(device, email, wallNow()));
      const ts = signInSeconds(result.account, triedAt);
      const login = { accountId: result.account.id, amr: ['pwd'], ts };
      const returnTo = await provider.interactionResult(
        ...asOurs(request, reply),
        { login },
        { mergeWithLastSubmission: false },
      );
      return reply.redirect(returnTo, 303);
    }
    logSecurity(forms.log, {
      event: result.kind === 'wait' ? 'sign-in-throttled' : 'sign-in-failed',
      network,
    });
    if (result.kind === 'wait') reply.header('retry-after', Math.ceil(result.waitMs / 1_000));
    const error = result.kind === 'wait' ? waitText(result.waitMs) : 'That e-mail and password do not match.';
    return showPage(
      reply,
      result.kind === 'wait' ? 429 : 401,
      signInPage({ uid, email: email.slice(0, 320), error }),
    );
  });
}

/** The fields of a form; undefined without a body. */
export type Form = Record<string, string | string[] | undefined> | undefined;

/** Lets the routes of this scope read forms, and no other body. */
export function acceptForms(forms: FastifyInstance): void {
  forms.removeAllContentTypeParsers();
  forms.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 16_384 },
    (_request, body, done) => done(null, parse(String(body))),
  );
}

/** Whatever goes wrong in a browser ends on a page that leads back. */
export function answerWithPage(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = statusOf(error);
  if (status >= 500) request.log.error({ err: error }, 'A sign-in failed');
  return showPage(reply, status, errorPage());
}

export function statusOf(error: Error & { statusCode?: number }): number {
  if (error instanceof errors.SessionNotFound) return 400;
  return error instanceof ApiError ? error.status : (error.statusCode ?? 500);
}

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
