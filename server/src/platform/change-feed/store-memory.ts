import type { Change } from './change-feed.store.ts';

/** What makes a value that was read from the store outdated: a change of a topic; `id` restricts it to one id. */
export interface Outdated {
  readonly by: string;
  readonly id?: string;
}

/** How a route reads what it answers from: from the store, or through the memory of the process. */
export interface Reads {
  /** A value that counts until one of these changes. `key` names it among all values of the process. */
  until<V>(outdated: readonly Outdated[], key: string, read: () => Promise<V>): Promise<V>;
  /** A value whose changes are not announced: it is kept for a moment only. */
  briefly<V>(key: string, read: () => Promise<V>): Promise<V>;
}

/** Straight from the store. */
export const fromStore: Reads = {
  until: (_outdated, _key, read) => read(),
  briefly: (_key, read) => read(),
};

/**
 * How long the change feed may be silent before nothing is answered from memory, real ms. With the age of an answer
 * that is kept (`keptAnswerMs`) it stays below the 250 ms by which an answer may lie behind the store.
 */
const provenMs = 125;
/** How long a value is kept whose changes are not announced, real ms. */
const brieflyMs = 100;
/** The feed is proven often for so long after somebody read through the memory, real ms. */
const wantedMs = 10_000;
const defaultLimit = 50_000;
/** Stands for every id of a topic. */
const anyId = '*';

interface Entry {
  readonly value: unknown;
  readonly outdated: readonly Outdated[];
}

/**
 * What was read from the store, kept until a change of it is announced. A change is in the change feed before it is
 * acknowledged, and the feed answers a question after all changes before it: while an answer is no older than
 * `provenMs`, no older change is missing here. Without such an answer (a slow or lost connection) values are read
 * from the store, or not at all.
 */
export class StoreMemory implements Reads {
  readonly #limit: number;
  readonly #entries = new Map<string, Entry>();
  /** Keys of entries by topic and id. */
  readonly #keys = new Map<string, Map<string, Set<string>>>();
  /** How many changes of each topic there were; a value that was read meanwhile is not kept. */
  readonly #changes = new Map<string, number>();
  #gaps = 0;
  /** Values that are being read: those who want the same wait for it. */
  readonly #reading = new Map<string, { readonly value: Promise<unknown>; readonly began: number }>();
  readonly #brief = new Map<string, { readonly value: Promise<unknown>; readonly began: number }>();
  #provenAt = Number.NEGATIVE_INFINITY;
  #wantedAt = Number.NEGATIVE_INFINITY;
  #onWanted: () => void = () => {};

  constructor(limit = defaultLimit) {
    this.#limit = limit;
  }

  /** How many values are kept. */
  get size(): number {
    return this.#entries.size;
  }

  /** Whether every change before the last `provenMs` was applied. */
  get isCurrent(): boolean {
    const now = performance.now();
    if (now - this.#wantedAt > wantedMs) this.#onWanted();
    this.#wantedAt = now;
    return now - this.#provenAt <= provenMs;
  }

  /** Whether somebody read through the memory lately: then the feed is to be proven often. */
  get isWanted(): boolean {
    return performance.now() - this.#wantedAt <= wantedMs;
  }

  /** Called when somebody reads after nobody did for a while. */
  onWanted(call: () => void): void {
    this.#onWanted = call;
  }

  /** All changes that were acknowledged before an instant (`performance.now()`) have been applied. */
  proven(at: number): void {
    this.#provenAt = Math.max(this.#provenAt, at);
  }

  /** Changes may have been missed. */
  gap(): void {
    this.#provenAt = Number.NEGATIVE_INFINITY;
    this.#gaps++;
    this.#entries.clear();
    this.#keys.clear();
    this.#reading.clear();
    this.#brief.clear();
  }

  apply({ topic, ids }: Change): void {
    this.#changes.set(topic, (this.#changes.get(topic) ?? 0) + 1);
    const keys = this.#keys.get(topic);
    if (keys === undefined) return;
    for (const id of ids === undefined ? [...keys.keys()] : [anyId, ...ids])
      for (const key of [...(keys.get(id) ?? [])]) this.#drop(key);
  }

  async until<V>(outdated: readonly Outdated[], key: string, read: () => Promise<V>): Promise<V> {
    if (this.isCurrent) {
      const entry = this.#entries.get(key);
      if (entry !== undefined) return entry.value as V;
    }
    const shared = this.#reading.get(key);
    // What began before a change may not have seen it.
    if (shared !== undefined && performance.now() - shared.began <= brieflyMs)
      return shared.value as Promise<V>;
    const [gaps, changes] = [this.#gaps, this.#changesOf(outdated)];
    const began = performance.now();
    const value = read();
    const reading = { value, began };
    this.#reading.set(key, reading);
    try {
      const found = await value;
      if (this.#gaps === gaps && this.#changesOf(outdated) === changes)
        this.#keep(key, { value: found, outdated });
      return found;
    } finally {
      if (this.#reading.get(key) === reading) this.#reading.delete(key);
    }
  }

  async briefly<V>(key: string, read: () => Promise<V>): Promise<V> {
    const now = performance.now();
    const kept = this.#brief.get(key);
    if (kept !== undefined && now - kept.began <= brieflyMs) return kept.value as Promise<V>;
    if (this.#brief.size >= this.#limit) this.#brief.clear();
    const value = read();
    const made = { value, began: now };
    this.#brief.set(key, made);
    value.catch(() => {
      if (this.#brief.get(key) === made) this.#brief.delete(key);
    });
    return value;
  }

  #changesOf(outdated: readonly Outdated[]): number {
    let sum = 0;
    for (const { by } of outdated) sum += this.#changes.get(by) ?? 0;
    return sum;
  }

  #keep(key: string, entry: Entry): void {
    this.#drop(key);
    if (this.#entries.size >= this.#limit) {
      const oldest = this.#entries.keys().next();
      if (!oldest.done) this.#drop(oldest.value);
    }
    this.#entries.set(key, entry);
    for (const { by, id = anyId } of entry.outdated) {
      const ofTopic = this.#keys.get(by) ?? new Map<string, Set<string>>();
      this.#keys.set(by, ofTopic);
      const keys = ofTopic.get(id) ?? new Set();
      ofTopic.set(id, keys.add(key));
    }
  }

  #drop(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    for (const { by, id = anyId } of entry.outdated) {
      const ofTopic = this.#keys.get(by);
      const keys = ofTopic?.get(id);
      keys?.delete(key);
      if (keys?.size === 0) ofTopic?.delete(id);
    }
  }
}
