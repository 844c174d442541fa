import type { DataOf, ParamsOf, Route } from '@allclear/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fromStore, type Reads } from '../../change-feed/store-memory.ts';
import { pageOf } from '../list-pages.ts';
import { type Principal, routeOptions } from '../serve.ts';
import { hasTag, type KeptAct, type KeptAnswers, tagOf } from './kept-answers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    keptAnswers: KeptAnswers;
    /** By what the reads of a caller are counted. */
    countedAs(request: FastifyRequest): string;
  }
}

interface KeptCall<R extends Route> {
  /** Of a public route: null for a caller who is not signed in. */
  readonly principal: R['needs'] extends 'public' ? Principal | null : Principal;
  readonly params: ParamsOf<R>;
  readonly reads: Reads;
}

/**
 * Serves a GET route that very many ask: `act` answers from memory where it can (`KeptAnswers`), and here from the store.
 * What it answers depends on the caller, the parameters, the time and what it reads alone.
 */
export function serveKept<R extends Route & { readonly method: 'GET' }>(
  app: FastifyInstance,
  route: R,
  act: (call: KeptCall<R>) => Promise<DataOf<R>>,
): void {
  const { keptAnswers } = app;
  const path = `/api/${route.path}`;
  keptAnswers.add(route, act as KeptAct, (status, seconds) => app.observeAnswer(path, status, seconds));
  app.route({
    ...routeOptions(app, route),
    handler: async (request, reply) => {
      const identifiedAt = performance.now() - reply.elapsedTime;
      const principal = await callerOf(app, route, request);
      reply.header('cache-control', 'no-store');
      const isNamed = request.headers.authorization !== undefined;
      if (principal !== null || !isNamed)
        keptAnswers.remember(request.raw, { principal, countedAs: app.countedAs(request), identifiedAt });
      const data = await act({ principal, params: request.params, reads: fromStore } as KeptCall<R>);
      const answer = { data: route.paged && Array.isArray(data) ? pageOf(data, request, reply) : data };
      const etag = tagOf(JSON.stringify(answer));
      reply.header('etag', etag);
      if (hasTag(request.headers['if-none-match'], etag)) {
        reply.raw.statusCode = 304;
        return reply.send();
      }
      return answer;
    },
  });
}

/** A public route answers a caller who is signed in as such, and everybody else as nobody. */
async function callerOf(
  app: FastifyInstance,
  { needs }: Route,
  request: FastifyRequest,
): Promise<Principal | null> {
  const { principal } = request;
  if (needs !== 'public') return principal?.organizationId ? (principal as Principal) : null;
  if (request.headers.authorization === undefined) return null;
  const found = await app.authenticate(request).catch(() => null);
  return found?.organizationId ? (found as Principal) : null;
}
