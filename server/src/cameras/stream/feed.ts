import type { CameraSegment, CameraSource } from '@allclear/adapters';
import { wallNow } from '../../platform/clock/clock.ts';

/** Segments that a playlist offers. */
const windowLength = 6;

/** Who watches a feed. */
export interface FeedViewer {
  /** The camera has sent its first picture, or had before. */
  started(): void;
  /** A picture as a part of a multipart answer; nobody changes its bytes. */
  picture(part: Buffer): void;
  /** There is a new segment. */
  segment?(): void;
  failed(error: unknown): void;
  /** It says itself what failed. */
  readonly reportsFailures?: boolean;
}

export const frameBoundary = 'allclear-frame';

/** One connection to a camera, however many watch: the newest picture, or the newest segments, and nothing older. */
export class CameraFeed {
  readonly sends: CameraSource['sends'];
  readonly #viewers = new Set<FeedViewer>();
  readonly #ending = new AbortController();
  readonly #run: Promise<void>;
  #part: Buffer | null = null;
  #jpeg: Buffer | null = null;
  #newestAt = Number.NEGATIVE_INFINITY;
  #segments: CameraSegment[] = [];
  #longestSeconds = 0;
  #hasFailed = false;

  /** `onFailure` is given what is wrong, which names neither credentials nor an inner address. */
  constructor(source: CameraSource, onFailure: (error: unknown) => void) {
    this.sends = source.sends;
    const sink = {
      picture: (jpeg: Uint8Array) => this.#take(jpeg),
      segment: (segment: CameraSegment) => this.#keep(segment),
    };
    const run =
      source.problem === null
        ? source.run(sink, this.#ending.signal)
        : Promise.reject(new Error(source.problem));
    this.#run = run.then(
      () => this.#fail(undefined),
      (error: unknown) => {
        if (this.#viewers.size === 0 || [...this.#viewers].some((viewer) => !viewer.reportsFailures))
          onFailure(error);
        this.#fail(error);
      },
    );
  }

  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  get viewers(): number {
    return this.#viewers.size;
  }

  get latest(): Buffer | null {
    return this.#part;
  }

  /** The newest picture alone; nobody changes its bytes. */
  get jpeg(): Buffer | null {
    return this.#jpeg;
  }

  /** When the newest picture or segment came: wall time, epoch ms. */
  get newestAt(): number {
    return this.#newestAt;
  }

  get segments(): readonly CameraSegment[] {
    return this.#segments;
  }

  /** The longest segment so far. */
  get longestSeconds(): number {
    return this.#longestSeconds;
  }

  add(viewer: FeedViewer): void {
    this.#viewers.add(viewer);
  }

  remove(viewer: FeedViewer): void {
    this.#viewers.delete(viewer);
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await this.#run;
  }

  #take(jpeg: Uint8Array): void {
    const isFirst = this.#part === null;
    const head = `--${frameBoundary}\r\nContent-Type: image/jpeg\r\nContent-Length: ${jpeg.length}\r\n\r\n`;
    // One copy for all who watch.
    const part = Buffer.concat([Buffer.from(head, 'latin1'), jpeg, Buffer.from('\r\n', 'latin1')]);
    this.#part = part;
    this.#jpeg = part.subarray(head.length, head.length + jpeg.length);
    this.#newestAt = wallNow();
    for (const viewer of [...this.#viewers]) {
      if (isFirst) viewer.started();
      viewer.picture(part);
    }
  }

  #keep(segment: CameraSegment): void {
    const isFirst = this.#segments.length === 0;
    this.#longestSeconds = Math.max(this.#longestSeconds, segment.durationSeconds);
    this.#segments = [...this.#segments, segment].slice(-windowLength);
    this.#newestAt = wallNow();
    for (const viewer of [...this.#viewers]) {
      if (isFirst) viewer.started();
      viewer.segment?.();
    }
  }

  #fail(error: unknown): void {
    this.#hasFailed = true;
    for (const viewer of [...this.#viewers]) viewer.failed(error);
  }
}
