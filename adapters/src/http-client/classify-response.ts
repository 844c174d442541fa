import { AdapterError } from '../adapter-error.ts';
import type { HttpRequest, HttpResponse, RawResponse } from './http-client.ts';
import { PRIVATE_ADDRESS } from './private-addresses.ts';

export const DEFAULT_TIMEOUT_MS = 20_000;
export const DEFAULT_MAX_BYTES = 20 * 1024 * 1024;

const notAUrl = 'an address that is not a URL';

/** Host and path for messages. Query, user and password are omitted: they may contain keys. */
export function describeUrl(url: string): string {
  const parsed = URL.parse(url);
  return parsed ? `${parsed.host}${parsed.pathname}`.replace(/^([^/]+)\/$/, '$1') : notAUrl;
}

/** Host for messages about a URL whose path may contain a key. */
export function describeHost(url: string): string {
  return URL.parse(url)?.host ?? notAUrl;
}

/** Returns 200, 204 and an expected 304 unchanged; throws AdapterError for every other status. */
export function acceptResponse(request: HttpRequest, raw: RawResponse): HttpResponse {
  const { status } = raw;
  if (status === 200 || status === 204 || (status === 304 && request.conditional)) return raw;
  const where = describeUrl(request.url);
  if (status === 401 || status === 403)
    throw new AdapterError(request.source, 'auth', `${where} refused access with ${status}.`, { status });
  const retryAfterMs = readRetryAfter(raw.headers);
  const wait = retryAfterMs === null ? '' : ` and asks to wait ${Math.ceil(retryAfterMs / 1000)} s`;
  throw new AdapterError(request.source, 'upstream', `${where} answered ${status}${wait}.`, {
    status,
    retryAfterMs,
    retryable: status >= 500 || status === 429 || status === 408 || status === 425,
  });
}

/**
 * Retry-After in milliseconds; null when it is missing or invalid. A date is measured against the response's
 * own Date header, so that a wrong clock on either side has no effect. RFC 9110 section 10.2.3.
 */
export function readRetryAfter(headers: Readonly<Record<string, string>>): number | null {
  const value = headers['retry-after']?.trim();
  if (!value) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const until = Date.parse(value);
  const sent = Date.parse(headers.date ?? '');
  return Number.isNaN(until) || Number.isNaN(sent) ? null : Math.max(0, until - sent);
}

/**
 * Turns an error of the network stack into an AdapterError without the query of the URL. With a `name` for what was
 * asked, neither host nor path is in it, nor is the error of the stack, which names the address.
 */
export function classifyFailure(
  request: Pick<HttpRequest, 'source' | 'url' | 'signal'> & { readonly name?: string },
  error: unknown,
): AdapterError {
  if (error instanceof AdapterError) return error;
  const where = request.name ?? describeUrl(request.url);
  const cause = request.name === undefined ? { cause: error } : {};
  const code = findCode(error);
  if (request.signal?.aborted)
    return new AdapterError(request.source, 'timeout', `The request to ${where} was canceled.`);
  if (code === PRIVATE_ADDRESS) {
    const message = `${where} leads to a private address, which this installation does not allow.`;
    return new AdapterError(request.source, 'refused', message, { retryable: false });
  }
  if (code.includes('TIMEOUT') || code === 'TimeoutError' || code === 'ETIMEDOUT') {
    return new AdapterError(request.source, 'timeout', `${where} did not answer in time.`);
  }
  if (
    code === 'HTTPParserError' ||
    code.startsWith('HPE_') ||
    code.startsWith('Z_') ||
    code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'
  ) {
    return new AdapterError(
      request.source,
      'malformed',
      `${where} answered with something that is not HTTP (${code}).`,
      cause,
    );
  }
  if (/CERT|LEAF_SIGNATURE/.test(code)) {
    const message = `${where} has a certificate that is not trusted (${code}).`;
    return new AdapterError(request.source, 'refused', message, cause);
  }
  return new AdapterError(
    request.source,
    'refused',
    `${where} cannot be reached (${code || 'connection lost'}).`,
    cause,
  );
}

/**
 * The most specific code of an error and its causes: 'ECONNREFUSED' rather than the 'fetch failed' around it.
 */
function findCode(error: unknown): string {
  let found = '';
  for (let current = error, depth = 0; current instanceof Error && depth < 6; depth++) {
    const code = (current as Error & { code?: unknown }).code;
    if (typeof code === 'string') found = code;
    else if (current.name === 'TimeoutError' || current.name === 'HTTPParserError') found = current.name;
    current =
      current instanceof AggregateError && current.errors.length > 0 ? current.errors[0] : current.cause;
  }
  return found;
}
