import { hash, randomBytes } from 'node:crypto';
import type { Actor } from '../platform/actor.ts';
import type { Database } from '../platform/database/database.ts';
import { insertApiKey } from './api-keys.store.ts';

/**
 * A new key (256 random bits) and its digest, which is stored. It needs no salt or stretching: 256 bits
 * cannot be guessed.
 */
export function makeApiKey(): { key: string; hash: Buffer } {
  const key = `ack_${randomBytes(32).toString('base64url')}`;
  return { key, hash: hashOfApiKey(key) };
}

export function isApiKey(bearer: string): boolean {
  return /^ack_[A-Za-z0-9_-]{43}$/.test(bearer);
}

export function hashOfApiKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

/**
 * Makes a key that acts as this user. The key is in the answer and nowhere else: it cannot be shown again.
 * `now` is epoch ms.
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
  const { key, hash } = makeApiKey();
  const { id } = await insertApiKey(db, actor, { organizationId, userId, name, hash, now });
  return { id, key };
}
