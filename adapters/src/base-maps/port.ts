export type BaseMapName = 'satellite' | 'street';

/** A base map as configured. */
export interface BaseMapSetting {
  readonly name: BaseMapName;
  /**
   * A raster tile template, or a MapLibre style document. It may contain a key, so it stays on the server and
   * appears in no error.
   */
  readonly url: string;
  /** Attribution, as text or with links; null uses that of the style. */
  readonly credit: string | null;
}

/** A resource of the map, by the names in its rewritten style. */
export type MapPart =
  | {
      readonly kind: 'tile';
      readonly source: string;
      readonly z: number;
      readonly x: number;
      readonly y: number;
    }
  | { readonly kind: 'data'; readonly source: string }
  /**
   * `fonts` as MapLibre requests them ('Noto Sans Bold,Noto Sans Regular'); the 256 characters from `from`.
   */
  | { readonly kind: 'glyphs'; readonly fonts: string; readonly from: number }
  | { readonly kind: 'sprite'; readonly sprite: string; readonly file: SpriteFile };
export type SpriteFile = '.json' | '.png' | '@2x.json' | '@2x.png';

/** A MapLibre style (version 8) in which every URL is a path of our own server. */
export interface MapStyle {
  readonly version: 8;
  readonly sources: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly sprite?: readonly { readonly id: string; readonly url: string }[];
  readonly glyphs?: string;
  readonly layers: readonly Readonly<Record<string, unknown>>[];
}

export interface NamedPart {
  /**
   * Throws AdapterError, with `status` 404 where there is none. Its message contains neither host nor path.
   */
  ask(signal: AbortSignal): Promise<Uint8Array>;
  /** The media type of the bytes that `ask` returned. */
  typeOf(bytes: Uint8Array): string;
}

/** A base map whose style has been read. */
export interface ReadBaseMap {
  readonly style: MapStyle;
  /** Null for resources that the style does not name: nothing else is ever requested. */
  part(part: MapPart): NamedPart | null;
}

export interface BaseMap {
  readonly name: BaseMapName;
  /** Attribution as HTML of text and links; null uses that of the style's sources. */
  readonly credit: string | null;
  /**
   * Reads the style and rewrites its URLs to paths below `at` ('/api/map/base/street'). Throws AdapterError;
   * its message contains neither host nor path.
   */
  read(at: string, signal: AbortSignal): Promise<ReadBaseMap>;
}
