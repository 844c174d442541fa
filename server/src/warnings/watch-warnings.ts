// Over 300 lines: one class; every step reads the same watches and open warnings.
import { MINUTE_MS, nextWarning, recipientsOf } from '@allclear/domain';
import type { FastifyBaseLogger } from 'fastify';
import { readAirQuality } from '../air-quality/index.ts';
import type { AlertsLive } from '../alerts/index.ts';
import { type LightningLive, LightningWatch } from '../lightning/index.ts';
import type { WatchedLocation } from '../locations/index.ts';
import { readAddressees, withheldAllClears } from '../notifications/index.ts';
import type { Change } from '../platform/change-feed/change-feed.store.ts';
import type { Clock } from '../platform/clock/clock.ts';
import { everyPlace, type PlaceShare } from '../platform/engine/place-share.ts';
import { listPolicies, listPolicyPlaces, type PolicyPlace, policyOfRecord } from '../policies/index.ts';
import { renewCapMessages } from './cap/write-cap-message.ts';
import { airQualityEvidence, isAirQualityType } from './evidence/air-quality-evidence.ts';
import {
  alertEvidence,
  type Evidence,
  lightningEvidence,
  readingEvidence,
  readReports,
} from './evidence/warning-evidence.ts';
import { outerZonesFor } from './place-zones.ts';
import {
  addressedPolicyOf,
  changeOf,
  type PolicyWatch,
  watchesOf,
  watchKey,
  watchOf,
} from './policy-watches.ts';
import { type Step, takeStep } from './step-warning.ts';
import {
  endedWarnings,
  notifiedUserIds,
  openWarnings,
  placeClearWithinMs,
  placeIdOf,
  placeNameInNotices,
  type StoredWarning,
  type WarningDetails,
  warningsAwaitingPlaceClear,
} from './store.ts';
import { type NoticeNeeds, writePlaceClear } from './warning-notice.ts';

/**
 * How often everything is evaluated that time alone can change (readings that become stale, alert times that
 * open), ms of product time.
 */
/** Real time between two rounds when nothing was announced; the index finds outages by the clock. */
const restMs = 1_000;
const stepsAtOnce = 6;

const everything = { policies: true, readings: true, alerts: true } as const;

interface WarningNeeds extends NoticeNeeds {
  readonly clock: Clock;
  readonly alerts: AlertsLive;
  /** The places that are watched; without it all. */
  readonly share?: PlaceShare;
}

/**
 * Watches every policy at the places of an engine's share for warnings. Should two engines watch the same place for a
 * moment, each step is still taken once: it needs the revision of the warning that it is based on.
 */
export class WarningWatch {
  readonly #needs: WarningNeeds;
  readonly #share: PlaceShare;
  #watches = new Map<string, PolicyWatch>();
  /** Open warnings, by policy watch and then by event. */
  #open = new Map<string, Map<string, StoredWarning>>();
  readonly #lightning: LightningWatch;
  readonly #affected = new Set<string>();
  #due: { policies: boolean; readings: boolean; alerts: boolean } = everything;
  /** A change may have been missed: every policy watch is evaluated again. */
  #unsure = true;
  #checkedAt = Number.NEGATIVE_INFINITY;
  /** Feeds were added or removed: every lightning watch determines its feeds again. */
  #refeed = false;
  #wake: () => void = () => {};

  constructor(needs: WarningNeeds) {
    this.#needs = needs;
    this.#share = needs.share ?? everyPlace;
    this.#lightning = new LightningWatch(needs.live.lightningIndex, needs.clock.now, (locations) => {
      for (const { id } of locations) this.#affected.add(id);
      this.#wake();
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

  /** The engine has other places now. */
  shareChanged(): void {
    this.#beginAnew();
    this.#wake();
  }

  /** Something in the store changed. */
  apply(change: Change): void {
    if (change.topic === 'policies') this.#due = { ...this.#due, policies: true };
    else if (change.topic === 'observations') {
      this.#due = { ...this.#due, readings: true };
      // Own stations report every few seconds, many at once: the next round, within a second, is soon enough.
      if (change.ids) return;
    } else if (change.topic === 'strike-feeds') {
      this.#refeed = true;
      this.#beginAnew();
    } else if (change.topic === 'alerts') this.#due = { ...this.#due, alerts: true };
    else return;
    this.#wake();
  }

  /** Runs until the signal aborts. A failed round is logged, and the next one begins from the store. */
  async run(signal: AbortSignal, log: FastifyBaseLogger): Promise<void> {
    while (!signal.aborted) {
      const heard = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      try {
        await this.round();
      } catch (error) {
        log.error({ err: error }, 'warnings could not be followed; they are read again');
        this.#beginAnew();
        await this.#needs.clock.sleep(restMs * this.#needs.clock.speed, signal);
      }
      const rest = new AbortController();
      const end = () => rest.abort();
      signal.addEventListener('abort', end, { once: true });
      void heard.then(end);
      await this.#needs.clock.sleep(restMs * this.#needs.clock.speed, rest.signal);
      signal.removeEventListener('abort', end);
    }
  }

  /** Takes every step that the current evidence requires. */
  async round(): Promise<void> {
    const { clock } = this.#needs;
    if (this.#due.policies) await this.#reload();
    this.#lightning.tick();
    const now = clock.now();
    const minutePassed = now - this.#checkedAt >= MINUTE_MS;
    const due = { readings: this.#due.readings || minutePassed, alerts: this.#due.alerts || minutePassed };
    this.#due = { policies: this.#due.policies, readings: false, alerts: false };
    if (minutePassed) this.#checkedAt = now;
    const steps: Step[] = this.#lightningSteps(now);
    if (due.readings) steps.push(...(await this.#readingSteps(now)));
    if (due.alerts) steps.push(...this.#alertSteps(now));
    await this.#take(steps);
    if (minutePassed) {
      await this.#takeLatecomers();
      await this.#clearPlaces();
      await renewCapMessages(this.#needs, this.#share, this.#watchOfRow, clock.now());
    }
  }

  #lightningSteps(now: number): Step[] {
    const affected = [...this.#affected];
    this.#affected.clear();
    return affected.flatMap((key) => {
      const watch = this.#watches.get(key);
      if (!watch) return [];
      const row = this.#open.get(key)?.get('') ?? null;
      return this.#stepsOf(watch, [lightningEvidence(watch, this.#needs.live, row?.state ?? null, now)]);
    });
  }

  async #readingSteps(now: number): Promise<Step[]> {
    const watches = [...this.#watches.values()].filter((watch) => watch.type.evidence === 'reading');
    if (watches.length === 0) return [];
    const nearest = await readReports(this.#needs.db, now);
    const hasAirQuality = watches.some(({ type }) => isAirQualityType(type.shortName));
    const air = hasAirQuality ? await readAirQuality(this.#needs.db, now) : null;
    return watches.flatMap((watch) =>
      this.#stepsOf(watch, [
        air && isAirQualityType(watch.type.shortName)
          ? airQualityEvidence(watch, air, now)
          : readingEvidence(watch, nearest(watch), now),
      ]),
    );
  }

  #alertSteps(now: number): Step[] {
    const watches = [...this.#watches.values()].filter((watch) => watch.type.evidence === 'alert');
    return watches.flatMap((watch) => {
      const open = [...(this.#open.get(watch.key)?.keys() ?? [])];
      return this.#stepsOf(watch, alertEvidence(watch, this.#needs.alerts, open, now));
    });
  }

  /** What can lead to a step: without a warning only what may start one. */
  #stepsOf(watch: PolicyWatch, evidence: readonly Evidence[]): Step[] {
    return evidence.flatMap((one) => {
      const row = this.#open.get(watch.key)?.get(one.eventKey) ?? null;
      if (row === null && one.fact.kind !== 'exceeded' && one.fact.kind !== 'lost') return [];
      return [{ watch, row, ...one }];
    });
  }

  /**
   * Steps the warnings with recipients who could not be notified before: alert times opened, a group grew, a
   * person switched notifications on, came within the zones, or is at an unknown position now.
   */
  async #takeLatecomers(): Promise<void> {
    const { db, clock } = this.#needs;
    const byOrganization = Map.groupBy(
      [...this.#open.values()].flatMap((events) => [...events.values()]),
      (row) => row.organizationId,
    );
    for (const [organizationId, rows] of byOrganization) {
      const { people, groups } = await readAddressees(db, organizationId);
      const steps: Step[] = [];
      for (const row of rows) {
        const watch = this.#watches.get(watchKey(row.policyId, row.organizationLocationId));
        if (!watch?.policy.actions.some((action) => !action.allClear)) continue;
        const late = recipientsOf({
          policy: addressedPolicyOf(watch),
          organizationLocation: watch.place,
          outerZones: await outerZonesFor(db, watch.place, people),
          notice: 'in-effect',
          people,
          groups,
          notified: await notifiedUserIds(db, [row.id]),
          now: clock.now(),
        });
        if (late.some(({ muted }) => muted === null))
          steps.push({ watch, row, eventKey: row.eventKey, fact: { kind: 'hours-opened' } });
      }
      await this.#take(steps);
    }
  }

  /**
   * Places whose warnings ended while something else held them get their all clear once nothing does: the
   * zones of people's own locations end without a warning. So do places of which an all clear was withheld at
   * sending, also when what withheld it addresses other people.
   */
  async #clearPlaces(): Promise<void> {
    const { db, clock } = this.#needs;
    const now = clock.now();
    const withheld = await withheldAllClears(db, now - placeClearWithinMs);
    const rows = [
      ...(await warningsAwaitingPlaceClear(db, now)),
      ...(await endedWarnings(
        db,
        withheld.map(({ warningId }) => warningId),
      )),
    ];
    for (const waiting of Map.groupBy(rows, (row) => row.organizationLocationId).values()) {
      // A policy that was deleted meanwhile announces nothing, another one of the place does.
      const row = waiting.find(this.#watchOfRow);
      const watch = row && this.#watchOfRow(row);
      if (watch) await writePlaceClear(this.#needs, { watch, row }, now);
    }
  }

  readonly #watchOfRow = (row: StoredWarning) =>
    this.#watches.get(watchKey(row.policyId, row.organizationLocationId));

  /**
   * Several places at once, the steps of each in order: what starts or goes on before what ends, and each end
   * after the one before it, so that the last one finds the place clear.
   */
  async #take(steps: readonly Step[]): Promise<void> {
    const now = this.#needs.clock.now();
    const own = steps.filter(({ watch, row }) => this.#share.holds(row ? placeIdOf(row) : watch.place.id));
    const inOrder = withFollowers(own).toSorted((a, b) => Number(ends(a, now)) - Number(ends(b, now)));
    const waiting = [...Map.groupBy(inOrder, (step) => step.watch.place.id).values()].map((group) => {
      const ending = group.flatMap((step) => (step.row && ends(step, now) ? [step.row.id] : []));
      return group.map((step) => ({
        ...step,
        endingIds: ending.slice(ending.indexOf(step.row?.id ?? '') + 1),
      }));
    });
    const next = async (): Promise<void> => {
      for (let group = waiting.pop(); group; group = waiting.pop())
        for (const step of group) await this.#takeOne(step);
    };
    await Promise.all(Array.from({ length: stepsAtOnce }, next));
  }

  async #takeOne(step: Step): Promise<void> {
    const result = await takeStep(this.#needs, step, this.#needs.clock.now());
    if (result.kind === 'same') return;
    if (result.kind === 'overtaken') return this.#beginAnew();
    const events = this.#open.get(step.watch.key) ?? new Map<string, StoredWarning>();
    if (result.row) events.set(step.eventKey, result.row);
    else events.delete(step.eventKey);
    if (events.size > 0) this.#open.set(step.watch.key, events);
    else this.#open.delete(step.watch.key);
  }

  #beginAnew(): void {
    this.#unsure = true;
    this.#due = everything;
  }

  /** Reads policies, places and open warnings; ends withdrawn warnings and evaluates new watches. */
  async #reload(): Promise<void> {
    const { db } = this.#needs;
    // Reset before the store is read: changes announced from here on are read next time.
    this.#due = { ...this.#due, policies: false };
    const [policies, everyPolicyPlace, everyRow] = await Promise.all([
      listPolicies(db, null),
      listPolicyPlaces(db, null),
      openWarnings(db),
    ]);
    const places = everyPolicyPlace.filter(({ id }) => this.#share.holds(id));
    const rows = everyRow.filter((row) => this.#share.holds(placeIdOf(row)));
    const before = this.#watches;
    this.#watches = new Map(watchesOf(policies, places).map((watch) => [watch.key, watch]));
    this.#open = new Map();
    for (const row of rows) {
      const key = watchKey(row.policyId, row.organizationLocationId);
      this.#open.set(key, (this.#open.get(key) ?? new Map<string, StoredWarning>()).set(row.eventKey, row));
    }

    const watched = [...this.#watches.values()].filter((watch) => watch.type.evidence === 'lightning');
    this.#lightning.remove([...before.keys()].filter((key) => !this.#watches.has(key)));
    if (this.#refeed) await this.#needs.live.loadFeeds();
    this.#lightning.put(
      watched.filter((watch) => this.#refeed || !isSame(watch, before.get(watch.key))).map(asWatched),
    );
    this.#refeed = false;
    const unsure = this.#unsure;
    this.#unsure = false;
    for (const watch of watched)
      if (unsure || this.#open.has(watch.key) || !isSame(watch, before.get(watch.key)))
        this.#affected.add(watch.key);
    this.#due = { ...this.#due, readings: true, alerts: true };

    const steps: Step[] = [];
    for (const row of rows) {
      const watch = this.#watches.get(watchKey(row.policyId, row.organizationLocationId));
      const change = changeOf(row, watch, !policies.some((policy) => policy.id === row.policyId));
      if (change)
        steps.push({
          watch: watch ?? (await this.#watchOfRecord(row, places)),
          row,
          eventKey: row.eventKey,
          fact: change,
        });
    }
    await this.#take(steps);
  }

  /** A policy watch that no longer exists, for the last notice of its warning. */
  async #watchOfRecord(row: StoredWarning, places: readonly PolicyPlace[]): Promise<PolicyWatch> {
    const policy = await policyOfRecord(this.#needs.db, row.policyId);
    if (!policy) throw new Error(`The policy ${row.policyId} of a warning is gone.`);
    const place = places.find(({ id }) => id === row.organizationLocationId) ?? {
      id: row.organizationLocationId ?? '',
      organizationId: row.organizationId,
      name: (await placeNameInNotices(this.#needs.db, row.id)) ?? 'a location that was removed',
      latitude: row.latitude,
      longitude: row.longitude,
      groupIds: [],
    };
    return watchOf(policy, place);
  }
}

/** Whether a step ends its warning with an all clear. */
function ends({ watch, row, fact }: Step, now: number): boolean {
  return (
    row !== null &&
    nextWarning(watch.rule, row.state, fact, now).effects.some(
      (effect) => effect.kind === 'ended' && effect.reason === 'all-clear',
    )
  );
}

/** Alerts of one policy at one place of which one ends as another starts: the new one's message says both. */
function withFollowers(steps: readonly Step[]): Step[] {
  const byWatch = Map.groupBy(
    steps.filter(({ watch }) => watch.type.evidence === 'alert'),
    ({ watch }) => watch.key,
  );
  const changes = new Map<Step, Step>();
  for (const alerts of byWatch.values()) {
    const begun = alerts.find(({ row, fact }) => row === null && fact.kind === 'exceeded');
    const ended = alerts.filter(({ row, fact }) => row !== null && fact.kind === 'clear');
    const event = (ended[0]?.row?.facts as WarningDetails | undefined)?.event;
    if (!begun || event === undefined) continue;
    changes.set(begun, { ...begun, follows: event });
    for (const step of ended) changes.set(step, { ...step, followed: true });
  }
  return steps.map((step) => changes.get(step) ?? step);
}

function isSame(watch: PolicyWatch, before: PolicyWatch | undefined): boolean {
  return (
    before !== undefined &&
    before.policy.revision === watch.policy.revision &&
    before.place.latitude === watch.place.latitude &&
    before.place.longitude === watch.place.longitude
  );
}

/** A lightning policy's radius in the form of a watched location: one zone around the place. */
function asWatched({ key, policy, place }: PolicyWatch): WatchedLocation {
  return {
    id: key,
    userId: '',
    organizationId: place.organizationId,
    placeId: place.id,
    latitude: place.latitude,
    longitude: place.longitude,
    radius1: policy.threshold,
    radius2: 0,
    radius3: 0,
    radius4: 0,
    allClearMinutes: policy.allClearMinutes,
  };
}
