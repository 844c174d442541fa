import { hash, randomBytes } from 'node:crypto';
import { systemActor } from '../platform/actor.ts';
import type { Database } from '../platform/database/database.ts';
import { KeyLookup } from '../platform/http/limits/key-lookup.ts';
import { createRecent } from '../platform/recent.ts';
import { findDisplayLink, type LiveDisplayLink, noteDisplayLinkUse } from './display-links.store.ts';

const prefix = 'acd_';
const actor = systemActor('display-link-use');
/** A revocation, and a place that is taken from the creator, take effect after this long at the latest, real ms. */
const memoryMs = 1_000;
const noteUseEveryMs = 60_000;

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

/** Finds the display link of a token. */
export function createDisplayCheck(db: Database, wallNow: () => number) {
  const lookup = new KeyLookup((hash) => findDisplayLink(db, hash, wallNow()));
  let links = createRecent<LiveDisplayLink>(1_000);
  return {
    /** Undefined for a token of no valid link. Throws `TooManyRefusals`. */
    async find(token: string, network: string): Promise<LiveDisplayLink | undefined> {
      if (!isDisplayToken(token)) return undefined;
      const hash = hashOfDisplayToken(token);
      const digest = hash.toString('base64');
      const known = links.get(digest, wallNow());
      if (known) return known;
      const link = await lookup.find(hash, network, wallNow());
      if (link === undefined) return undefined;
      links.set(digest, link, Math.min(wallNow() + memoryMs, link.expiresAt));
      await noteDisplayLinkUse(db, actor, { id: link.id, now: wallNow(), everyMs: noteUseEveryMs });
      return link;
    },
    forget() {
      links = createRecent(1_000);
    },
  };
}
