import { observationLimitMs } from '@allclear/domain';
import type { LightningLive } from '../lightning/index.ts';
import type { Database } from '../platform/database/database.ts';
import { type MonitoredPlace, monitoredPlaces } from './monitoring.store.ts';

/** Places are read again as often as this, real ms. */
const readEveryMs = 30_000;

export interface KindObservation {
  readonly kind: MonitoredPlace['kind'];
  /** Places that a feed with coverage reaches. */
  readonly covered: number;
  readonly notCovered: number;
  /** Covered places that were last observed longer ago than the limit, or never. */
  readonly unobserved: number;
  /**
   * The longest time since a covered place was observed without a break, in ms of the product clock; Infinity where one
   * never was, 0 without covered places.
   */
  readonly longestMs: number;
}

/** How well lightning is observed around everything that is watched, by kind. */
export class ObservedPlaces {
  readonly #db: Database;
  readonly #live: LightningLive;
  #places: readonly MonitoredPlace[] = [];
  #readAt = Number.NEGATIVE_INFINITY;

  constructor({ db, live }: { db: Database; live: LightningLive }) {
    this.#db = db;
    this.#live = live;
  }

  /** `now` is of the product clock, epoch ms. Throws while the places cannot be read. */
  async at(now: number): Promise<KindObservation[]> {
    if (performance.now() - this.#readAt >= readEveryMs) {
      this.#places = await monitoredPlaces(this.#db);
      this.#readAt = performance.now();
    }
    return (['organization-location', 'location'] as const).map((kind) => this.#ofKind(kind, now));
  }

  #ofKind(kind: MonitoredPlace['kind'], now: number): KindObservation {
    const { lightningIndex } = this.#live;
    let [covered, notCovered, unobserved, longestMs] = [0, 0, 0, 0];
    for (const place of this.#places) {
      if (place.kind !== kind) continue;
      const { latitude, longitude, organizationId } = place;
      const feeds = lightningIndex
        .feedsAt(latitude, longitude, { organizationId })
        .filter(({ providesCoverage }) => providesCoverage);
      if (feeds.length === 0) {
        notCovered += 1;
        continue;
      }
      const through = lightningIndex.observation(feeds, now)?.observedThrough ?? Number.NEGATIVE_INFINITY;
      const ms = Math.max(0, now - through);
      covered += 1;
      if (ms > observationLimitMs) unobserved += 1;
      longestMs = Math.max(longestMs, ms);
    }
    return { kind, covered, notCovered, unobserved, longestMs };
  }
}
