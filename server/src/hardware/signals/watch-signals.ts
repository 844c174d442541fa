import { isDeepStrictEqual } from 'node:util';
import { noSignal, type SignalEvent, type SignalState } from '@allclear/domain';
import type { FastifyBaseLogger } from 'fastify';
import { type LightningLive, LightningWatch } from '../../lightning/index.ts';
import { systemActor } from '../../platform/actor.ts';
import type { Change } from '../../platform/change-feed/change-feed.store.ts';
import { type Clock, sleepReal, wallNow } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { PlaceShare } from '../../platform/engine/place-share.ts';
import { LivePlaceAnswers, warningEnds } from '../../warnings/index.ts';
import { type StoredUnit, unitsOf } from '../units/units.store.ts';
import { renewalOf, stepToWrite } from './signal-steps.ts';
import { type SignalToWrite, storedSignals, writeSignals } from './signals.store.ts';
import { evidenceAt, isSignaling, placeOf, type UnitEvidence, type UnitPlace } from './unit-evidence.ts';

const actor = systemActor('signal-units');
/** Between two rounds when nothing was announced, and at least, real ms. */
const restMs = 500;
const minRestMs = 20;
/** Units are read again after a change, but not more often than the first, and at least as often as the second, real ms. */
const readAgainMs = 1_000;
const readEveryMs = 30_000;
/** Units that signal nothing are evaluated as often as this, real ms, besides when their lightning changes. */
const allEveryMs = 15_000;
/** Units whose steps are written at once. */
const maxBatch = 500;
/** Organizations whose steps are written at the same time. */
const writesAtOnce = 4;

interface WatchedUnit {
  readonly unit: StoredUnit;
  readonly place: UnitPlace | null;
  /** What it signals, as stored. */
  state: SignalState;
  step: number;
  /** Where it was at its last step. */
  statePlace: UnitPlace | null;
  /** When the limit of its light is to be given again, epoch ms of the wall clock; null where it has none. */
  renewAt: number | null;
}

interface Needs {
  readonly db: Database;
  readonly clock: Clock;
  readonly live: LightningLive;
  readonly log: FastifyBaseLogger;
  /** The units that are followed, by their ids. */
  readonly share: PlaceShare;
}

/** Follows what the units of an engine's share have to signal. A step needs the step that it is based on. */
export class SignalWatch {
  readonly #needs: Needs;
  readonly #answers: LivePlaceAnswers;
  readonly #lightning: LightningWatch;
  #units = new Map<string, WatchedUnit>();
  readonly #affected = new Set<string>();
  /** Organizations whose units are to be read again; null for all. */
  #due: Set<string> | null = null;
  #readAt = Number.NEGATIVE_INFINITY;
  #allReadAt = Number.NEGATIVE_INFINITY;
  #allAt = Number.NEGATIVE_INFINITY;
  #activeAt = Number.NEGATIVE_INFINITY;
  #refeed = false;
  #wake: () => void = () => {};

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#lightning = new LightningWatch(needs.live.lightningIndex, needs.clock.now, (locations) => {
      for (const { id } of locations) this.#affected.add(id);
      this.#wake();
    });
    this.#answers = new LivePlaceAnswers({
      ...{ db: needs.db, live: needs.live, organizationIds: async () => null },
      // Warnings that fire units are known only now.
      onRead: () => {
        for (const [id, { unit }] of this.#units) if (unit.policyIds.length > 0) this.#affected.add(id);
        if (this.#affected.size > 0) this.#wake();
      },
      onError: (error) =>
        needs.log.warn({ err: error }, 'places could not be read for hardware; nothing is cleared meanwhile'),
    });
  }

  /** The index has new batches. */
  batches(batches: Parameters<Parameters<LightningLive['onBatches']>[0]>[0]): void {
    this.#lightning.flashes(batches.flatMap((batch) => batch.flashes));
  }

  /** Thunder was reported at these places, or a report was taken back. */
  reports(placeIds: readonly string[]): void {
    this.#lightning.reported(placeIds);
  }

  /** The engine has other units now. */
  shareChanged(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
    this.apply(null);
  }

  /** Something in the store changed; null: anything may have. */
  apply(change: Change | null): void {
    this.#answers.apply(change);
    const topic = change?.topic ?? null;
    if (topic === 'hardware' && change?.ids) for (const id of change.ids) this.#due?.add(id);
    else if (topic === null || topic === 'hardware' || topic === 'locations' || topic === 'policies')
      this.#due = null;
    else if (topic === 'strike-feeds') {
      this.#refeed = true;
      this.#due = null;
    } else if (topic !== 'warnings' && topic !== 'closures') return;
    this.#allAt = topic === 'hardware' ? this.#allAt : Number.NEGATIVE_INFINITY;
    this.#wake();
  }

  /** Runs until the signal aborts. A failed round is logged, and the next one begins from the store. */
  async run(signal: AbortSignal): Promise<void> {
    const { log } = this.#needs;
    while (!signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      try {
        await this.round();
      } catch (error) {
        log.error({ err: error }, 'units could not be followed; they are read again');
        this.apply(null);
        await sleepReal(restMs, signal);
      }
      await sleepReal(minRestMs, signal);
      const rest = new AbortController();
      void woken.then(() => rest.abort());
      await sleepReal(restMs, AbortSignal.any([signal, rest.signal]));
    }
  }

  /** Takes every step that the current evidence requires. */
  async round(): Promise<void> {
    await this.#read();
    // Not waited for once it was read: what hangs must not keep a strike from being sounded.
    const reading = this.#answers.refresh();
    if (this.#answers.at(this.#needs.clock.now(), new Set()) === null) await reading;
    this.#lightning.tick();
    const now = this.#needs.clock.now();
    const byOrganization = new Map<string, SignalToWrite[]>();
    for (const watched of this.#unitsToEvaluate()) {
      const step = await this.#stepOf(watched, now);
      if (step === null) continue;
      const { organizationId } = watched.unit;
      const own = byOrganization.get(organizationId);
      if (own) own.push(step);
      else byOrganization.set(organizationId, [step]);
    }
    const waiting = [...byOrganization];
    const next = async (): Promise<void> => {
      for (let one = waiting.pop(); one; one = waiting.pop()) await this.#write(one[0], one[1], now);
    };
    const ends = await Promise.allSettled(Array.from({ length: writesAtOnce }, next));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  /** Those that begin to signal at once; what signals already changes by time and is evaluated twice a second. */
  #unitsToEvaluate(): WatchedUnit[] {
    const real = performance.now();
    const isAll = real - this.#allAt >= allEveryMs;
    if (isAll) this.#allAt = real;
    const isDue = isAll || real - this.#activeAt >= restMs;
    if (isDue) this.#activeAt = real;
    const affected = [...this.#affected].flatMap((id) => this.#units.get(id) ?? []);
    this.#affected.clear();
    if (isAll) return [...this.#units.values()];
    const begin = affected.filter(({ state }) => state.kind === 'none');
    const active = isDue ? [...this.#units.values()].filter(({ state }) => state.kind !== 'none') : [];
    return [...begin, ...active];
  }

  async #write(organizationId: string, steps: readonly SignalToWrite[], now: number): Promise<void> {
    for (let at = 0; at < steps.length; at += maxBatch) {
      const batch = steps.slice(at, at + maxBatch);
      const written = await writeSignals(this.#needs.db, actor, organizationId, batch, now);
      for (const { unitId, state, place, basedOn } of batch) {
        const watched = this.#units.get(unitId);
        if (!written.has(unitId)) this.#due?.add(organizationId);
        else if (watched) {
          Object.assign(watched, { state, statePlace: place, step: basedOn + 1 });
          watched.renewAt = renewalOf(watched.unit, state);
          // One that was moved may be in another delay already.
          if (state.kind === 'none') this.#affected.add(unitId);
        }
      }
      // Another engine was faster: the store says what is so.
      if (written.size < batch.length) this.#readAt = Number.NEGATIVE_INFINITY;
    }
  }

  /** The next step of a unit; null when nothing changes. */
  async #stepOf(watched: WatchedUnit, now: number): Promise<SignalToWrite | null> {
    const { unit, place, state, statePlace } = watched;
    if (!this.#needs.share.holds(unit.id)) return null;
    const given = place && unit.enabled ? this.#evidence(unit, place, now) : null;
    // Also just after its all clear, whose commands may still wait.
    const isSignaled = state.kind !== 'none' || state.clearedAt !== undefined;
    const isElsewhere = isSignaled && !isDeepStrictEqual(place, statePlace);
    const event = given === null || isElsewhere ? 'withdrawn' : await this.#eventOf(state, given);
    const isRenewed = watched.renewAt !== null && watched.renewAt <= wallNow();
    return stepToWrite(watched, { event, given, isRenewed, now });
  }

  #evidence(unit: StoredUnit, place: UnitPlace, now: number): UnitEvidence {
    const { live } = this.#needs;
    return evidenceAt(unit, place, {
      ...{ live, now, places: this.#answers.places },
      answers: (placeIds) => this.#answers.at(now, placeIds),
    });
  }

  /** Whether a warning that fired the unit ended without an all clear, or fires it no more. */
  async #eventOf(state: SignalState, { evidence }: UnitEvidence): Promise<SignalEvent> {
    const open = evidence.policyWarnings;
    if (state.kind !== 'warning' || open === null) return 'evidence';
    const missing = state.warningIds.filter((id) => !open.some((warning) => warning.id === id));
    if (missing.length === 0) return 'evidence';
    const ends = await warningEnds(this.#needs.db, missing);
    return missing.every((id) => ends.get(id) === 'all-clear') ? 'evidence' : 'policy-withdrawn';
  }

  /** Reads units and what they signal, where they may have changed. */
  async #read(): Promise<void> {
    const { db, live } = this.#needs;
    const real = performance.now();
    if (real - this.#allReadAt >= readEveryMs) this.#due = null;
    if (this.#due?.size === 0 || real - this.#readAt < readAgainMs) return;
    const due = this.#due;
    this.#due = new Set();
    this.#readAt = real;
    if (due === null) this.#allReadAt = real;
    const ids = due === null ? null : [...due];
    try {
      const [units, signals] = await Promise.all([
        ids === null
          ? unitsOf(db, null)
          : Promise.all(ids.map((id) => unitsOf(db, id))).then((all) => all.flat()),
        storedSignals(db, ids),
      ]);
      if (this.#refeed) await live.loadFeeds();
      this.#put(units, new Map(signals.map((signal) => [signal.unitId, signal])), due);
    } catch (error) {
      this.#due = null;
      throw error;
    }
  }

  #put(
    units: readonly StoredUnit[],
    signals: ReadonlyMap<string, Awaited<ReturnType<typeof storedSignals>>[number]>,
    due: ReadonlySet<string> | null,
  ): void {
    const gone = new Set(
      [...this.#units].flatMap(([id, { unit }]) =>
        due === null || due.has(unit.organizationId) ? [id] : [],
      ),
    );
    const changed: WatchedUnit[] = [];
    for (const unit of units) {
      if (!this.#needs.share.holds(unit.id)) continue;
      const signal = signals.get(unit.id);
      // One that signals nothing and cannot is none of ours; one that cannot any more ends what it signals.
      if (!isSignaling(unit) && (signal?.state.kind ?? 'none') === 'none') continue;
      gone.delete(unit.id);
      const before = this.#units.get(unit.id);
      const place = placeOf(unit);
      const state = signal?.state ?? noSignal;
      const watched: WatchedUnit = {
        ...{ unit, place, state, step: signal?.step ?? 0, statePlace: signal?.place ?? null },
        // Its limit may have changed, or be nearly over: it is given again now.
        renewAt:
          before?.unit.lightOffAfterHours === unit.lightOffAfterHours
            ? before.renewAt
            : renewalOf(unit, state) && 0,
      };
      this.#units.set(unit.id, watched);
      if (isDeepStrictEqual(before?.unit, unit) && !this.#refeed) continue;
      changed.push(watched);
      this.#affected.add(unit.id);
    }
    this.#refeed = false;
    for (const id of gone) this.#units.delete(id);
    this.#lightning.remove([
      ...gone,
      ...changed.filter(({ place }) => place === null).map(({ unit }) => unit.id),
    ]);
    this.#lightning.put(changed.flatMap(({ unit, place }) => (place ? [asWatched(unit, place)] : [])));
  }
}

/** A unit's radius in the form of a watched location: one zone around its place. */
function asWatched({ id, organizationId, radiusMiles, allClearMinutes }: StoredUnit, place: UnitPlace) {
  const { latitude, longitude } = place;
  return {
    ...{ id, userId: '', organizationId, placeId: place.placeId, latitude, longitude, allClearMinutes },
    ...{ radius1: radiusMiles, radius2: 0, radius3: 0, radius4: 0 },
  };
}
