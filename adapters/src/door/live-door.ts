import { Agent, EnvHttpProxyAgent, fetch, type Response } from 'undici';
import { AdapterError } from '../adapter-error.ts';
import type { Door, DoorRequest } from '../http.ts';
import { acceptAnswer, DEFAULT_MAX_BYTES, DEFAULT_TIMEOUT_MS, describeUrl, type RawAnswer, sortFailure } from './sort-answer.ts';

const MAX_REDIRECTS = 3;
const MAX_VALIDATORS = 500;
const MAX_ERROR_BODY_BYTES = 64 * 1024;

export interface OutboundProxy {
  /** `http://host:port`. */
  readonly url: string;
  /** Hosts that are reached directly, separated by commas. */
  readonly except: string;
}

export interface LiveDoor extends Door {
  /** The answer whatever its status: what a recording keeps. Throws AdapterError only when there is no answer. */
  exchange(request: DoorRequest): Promise<RawAnswer>;
}

/**
 * The door to the real network. `userAgent` names the product and a contact, as api.weather.gov and aviationweather.gov ask.
 * Compressed answers are unpacked; size limits count the unpacked bytes and reading stops at the limit.
 * `proxy` is the organisation's own way out, where it has one.
 */
export function openLiveDoor(options: { readonly userAgent: string; readonly proxy?: OutboundProxy | null }): LiveDoor {
  const { proxy } = options;
  const settings = { connect: { timeout: 10_000 }, keepAliveTimeout: 30_000, connections: 16 };
  const agent = proxy
    ? new EnvHttpProxyAgent({ ...settings, httpProxy: proxy.url, httpsProxy: proxy.url, noProxy: proxy.except })
    : new Agent(settings);
  const validators = new Map<string, { etag: string | undefined; lastModified: string | undefined }>();

  function requestHeaders(request: DoorRequest, sameOrigin: boolean): Record<string, string> {
    const headers: Record<string, string> = { 'user-agent': options.userAgent, accept: '*/*' };
    // What the caller sends (it may be a credential) is meant for the host it named and for no other.
    if (sameOrigin) for (const [name, value] of Object.entries(request.headers ?? {})) headers[name.toLowerCase()] = value;
    const validator = request.conditional && sameOrigin ? validators.get(request.url) : undefined;
    if (validator?.etag) headers['if-none-match'] = validator.etag;
    if (validator?.lastModified) headers['if-modified-since'] = validator.lastModified;
    return headers;
  }

  function rememberValidator(request: DoorRequest, raw: RawAnswer): void {
    if (!request.conditional || raw.status !== 200) return;
    validators.delete(request.url);
    const { etag, 'last-modified': lastModified } = raw.headers;
    if (!etag && !lastModified) return;
    validators.set(request.url, { etag, lastModified });
    if (validators.size > MAX_VALIDATORS) validators.delete(validators.keys().next().value!);
  }

  async function follow(request: DoorRequest, signal: AbortSignal): Promise<RawAnswer> {
    const origin = httpUrl(request, request.url).origin;
    let url = request.url;
    for (let redirects = 0; ; redirects++) {
      const target = httpUrl(request, url);
      const headers = requestHeaders(request, target.origin === origin);
      const response = await fetch(target, { dispatcher: agent, redirect: 'manual', signal, headers });
      const location = response.headers.get('location');
      if (![301, 302, 303, 307, 308].includes(response.status) || !location) return readAnswer(request, response);
      await response.body?.cancel();
      if (redirects === MAX_REDIRECTS) throw new AdapterError(request.source, 'upstream', `${describeUrl(request.url)} redirects too often.`);
      url = URL.parse(location, target)?.href ?? location;
    }
  }

  async function exchange(request: DoorRequest): Promise<RawAnswer> {
    const deadline = AbortSignal.timeout(request.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline;
    try {
      const raw = await follow(request, signal);
      rememberValidator(request, raw);
      return raw;
    } catch (error) {
      if (deadline.aborted && !(error instanceof AdapterError)) throw sortFailure(request, deadline.reason);
      throw sortFailure(request, error);
    }
  }

  return {
    exchange,
    get: async (request) => acceptAnswer(request, await exchange(request)),
    close: () => agent.destroy(),
  };
}

function httpUrl(request: DoorRequest, url: string): URL {
  const parsed = URL.parse(url);
  if (parsed?.protocol === 'http:' || parsed?.protocol === 'https:') return parsed;
  throw new AdapterError(request.source, 'upstream', `${describeUrl(request.url)} leads to an address that is not http or https.`, {
    retryable: false,
  });
}

/** Reads the body up to the limit. The body of an error is only kept for a recording, so it is cut short instead of refused. */
async function readAnswer(request: DoorRequest, response: Response): Promise<RawAnswer> {
  const expected = response.status < 400;
  const limit = expected ? (request.maxBytes ?? DEFAULT_MAX_BYTES) : MAX_ERROR_BODY_BYTES;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > limit && !expected) break;
    // Leaving the loop by a throw cancels the body, so nothing more is downloaded.
    if (size > limit) throw new AdapterError(request.source, 'malformed', `${describeUrl(request.url)} answered with more than ${limit} bytes.`);
    chunks.push(chunk);
  }
  return { status: response.status, headers: Object.fromEntries(response.headers), bytes: Buffer.concat(chunks) };
}
