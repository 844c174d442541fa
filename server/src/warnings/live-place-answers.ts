import { placeAnswer } from '@allclear/domain';
import type { LightningLive } from '../lightning/index.ts';
import { openClosures, type StoredClosure } from '../locations/index.ts';
import type { Change } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
import { listPolicies, listPolicyPlaces, type PolicyPlace, type StoredPolicy } from '../policies/index.ts';
import {
  clearAtOf,
  closuresOf,
  lightningOf,
  openOf,
  type PlaceWithWarnings,
  warningOf,
} from './answer-for-place.ts';
import { type ZonesAround, zonesOfPlaces } from './place-zones.ts';
import { openWarnings, type StoredWarning } from './store.ts';

/** Read again after a change, and as often as this, real ms. */
const placesEveryMs = 30_000;
const warningsEveryMs = 5_000;
/** Warnings and places that were read longer ago than this, real ms, are not known any more. */
const staleMs = { warnings: 15_000, places: 60_000 };

interface WatchedPlace {
  readonly place: PolicyPlace;
  readonly zones: readonly ZonesAround[];
  readonly policies: readonly StoredPolicy[];
}

/** Open warnings and closures, by place. */
interface OpenHolds {
  readonly warnings: ReadonlyMap<string | null, readonly StoredWarning[]>;
  readonly closures: ReadonlyMap<string, readonly StoredClosure[]>;
}

interface ReadOutcomes {
  readonly onRead: () => void;
  readonly onError: (error: unknown) => void;
}

/**
 * The answers for organization locations, again and again: lightning from the index of this process at each call,
 * places and open warnings as they were last read. A store that does not answer makes them unknown, never clear.
 */
export class LivePlaceAnswers {
  readonly #db: Database;
  readonly #live: LightningLive;
  /** Which organizations, read with the places; null for all. */
  readonly #organizationIds: () => Promise<readonly string[] | null>;
  readonly #outcomes: ReadOutcomes;
  #places = new Reading<readonly WatchedPlace[]>(placesEveryMs);
  #warnings = new Reading<OpenHolds>(warningsEveryMs);
  /** The latest instant of an answer, epoch ms of the product clock. */
  #askedFor = 0;

  constructor({
    db,
    live,
    organizationIds,
    ...outcomes
  }: ReadOutcomes & {
    db: Database;
    live: LightningLive;
    organizationIds: () => Promise<readonly string[] | null>;
  }) {
    this.#db = db;
    this.#live = live;
    this.#organizationIds = organizationIds;
    this.#outcomes = outcomes;
  }

  /** Something in the store changed; null: anything may have. */
  apply(change: Pick<Change, 'topic'> | null): void {
    const topic = change?.topic ?? null;
    if (topic === null || topic === 'locations' || topic === 'policies') this.#places.isDue = true;
    // A warning that ends while its policy goes is announced with the policy.
    if (topic === null || topic === 'warnings' || topic === 'closures' || topic === 'policies')
      this.#warnings.isDue = true;
  }

  /** Begins to read what is due; resolves when it is read or could not be. */
  async refresh(): Promise<void> {
    await Promise.all([
      this.#places.refresh(() => this.#readPlaces(), this.#outcomes),
      this.#warnings.refresh(async () => {
        const open = await openWarnings(this.#db);
        // One that was over when answers were last asked for stays so: the product clock does not go back.
        const closures = await openClosures(this.#db, null, this.#askedFor);
        return {
          warnings: Map.groupBy(open, (row) => row.organizationLocationId),
          closures: Map.groupBy(closures, (closure) => closure.organizationLocationId),
        };
      }, this.#outcomes),
    ]);
  }

  /**
   * The answers at `now` (epoch ms of the product clock), of all places or of those with these ids; null until the
   * places were read once.
   */
  at(now: number, ids: ReadonlySet<string> | null = null): PlaceWithWarnings[] | null {
    this.#askedFor = Math.max(this.#askedFor, now);
    if (this.#places.last === null) return null;
    const places = this.#places.last.filter(({ place }) => ids === null || ids.has(place.id));
    const open = this.#warnings.last;
    const hasCurrent =
      open !== null && this.#warnings.ageMs <= staleMs.warnings && this.#places.ageMs <= staleMs.places;
    return places.map(({ place, zones, policies }) => {
      const rows = open?.warnings.get(place.id) ?? [];
      const closures = closuresOf(open?.closures.get(place.id) ?? [], place.id, now);
      const { lightning, ...observed } = lightningOf(this.#live, zones, now);
      const warnings = rows.map((row) => ({
        ...warningOf(row, policies),
        clearAt: clearAtOf(row, policies),
      }));
      const answer = placeAnswer({
        ...{ lightning, warnings, closures },
        warningsAre: hasCurrent ? 'known' : 'unknown',
      });
      return { place, answer, ...observed, open: hasCurrent ? openOf(rows, policies) : null };
    });
  }

  /** Where the places are, as last read; empty before. */
  get places(): readonly PolicyPlace[] {
    return this.#places.last?.map(({ place }) => place) ?? [];
  }

  async #readPlaces(): Promise<WatchedPlace[]> {
    const only = await this.#organizationIds();
    const all = await listPolicyPlaces(this.#db, null);
    const byOrganization = Map.groupBy(all, ({ organizationId }) => organizationId);
    const watched: WatchedPlace[] = [];
    for (const [organizationId, places] of byOrganization) {
      if (only !== null && !only.includes(organizationId)) continue;
      const zones = await zonesOfPlaces(this.#db, organizationId);
      const policies = await listPolicies(this.#db, organizationId);
      for (const place of places) watched.push({ place, zones: zones(place), policies });
    }
    return watched;
  }
}

/** What was last read of the store, and how long ago its reading began. */
class Reading<Value> {
  last: Value | null = null;
  isDue = true;
  readonly #everyMs: number;
  #lastBegan = Number.NEGATIVE_INFINITY;
  #isReading = false;

  constructor(everyMs: number) {
    this.#everyMs = everyMs;
  }

  get ageMs(): number {
    return performance.now() - this.#lastBegan;
  }

  async refresh(read: () => Promise<Value>, { onRead, onError }: ReadOutcomes): Promise<void> {
    if (this.#isReading || (!this.isDue && this.ageMs < this.#everyMs)) return;
    this.#isReading = true;
    this.isDue = false;
    const began = performance.now();
    try {
      this.last = await read();
      this.#lastBegan = began;
      onRead();
    } catch (error) {
      this.isDue = true;
      onError(error);
    } finally {
      this.#isReading = false;
    }
  }
}
