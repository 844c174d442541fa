import type { RoadState } from '@allclear/domain';
import type { RadarFeed } from '../radar/port.ts';

export interface RoadMoment {
  /** Epoch ms. */
  readonly at: number;
  /** Null where it cannot be told. */
  readonly state: RoadState | null;
}

/** Roads at a place: now, and by the hour. */
export interface RoadOutlook {
  readonly now: RoadMoment;
  /** Of the next hours, the nearest first. */
  readonly hours: readonly RoadMoment[];
  /** The instant for which what it was made from is good, epoch ms. */
  readonly asOf: number;
  readonly stale: boolean;
  /** What it was made from, for people. */
  readonly basis: string;
}

/**
 * Modelled road conditions, of one origin: pictures (`current-road-conditions` and `future-road-conditions`),
 * and the same at a point.
 */
export interface RoadConditions {
  readonly feeds: readonly RadarFeed[];
  /** Must be shown with them. */
  readonly attribution: string;
  /**
   * At a place (degrees). `outside`: nothing is known of roads there. `unobserved`: nothing that is current.
   */
  outlook(
    place: { readonly latitude: number; readonly longitude: number },
    now: number,
  ): Promise<RoadOutlook | 'outside' | 'unobserved'>;
}
