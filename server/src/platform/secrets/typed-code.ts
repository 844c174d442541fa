/** Crockford's base32: no letter that looks like another. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const groupLength = 5;

/**
 * A code for people to type, such as `7K3QX-0M9TD`: one character of five bits for each of the first `length` bytes,
 * which must be random.
 */
export function codeOfBytes(bytes: Uint8Array, length: number): string {
  if (bytes.length < length) throw new RangeError(`A code of ${length} characters needs as many bytes.`);
  return [...bytes.subarray(0, length)]
    .map((byte, index) => {
      const hyphen = index > 0 && index % groupLength === 0 ? '-' : '';
      return hyphen + alphabet.charAt(byte % alphabet.length);
    })
    .join('');
}

/** The characters of a code as somebody typed it, without its hyphens; null for what is no code of this length. */
export function readCode(text: string, length: number): string | null {
  const code = text.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return code.length === length && [...code].every((sign) => alphabet.includes(sign)) ? code : null;
}
