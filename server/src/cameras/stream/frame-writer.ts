import type { ServerResponse } from 'node:http';
import { frameBoundary } from './feed.ts';

/**
 * Writes pictures as the client takes them: while one is under way only the newest of the next is kept, so that a slow
 * client loses pictures and costs no memory.
 */
export class FrameWriter {
  readonly #response: ServerResponse;
  readonly #delivered: () => void;
  #isFull = false;
  #next: Buffer | null = null;

  constructor(response: ServerResponse, delivered: () => void) {
    this.#response = response;
    this.#delivered = delivered;
    response.writeHead(200, {
      'content-type': `multipart/x-mixed-replace; boundary=${frameBoundary}`,
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    response.on('drain', () => {
      this.#isFull = false;
      const next = this.#next;
      this.#next = null;
      if (next) this.write(next);
    });
  }

  write(part: Buffer): void {
    if (this.#response.destroyed || this.#response.writableEnded) return;
    if (this.#isFull) {
      this.#next = part;
      return;
    }
    this.#isFull = !this.#response.write(part);
    this.#delivered();
  }

  end(): void {
    // What a client does not read must not keep its connection.
    this.#response.destroy();
  }
}
