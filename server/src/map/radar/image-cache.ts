/** The stored failure of an image: its error, until an instant of real time. */
interface Failure {
  readonly error: unknown;
  readonly until: number;
}

const MAX_FAILURES = 10_000;

/**
 * Images that all users share, up to so many bytes; the least recently requested is dropped first.
 * Simultaneous requests for an image share one fetch. A failure is stored for `failureMs` (real time), so
 * that a thousand viewers cost the source one request.
 */
export class ImageCache {
  readonly #maxBytes: number;
  readonly #failureMs: number;
  readonly #images = new Map<string, Uint8Array>();
  readonly #failures = new Map<string, Failure>();
  readonly #pending = new Map<string, Promise<Uint8Array>>();
  #bytes = 0;

  constructor({ maxBytes, failureMs = 15_000 }: { maxBytes: number; failureMs?: number }) {
    this.#maxBytes = maxBytes;
    this.#failureMs = failureMs;
  }

  get bytes(): number {
    return this.#bytes;
  }

  async get(key: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const image = this.#images.get(key);
    if (image) {
      this.#images.delete(key);
      this.#images.set(key, image);
      return image;
    }
    const failure = this.#failures.get(key);
    if (failure && performance.now() < failure.until) throw failure.error;
    const pending = this.#pending.get(key);
    if (pending) return pending;
    const made = make().then(
      (bytes) => {
        this.#keep(key, bytes);
        return bytes;
      },
      (error: unknown) => {
        if (this.#failures.size >= MAX_FAILURES) this.#failures.clear();
        this.#failures.set(key, { error, until: performance.now() + this.#failureMs });
        throw error;
      },
    );
    this.#pending.set(key, made);
    try {
      return await made;
    } finally {
      this.#pending.delete(key);
    }
  }

  #keep(key: string, bytes: Uint8Array): void {
    this.#failures.delete(key);
    // One image must not displace all others.
    if (bytes.length > this.#maxBytes / 8) return;
    this.#images.set(key, bytes);
    this.#bytes += bytes.length;
    for (const [oldest, { length }] of this.#images) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#images.delete(oldest);
      this.#bytes -= length;
    }
  }
}
