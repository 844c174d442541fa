import type { CapAlert, ZonePolygons } from '@allclear/domain';
import type { PollRequest } from '../snapshot-feed.ts';

/**
 * The alerts in effect according to a weather service. An alert that is missing has not ended: only a Cancel
 * or its expiry ends it.
 */
export interface AlertList {
  readonly alerts: readonly CapAlert[];
  /**
   * The instant through which the list is valid, epoch ms: when it was read whole, or earlier when the
   * service itself returned a stale one.
   */
  readonly asOf: number;
}

/** The area of a zone, simplified for maps. */
export interface ZoneShape {
  readonly polygons: ZonePolygons;
  /** Largest distance of an edge from its original position, degrees. */
  readonly toleranceDegrees: number;
  /** Effective date of the zone, epoch ms; null without one. */
  readonly effectiveAt: number | null;
}

export interface AlertFeed {
  /** 'nws', 'simulated'. */
  readonly vendor: string;
  readonly pollEveryMs: number;
  /**
   * Reads the list of all alerts of the service. Invalid alerts are skipped and passed to `onFault`. Throws
   * AdapterError when the list cannot be read whole, or is something else.
   */
  poll(request: PollRequest): Promise<AlertList>;
  /**
   * The zones of a place (degrees), spelled as in `CapAlert.zones`; empty outside the service's area. A feed
   * without this function draws every alert as a polygon. Throws AdapterError when the service does not
   * answer.
   */
  zonesOf?(request: {
    readonly latitude: number;
    readonly longitude: number;
    readonly signal: AbortSignal;
  }): Promise<readonly string[]>;
  /** The same for a feed with built-in zones; `zonesOf` is not needed then. */
  zonesAt?(place: { readonly latitude: number; readonly longitude: number }): readonly string[];
  /**
   * The area of a zone, spelled as in `CapAlert.zones`; null when the service has none for it. A feed without
   * this function names no zones, or has no areas for them. Throws AdapterError when the service does not
   * answer, or returns something else.
   */
  shapeOf?(request: { readonly zone: string; readonly signal: AbortSignal }): Promise<ZoneShape | null>;
}
