import { createHash, randomBytes } from 'node:crypto';
import type { SimulatedMake } from './http-simulator.ts';

/**
 * The side of the device in digest authentication (RFC 7616), written apart from the client's: `qop=auth`, nonces that
 * last for so many requests, and counts that must rise.
 */
export function digestAuthentication(options: {
  realm: string;
  algorithm: 'SHA-256' | 'MD5';
  username: string;
  /** Requests for which a nonce lasts; then it is stale. */
  nonceUses?: number;
}): SimulatedMake['authenticate'] {
  const { realm, algorithm, username, nonceUses = 50 } = options;
  const hash = (text: string) =>
    createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
      .update(text)
      .digest('hex');
  const counts = new Map<string, number>();
  const challenge = (isStale: boolean) => {
    const nonce = randomBytes(8).toString('hex');
    counts.set(nonce, 0);
    const [oldest] = counts.keys();
    if (counts.size > 32 && oldest !== undefined) counts.delete(oldest);
    const value = `Digest qop="auth", realm="${realm}", nonce="${nonce}", algorithm=${algorithm}`;
    return {
      status: 401,
      headers: { 'WWW-Authenticate': isStale ? `${value}, stale=true` : value },
      body: '',
    };
  };
  return ({ authorization, method, url }, password) => {
    if (authorization === null || !authorization.startsWith('Digest ')) return challenge(false);
    const given = (name: string) => new RegExp(`[ ,]${name}="?([^",]*)`).exec(authorization)?.[1] ?? '';
    const nonce = given('nonce');
    const uri = `${url.pathname}${url.search}`;
    const parts = [
      hash([username, realm, password].join(':')),
      nonce,
      given('nc'),
      given('cnonce'),
      'auth',
      hash([method, uri].join(':')),
    ];
    const isRight =
      given('username') === username && given('uri') === uri && given('response') === hash(parts.join(':'));
    if (!isRight) return challenge(false);
    const last = counts.get(nonce);
    const count = Number.parseInt(given('nc'), 16);
    if (last === undefined || !(count > last) || count > nonceUses) return challenge(true);
    counts.set(nonce, count);
    return null;
  };
}
