import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/database/database.ts';
import { clientAddress } from '../platform/http/client-network.ts';
import { claimsOf } from './account-claims.ts';
import { AuthenticationError, type Authenticator } from './principal.ts';
import { accountById } from './store.ts';

/**
 * The userinfo endpoint of the embedded provider (OpenID Connect Core, section 5.3) for the access tokens of the
 * API: the provider's own takes none that have an audience. `act` names the operator who acts as the person.
 */
export function userinfoRoute(
  app: FastifyInstance,
  { db, authenticator }: { db: Database; authenticator: Authenticator },
): void {
  app.get(
    '/identity/me',
    {
      logLevel: 'warn',
      schema: { hide: true },
      config: { rateLimit: { max: 600, timeWindow: '1 minute' } },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const refuse = () =>
        reply
          .code(401)
          .header('www-authenticate', 'Bearer error="invalid_token"')
          .send({ error: 'invalid_token' });
      try {
        const caller = await authenticator.authenticate(
          request.headers.authorization,
          clientAddress(request),
        );
        const account = await accountById(db, caller.userId);
        const kind = caller.credential?.kind;
        if (!account || (kind !== 'grant' && kind !== 'impersonation')) return refuse();
        const operatorId = caller.organizationId === null ? null : caller.impersonatedBy;
        return { ...claimsOf(account), ...(operatorId === null ? {} : { act: { sub: operatorId } }) };
      } catch (error) {
        if (error instanceof AuthenticationError) return refuse();
        throw error;
      }
    },
  );
}
