import { TOTP } from 'otpauth';

/** The code that an authenticator app shows, so many steps of 30 s from now. */
export function totpCode(secret: string, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
}
