import { createHash, randomBytes, randomInt } from 'node:crypto';

/** Letters and digits that people do not mistake for each other when they type them into a console. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A new key for a station: 24 characters, short enough for every console, 144 random bits. */
export function makeStationKey(): string {
  return randomBytes(18).toString('base64url');
}

/** The name that a device gives beside its key ('ID'): not secret. */
export function makeUploadId(): string {
  return `AC${Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')}`;
}

/**
 * The stored digest. A PASSKEY that a device generated can be guessed (it is made of the MAC address): it
 * signs a station in only where an earlier version took it as the key, and guesses are throttled.
 */
export function hashOfStationKey(key: string): Buffer {
  return createHash('sha256').update(`station ${key}`).digest();
}
