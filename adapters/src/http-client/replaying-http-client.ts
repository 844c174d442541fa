import { readFile } from 'node:fs/promises';
import { AdapterError } from '../adapter-error.ts';
import type { Archive, ArchiveOutage, ArchiveResponse } from './archive.ts';
import { acceptResponse, classifyFailure, DEFAULT_MAX_BYTES, describeUrl } from './classify-response.ts';
import type { HttpClient, HttpRequest } from './http-client.ts';

const CACHE_BYTES = 16 * 1024 * 1024;

/**
 * An HTTP client that returns what the services would have returned at the virtual instant `now()` (epoch
 * ms): the newest matching entry that is not later. Without one, and for resources outside the archive, the
 * request fails as if refused.
 */
export function openReplayingHttpClient(archive: Archive, now: () => number): HttpClient {
  const match = indexResponses(archive.responses);
  const readBody = cachedReader(CACHE_BYTES);

  async function get(request: HttpRequest) {
    const url = URL.parse(request.url);
    const at = now();
    const refused = () =>
      new AdapterError(
        request.source,
        'refused',
        `The replay has no answer from ${describeUrl(request.url)} at this time.`,
      );
    if (!url) throw refused();
    if (request.signal?.aborted) throw classifyFailure(request, request.signal.reason);
    const outage = findOutage(archive.outages, url.host, at);
    if (outage) {
      const { status, body } = outage;
      if (status === null) throw refused();
      return acceptResponse(request, { status, headers: {}, bytes: Buffer.from(body) });
    }
    const entry = match(url, at);
    if (!entry) throw refused();
    const bytes = 'text' in entry.body ? Buffer.from(entry.body.text) : await readBody(entry.body.file);
    const limit = request.maxBytes ?? DEFAULT_MAX_BYTES;
    if (bytes.byteLength > limit)
      throw new AdapterError(
        request.source,
        'malformed',
        `${describeUrl(request.url)} answered with more than ${limit} bytes.`,
      );
    return acceptResponse(request, {
      status: entry.status,
      headers: entry.contentType ? { 'content-type': entry.contentType } : {},
      bytes,
    });
  }

  return { get, close: async () => {} };
}

function findOutage(outages: readonly ArchiveOutage[], host: string, at: number): ArchiveOutage | undefined {
  return outages.find((outage) => outage.host === host && outage.from <= at && at < outage.to);
}

/**
 * Entries by host and path, so that a request scans only the few responses of its own resource. Responses are
 * sorted by `at`.
 */
export function indexResponses(
  responses: readonly ArchiveResponse[],
): (url: URL, at: number) => ArchiveResponse | null {
  const byResource = new Map<string, ArchiveResponse[]>();
  for (const response of responses) {
    const key = response.url.host + response.url.pathname;
    const list = byResource.get(key);
    if (list) list.push(response);
    else byResource.set(key, [response]);
  }
  return (url, at) => {
    const list = byResource.get(url.host + url.pathname) ?? [];
    let low = 0;
    for (let high = list.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((list[middle]?.at ?? Number.POSITIVE_INFINITY) <= at) low = middle + 1;
      else high = middle;
    }
    for (let index = low - 1; index >= 0; index--) {
      const entry = list[index];
      if (entry && Object.entries(entry.query).every(([key, value]) => url.searchParams.get(key) === value))
        return entry;
    }
    return null;
  };
}

/** Reads files and caches the most recently used, up to `limit` bytes. */
function cachedReader(limit: number): (file: string) => Promise<Uint8Array> {
  const cached = new Map<string, Uint8Array>();
  let size = 0;
  return async (file) => {
    const hit = cached.get(file);
    const bytes = hit ?? (await readFile(file));
    if (cached.delete(file)) size -= bytes.byteLength;
    if (bytes.byteLength > limit / 4) return bytes;
    cached.set(file, bytes);
    size += bytes.byteLength;
    for (const [oldest, old] of cached) {
      if (size <= limit) break;
      cached.delete(oldest);
      size -= old.byteLength;
    }
    return bytes;
  };
}
