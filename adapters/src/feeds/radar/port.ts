import type { GeoBox, View } from '../../raster/web-mercator.ts';
import type { SnapshotFeed } from '../snapshot-feed.ts';

/**
 * `past` are radar observations, `international` those beyond the United States, `future` is a model
 * forecast. The two of the roads are modeled, and are drawn and animated like radar.
 */
export type RadarProduct =
  | 'past'
  | 'international'
  | 'future'
  | 'current-road-conditions'
  | 'future-road-conditions';

export interface RadarFrame {
  /** Name of the frame in URLs: letters, digits and `-`. The same key is always the same image. */
  readonly key: string;
  /** Valid time, epoch ms. */
  readonly validAt: number;
  /** Start of the model run, epoch ms; null for observations. */
  readonly issuedAt: number | null;
  /** The vendor's own locator. */
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
  /** Coverage; outside it all is transparent. */
  readonly box: GeoBox;
  /** Attribution, required beside the images. */
  readonly attribution: string;
  /** Limits of the images, in a sentence or two for people. */
  readonly note?: string;
  /** Largest age of a current frame, ms: of `validAt` for observations, of `issuedAt` for forecasts. */
  readonly currentForMs: number;
  /** A tile as PNG. Throws AdapterError, with `status` 404 where there is none. */
  tile(request: TileRequest): Promise<Uint8Array>;
  /** Draws a view of a frame at once; without this function the view is composed of tiles. */
  image?(request: { readonly frame: RadarFrame; readonly view: View }): Promise<Uint8Array>;
}
