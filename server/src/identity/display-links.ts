import { hash, randomBytes } from 'node:crypto';

const prefix = 'acd_';

/**
 * The token of a new display link (256 random bits) and its digest, which is stored. As for API keys, it needs
 * no salt or stretching.
 */
export function makeDisplayToken(): { token: string; hash: Buffer } {
  const token = `${prefix}${randomBytes(32).toString('base64url')}`;
  return { token, hash: hashOfDisplayToken(token) };
}

/** Whether a bearer claims to be the token of a display link. */
export function isDisplayBearer(bearer: string): boolean {
  return bearer.startsWith(prefix);
}

export function isDisplayToken(bearer: string): boolean {
  return /^acd_[A-Za-z0-9_-]{43}$/.test(bearer);
}

export function hashOfDisplayToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
