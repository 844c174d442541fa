import { systemActor } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import { networkOf } from '../../platform/http/client-network.ts';
import { KeyLookup } from '../../platform/http/limits/key-lookup.ts';
import { networkCheck } from '../../platform/http/networks/networks.ts';
import { createRecent } from '../../platform/recent.ts';
import { findApiKey, type LiveApiKey, noteApiKeyUse } from './api-keys.store.ts';
import { hashOfApiKey, isApiKey } from './api-keys.ts';

const actor = systemActor('api-key-use');
/** A revocation or another change of a key takes effect after this long at the latest, real ms. */
const memoryMs = 1_000;
const noteUseEveryMs = 60_000;

/** The key may be used from some networks only, and the request came from none of them. */
export class WrongNetwork extends Error {}

interface FoundKey {
  readonly key: LiveApiKey;
  readonly isAllowedFrom: (address: string) => boolean;
}

/** Finds the API key of a bearer. */
export function createApiKeyCheck(db: Database, wallNow: () => number) {
  const lookup = new KeyLookup((hash) => findApiKey(db, hash, wallNow()));
  let recent = createRecent<FoundKey>(1_000);
  let noted = createRecent<true>(10_000);
  return {
    /**
     * Undefined for a text that is no valid key. `address` is that of the caller, as the nearest trusted proxy saw it.
     * Throws `TooManyRefusals` and `WrongNetwork`.
     */
    async find(bearer: string, address: string): Promise<LiveApiKey | undefined> {
      if (!isApiKey(bearer)) return undefined;
      const hash = hashOfApiKey(bearer);
      const digest = hash.toString('base64');
      const network = networkOf(address);
      let found = recent.get(digest, wallNow());
      if (found === undefined) {
        const key = await lookup.find(hash, network, wallNow());
        if (key === undefined) return undefined;
        found = { key, isAllowedFrom: key.networks === null ? () => true : networkCheck(key.networks) };
        recent.set(digest, found, Math.min(wallNow() + memoryMs, key.endsAt ?? Number.POSITIVE_INFINITY));
      }
      const { key, isAllowedFrom } = found;
      if (!isAllowedFrom(address)) throw new WrongNetwork();
      if (!noted.get(key.id, wallNow())) {
        noted.set(key.id, true, wallNow() + noteUseEveryMs);
        await noteApiKeyUse(db, actor, { id: key.id, network, now: wallNow(), everyMs: noteUseEveryMs });
      }
      return key;
    },
    forget() {
      recent = createRecent(1_000);
      noted = createRecent(10_000);
    },
  };
}
