import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientNetwork } from '../platform/http/client-network.ts';
import { ApiError, conflict, forbidden, tooManyRequests } from '../platform/http/errors.ts';
import { logSecurity, type SecurityEvent } from '../platform/http/security-log.ts';
import type { Principal } from '../platform/http/serve.ts';
import type { Platform } from '../platform/subject.ts';

/** What the routes of the own account need. */
export type AccountContext = Pick<Platform, 'db' | 'secrets' | 'settings'>;

/** Throws where an external identity provider signs people in: it has their passwords, factors and sessions. */
export function requireOwnProvider({ settings }: Pick<AccountContext, 'settings'>): void {
  if (settings.oidc !== null)
    throw conflict('Sign-in is managed by your organization’s identity provider. Make this change there.');
}

/**
 * The grant of a person who is signed in to the app. API keys and display links act for a person and change nothing
 * about how the person signs in.
 */
export function requireOwnSession(
  context: Pick<AccountContext, 'settings'>,
  { credential }: Pick<Principal, 'credential'>,
): string {
  requireOwnProvider(context);
  if (credential?.kind !== 'grant') throw forbidden();
  return credential.id;
}

/** Throws for too many wrong passwords. */
export function refuseForNow(reply: FastifyReply, waitMs: number): never {
  reply.header('retry-after', Math.ceil(waitMs / 1_000));
  throw tooManyRequests();
}

/** 400 with a sentence of its own, and the problems of each field. */
export function refused(message: string, errors: Record<string, readonly string[]>): ApiError {
  const present = Object.entries(errors).flatMap(([label, list]): [string, string[]][] =>
    list.length > 0 ? [[label, [...list]]] : [],
  );
  return new ApiError(400, 'bad-input', message, { errors: Object.fromEntries(present) });
}

/** Writes a change of somebody's sign-in to the security log. */
export function logChange(
  request: FastifyRequest,
  event: Extract<
    SecurityEvent['event'],
    'password-changed' | 'address-changed' | 'factors-changed' | 'factors-reset' | 'sso-changed'
  >,
  userId: string,
): void {
  logSecurity(request.log, { event, userId, network: clientNetwork(request) });
}
