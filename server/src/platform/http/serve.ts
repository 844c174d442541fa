import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import {
  type BodyOf,
  type DataOf,
  failure,
  type ParamsOf,
  type QueryOf,
  type Route,
  success,
} from '@allclear/contract';
import { isPermission, type Permission, type Role } from '@allclear/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { listCompression } from './compression.ts';
import { forbidden, notSignedIn } from './errors.ts';
import type { AnswerOnce } from './idempotency.ts';
import { pageOf, querySchemaOf } from './list-pages.ts';

/**
 * What somebody is signed in by and can be revoked: the grant of an access token, that of an impersonation, an API
 * key, a display link.
 */
export interface Credential {
  readonly kind: 'grant' | 'impersonation' | 'api-key' | 'display-link';
  readonly id: string;
}

/** The caller, identified by a token or an API key. */
export interface Principal {
  readonly userId: string;
  readonly organizationId: string;
  readonly role: Role;
  /** What the role allows in this organization; of it what an API key was given. */
  readonly permissions: readonly Permission[];
  readonly via: 'token' | 'api-key' | 'display-link';
  /** Null for a token of an external issuer, which only its end revokes. */
  readonly credential: Credential | null;
  /**
   * The only locations that the caller may see, for a display link and an API key of some places: they ask nothing
   * but the routes for displays. Null for a person.
   */
  readonly places: ReadonlySet<string> | null;
  /** An API key that has fewer rights than its owner: of routes for everybody who is signed in, it asks few. */
  readonly isLimited?: boolean;
  /** The id of the operator who acts as this person; null for the person. */
  readonly impersonatedBy: string | null;
  /** The end of the access token, epoch ms of the wall clock; a key and a link end in the store. */
  readonly expiresAt?: number | undefined;
  /** Where the request came from; set for every request that is served. */
  readonly origin?: Origin;
}

/** Where a request came from. */
export interface Origin {
  /** The address that the nearest trusted proxy saw. */
  readonly network: string;
  /** The id of the request in the log. */
  readonly requestId: string;
}

/**
 * An operator, who rules the organizations of the installation and belongs to none: only routes that need
 * `operator`, and those of the own account (`forOperators`), are answered. Within an organization an operator acts as one of its people, by a `Principal` with
 * `impersonatedBy`.
 */
export interface OperatorPrincipal {
  readonly userId: string;
  readonly organizationId: null;
  readonly credential: Credential | null;
  readonly places: null;
  readonly origin?: Origin;
}

/**
 * Finds out who asks from the Authorization header; null when it names nobody, throws `forbidden` for
 * somebody without an account, and `tooManyRequests` where a network has sent too many unknown keys.
 */
export type Authenticate = (
  request: Pick<FastifyRequest, 'headers' | 'ip' | 'socket'>,
) => Promise<Principal | OperatorPrincipal | null>;

declare module 'fastify' {
  interface FastifyInstance {
    authenticate: Authenticate;
    answerOnce: AnswerOnce;
    /** Counts a read of the API; throws `tooManyRequests`. */
    countRead(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  }
  interface FastifyRequest {
    principal: Principal | OperatorPrincipal | null;
  }
}

export interface Call<R extends Route> {
  readonly principal: R['needs'] extends 'public'
    ? Principal | null
    : R['needs'] extends 'operator'
      ? OperatorPrincipal
      : R['forOperators'] extends true
        ? Principal | OperatorPrincipal
        : Principal;
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A response that is a file and not data: it is sent as it is, without the envelope. */
export class FileAnswer {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly cacheControl: string;
  constructor(bytes: Uint8Array, contentType: string, cacheControl: string) {
    this.bytes = bytes;
    this.contentType = contentType;
    this.cacheControl = cacheControl;
  }
}

/** A response that is a file too long for memory: its parts are sent as the client takes them. */
export class StreamAnswer {
  /** A stream is destroyed when the client leaves. */
  readonly parts: AsyncIterable<string | Uint8Array> | Readable;
  readonly contentType: string;
  constructor(parts: AsyncIterable<string | Uint8Array> | Readable, contentType: string) {
    this.parts = parts;
    this.contentType = contentType;
  }
}

/** The part of a list that was asked for, where the route itself reads no more of it; its header is set already. */
export class PageAnswer<Item> {
  readonly items: readonly Item[];
  constructor(items: readonly Item[]) {
    this.items = items;
  }
}

/** What a route may answer. */
type AnswerOf<R extends Route> =
  | DataOf<R>
  | FileAnswer
  | StreamAnswer
  | (DataOf<R> extends readonly (infer Item)[] ? PageAnswer<Item> : never);

/**
 * Writes per minute of one person or key (of one address for routes without sign-in); far above normal use.
 */
const defaultWritesPerMinute = 300;

export interface Limits {
  /** 300 unless set. */
  readonly writesPerMinute?: number;
  /** The route removes from its body what cannot be stored, instead of a refusal. */
  readonly cleansBody?: boolean;
  /** Body or answer have a secret: neither is stored for an `Idempotency-Key`. */
  readonly isSecret?: boolean;
  /** Of the longest body, where it may be longer than others. */
  readonly bodyBytes?: number;
}

/**
 * Serves a route of the contract: guard, validate, act, answer in the envelope. A route whose `needs` is
 * neither `public`, `signed-in`, `operator` nor a permission of the table cannot be served: deny by default.
 */
export function serve<R extends Route>(
  app: FastifyInstance,
  route: R,
  act: (call: Call<R>) => Promise<AnswerOf<R>>,
  limits: Limits = {},
): void {
  app.route({
    ...routeOptions(app, route, limits),
    handler: async (request, reply) => {
      // What is for one person is in no shared cache and in no browser's, unless the route says otherwise.
      if (request.principal !== null) reply.header('cache-control', 'no-store');
      const answer = () =>
        act({
          principal: request.principal as Call<R>['principal'],
          params: request.params as ParamsOf<R>,
          query: request.query as QueryOf<R>,
          body: request.body as BodyOf<R>,
          request,
          reply,
        });
      const data = limits.isSecret ? await answer() : await app.answerOnce(request, answer);
      if (data instanceof FileAnswer) {
        return reply
          .type(data.contentType)
          .header('cache-control', data.cacheControl)
          .send(Buffer.from(data.bytes.buffer, data.bytes.byteOffset, data.bytes.byteLength));
      }
      if (data instanceof StreamAnswer)
        return reply
          .type(data.contentType)
          .send(
            data.parts instanceof Readable ? data.parts : Readable.from(data.parts, { objectMode: false }),
          );
      if (data instanceof PageAnswer) return { data: data.items };
      return { data: route.paged && Array.isArray(data) ? pageOf(data, request, reply) : data };
    },
  });
}

/**
 * Serves a route to a signed-in caller whose answer is a stream: `open` may refuse, and gives what writes the
 * answer itself.
 */
export function serveRaw(
  app: FastifyInstance,
  route: Route,
  open: (principal: Principal) => (reply: FastifyReply) => void,
): void {
  app.route({
    ...routeOptions(app, route),
    handler: (request, reply) => {
      const { principal } = request;
      if (principal === null || principal.organizationId === null) throw notSignedIn();
      const write = open(principal);
      reply.hijack();
      write(reply);
    },
  });
}

/** Serves a public route whose answer is a stream: `open` may refuse, and gives what writes the answer itself. */
export function servePublicStream<R extends Route & { readonly needs: 'public' }>(
  app: FastifyInstance,
  route: R,
  open: (params: ParamsOf<R>, request: FastifyRequest) => Promise<(response: ServerResponse) => void>,
): void {
  app.route({
    ...routeOptions(app, route),
    handler: async (request, reply) => {
      const write = await open(request.params as ParamsOf<R>, request);
      reply.hijack();
      write(reply.raw);
    },
  });
}

/**
 * Serves a public route from memory: `send` writes the whole answer and says whether there was one; `open` is asked where
 * there was none, and does the same or refuses. What is sent from memory costs next to nothing and is not counted: many
 * people share a network.
 */
export function servePublicAnswers<R extends Route & { readonly needs: 'public' }>(
  app: FastifyInstance,
  route: R,
  {
    send,
    open,
  }: {
    send: (params: ParamsOf<R>, request: FastifyRequest, response: ServerResponse) => boolean;
    open: (params: ParamsOf<R>, request: FastifyRequest, response: ServerResponse) => Promise<void>;
  },
): void {
  app.route({
    ...routeOptions(app, route),
    preHandler: [],
    handler: (request, reply) => {
      const params = request.params as ParamsOf<R>;
      if (send(params, request, reply.raw)) {
        reply.hijack();
        return;
      }
      return open(params, request, reply.raw).then(() => {
        reply.hijack();
      });
    },
  });
}

/** Whether a caller may ask a route that is not public. */
export function isAllowed(route: Route, principal: Principal | OperatorPrincipal): boolean {
  const { needs } = route;
  if (principal.organizationId === null) return needs === 'operator' || route.forOperators === true;
  const { places, via, impersonatedBy, isLimited = false, permissions } = principal;
  if (needs === 'operator') return false;
  if (impersonatedBy !== null && route.refusesImpersonation) return false;
  if (via === 'api-key' && route.refusesKeys) return false;
  if ((places !== null || via === 'display-link') && !route.forDisplays) return false;
  if (needs === 'signed-in') return !isLimited || route.forLimitedKeys === true;
  return isPermission(needs) && permissions.includes(needs);
}

/** What every route has: its guard, its schemas and its limits. */
export function routeOptions(
  app: FastifyInstance,
  route: Route,
  { writesPerMinute = defaultWritesPerMinute, cleansBody = false, bodyBytes }: Limits = {},
) {
  const { needs } = route;
  const query = querySchemaOf(route);
  if (needs !== 'public' && needs !== 'signed-in' && needs !== 'operator' && !isPermission(needs)) {
    throw new Error(`${route.method} ${route.path} needs '${needs}', which is no permission.`);
  }
  const guard: onRequestAsyncHookHandler = async (request) => {
    const principal = needs === 'public' ? null : await app.authenticate(request);
    request.principal = principal && { ...principal, origin: { network: request.ip, requestId: request.id } };
    if (needs === 'public') return;
    if (request.principal === null) throw notSignedIn();
    if (!isAllowed(route, request.principal)) throw forbidden();
  };
  return {
    method: route.method,
    url: `/api/${route.path}`,
    onRequest: guard,
    ...(bodyBytes === undefined ? {} : { bodyLimit: bodyBytes }),
    ...(route.paged ? { compress: listCompression } : {}),
    schema: {
      summary: route.summary,
      tags: route.path.split('/', 1).map((subject) => subject.toLowerCase()),
      security: needs === 'public' ? [] : [{ bearer: [] }],
      ...(route.params ? { params: route.params } : {}),
      ...(query ? { querystring: query } : {}),
      ...(route.headers ? { headers: route.headers } : {}),
      ...(route.body ? { body: route.body } : {}),
      response: {
        200: success(route.data),
        ...Object.fromEntries((route.failures ?? []).map((status) => [status, failure])),
      },
    },
    ...(route.method === 'GET'
      ? { preHandler: app.countRead }
      : { config: { cleansBody, rateLimit: { max: writesPerMinute, timeWindow: '1 minute' } } }),
  };
}
