import type { InputOf, PageQuery, Route } from '@allclear/contract';

/** Queries are texts on the wire; numbers and booleans are written for the caller. */
type Query<Q> = { readonly [Name in keyof Q]?: Q[Name] | number | boolean };

/** Lists and objects that the caller may not change either. */
type Given<T> = T extends readonly (infer Item)[]
  ? readonly Given<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Given<T[Name]> }
    : T;

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Sent with a POST so that a repeated call is done once; a new one for each call unless given. */
  readonly idempotencyKey?: string;
}

/** What a call of a route takes. */
export type CallInput<R extends Route> = CallOptions &
  (InputOf<R>['params'] extends undefined ? unknown : { readonly params: InputOf<R>['params'] }) &
  (InputOf<R>['body'] extends undefined ? unknown : { readonly body: Given<InputOf<R>['body']> }) & {
    readonly query?: (InputOf<R>['query'] extends undefined ? unknown : Query<InputOf<R>['query']>) &
      (R['paged'] extends true ? { readonly [Name in keyof PageQuery]?: PageQuery[Name] | string } : unknown);
  };

/** The input may be left out where nothing of it is needed. */
export type CallArguments<R extends Route> =
  CallOptions extends CallInput<R> ? [input?: CallInput<R>] : [input: CallInput<R>];
