import { wallNow } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { tooManyRequests } from '../platform/http/errors.ts';
import { KeyLookup, TooManyRefusals } from '../platform/http/limits/key-lookup.ts';
import { hashOfStationKey } from './station-keys.ts';
import { type KeyedStation, stationByKey } from './store.ts';

export type StationKeys = KeyLookup<KeyedStation>;

/** The look-up of stations by the digest of their key: one for HTTP and MQTT, so that both count together. */
export function openStationKeys(db: Database): StationKeys {
  return new KeyLookup((hash) => stationByKey(db, hash));
}

/** The station of a key that came over HTTP. Throws 429 where its network has sent too many unknown keys. */
export function lookUpStation(
  keys: StationKeys,
  key: string,
  network: string,
): Promise<KeyedStation | undefined> {
  return keys.find(hashOfStationKey(key), network, wallNow()).catch((error: unknown) => {
    throw error instanceof TooManyRefusals ? tooManyRequests() : error;
  });
}

/**
 * What uploads are throttled by: a key and the network that it came from, so that one device cannot use up
 * the uploads of another.
 */
export function throttleKey(key: string, network: string): string {
  return `${hashOfStationKey(key).toString('base64')} ${network}`;
}
