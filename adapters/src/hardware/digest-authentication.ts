import { createHash, randomBytes } from 'node:crypto';
import type { DeviceHttpAnswer } from './port.ts';

/**
 * Digest authentication (RFC 7616) of one device: SHA-256 or MD5, `qop=auth`. The nonce of the device is kept and
 * counted, so that most requests need no 401 before.
 */
export interface DigestAuthentication {
  /** The `Authorization` header of a request; null before the first challenge. */
  header(method: string, uri: string): string | null;
  /**
   * What an answer says. `again`: a new challenge, so the same request may be sent once more with its header; a 401
   * was not carried out. `refused`: the password is wrong, the device asks for another kind of authentication, or it
   * has had too many attempts (429). `done`: anything else.
   */
  read(answer: DeviceHttpAnswer, sentHeader: string | null): 'again' | 'refused' | 'done';
}

interface Challenge {
  readonly realm: string;
  readonly nonce: string;
  readonly algorithm: 'SHA-256' | 'MD5';
  readonly opaque: string | null;
  readonly stale: boolean;
}

/** `cnonce` makes the client's nonce; for tests. */
export function createDigest(
  { username, password }: { username: string; password: string },
  cnonce: () => string = () => randomBytes(12).toString('hex'),
): DigestAuthentication {
  let challenge: Challenge | null = null;
  let count = 0;
  return {
    header(method, uri) {
      if (challenge === null) return null;
      count += 1;
      const { realm, nonce, algorithm, opaque } = challenge;
      const hash = (text: string) =>
        createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
          .update(text)
          .digest('hex');
      const nc = count.toString(16).padStart(8, '0');
      const client = cnonce();
      const identity = hash(`${username}:${realm}:${password}`);
      const response = hash(`${identity}:${nonce}:${nc}:${client}:auth:${hash(`${method}:${uri}`)}`);
      const parts = [
        `username=${quoted(username)}`,
        `realm=${quoted(realm)}`,
        `nonce=${quoted(nonce)}`,
        `uri=${quoted(uri)}`,
        `algorithm=${algorithm}`,
        `response="${response}"`,
        'qop=auth',
        `nc=${nc}`,
        `cnonce="${client}"`,
        ...(opaque === null ? [] : [`opaque=${quoted(opaque)}`]),
      ];
      return `Digest ${parts.join(', ')}`;
    },
    read({ status, headers }, sentHeader) {
      if (status === 429) {
        challenge = null;
        return 'refused';
      }
      if (status !== 401) return 'done';
      const next = readChallenge(headers['www-authenticate'] ?? '');
      // A nonce that is only old is asked for with `stale`; some devices leave it out and send another nonce.
      const isWrong = sentHeader !== null && next !== null && !next.stale && challenge?.nonce === next.nonce;
      challenge = next;
      count = 0;
      return next === null || isWrong ? 'refused' : 'again';
    },
  };
}

/** The best challenge that it knows among those of a `WWW-Authenticate` header; null for none. */
export function readChallenge(header: string): Challenge | null {
  const found = [
    ...header.matchAll(/\bDigest\s+((?:[\w-]+\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s",]+)\s*,?\s*)+)/gi),
  ]
    .map(([, text = '']) => readParameters(text))
    .flatMap((parameters): Challenge[] => {
      const algorithm = (parameters.get('algorithm') ?? 'MD5').toUpperCase();
      const nonce = parameters.get('nonce');
      const qop = (parameters.get('qop') ?? '').split(',').map((one) => one.trim().toLowerCase());
      if (nonce === undefined || !qop.includes('auth')) return [];
      if (algorithm !== 'SHA-256' && algorithm !== 'MD5') return [];
      const opaque = parameters.get('opaque') ?? null;
      const stale = parameters.get('stale')?.toLowerCase() === 'true';
      return [{ realm: parameters.get('realm') ?? '', nonce, algorithm, opaque, stale }];
    });
  return found.find(({ algorithm }) => algorithm === 'SHA-256') ?? found[0] ?? null;
}

function readParameters(text: string): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const [, name = '', inQuotes, plain = ''] of text.matchAll(
    /([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",]+))/g,
  ))
    parameters.set(name.toLowerCase(), inQuotes?.replace(/\\(.)/g, '$1') ?? plain);
  return parameters;
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
