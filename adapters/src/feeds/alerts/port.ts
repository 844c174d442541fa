import type { CapAlert, ZonePolygons } from '@allclear/domain';

/**
 * What a weather service says is in effect. An alert that is missing from it has not ended: only a Cancel or
 * its expiry ends one.
 */
export interface AlertList {
  readonly alerts: readonly CapAlert[];
  /**
   * The instant for which the list is good, epoch ms: when it was read whole, or earlier when the service
   * itself serves an old one.
   */
  readonly asOf: number;
}

/** The area of a zone, simplified for maps. */
export interface ZoneShape {
  readonly polygons: ZonePolygons;
  /** How far an edge may be from where it was, degrees. */
  readonly toleranceDegrees: number;
  /** Since when the service has the zone so, epoch ms; null when it does not say. */
  readonly effectiveAt: number | null;
}

export interface AlertFeed {
  /** 'nws', 'simulated'. */
  readonly vendor: string;
  readonly pollEveryMs: number;
  /**
   * Reads the list of alerts of the whole service. Alerts that make no sense are left out and told to
   * `onFault`. Throws AdapterError when the list cannot be read whole, or is something else.
   */
  poll(request: {
    readonly now: number;
    readonly signal: AbortSignal;
    readonly onFault?: (error: Error) => void;
  }): Promise<AlertList>;
  /**
   * The zones of a place (degrees) as `CapAlert.zones` spells them; none where the service does not reach. A
   * feed without it draws every alert as a polygon. Throws AdapterError when the service does not say.
   */
  zonesOf?(request: {
    readonly latitude: number;
    readonly longitude: number;
    readonly signal: AbortSignal;
  }): Promise<readonly string[]>;
  /** The same of a feed that knows its zones by heart; then `zonesOf` is not needed. */
  zonesAt?(place: { readonly latitude: number; readonly longitude: number }): readonly string[];
  /**
   * The area of a zone, spelt as `CapAlert.zones` does; null when the service has none for it. A feed without
   * it names no zones, or cannot say where they are. Throws AdapterError when the service does not say, or
   * says something else.
   */
  shapeOf?(request: { readonly zone: string; readonly signal: AbortSignal }): Promise<ZoneShape | null>;
}
