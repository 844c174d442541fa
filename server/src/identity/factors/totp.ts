import { Secret, TOTP } from 'otpauth';
import { encode } from 'uqr';

/** What authenticator apps understand (RFC 6238): others ignore the parameters. */
const parameters = { issuer: 'Allclear', algorithm: 'SHA1', digits: 6, period: 30 } as const;
const periodMs = parameters.period * 1_000;
const secretBytes = 20;

/** A new secret in base32. */
export function makeTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** The address that an app reads from the QR code. */
export function totpUri(secret: string, email: string): string {
  return new TOTP({ ...parameters, label: email, secret }).toString();
}

/**
 * The time step of a code, one step before or after now allowed; null for a wrong one. The caller sees that each
 * step counts once. `now` is epoch ms of the wall clock.
 */
export function totpStep(secret: string, code: string, now: number): number | null {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const offset = new TOTP({ ...parameters, secret }).validate({ token, timestamp: now, window: 1 });
  return offset === null ? null : Math.floor(now / periodMs) + offset;
}

/** A QR code as rows of 0 and 1, with a quiet margin. */
export function qrRows(text: string): string[] {
  return encode(text, { border: 4 }).data.map((row) => row.map((isDark) => (isDark ? '1' : '0')).join(''));
}
