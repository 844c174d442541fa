import { AdapterError, type HttpClient, type Sender } from '@allclear/adapters';
import type { CustomFetch } from 'openid-client';

/** How single sign-on reaches providers: addresses that people gave, which must not lead into a private network. */
export type SsoHttp = Pick<HttpClient, 'get'> & Sender;

const source = 'single-sign-on';
const timeoutMs = 10_000;
const maxBytes = 1_000_000;

/** Reads a document of a provider. Throws `AdapterError`. */
export async function fetchDocument(http: SsoHttp, url: string, accept: string): Promise<string> {
  // No host is trusted to be inside a private network.
  const { bytes } = await http.get({
    source,
    url,
    timeoutMs,
    maxBytes,
    trustedHost: '',
    headers: { accept },
  });
  return new TextDecoder().decode(bytes);
}

/** `fetch` for openid-client over the HTTP client. */
export function ssoFetch(http: SsoHttp): CustomFetch {
  return async (url, { method, headers, body }) => {
    if (method === 'GET') {
      try {
        const {
          status,
          headers: given,
          bytes,
        } = await http.get({
          ...{ source, url, timeoutMs, maxBytes, trustedHost: '' },
          headers: readHeaders(headers),
        });
        return new Response(status === 204 ? null : Buffer.from(bytes), { status, headers: plain(given) });
      } catch (error) {
        // What a provider refuses is an answer; that it cannot be reached is not.
        if (!(error instanceof AdapterError) || error.status === null) throw error;
        return new Response(null, { status: error.status });
      }
    }
    const answer = await http.send({
      ...{ source, url, timeoutMs, givenBy: 'user', headers: readHeaders(headers) },
      body: body instanceof Uint8Array ? body : String(body ?? ''),
    });
    const isEmpty = answer.status === 204 || answer.status === 304;
    return new Response(isEmpty ? null : Buffer.from(answer.bytes), {
      status: answer.status,
      headers: plain(answer.headers),
    });
  };
}

function readHeaders(headers: unknown): Record<string, string> {
  return Object.fromEntries(new Headers(headers as Record<string, string>));
}

/** The body is decompressed already. */
function plain(headers: Readonly<Record<string, string>>): Record<string, string> {
  const { 'content-encoding': _encoding, 'content-length': _length, ...rest } = headers;
  return rest;
}
