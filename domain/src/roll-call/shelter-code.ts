/** Codes of shelters: read from paper and typed, so without characters that look alike (0 O, 1 I L, 5 S, 8 B, 2 Z). */
const alphabet = '34679ACDEFGHJKMNPQRTUVWXY';
const length = 8;
/** Bytes below it fall on each character equally often. */
const fairBytes = 256 - (256 % alphabet.length);

/**
 * A code from random bytes, or null where too few of them can be used: then with others.
 *
 * @param bytes random; 32 are nearly always enough
 */
export function makeShelterCode(bytes: Uint8Array): string | null {
  const fair = [...bytes].filter((byte) => byte < fairBytes).slice(0, length);
  if (fair.length < length) return null;
  return fair.map((byte) => alphabet.charAt(byte % alphabet.length)).join('');
}

/** The code that somebody typed or scanned, in capitals without hyphens and spaces; null for what can be none. */
export function shelterCodeOf(text: string): string | null {
  const code = text.replace(/[\s-]/g, '').toUpperCase();
  return code.length === length && [...code].every((character) => alphabet.includes(character)) ? code : null;
}
