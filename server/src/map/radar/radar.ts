import {
  AdapterError,
  type RadarFeed,
  type RadarFrame,
  type RadarFrames,
  type RadarProduct,
  type RasterPool,
  type TilePlace,
  tilesOfView,
  type View,
} from '@allclear/adapters';
import type { Clock } from '../../platform/clock/clock.ts';
import type { SnapshotsLive } from '../../platform/feeds/snapshots-live.ts';
import type { DiskCache } from './disk-cache.ts';
import { ImageCache } from './image-cache.ts';
import { SourceGate } from './source-gate.ts';

/**
 * Frames that left the list are served this much longer (real time), so that a client that still plays them
 * can finish.
 */
const MAX_FRAMES = 400;

export interface RadarList {
  readonly feed: RadarFeed;
  readonly frames: readonly RadarFrame[];
  /** The instant for which it is valid, epoch ms: of the newest past frame, or of the model's run. */
  readonly asOf: number;
  /** Whether that is recent enough to be shown as current. */
  readonly isCurrent: boolean;
}

export interface Radar {
  readonly feeds: readonly RadarFeed[];
  /** The frames of a product; null without a feed of it, or before its first snapshot. */
  list(product: RadarProduct): Promise<RadarList | null>;
  /** Null for a frame that is not known, or a place that no tile of this feed has. Throws AdapterError. */
  tile(product: RadarProduct, key: string, place: TilePlace): Promise<Uint8Array | null>;
  /**
   * Null for an unknown frame. Throws AdapterError when any part of it is missing: a gap in a radar image
   * would look like dry weather.
   */
  image(product: RadarProduct, key: string, view: View): Promise<Uint8Array | null>;
  /** Ends requests and waits for the tiles that are being written. */
  close(): Promise<void>;
}

/**
 * Radar for all users: lists that the engine stored, images through one cache of at most `cacheBytes` of
 * memory, and one on disk behind it.
 */
export function createRadar({
  feeds,
  snapshots,
  clock,
  pool,
  cacheBytes,
  disk = null,
}: {
  feeds: readonly RadarFeed[];
  snapshots: SnapshotsLive;
  clock: Clock;
  pool: RasterPool;
  cacheBytes: number;
  /** Behind the memory, for what sources sent; null for none. */
  disk?: DiskCache | null;
}): Radar {
  const closing = new AbortController();
  const cache = new ImageCache({ maxBytes: cacheBytes });
  const known = new FrameList();
  const tileOf = createTileReader({ cache, disk, signal: closing.signal });

  const list = async (product: RadarProduct): Promise<RadarList | null> => {
    const feed = feeds.find((one) => one.product === product);
    const snapshot = feed ? await snapshots.read(feed.kind, feed.vendor) : null;
    if (!feed || !snapshot) return null;
    const { frames } = snapshot.data as RadarFrames;
    known.note(feed, frames);
    return { feed, frames, asOf: snapshot.asOf, isCurrent: clock.now() - snapshot.asOf <= feed.currentForMs };
  };

  const find = async (
    product: RadarProduct,
    key: string,
  ): Promise<{ feed: RadarFeed; frame: RadarFrame } | null> => {
    const feed = feeds.find((one) => one.product === product);
    if (!feed) return null;
    const frame = known.find(feed, key) ?? (await list(product))?.frames.find((one) => one.key === key);
    return frame ? { feed, frame } : null;
  };

  const mosaic = async (feed: RadarFeed, frame: RadarFrame, view: View): Promise<Uint8Array> => {
    const tiles = await Promise.all(
      tilesOfView(view, feed.maxZoom).map(async (place) => {
        // East of the antimeridian the map begins again.
        const side = 2 ** place.z;
        const turned = { ...place, x: ((place.x % side) + side) % side };
        return { ...place, png: await tileOf(feed, frame, turned) };
      }),
    );
    return pool.draw({ kind: 'mosaic', tiles, view, source: feed.vendor });
  };

  return {
    feeds,
    list,
    async tile(product, key, place) {
      const found = await find(product, key);
      if (!found || place.z < found.feed.minZoom || place.z > found.feed.maxZoom) return null;
      return tileOf(found.feed, found.frame, place);
    },
    async image(product, key, view) {
      const found = await find(product, key);
      if (!found) return null;
      const { feed, frame } = found;
      const { north, south, west, east } = view.box;
      const name = `${feed.vendor}/${frame.key}/${north},${south},${west},${east}/${view.widthPx}x${view.heightPx}`;
      return cache.get(name, () => (feed.image ? feed.image({ frame, view }) : mosaic(feed, frame, view)));
    },
    async close() {
      closing.abort();
      await Promise.all([pool.close(), disk?.close()]);
    },
  };
}

/** Tiles of frames, through the cache in memory and the one on disk, as far as there is one. */
function createTileReader({
  cache,
  disk,
  signal,
}: {
  cache: ImageCache;
  disk: DiskCache | null;
  signal: AbortSignal;
}): (feed: RadarFeed, frame: RadarFrame, place: TilePlace) => Promise<Uint8Array> {
  const gates = new Map<RadarFeed, SourceGate>();
  const gateOf = (feed: RadarFeed): SourceGate => {
    const gate = gates.get(feed) ?? new SourceGate(isOutage);
    gates.set(feed, gate);
    return gate;
  };

  return (feed, frame, { z, x, y }) => {
    const name = `${feed.vendor}/${frame.key}/${z}/${x}/${y}`;
    const ask = () => gateOf(feed).pass(() => feed.tile({ frame, z, x, y, signal }));
    // A tile that is drawn here is drawn again, from the weather of that time.
    if (!disk || feed.image) return cache.get(name, ask);
    return cache.get(name, async () => {
      const stored = await disk.read(name);
      if (stored) return stored;
      const tile = await ask();
      // The answer does not wait for the file; `close` does.
      void disk.write(name, tile);
      return tile;
    });
  };
}

/** A missing tile (404) is no outage of its source. */
function isOutage(error: unknown): boolean {
  return !(error instanceof AdapterError && error.status === 404);
}

/** The frames that were listed lately, of all feeds. */
class FrameList {
  readonly #frames = new Map<string, RadarFrame>();
  readonly #noted = new WeakSet<readonly RadarFrame[]>();

  find(feed: RadarFeed, key: string): RadarFrame | undefined {
    return this.#frames.get(`${feed.vendor} ${key}`);
  }

  note(feed: RadarFeed, frames: readonly RadarFrame[]): void {
    if (this.#noted.has(frames)) return;
    this.#noted.add(frames);
    for (const frame of frames) {
      const name = `${feed.vendor} ${frame.key}`;
      this.#frames.delete(name);
      this.#frames.set(name, frame);
    }
    for (const name of this.#frames.keys()) {
      if (this.#frames.size <= MAX_FRAMES) break;
      this.#frames.delete(name);
    }
  }
}
