import { AdapterError } from '../adapter-error.ts';

/**
 * A response's JSON. `what` names it for people ('The list of radar frames'). Throws AdapterError `malformed`
 * for an HTML page, an empty body and truncated JSON.
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

/** The fields of an object; empty for anything else. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** A finite number; null for everything else, also for a number written as text. */
export function finiteNumberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** A number, also one written as text; null for everything else. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return finiteNumberOf(value);
  if (typeof value !== 'string' || !/^\s*[-+]?(\d+\.?\d*|\.\d+)\s*$/.test(value)) return null;
  return Number(value);
}

/** Epoch ms of an ISO 8601 time; a time without a zone is UTC. Null for an invalid time. */
export function instantOf(value: unknown): number | null {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value)) return null;
  const text = value.replace(' ', 'T');
  const at = Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
  return Number.isNaN(at) ? null : at;
}

/** Trimmed text; null for empty text and everything else. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
