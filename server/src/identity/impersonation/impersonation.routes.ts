import { endImpersonation, startImpersonation } from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import type { Provider } from 'oidc-provider';
import { actorOf } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import { clientNetwork } from '../../platform/http/client-network.ts';
import { conflict, forbidden, invalid, notFound } from '../../platform/http/errors.ts';
import { logSecurity } from '../../platform/http/security-log.ts';
import { serve } from '../../platform/http/serve.ts';
import { maySignIn, signInSeconds } from '../principal.ts';
import { accountById } from '../store.ts';
import {
  impersonationClientId,
  impersonationSeconds,
  issueImpersonationCode,
  redirectUriOf,
} from './impersonation-code.ts';
import { endImpersonation as end, findImpersonation, insertImpersonation } from './impersonations.store.ts';

const reasonMaxLength = 500;

interface ImpersonationNeeds {
  readonly db: Database;
  /** The embedded provider with the audience of its access tokens; null with an external one. */
  readonly embedded: { readonly provider: Provider; readonly resource: string } | null;
  /** The address of the product, without a slash at its end. */
  readonly url: string;
  /** Epoch ms of the wall clock. */
  readonly wallNow: () => number;
}

/** An operator acts as a person of an organization, and ends it (spec 2 sections 2 and 7). */
export function impersonationRoutes(
  app: FastifyInstance,
  { db, embedded, url, wallNow }: ImpersonationNeeds,
): void {
  serve(
    app,
    startImpersonation,
    async ({ principal, body, request }) => {
      if (embedded === null)
        throw conflict('Sign-in is managed by an external identity provider, which issues all tokens.');
      const { credential } = principal;
      if (credential?.kind !== 'grant') throw forbidden();
      const reason = checkedReason(body.reason);
      if (!/^[\w-]{43}$/.test(body.codeChallenge))
        throw invalid({ CodeChallenge: ['CodeChallenge must be S256'] });
      const account = await accountById(db, body.userId);
      // An operator is not of any organization: never acted as.
      if (!account || account.organizationId === null) throw notFound('The user');
      if (!maySignIn(account)) throw conflict('This person cannot sign in.');
      const now = wallNow();
      const { code, grantId } = await issueImpersonationCode(embedded.provider, {
        ...{ userId: account.id, url, resource: embedded.resource, codeChallenge: body.codeChallenge },
        authTime: signInSeconds(account, now),
      });
      const impersonationId = await insertImpersonation(db, actorOf(principal), {
        ...{ operatorId: principal.userId, operatorGrantId: credential.id },
        ...{ organizationId: account.organizationId, userId: account.id, reason, grantId },
        ...{ startedAt: now, expiresAt: now + impersonationSeconds * 1_000 },
      });
      logSecurity(request.log, {
        ...{ event: 'impersonation-started', operatorId: principal.userId, userId: account.id },
        ...{ impersonationId, network: clientNetwork(request) },
      });
      return { code, clientId: impersonationClientId, redirectUri: redirectUriOf(url) };
    },
    { isSecret: true },
  );

  serve(app, endImpersonation, async ({ principal, request }) => {
    const { credential, impersonatedBy, userId } = principal;
    if (credential?.kind !== 'impersonation' || impersonatedBy === null) throw forbidden();
    const impersonation = await findImpersonation(db, credential.id);
    if ((await end(db, actorOf(principal), credential.id, wallNow())) && impersonation)
      logSecurity(request.log, {
        ...{ event: 'impersonation-ended', operatorId: impersonatedBy, userId },
        ...{ impersonationId: impersonation.id, network: clientNetwork(request) },
      });
    return { message: 'Impersonation ended' };
  });
}

function checkedReason(text: string): string {
  const reason = text.trim();
  if (reason === '') throw invalid({ Reason: ['Reason is required'] });
  if (reason.length > reasonMaxLength)
    throw invalid({ Reason: [`Reason can be at most ${reasonMaxLength} characters`] });
  return reason;
}
