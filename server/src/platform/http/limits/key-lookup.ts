import { createRecent } from '../../recent.ts';
import { RefusalThrottle } from './refusal-throttle.ts';

/** A refused key is not looked up again for so long. */
const refusedMs = 60_000;
const maxRefused = 10_000;
/** A key that was good lately is looked up whatever others of its network do. */
const acceptedMs = 24 * 3_600_000;
const maxAccepted = 10_000;

/** A network has sent too many unknown keys within this minute. */
export class TooManyRefusals extends Error {}

/**
 * Looks up the owner of a key by its digest. A refused key costs one look-up a minute, and a network has so
 * many refused keys a minute; then only keys that were good before are looked up for it.
 */
export class KeyLookup<Owner> {
  readonly #find: (hash: Buffer) => Promise<Owner | undefined>;
  readonly #refused = createRecent<true>(maxRefused);
  readonly #accepted = createRecent<true>(maxAccepted);
  readonly #underway = new Map<string, Promise<Owner | undefined>>();
  /** Look-ups under way, and who waits for the end of one, by network. */
  readonly #busy = new Map<string, { underway: number; readonly waiting: (() => void)[] }>();
  readonly #throttle = new RefusalThrottle();

  constructor(find: (hash: Buffer) => Promise<Owner | undefined>) {
    this.#find = find;
  }

  /** Undefined for a key that nobody has. `now` is wall time (epoch ms). Throws `TooManyRefusals`. */
  async find(hash: Buffer, network: string, now: number): Promise<Owner | undefined> {
    const digest = hash.toString('base64');
    if (this.#refused.get(digest, now)) return undefined;
    const underway = this.#underway.get(digest);
    if (underway) return underway;
    const wasGood = this.#accepted.get(digest, now) === true;
    if (!wasGood && this.#throttle.isClosed(network, now)) {
      await this.#untilOneEnds(network);
      return this.find(hash, network, now);
    }
    const lookup = this.#lookUp(hash, network, now).finally(() => {
      this.#underway.delete(digest);
      this.#end(network);
    });
    this.#underway.set(digest, lookup);
    return lookup;
  }

  /**
   * A look-up under way counts as a refusal, and may turn out to be none: many new keys at once wait for each other.
   * Throws `TooManyRefusals` when no look-up of the network is under way.
   */
  async #untilOneEnds(network: string): Promise<void> {
    const busy = this.#busy.get(network);
    if (busy === undefined) throw new TooManyRefusals();
    await new Promise<void>((resolve) => busy.waiting.push(resolve));
  }

  #end(network: string): void {
    const busy = this.#busy.get(network)!;
    busy.underway -= 1;
    if (busy.underway > 0) {
      busy.waiting.shift()?.();
      return;
    }
    this.#busy.delete(network);
    // Each of them either takes its turn or learns that nothing is under way any more.
    for (const resolve of busy.waiting) resolve();
  }

  async #lookUp(hash: Buffer, network: string, now: number): Promise<Owner | undefined> {
    const digest = hash.toString('base64');
    // Counted before the answer is there, so that keys sent side by side cannot slip through together.
    this.#throttle.count(network, now);
    const busy = this.#busy.get(network) ?? { underway: 0, waiting: [] };
    busy.underway += 1;
    this.#busy.set(network, busy);
    let isRefused = false;
    try {
      const owner = await this.#find(hash);
      isRefused = owner === undefined;
      if (isRefused) {
        this.#refused.set(digest, true, now + refusedMs);
        this.#accepted.delete(digest);
      } else this.#accepted.set(digest, true, now + acceptedMs);
      return owner;
    } finally {
      if (!isRefused) this.#throttle.count(network, now, -1);
    }
  }

  /** Counts a key that was found but did not fit what it came with. */
  countRefusal(network: string, now: number): void {
    this.#throttle.count(network, now);
  }

  /** Forgets that a key was refused: it has just been made. */
  forget(hash: Buffer): void {
    this.#refused.delete(hash.toString('base64'));
  }
}
