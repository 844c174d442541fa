import { AdapterError } from '../adapter-error.ts';

/**
 * The JSON of an answer. Throws AdapterError `malformed` for a page, an empty body and cut JSON; `what`
 * begins the sentence that says so.
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
