import type * as contract from '@allclear/contract';
import type { DataOf, Route } from '@allclear/contract';
import * as paths from '@allclear/contract/paths';
import { ApiError, errorOf } from './api-error.ts';
import { type EventsOptions, type ProgramEvent, readEvents } from './events.ts';
import { pause } from './pause.ts';
import type { CallArguments, CallOptions } from './route-input.ts';

export type RouteName = keyof typeof paths;
type RouteOf<Name extends RouteName> = (typeof contract)[Name];

/** The names of the routes that answer a list in parts. */
export type PagedRouteName = {
  [Name in RouteName]: RouteOf<Name> extends { readonly paged: true } ? Name : never;
}[RouteName];
type ItemOf<Name extends RouteName> = DataOf<RouteOf<Name>> extends readonly (infer Item)[] ? Item : never;

type Calls = {
  readonly [Name in RouteName]: (...input: CallArguments<RouteOf<Name>>) => Promise<DataOf<RouteOf<Name>>>;
};

/**
 * A function for each route of the contract, by its name: it returns `data`, and throws `ApiError`. The route of the
 * event stream is a loop instead.
 */
export interface Client extends Omit<Calls, 'events'> {
  /**
   * Events of places and warnings, in order, over breaks of the connection: see `readEvents`. Needs an API key.
   */
  readonly events: (options?: EventsOptions) => AsyncGenerator<ProgramEvent>;
  /** All items of a list, requested in parts of 200. */
  readonly items: <Name extends PagedRouteName>(
    name: Name,
    ...input: CallArguments<RouteOf<Name>>
  ) => AsyncGenerator<ItemOf<Name>>;
  /** The answer of a route that gives a file, such as an export. Throws `ApiError`. */
  readonly file: <Name extends RouteName>(
    name: Name,
    ...input: CallArguments<RouteOf<Name>>
  ) => Promise<Response>;
}

export interface ClientOptions {
  /** Of the installation: 'https://allclear.example'. */
  readonly url: string;
  /** An API key or an access token; public routes need none. */
  readonly key?: string;
  /** For an attempt, ms; 30,000 unless set. */
  readonly timeoutMs?: number;
  /** Further attempts after no answer, 429 and 503; 3 unless set. */
  readonly retries?: number;
}

/** What the calls of all routes have in common. */
interface AnyInput extends CallOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

const routes: Readonly<Record<RouteName, Pick<Route, 'method' | 'path'>>> = paths;
const itemsOfPart = 200;
/** Before the second attempt, doubled with each one, unless the server says how long to wait. */
const firstPauseMs = 250;
const longestPauseMs = 60_000;

/**
 * A client of the API. A call is attempted again after no answer, after 429 (once `Retry-After` is over) and after
 * 503 without data: reads because they change nothing, POSTs because they carry an `Idempotency-Key`. Other changes
 * are not sent again after a lost answer; they carry a revision, by which a repetition is refused.
 */
export function createClient({ url, key, timeoutMs = 30_000, retries = 3 }: ClientOptions): Client {
  async function attempt(route: Pick<Route, 'method' | 'path'>, input: AnyInput): Promise<Response> {
    const headers: Record<string, string> = { accept: 'application/json, */*' };
    if (key !== undefined) headers.authorization = `Bearer ${key}`;
    const isText = typeof input.body === 'string';
    if (input.body !== undefined) headers['content-type'] = isText ? 'text/csv' : 'application/json';
    if (input.idempotencyKey !== undefined) headers['idempotency-key'] = input.idempotencyKey;
    const limit = AbortSignal.timeout(timeoutMs);
    return fetch(addressOf(url, route.path, input), {
      method: route.method,
      headers,
      signal: input.signal ? AbortSignal.any([input.signal, limit]) : limit,
      ...(input.body !== undefined && { body: isText ? String(input.body) : JSON.stringify(input.body) }),
    });
  }

  async function send(name: RouteName, given: AnyInput = {}): Promise<Response> {
    const route = routes[name];
    const isPost = route.method === 'POST';
    const input = isPost ? { ...given, idempotencyKey: given.idempotencyKey ?? crypto.randomUUID() } : given;
    for (let attempts = 1; ; attempts++) {
      const outcome = await attempt(route, input).catch((cause: unknown) => {
        if (input.signal?.aborted) throw cause;
        const message = `${route.method} ${route.path} was not answered.`;
        return new ApiError(0, { code: 'unreachable', message }, { cause });
      });
      if (outcome instanceof Response && outcome.ok) return outcome;
      const isLast = attempts > retries || !mayRepeat(route.method, outcome.status);
      if (isLast) throw outcome instanceof ApiError ? outcome : await errorOf(outcome);
      if (outcome instanceof Response) await outcome.body?.cancel();
      await pause(pauseMs(outcome, attempts), input.signal);
    }
  }

  async function call(name: RouteName, input?: AnyInput): Promise<unknown> {
    const response = await send(name, input);
    return (await contentOf(response)).data;
  }

  async function* items(name: RouteName, input: AnyInput = {}): AsyncGenerator<unknown> {
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const query = { limit: itemsOfPart, ...input.query, ...(cursor !== undefined && { cursor }) };
      const response = await send(name, { ...input, query });
      const { data } = await contentOf(response);
      if (!Array.isArray(data)) throw new TypeError(`${name} answered no list.`);
      yield* data;
      cursor = nextCursor(response.headers.get('link'));
    }
  }

  const calls = Object.fromEntries(
    (Object.keys(routes) as RouteName[]).map((name) => [name, (input?: AnyInput) => call(name, input)]),
  );
  const events = (options?: EventsOptions) => readEvents({ url, key }, options);
  return { ...calls, items, file: send, events } as Client;
}

async function contentOf(response: Response): Promise<{ data: unknown }> {
  const copy = response.clone();
  try {
    const content = (await response.json()) as { data: unknown };
    if (typeof content === 'object' && content !== null && 'data' in content) return content;
  } catch {
    // Said below.
  }
  throw await errorOf(copy);
}

/** Whether a call may be sent again after an answer; status 0 is none. */
function mayRepeat(method: string, status: number): boolean {
  // Refused before anything was done.
  if (status === 429) return true;
  return (status === 0 || status === 503) && (method === 'GET' || method === 'POST');
}

function pauseMs(outcome: Response | ApiError, attempts: number): number {
  const seconds =
    outcome instanceof Response ? Number(outcome.headers.get('retry-after') ?? Number.NaN) : Number.NaN;
  const pause =
    Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : firstPauseMs * 2 ** (attempts - 1);
  return Math.min(pause, longestPauseMs);
}

/** The cursor of the next part in a header `Link` (RFC 8288); null at the end. */
function nextCursor(link: string | null): string | null {
  const next = /<([^>]*)>;\s*rel="next"/.exec(link ?? '')?.[1];
  return next === undefined ? null : new URL(next, 'http://localhost').searchParams.get('cursor');
}

function addressOf(url: string, path: string, { params = {}, query = {} }: AnyInput): URL {
  const filled = path.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new TypeError(`The route ${path} needs ${name}.`);
    return encodeURIComponent(value);
  });
  const address = new URL(`/api/${filled}`, url);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) address.searchParams.set(name, String(value));
  return address;
}
