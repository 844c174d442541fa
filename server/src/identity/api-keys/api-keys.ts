import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Actor } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import { insertApiKey } from './api-keys.store.ts';

const prefix = 'allclear_';
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Of a key, these are stored and shown. */
const shownLength = prefix.length + 6;

export interface MadeApiKey {
  readonly key: string;
  readonly hash: Buffer;
  /** By which people tell keys apart: 36 of its 256 bits. */
  readonly prefix: string;
}

/**
 * A new key: `allclear_`, 256 random bits (43 characters of base 62) and their CRC-32 (6 characters), so that
 * scanners of secrets know a key without asking. Only its digest is stored, which needs no salt or stretching: 256
 * bits cannot be guessed.
 */
export function makeApiKey(): MadeApiKey {
  const random = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), 43);
  const key = `${prefix}${random}${checksum(random)}`;
  return { key, hash: hashOfApiKey(key), prefix: key.slice(0, shownLength) };
}

/** Whether a bearer claims to be an API key. */
export function isApiKeyBearer(bearer: string): boolean {
  return bearer.startsWith(prefix) || bearer.startsWith('ack_');
}

/** Whether a text can be an API key: one whose checksum is right, or one of before (`ack_`), which had none. */
export function isApiKey(bearer: string): boolean {
  const [, random, sum] = /^allclear_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/.exec(bearer) ?? [];
  if (random !== undefined) return sum === checksum(random);
  return /^ack_[A-Za-z0-9_-]{43}$/.test(bearer);
}

export function hashOfApiKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

/**
 * Makes a key that acts as this user, with all rights of the user and without an end. The key is in the answer and
 * nowhere else: it cannot be shown again. `now` is epoch ms.
 */
export async function createApiKey(
  db: Database,
  actor: Actor,
  {
    organizationId,
    userId,
    name,
    now,
  }: { organizationId: string; userId: string; name: string; now: number },
): Promise<{ id: string; key: string }> {
  const { key, hash, prefix } = makeApiKey();
  const { id } = await insertApiKey(db, actor, {
    ...{ organizationId, userId, name, hash, prefix, now, expiresAt: null },
    ...{ permissions: null, locationIds: null, organizationLocationIds: null, networks: null },
    productNow: null,
  });
  return { id, key };
}

function checksum(random: string): string {
  return base62(BigInt(crc32(random)), 6);
}

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = digits.charAt(Number(rest % 62n)) + text;
  return text.padStart(length, '0');
}
