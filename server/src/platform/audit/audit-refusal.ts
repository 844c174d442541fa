import type { FastifyRequest } from 'fastify';
import { actorOf, chainOf } from '../actor.ts';
import { wallNow } from '../clock/clock.ts';
import type { Database } from '../database/database.ts';
import type { ApiError } from '../http/errors.ts';
import { unauditedRoutes } from './audit-exceptions.ts';
import { noteRefusal } from './refusals.store.ts';

/** Notes in the audit that a request was refused. */
export type AuditRefusal = (request: FastifyRequest, refusal: ApiError) => Promise<void>;

/**
 * An entry for a change that was refused to a signed-in caller: forbidden, of something that is not there, outdated, or
 * wrong. Repeats within ten minutes are counted in one entry. Too many requests (429) leave none: they are not tried.
 * What fails is logged; the answer is the same.
 */
export function createAuditRefusal(db: Database): AuditRefusal {
  return async (request, { status, code }) => {
    const { principal, method, routeOptions } = request;
    if (principal === null || method === 'GET' || method === 'HEAD') return;
    if (status < 400 || status >= 500 || status === 401 || status === 429) return;
    const route = `${method} ${(routeOptions.url ?? '').replace(/^\/api\//, '')}`;
    if (route in unauditedRoutes) return;
    const actor = actorOf(principal);
    const by = principal.organizationId === null ? 'operator' : (principal.impersonatedBy ?? 'self');
    await noteRefusal(
      db,
      actor,
      {
        ...{ chain: chainOf(actor), action: 'request.refused', recordId: null },
        subject: [principal.userId, by, route, status, code].join(' '),
        details: { route, status, code },
      },
      wallNow(),
    ).catch((error: unknown) => request.log.error({ err: error }, 'a refusal is not in the audit'));
  };
}
