import type { BodyOf, DataOf, ParamsOf, QueryOf, Route } from '@allclear/contract';
import type { Connection } from './connection.ts';
import { ApiFailure, failureOf, sentenceOf } from './failure.ts';
import type { WireRoute } from './routes.ts';

type Input<R extends Route> = {
  params?: { [K in keyof ParamsOf<R>]: string | number };
  query?: { [K in keyof QueryOf<R>]?: string | number | boolean };
  body?: BodyOf<R> extends undefined ? undefined : Record<string, unknown> | readonly unknown[];
  /** A CSV file in the place of a body. */
  csv?: Blob;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** For a call that may take longer than others, ms. */
  timeoutMs?: number;
  /**
   * For data that rarely change: the browser may answer from its own cache, for as long as the server allows.
   */
  browserCache?: boolean;
  /**
   * For a call that creates something: sent again with the same content after an answer that was lost, it
   * creates nothing twice.
   */
  once?: boolean;
};

/** Calls the API: `call(getDelay, { params: { id } })` returns the route's data or throws an `ApiFailure`. */
export interface ApiClient {
  call<R extends Route>(route: WireRoute<R>, input?: Input<R>): Promise<DataOf<R>>;
  /** An answer that is a file, such as an image; an `ApiFailure` when there is none. */
  file<R extends Route>(
    route: WireRoute<R>,
    input: Pick<Input<R>, 'params' | 'query' | 'signal' | 'timeoutMs'>,
  ): Promise<Blob>;
  /** A streamed answer (server-sent events). No time limit once it has begun. */
  open(route: WireRoute, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  /**
   * A WebSocket at a path outside of `/api`, signed in by its sub-protocols: a browser can send no header with it.
   * `token` replaces that of the session.
   */
  socket(path: string, protocol: string, token?: string): Promise<WebSocket>;
}

export interface ApiClientNeeds {
  /** The origin of the API: '' in the app, an origin in tests. */
  origin: string;
  /** The current access token, renewed first if it has expired; null when nobody is signed in. */
  token(): Promise<string | null>;
  /** Called once for each 401: the user must sign in again. */
  onUnauthorized(): void;
  /** Called once for each 403. */
  onForbidden?(): void;
  connection: Connection;
  timeoutMs?: number;
}

/** 128 random bits; `crypto.randomUUID` is missing on pages without TLS. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

export function createApiClient(needs: ApiClientNeeds): ApiClient {
  /** Keys of creating calls that have no answer yet, by their content. */
  const unanswered = new Map<string, string>();

  async function send(route: WireRoute, input: Input<Route>, signal: AbortSignal): Promise<Response> {
    const token = route.path === 'status' ? null : await needs.token();
    const headers: Record<string, string> = { Accept: 'application/json', ...input.headers };
    if (token) headers.Authorization ??= `Bearer ${token}`;
    const body = input.csv ?? (input.body === undefined ? undefined : JSON.stringify(input.body));
    if (body !== undefined) headers['Content-Type'] = input.csv ? 'text/csv' : 'application/json';
    const init: RequestInit = {
      method: route.method,
      headers,
      signal,
      cache: input.browserCache || route.path === 'status' ? 'default' : 'no-store',
      // The document preloads the status, and a preload is used only by a request like it.
      credentials: route.path === 'status' ? 'same-origin' : 'omit',
    };
    if (body !== undefined) init.body = body;
    const url = urlOf(route.path, input.params, input.query);
    const content = `${url} ${String(init.body)}`;
    if (input.once) {
      const key = unanswered.get(content) ?? randomKey();
      unanswered.set(content, key);
      headers['Idempotency-Key'] = key;
    }
    try {
      const response = await fetch(needs.origin + url, init);
      // After a failure of the server nobody knows whether it was done.
      if (input.once && response.status < 500) unanswered.delete(content);
      needs.connection.answered(init.cache === 'no-store' ? response.headers.get('date') : null);
      if (response.status === 401) needs.onUnauthorized();
      if (response.status === 403) needs.onForbidden?.();
      return response;
    } catch (thrown) {
      if (signal.aborted && (signal.reason as { name?: string } | undefined)?.name === 'AbortError')
        throw thrown;
      needs.connection.unanswered();
      const code = signal.aborted ? 'timeout' : 'unreachable';
      throw new ApiFailure({ status: 0, code, message: sentenceOf(code) });
    }
  }

  const limited = (signal: AbortSignal | undefined, timeoutMs = needs.timeoutMs ?? 15_000) =>
    AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]);

  return {
    async call(route, input = {}) {
      const signal = limited(input.signal, input.timeoutMs);
      const response = await send(route, input as Input<Route>, signal);
      const body = await bodyOf(response);
      if (!response.ok) throw failureOf(response.status, body);
      if (typeof body !== 'object' || body === null || !('data' in body)) {
        throw new ApiFailure({
          status: response.status,
          code: 'malformed',
          message: sentenceOf('malformed'),
        });
      }
      return body.data as never;
    },
    async file(route, input) {
      const signal = limited(input.signal, input.timeoutMs);
      const response = await send(route, { ...(input as Input<Route>), headers: { Accept: '*/*' } }, signal);
      if (!response.ok) throw failureOf(response.status, await bodyOf(response));
      try {
        return await response.blob();
      } catch {
        throw new ApiFailure({ status: 0, code: 'unreachable', message: sentenceOf('unreachable') });
      }
    },
    async open(route, signal) {
      const response = await send(route, { headers: { Accept: 'text/event-stream' } }, signal);
      if (!response.ok || !response.body) throw failureOf(response.status, await bodyOf(response));
      return response.body;
    },
    socket: async (path, protocol, token) =>
      openSocket(needs.origin, path, [protocol, token ?? (await needs.token())]),
  };
}

function openSocket(origin: string, path: string, protocols: (string | null)[]): WebSocket {
  const url = new URL(path, origin || window.location.origin);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return new WebSocket(
    url,
    protocols.filter((protocol) => protocol !== null),
  );
}

async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

/**
 * The address of a route below `/api`, each parameter encoded; a missing parameter is a fault of ours and
 * throws.
 */
export function urlOf(
  path: string,
  params: Record<string, string | number> = {},
  query: Record<string, unknown> = {},
): string {
  const filled = path.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The route ${path} needs ${name}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) search.set(name, String(value));
  return `/api/${filled}${search.size > 0 ? `?${search}` : ''}`;
}
