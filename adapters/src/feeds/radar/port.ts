import type { GeoBox, View } from '../../raster/web-mercator.ts';
import type { SnapshotFeed } from '../snapshot-feed.ts';

/**
 * `past` is what radars saw, `international` the same beyond the United States, `future` what a model
 * expects. The two of the roads are modelled, and drawn and played as radar is.
 */
export type RadarProduct =
  | 'past'
  | 'international'
  | 'future'
  | 'current-road-conditions'
  | 'future-road-conditions';

export interface RadarFrame {
  /** Names the frame in addresses: letters, digits and `-`. The same key is the same picture for ever. */
  readonly key: string;
  /** What it shows, epoch ms. */
  readonly validAt: number;
  /** When the model began, epoch ms; null for what was seen. */
  readonly issuedAt: number | null;
  /** Where the vendor keeps it, in the vendor's own words. */
  readonly address: string;
}

export interface RadarFrames {
  /** Oldest first. */
  readonly frames: readonly RadarFrame[];
}

export interface TileRequest {
  readonly frame: RadarFrame;
  /** XYZ, Web-Mercator, 256 pixels. */
  readonly z: number;
  readonly x: number;
  readonly y: number;
  readonly signal: AbortSignal;
}

export interface RadarFeed extends SnapshotFeed<RadarFrames> {
  readonly product: RadarProduct;
  readonly minZoom: number;
  readonly maxZoom: number;
  /** Where it sees; outside all is see-through. */
  readonly box: GeoBox;
  /** Must be shown with the pictures. */
  readonly attribution: string;
  /** What people must know of the pictures, in a sentence or two. */
  readonly note?: string;
  /**
   * A frame's age past which it must not be shown as current, ms: of `validAt` where it was seen, of
   * `issuedAt` where it is expected.
   */
  readonly currentForMs: number;
  /** A tile as PNG. Throws AdapterError, with `status` 404 where there is none. */
  tile(request: TileRequest): Promise<Uint8Array>;
  /** Draws a view of a frame at once; a feed without it is put together from its tiles. */
  image?(request: { readonly frame: RadarFrame; readonly view: View }): Promise<Uint8Array>;
}
