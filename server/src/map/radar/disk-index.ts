export interface DiskEntry {
  readonly bytes: number;
  /** When its file was last marked as used, epoch ms of real time. */
  markedAt: number;
}

/** The files of a disk cache by digest, the least recently used first. */
export class DiskIndex {
  readonly #entries = new Map<string, DiskEntry>();
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  get count(): number {
    return this.#entries.size;
  }

  find(digest: string): DiskEntry | undefined {
    return this.#entries.get(digest);
  }

  add(digest: string, bytes: number, markedAt: number): void {
    this.#bytes += bytes - (this.#entries.get(digest)?.bytes ?? 0);
    this.#entries.set(digest, { bytes, markedAt });
  }

  /** Makes a file the most recently used, if it is still there. */
  markUsed(digest: string): void {
    const entry = this.#entries.get(digest);
    if (entry && this.#entries.delete(digest)) this.#entries.set(digest, entry);
  }

  drop(digest: string): void {
    this.#bytes -= this.#entries.get(digest)?.bytes ?? 0;
    this.#entries.delete(digest);
  }

  /** Drops the least recently used files until at most `maxBytes` are left; the digests of those. */
  dropDownTo(maxBytes: number): string[] {
    const dropped: string[] = [];
    for (const digest of this.#entries.keys()) {
      if (this.#bytes <= maxBytes) break;
      dropped.push(digest);
      this.drop(digest);
    }
    return dropped;
  }
}
