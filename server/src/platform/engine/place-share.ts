import { EventEmitter } from 'node:events';

/** Into how many slices all places fall. An engine holds whole slices, so that all of a place is in one engine. */
export const sliceCount = 64;

/** The slice, 0 to 63, of a place or of whatever else is shared by its id: FNV-1a, so that ids that count up spread. */
export function sliceOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193) >>> 0;
  return hash % sliceCount;
}

/** Which places an engine works for at the moment. */
export interface PlaceShare {
  holds(id: string): boolean;
  /** Calls back after slices were gained or lost; returns what ends that. */
  subscribe(listener: () => void): () => void;
}

/** All places: of a process that shares with no other. */
export const everyPlace: PlaceShare = { holds: () => true, subscribe: () => () => {} };

/** The share of this process. It ends by itself when its lease is not renewed in time. */
export class LeasedShare implements PlaceShare {
  readonly #changes = new EventEmitter();
  #slices: ReadonlySet<number> = new Set();
  /** Of the monotonic clock. */
  #until = Number.NEGATIVE_INFINITY;

  constructor() {
    this.#changes.setMaxListeners(0);
  }

  holds(id: string): boolean {
    return performance.now() < this.#until && this.#slices.has(sliceOf(id));
  }

  /** Whether the lease is over: nothing is held until it is renewed. */
  isOver(): boolean {
    return performance.now() >= this.#until;
  }

  /** The slices that are held from now on, `until` an instant of the monotonic clock, ms. */
  set(slices: ReadonlySet<number>, until: number): void {
    const isSame =
      !this.isOver() &&
      slices.size === this.#slices.size &&
      [...slices].every((slice) => this.#slices.has(slice));
    this.#slices = slices;
    this.#until = until;
    if (!isSame) this.#changes.emit('change');
  }

  /** Holds nothing any more. */
  end(): void {
    this.set(new Set(), Number.NEGATIVE_INFINITY);
  }

  subscribe(listener: () => void): () => void {
    this.#changes.on('change', listener);
    return () => this.#changes.off('change', listener);
  }
}
