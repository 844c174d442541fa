import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { ParamsOf, Route } from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../errors.ts';
import { servePublicStream } from '../serve.ts';
import type { PublicAnswers } from './public-answers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    publicPaths: PublicPaths;
  }
}

/** The addresses whose kept answers are sent before any hook: a crowd that asks for one costs a write each. */
export class PublicPaths {
  readonly #answers = new Map<string, PublicAnswers>();

  /** `prefix` ends with a slash; the rest of the address is the key. */
  add(prefix: string, answers: PublicAnswers): void {
    this.#answers.set(prefix, answers);
  }

  /** Whether the answer was kept, and is sent. */
  send(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url = '' } = request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    const end = url.lastIndexOf('/') + 1;
    return this.#answers.get(url.slice(0, end))?.sendKept(url.slice(end), request, response) ?? false;
  }

  /** Answers what is kept, and leaves the rest to `handler`. */
  before(handler: RequestListener): RequestListener {
    return (request, response) => {
      if (!this.send(request, response)) handler(request, response);
    };
  }
}

type KeyedRoute = Route & { readonly method: 'GET'; readonly needs: 'public' };

/**
 * Serves a public route whose last parameter is the key of its answers. An answer that is kept is sent before any
 * hook and counts for no limit; what is not kept, or does not exist, comes here and is counted for its network.
 */
export function servePublicAnswers<R extends KeyedRoute>(
  app: FastifyInstance,
  route: R,
  {
    answers,
    keyOf,
    what,
  }: { answers: PublicAnswers; keyOf: (params: ParamsOf<R>) => string /** 'The widget' */; what: string },
): void {
  app.publicPaths.add(`/api/${route.path.replace(/:\w+$/, '')}`, answers);
  servePublicStream(app, route, async (params, request) => {
    const key = keyOf(params);
    if (!(await answers.has(key))) throw notFound(what);
    return (response) => void answers.send(key, request.raw, response);
  });
}
