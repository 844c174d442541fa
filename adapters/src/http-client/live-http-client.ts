import {
  Agent,
  type buildConnector,
  type Dispatcher,
  EnvHttpProxyAgent,
  fetch,
  type Response,
  request as requestBy,
} from 'undici';
import { AdapterError } from '../adapter-error.ts';
import { dropOldest } from '../bounded-cache.ts';
import {
  acceptResponse,
  classifyFailure,
  DEFAULT_MAX_BYTES,
  DEFAULT_TIMEOUT_MS,
  describeUrl,
} from './classify-response.ts';
import type { HttpClient, HttpRequest, RawResponse, Sender, SendRequest } from './http-client.ts';
import { guardedConnector, isPrivateHost, PrivateAddressError, type Resolve } from './private-addresses.ts';

const MAX_REDIRECTS = 3;
const MAX_VALIDATORS = 500;
const CONNECT_TIMEOUT_MS = 10_000;
const MAX_ERROR_BODY_BYTES = 64 * 1024;

export interface OutboundProxy {
  /** `http://host:port`. */
  readonly url: string;
  /** Hosts without the proxy, separated by commas. */
  readonly except: string;
}

export interface LiveHttpClientOptions {
  /** Names the product and a contact, as api.weather.gov and aviationweather.gov require. */
  readonly userAgent: string;
  /** The organization's outbound proxy, if any. */
  readonly proxy?: OutboundProxy | null;
  /**
   * Whether URLs from users, or from another service, may lead into the private network; false unless set.
   */
  readonly allowPrivateAddresses?: boolean;
  /** Resolves the host names of such URLs; the system's resolver unless set. */
  readonly resolve?: Resolve;
}

export interface LiveHttpClient extends HttpClient, Sender {
  /** The response whatever its status, for recordings. Throws AdapterError only when there is no response. */
  exchange(request: HttpRequest): Promise<RawResponse>;
}

/**
 * The HTTP client for the real network. Compressed responses are decompressed; size limits count the
 * decompressed bytes and reading stops at the limit.
 *
 * Notices use separate connections, so that a slow feed never delays one. Where a user supplied the URL,
 * every address of its host is checked when the connection is made, and the connected address once more.
 * Through a proxy the proxy resolves names: literal addresses and names of private networks are still
 * rejected here, and the proxy's own rules must reject the rest.
 */
export function openLiveHttpClient(options: LiveHttpClientOptions): LiveHttpClient {
  const agent = openDispatcher(options.proxy, 16);
  const outgoing = openDispatcher(options.proxy, 64);
  const guarded = options.allowPrivateAddresses
    ? outgoing
    : openDispatcher(options.proxy, 64, guardedConnector(CONNECT_TIMEOUT_MS, options.resolve));
  const validators = createValidators();

  async function follow(request: HttpRequest, signal: AbortSignal): Promise<RawResponse> {
    const origin = httpUrl(request, request.url).origin;
    let url = request.url;
    for (let redirects = 0; ; redirects++) {
      const target = httpUrl(request, url);
      const headers = {
        'user-agent': options.userAgent,
        accept: '*/*',
        // The caller's headers (perhaps a credential) are for the named host only.
        ...(target.origin === origin
          ? { ...lowerCase(request.headers), ...validators.headersFor(request) }
          : {}),
      };
      const isFree =
        options.allowPrivateAddresses ||
        request.trustedHost === undefined ||
        target.hostname === request.trustedHost;
      if (!isFree && isPrivateHost(target.hostname)) throw new PrivateAddressError();
      const response = await fetch(target, {
        dispatcher: isFree ? agent : guarded,
        redirect: 'manual',
        signal,
        headers,
      });
      const location = response.headers.get('location');
      if (![301, 302, 303, 307, 308].includes(response.status) || !location)
        return readResponse(request, response);
      await response.body?.cancel();
      if (redirects === MAX_REDIRECTS)
        throw new AdapterError(
          request.source,
          'upstream',
          `${describeUrl(request.url)} redirects too often.`,
        );
      url = URL.parse(location, target)?.href ?? location;
    }
  }

  const exchange = (request: HttpRequest): Promise<RawResponse> =>
    withDeadline(request, request, async (signal) => {
      const raw = await follow(request, signal);
      validators.remember(request, raw);
      return raw;
    });

  async function send(request: SendRequest): Promise<RawResponse> {
    // The path of a user's URL is often a key by itself, so errors name the host alone.
    const named = request.givenBy === 'user' ? { ...request, url: withoutPath(request.url) } : request;
    const target = httpUrl(named, request.url);
    const isFree = request.givenBy === 'installation' || options.allowPrivateAddresses;
    const { method = 'POST', body } = request;
    const headers = { 'user-agent': options.userAgent, ...request.headers };
    return withDeadline(request, named, async (signal) => {
      if (!isFree && isPrivateHost(target.hostname)) throw new PrivateAddressError();
      const dispatcher = isFree ? outgoing : guarded;
      // Not fetch: notices are sent by the hundred in a second, and the streams of fetch take twice the time.
      // `request` follows no redirect either.
      const answer = await requestBy(target, { dispatcher, method, body, signal, headers });
      const limit = request.maxBytes ?? MAX_ERROR_BODY_BYTES;
      const { bytes, isCut } = await readUpTo(answer.body, limit);
      if (isCut && request.maxBytes !== undefined) throw tooLarge(named, limit);
      return {
        status: answer.statusCode,
        headers: Object.fromEntries(
          Object.entries(answer.headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')]),
        ),
        bytes,
      };
    });
  }

  return {
    exchange,
    send,
    get: async (request) => acceptResponse(request, await exchange(request)),
    close: async () => {
      await Promise.all([agent, outgoing, guarded].map((dispatcher) => dispatcher.destroy()));
    },
  };
}

/** ETag and Last-Modified of the last responses to conditional requests, by URL. */
function createValidators() {
  const validators = new Map<string, { etag: string | undefined; lastModified: string | undefined }>();
  return {
    headersFor(request: HttpRequest): Record<string, string> {
      const { etag, lastModified } = (request.conditional && validators.get(request.url)) || {};
      return {
        ...(etag ? { 'if-none-match': etag } : {}),
        ...(lastModified ? { 'if-modified-since': lastModified } : {}),
      };
    },
    remember(request: HttpRequest, raw: RawResponse): void {
      if (!request.conditional || raw.status !== 200) return;
      validators.delete(request.url);
      const { etag, 'last-modified': lastModified } = raw.headers;
      if (!etag && !lastModified) return;
      validators.set(request.url, { etag, lastModified });
      dropOldest(validators, MAX_VALIDATORS);
    },
  };
}

function lowerCase(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Runs `work` until the request's timeout; its errors are named after `named`. */
async function withDeadline<T>(
  request: Pick<HttpRequest, 'timeoutMs' | 'signal'>,
  named: Pick<HttpRequest, 'source' | 'url' | 'signal'>,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = AbortSignal.timeout(request.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline;
  try {
    return await work(signal);
  } catch (error) {
    const isTimeout = deadline.aborted && !(error instanceof AdapterError);
    throw classifyFailure(named, isTimeout ? deadline.reason : error);
  }
}

export function openDispatcher(
  proxy: OutboundProxy | null | undefined,
  connections: number,
  connect?: buildConnector.connector,
): Dispatcher {
  const settings = {
    connect: connect ?? { timeout: CONNECT_TIMEOUT_MS },
    keepAliveTimeout: 30_000,
    connections,
  };
  if (!proxy) return new Agent(settings);
  return new EnvHttpProxyAgent({
    ...settings,
    httpProxy: proxy.url,
    httpsProxy: proxy.url,
    noProxy: proxy.except,
  });
}

function withoutPath(url: string): string {
  const parsed = URL.parse(url);
  return parsed ? `${parsed.protocol}//${parsed.host}` : url;
}

function httpUrl(request: Pick<HttpRequest, 'source' | 'url'>, url: string): URL {
  const parsed = URL.parse(url);
  const refuse = (problem: string) =>
    new AdapterError(request.source, 'upstream', `${describeUrl(request.url)} ${problem}.`, {
      retryable: false,
    });
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:')
    throw refuse('leads to an address that is not http or https');
  // The network stack would reject it too, with the password in its error.
  if (parsed.username || parsed.password)
    throw refuse('leads to an address with a user name or password in it');
  return parsed;
}

/**
 * Reads the body up to the limit. The body of an error is needed only for a recording, so it is cut instead
 * of rejected.
 */
async function readResponse(request: HttpRequest, response: Response): Promise<RawResponse> {
  const expected = response.status < 400;
  const limit = expected ? (request.maxBytes ?? DEFAULT_MAX_BYTES) : MAX_ERROR_BODY_BYTES;
  const { bytes, isCut } = await readUpTo(response.body, limit);
  if (isCut && expected) throw tooLarge(request, limit);
  return { status: response.status, headers: Object.fromEntries(response.headers), bytes };
}

function tooLarge(request: Pick<HttpRequest, 'source' | 'url'>, limit: number): AdapterError {
  return new AdapterError(
    request.source,
    'malformed',
    `${describeUrl(request.url)} answered with more than ${limit} bytes.`,
  );
}

async function readUpTo(
  body: AsyncIterable<Uint8Array> | null,
  limit: number,
): Promise<{ bytes: Uint8Array; isCut: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop cancels the body, so that no more is downloaded.
    if (size > limit) return { bytes: Buffer.concat(chunks), isCut: true };
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks), isCut: false };
}
