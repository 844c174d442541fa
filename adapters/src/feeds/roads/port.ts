import type { RoadState } from '@allclear/domain';
import type { RadarFeed } from '../radar/port.ts';

export interface RoadMoment {
  /** Epoch ms. */
  readonly at: number;
  /** Null where it is unknown. */
  readonly state: RoadState | null;
}

/** Roads at a place: now, and by the hour. */
export interface RoadOutlook {
  readonly now: RoadMoment;
  /** The next hours, nearest first. */
  readonly hours: readonly RoadMoment[];
  /** The instant through which its input is valid, epoch ms. */
  readonly asOf: number;
  readonly stale: boolean;
  /** The source of the input, for people. */
  readonly basis: string;
}

/**
 * Modeled road conditions of one source: images (`current-road-conditions` and `future-road-conditions`),
 * and the same at a point.
 */
export interface RoadConditions {
  readonly feeds: readonly RadarFeed[];
  /** Attribution, required beside them. */
  readonly attribution: string;
  /** At a place (degrees). `outside`: no data for roads there. `unobserved`: no current data. */
  outlook(
    place: { readonly latitude: number; readonly longitude: number },
    now: number,
  ): Promise<RoadOutlook | 'outside' | 'unobserved'>;
}
