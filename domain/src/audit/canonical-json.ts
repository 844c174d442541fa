/** A value that JSON can write. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: JsonValue;
}

/** Thrown for what has no canonical form: a number that is not finite, half a surrogate pair, undefined. */
export class NotCanonical extends Error {}

/**
 * The canonical form of a JSON value by RFC 8785: the names of an object in the order of their UTF-16 code units, no
 * blanks, numbers and strings as ECMAScript writes them. The same value is the same text everywhere, so that it can
 * be hashed. Throws `NotCanonical`.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new NotCanonical(`${value} has no canonical form.`);
    return JSON.stringify(value);
  }
  if (typeof value === 'string') return canonicalString(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object') throw new NotCanonical(`${typeof value} has no canonical form.`);
  // Strings are compared by their UTF-16 code units.
  const fields = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => `${canonicalString(name)}:${canonicalJson(inner)}`);
  return `{${fields.join(',')}}`;
}

function canonicalString(text: string): string {
  if (/\p{Surrogate}/u.test(text)) throw new NotCanonical('Half a surrogate pair has no canonical form.');
  return JSON.stringify(text);
}
