import { systemActor } from '../platform/actor.ts';
import { wallNow } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { KeyLookup } from '../platform/http/limits/key-lookup.ts';
import {
  findShowLink,
  hashOfShowToken,
  isShowToken,
  type LiveShowLink,
  liveShowLinks,
  noteShowLinksUse,
} from './show-links.store.ts';

/** A link by which nobody has asked for so long, and that no stream holds, is forgotten, real ms. */
const idleMs = 60_000;
const noteUseEveryMs = 60_000;
const actor = systemActor('show-link-use');

/** A link that is in use in this process. */
export interface OpenLink extends LiveShowLink {
  /** When somebody last asked by it, of the clock of this process, ms. */
  usedAt: number;
  /** When its use was last written, of the clock of this process, ms. */
  notedAt: number;
  /** It was revoked, or its creator lost the right to it. */
  isOver: boolean;
}

/** The links by which shows are open now: found by their tokens from memory, and asked of the store again and again. */
export class OpenLinks {
  readonly #db: Database;
  /** By the digest of the token. */
  readonly #links = new Map<string, OpenLink>();
  readonly #lookup: KeyLookup<LiveShowLink>;

  constructor(db: Database) {
    this.#db = db;
    this.#lookup = new KeyLookup((hash) => findShowLink(db, hash, wallNow()));
  }

  get size(): number {
    return this.#links.size;
  }

  /** From memory; null where `find` has to ask the store. */
  recent(token: string): OpenLink | null {
    const link = this.#links.get(digestOf(token));
    if (!link || !isGood(link)) return null;
    link.usedAt = performance.now();
    return link;
  }

  /** Null for a token of no link that is good. Throws `TooManyRefusals` and what the store throws. */
  async find(token: string, network: string): Promise<OpenLink | null> {
    if (!isShowToken(token)) return null;
    const recent = this.recent(token);
    if (recent) return recent;
    const found = await this.#lookup.find(hashOfShowToken(token), network, wallNow());
    // Another request may have found it meanwhile.
    const again = this.recent(token);
    if (!found || again) return again;
    const usedAt = performance.now();
    const link = { ...found, usedAt, notedAt: Number.NEGATIVE_INFINITY, isOver: false };
    this.#links.set(digestOf(token), link);
    return link;
  }

  /** Forgets links that are idle or over, as the store says, and notes the use of the others. `isHeld`: by a stream. */
  async refresh(isHeld: (link: OpenLink) => boolean): Promise<void> {
    const began = performance.now();
    for (const [digest, link] of this.#links) {
      const isIdle = began - link.usedAt > idleMs && !isHeld(link);
      if (isIdle || !isGood(link)) this.#links.delete(digest);
    }
    const asked = [...this.#links];
    const live = await liveShowLinks(
      this.#db,
      asked.map(([, { id }]) => id),
      wallNow(),
    );
    for (const [digest, link] of asked) {
      if (live.has(link.id)) continue;
      link.isOver = true;
      this.#links.delete(digest);
    }
    await this.#noteUse(
      asked.flatMap(([, link]) => (link.isOver ? [] : link)),
      isHeld,
    );
  }

  async #noteUse(links: readonly OpenLink[], isHeld: (link: OpenLink) => boolean): Promise<void> {
    const now = performance.now();
    const used = links.filter(
      (link) => now - link.notedAt >= noteUseEveryMs && (link.usedAt > link.notedAt || isHeld(link)),
    );
    await noteShowLinksUse(
      this.#db,
      actor,
      used.map(({ id }) => id),
      { now: wallNow(), everyMs: noteUseEveryMs },
    );
    for (const link of used) link.notedAt = now;
  }
}

/** Whether a link is neither over nor expired. */
export function isGood({ isOver, expiresAt }: OpenLink): boolean {
  return !isOver && expiresAt > wallNow();
}

function digestOf(token: string): string {
  return hashOfShowToken(token).toString('base64');
}
