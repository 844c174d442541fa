import type { z } from 'zod';

/**
 * One route of the API, for both sides. `path` is spelled as in the specification (without `/api`), with
 * `:name` for parameters; it is matched without regard to case. `needs` is what the caller must have:
 * `public`, `signed-in`, `operator` (somebody who rules the organizations and belongs to none), or a permission of
 * `domain/src/people/permissions.ts`. A route without it cannot be defined.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly needs: string;
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly headers?: z.ZodType;
  readonly body?: z.ZodType;
  /** The content of `data` in a success. */
  readonly data: z.ZodType;
  /** A list of which a part may be asked for by `limit` and `cursor`; whole without them. */
  readonly paged?: true;
  /**
   * A wall that is signed in by a display link, and an API key of some places, may ask it, for those places; no other
   * route may be asked by them.
   */
  readonly forDisplays?: true;
  /** With `needs` `signed-in`: an operator may ask it too, for the own account. */
  readonly forOperators?: true;
  /** It changes passwords, factors or keys: an operator who acts as the person is refused. */
  readonly refusesImpersonation?: true;
  /** With `needs` `signed-in`: an API key that has fewer rights than its owner may ask it too. */
  readonly forLimitedKeys?: true;
  /** It makes keys: an API key is refused. */
  readonly refusesKeys?: true;
  /** Statuses of failures that callers of this route should expect besides 401 and 429. */
  readonly failures?: readonly number[];
}

/** Keeps the literal types of a route's parts. */
export function defineRoute<const R extends Route>(route: R): R {
  return route;
}

export type ParamsOf<R extends Route> = R['params'] extends z.ZodType ? z.output<R['params']> : undefined;

export type QueryOf<R extends Route> = R['query'] extends z.ZodType ? z.output<R['query']> : undefined;

export type BodyOf<R extends Route> = R['body'] extends z.ZodType ? z.output<R['body']> : undefined;

/** What a caller sends, before it is read: a query is texts. */
export type InputOf<R extends Route> = {
  params: R['params'] extends z.ZodType ? z.input<R['params']> : undefined;
  query: R['query'] extends z.ZodType ? z.input<R['query']> : undefined;
  body: R['body'] extends z.ZodType ? z.input<R['body']> : undefined;
};

export type DataOf<R extends Route> = z.output<R['data']>;
