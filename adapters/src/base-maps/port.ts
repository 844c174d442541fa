export type BaseMapName = 'satellite' | 'street';

/** A base map as an installation is set to show it. */
export interface BaseMapSetting {
  readonly name: BaseMapName;
  /**
   * A raster tile template, or a MapLibre style document. It may hold a key, so that it stays on the server
   * and is in no error.
   */
  readonly url: string;
  /** Whom the map must credit, as text or with links; null leaves it to what the style says. */
  readonly credit: string | null;
}

/** Something that a map is drawn from, by the names that its rewritten style gives. */
export type MapPart =
  | {
      readonly kind: 'tile';
      readonly source: string;
      readonly z: number;
      readonly x: number;
      readonly y: number;
    }
  | { readonly kind: 'data'; readonly source: string }
  /** `fonts` as MapLibre asks for them ('Noto Sans Bold,Noto Sans Regular'); the 256 letters from `from`. */
  | { readonly kind: 'glyphs'; readonly fonts: string; readonly from: number }
  | { readonly kind: 'sprite'; readonly sprite: string; readonly file: SpriteFile };
export type SpriteFile = '.json' | '.png' | '@2x.json' | '@2x.png';

/** A MapLibre style (version 8) in which every address is a path of our own server. */
export interface MapStyle {
  readonly version: 8;
  readonly sources: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly sprite?: readonly { readonly id: string; readonly url: string }[];
  readonly glyphs?: string;
  readonly layers: readonly Readonly<Record<string, unknown>>[];
}

export interface NamedPart {
  /** Throws AdapterError, with `status` 404 where there is none. Its message names neither host nor path. */
  ask(signal: AbortSignal): Promise<Uint8Array>;
  /** What the bytes that `ask` brought are. */
  typeOf(bytes: Uint8Array): string;
}

/** A base map whose style has been read. */
export interface ReadBaseMap {
  readonly style: MapStyle;
  /** Null for what the style does not name: nothing else is ever asked for. */
  part(part: MapPart): NamedPart | null;
}

export interface BaseMap {
  readonly name: BaseMapName;
  /** Whom it credits, as HTML of text and links; null leaves it to the sources of its style. */
  readonly credit: string | null;
  /**
   * Reads the style; its addresses become paths below `at` ('/api/map/base/street'). Throws AdapterError; its
   * message names neither host nor path.
   */
  read(at: string, signal: AbortSignal): Promise<ReadBaseMap>;
}
