import type { CameraSource } from '@allclear/adapters';
import { CameraFeed, type FeedViewer } from './feed.ts';

interface Open {
  readonly feed: CameraFeed;
  closing: NodeJS.Timeout | null;
}

/** The feeds that are watched now: opened by the first viewer, closed some time after the last. */
export class CameraHub {
  readonly #open = new Map<string, Open>();
  readonly #lingerMs: number;
  readonly #onFailure: (error: unknown) => void;

  constructor(lingerMs: number, onFailure: (error: unknown) => void = () => {}) {
    this.#lingerMs = lingerMs;
    this.#onFailure = onFailure;
  }

  get size(): number {
    return this.#open.size;
  }

  /** `key` names the camera and what it is reached by. */
  watch(key: string, source: () => CameraSource, viewer: FeedViewer): CameraFeed {
    let open = this.#open.get(key);
    if (!open || open.feed.hasFailed) {
      open = { feed: new CameraFeed(source(), this.#onFailure), closing: null };
      this.#open.set(key, open);
    }
    if (open.closing) clearTimeout(open.closing);
    open.closing = null;
    open.feed.add(viewer);
    return open.feed;
  }

  /** `lingerMs`: how long the feed stays when this was the last viewer. */
  leave(key: string, feed: CameraFeed, viewer: FeedViewer, lingerMs = this.#lingerMs): void {
    feed.remove(viewer);
    const open = this.#open.get(key);
    if (open?.feed !== feed || feed.viewers > 0 || open.closing) return;
    open.closing = setTimeout(
      () => {
        this.#open.delete(key);
        void feed.close();
      },
      feed.hasFailed ? 0 : lingerMs,
    );
    open.closing.unref();
  }

  async close(): Promise<void> {
    const open = [...this.#open.values()];
    this.#open.clear();
    for (const { closing } of open) if (closing) clearTimeout(closing);
    await Promise.all(open.map(({ feed }) => feed.close()));
  }
}
