import { randomBytes } from 'node:crypto';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import { codeOfBytes, readCode } from '../../platform/secrets/typed-code.ts';

/** Ten characters of five bits each. */
const codeLength = 10;
const codeCount = 10;

/** New recovery codes of 50 random bits each, such as `7K3QX-0M9TD`. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: codeCount }, () => codeOfBytes(randomBytes(codeLength), codeLength));
}

/** A code as somebody typed it, in its own form; null for what is no code. */
export function readRecoveryCode(text: string): string | null {
  return readCode(text, codeLength);
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
