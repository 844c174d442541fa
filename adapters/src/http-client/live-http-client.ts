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
  const validators = new Map<string, { etag: string | undefined; lastModified: string | undefined }>();

  function requestHeaders(request: HttpRequest, sameOrigin: boolean): Record<string, string> {
    const headers: Record<string, string> = { 'user-agent': options.userAgent, accept: '*/*' };
    // The caller's headers (perhaps a credential) are for the named host only.
    if (sameOrigin)
      for (const [name, value] of Object.entries(request.headers ?? {})) headers[name.toLowerCase()] = value;
    const validator = request.conditional && sameOrigin ? validators.get(request.url) : undefined;
    if (validator?.etag) headers['if-none-match'] = validator.etag;
    if (validator?.lastModified) headers['if-modified-since'] = validator.lastModified;
    return headers;
  }

  function rememberValidator(request: HttpRequest, raw: RawResponse): void {
    if (!request.conditional || raw.status !== 200) return;
    validators.delete(request.url);
    const { etag, 'last-modified': lastModified } = raw.headers;
    if (!etag && !lastModified) return;
    validators.set(request.url, { etag, lastModified });
    if (validators.size > MAX_VALIDATORS) validators.delete(validators.keys().next().value!);
  }

  async function follow(request: HttpRequest, signal: AbortSignal): Promise<RawResponse> {
    const origin = httpUrl(request, request.url).origin;
    let url = request.url;
    for (let redirects = 0; ; redirects++) {
      const target = httpUrl(request, url);
      const headers = requestHeaders(request, target.origin === origin);
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

  async function exchange(request: HttpRequest): Promise<RawResponse> {
    const deadline = AbortSignal.timeout(request.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline;
    try {
      const raw = await follow(request, signal);
      rememberValidator(request, raw);
      return raw;
    } catch (error) {
      if (deadline.aborted && !(error instanceof AdapterError))
        throw classifyFailure(request, deadline.reason);
      throw classifyFailure(request, error);
    }
  }

  async function send(request: SendRequest): Promise<RawResponse> {
    // The path of a user's URL is often a key by itself, so errors name the host alone.
    const named = request.givenBy === 'user' ? { ...request, url: withoutPath(request.url) } : request;
    const target = httpUrl(named, request.url);
    const isFree = request.givenBy === 'installation' || options.allowPrivateAddresses;
    const deadline = AbortSignal.timeout(request.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline;
    const { method = 'POST', body, headers } = request;
    try {
      if (!isFree && isPrivateHost(target.hostname)) throw new PrivateAddressError();
      const dispatcher = isFree ? outgoing : guarded;
      // Not fetch: notices are sent by the hundred in a second, and the streams of fetch take twice the time.
      // `request` follows no redirect either.
      const answer = await requestBy(target, {
        dispatcher,
        method,
        body,
        signal,
        headers: { 'user-agent': options.userAgent, ...headers },
      });
      return {
        status: answer.statusCode,
        headers: Object.fromEntries(
          Object.entries(answer.headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')]),
        ),
        bytes: (await readUpTo(answer.body, MAX_ERROR_BODY_BYTES)).bytes,
      };
    } catch (error) {
      throw classifyFailure(
        named,
        deadline.aborted && !(error instanceof AdapterError) ? deadline.reason : error,
      );
    }
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

function openDispatcher(
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
  if (isCut && expected)
    throw new AdapterError(
      request.source,
      'malformed',
      `${describeUrl(request.url)} answered with more than ${limit} bytes.`,
    );
  return { status: response.status, headers: Object.fromEntries(response.headers), bytes };
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
