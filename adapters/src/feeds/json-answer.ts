import { AdapterError } from '../adapter-error.ts';

/**
 * Parses the JSON of a response. Throws AdapterError `malformed` for an HTML page, an empty body and
 * truncated JSON; `what` begins the sentence of the error.
 */
export function readJson(bytes: Uint8Array, source: string, what: string): unknown {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8').trim();
  if (body.startsWith('<')) throw new AdapterError(source, 'malformed', `${what} is a page and not data.`);
  try {
    return JSON.parse(body);
  } catch {
    throw new AdapterError(source, 'malformed', `${what} is not JSON, or was cut off.`);
  }
}

/** A number that may be missing: null for anything else. */
export function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
