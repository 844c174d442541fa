import { randomInt } from 'node:crypto';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';

/** Crockford's base32: no letter that looks like another. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Ten characters of five bits each. */
const codeLength = 10;
const codeCount = 10;

/** New recovery codes of 50 random bits each, such as `7K3QX-0M9TD`. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: codeCount }, () => {
    const signs = Array.from({ length: codeLength }, () => alphabet.charAt(randomInt(alphabet.length)));
    return `${signs.slice(0, 5).join('')}-${signs.slice(5).join('')}`;
  });
}

/** A code as somebody typed it, in its own form; null for what is no code. */
export function readRecoveryCode(text: string): string | null {
  const code = text.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return code.length === codeLength && [...code].every((sign) => alphabet.includes(sign)) ? code : null;
}

/**
 * The digests of a code. 50 bits could be tried out from a copy of the database, so they are keyed by what is not in
 * it.
 */
export function recoveryDigests(
  secrets: SecretBox,
  userId: string,
  code: string,
): readonly [Buffer, ...Buffer[]] {
  return secrets.digests(code, `recovery-code ${userId}`);
}
