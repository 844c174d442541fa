import { whoIsTold } from '@allclear/domain';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import { readAddressees } from '../store/addressees.ts';
import type { Database } from '../store/database.ts';
import type { WatchedLocation } from '../store/locations.ts';
import type { Notice } from '../store/notices.ts';
import { listPolicies, listPolicyPlaces, type PolicyPlace, policyOfRecord } from '../store/policies.ts';
import { openWarnings, toldOf, type WarningRow } from '../store/warnings.ts';
import { airQualityEvidence, isAirQualityType, readAirQuality } from './air-quality-evidence.ts';
import type { AlertsLive } from './alerts-live.ts';
import type { LightningLive } from './lightning-live.ts';
import { LightningWatch } from './lightning-watch.ts';
import { type Step, takeStep } from './step-warning.ts';
import { alertEvidence, type Evidence, lightningEvidence, readingEvidence, readReports } from './warning-evidence.ts';
import { changeOf, type Pair, pairKey, pairOf, pairsOf } from './warning-pairs.ts';

/** Everything that time alone can change (readings that grow old, hours that open) is looked at this often, ms of weather. */
const minuteMs = 60_000;
/** Real time between two looks when nothing is heard; the picture finds outages by the clock. */
const restMs = 1_000;
const stepsAtOnce = 6;

const everything = { policies: true, readings: true, alerts: true } as const;

/** Every pair of policy and place, watched for warnings; to be run by the one active engine. */
export class WarningWatch {
  readonly #needs: { readonly db: Database; readonly clock: Clock; readonly live: LightningLive; readonly alerts: AlertsLive };
  #pairs = new Map<string, Pair>();
  /** Warnings that are on, by pair and then by event. */
  #open = new Map<string, Map<string, WarningRow>>();
  readonly #lightning: LightningWatch;
  readonly #struck = new Set<string>();
  #due: { policies: boolean; readings: boolean; alerts: boolean } = everything;
  /** Something was lost on the way: every pair is looked at again. */
  #unsure = true;
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** Feeds came or went: every lightning pair asks anew which of them see it. */
  #refeed = false;
  #wake: () => void = () => {};

  constructor(needs: { db: Database; clock: Clock; live: LightningLive; alerts: AlertsLive }) {
    this.#needs = needs;
    this.#lightning = new LightningWatch(needs.live.picture, needs.clock.now, (locations) => {
      for (const { id } of locations) this.#struck.add(id);
      this.#wake();
    });
  }

  /** New sweeps are in the picture. */
  sweeps(sweeps: Parameters<Parameters<LightningLive['onSweeps']>[0]>[0]): void {
    this.#lightning.flashes(sweeps.flatMap((sweep) => sweep.flashes));
  }

  /** Something in the store changed. */
  hear(notice: Notice): void {
    if (notice.topic === 'policies') this.#due = { ...this.#due, policies: true };
    else if (notice.topic === 'observations') {
      this.#due = { ...this.#due, readings: true };
      // Own stations report every few seconds, many at once: the next round, within a second, is soon enough.
      if (notice.ids) return;
    } else if (notice.topic === 'strike-feeds') {
      this.#refeed = true;
      this.#beginAnew();
    } else if (notice.topic === 'alerts') this.#due = { ...this.#due, alerts: true };
    else return;
    this.#wake();
  }

  /** Until the signal aborts. A round that fails is told to the log, and the next one begins from the store. */
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

  /** Takes every step that what is known now asks for. */
  async round(): Promise<void> {
    const { clock } = this.#needs;
    if (this.#due.policies) await this.#reload();
    this.#lightning.tick();
    const now = clock.now();
    const minutePassed = now - this.#lookedAt >= minuteMs;
    const due = { readings: this.#due.readings || minutePassed, alerts: this.#due.alerts || minutePassed };
    this.#due = { policies: this.#due.policies, readings: false, alerts: false };
    if (minutePassed) this.#lookedAt = now;
    const steps: Step[] = this.#lightningSteps(now);
    if (due.readings) steps.push(...(await this.#readingSteps(now)));
    if (due.alerts) steps.push(...this.#alertSteps(now));
    await this.#take(steps);
    if (minutePassed) await this.#takeLatecomers();
  }

  #lightningSteps(now: number): Step[] {
    const struck = [...this.#struck];
    this.#struck.clear();
    return struck.flatMap((key) => {
      const pair = this.#pairs.get(key);
      return pair ? this.#stepsOf(pair, [lightningEvidence(pair, this.#needs.live, now)]) : [];
    });
  }

  async #readingSteps(now: number): Promise<Step[]> {
    const pairs = [...this.#pairs.values()].filter((pair) => pair.type.evidence === 'reading');
    if (pairs.length === 0) return [];
    const nearest = await readReports(this.#needs.db, now);
    const hasAirQuality = pairs.some(({ type }) => isAirQualityType(type.shortName));
    const air = hasAirQuality ? await readAirQuality(this.#needs.db, now) : null;
    return pairs.flatMap((pair) =>
      this.#stepsOf(pair, [
        air && isAirQualityType(pair.type.shortName) ? airQualityEvidence(pair, air, now) : readingEvidence(pair, nearest(pair), now),
      ]),
    );
  }

  #alertSteps(now: number): Step[] {
    const pairs = [...this.#pairs.values()].filter((pair) => pair.type.evidence === 'alert');
    return pairs.flatMap((pair) => {
      const open = [...(this.#open.get(pair.key)?.keys() ?? [])];
      return this.#stepsOf(pair, alertEvidence(pair, this.#needs.alerts, open, now));
    });
  }

  /** What can lead to a step: without a warning only what may start one. */
  #stepsOf(pair: Pair, evidence: readonly Evidence[]): Step[] {
    return evidence.flatMap((one) => {
      const row = this.#open.get(pair.key)?.get(one.eventKey) ?? null;
      if (row === null && one.fact.kind !== 'exceeded' && one.fact.kind !== 'lost') return [];
      return [{ pair, row, ...one }];
    });
  }

  /** Who may be told now and was not: alert times opened, a group grew, somebody switched notifications on. */
  async #takeLatecomers(): Promise<void> {
    const { db, clock } = this.#needs;
    const byCustomer = Map.groupBy(
      [...this.#open.values()].flatMap((events) => [...events.values()]),
      (row) => row.customer_id,
    );
    for (const [customerId, rows] of byCustomer) {
      const { people, sites } = await readAddressees(db, customerId);
      const steps: Step[] = [];
      for (const row of rows) {
        const pair = this.#pairs.get(pairKey(row.policy_id, row.organization_location_id));
        if (!pair?.policy.actions.some((action) => !action.allClear)) continue;
        const { policy, place, type } = pair;
        const late = whoIsTold({
          policy: { typeShortName: type.shortName, allGroups: policy.all_groups, siteIds: policy.siteIds, lifeSafety: policy.life_safety },
          organizationLocation: place,
          notice: 'in-effect',
          people,
          sites,
          told: await toldOf(db, row.id),
          now: clock.now(),
        });
        if (late.some(({ muted }) => muted === null)) steps.push({ pair, row, eventKey: row.event_key, fact: { kind: 'hours-opened' } });
      }
      await this.#take(steps);
    }
  }

  /** Several warnings at once, each one's steps in order. */
  async #take(steps: readonly Step[]): Promise<void> {
    const waiting = [...Map.groupBy(steps, (step) => `${step.pair.key} ${step.eventKey}`).values()];
    const next = async (): Promise<void> => {
      for (let group = waiting.pop(); group; group = waiting.pop()) for (const step of group) await this.#takeOne(step);
    };
    await Promise.all(Array.from({ length: stepsAtOnce }, next));
  }

  async #takeOne(step: Step): Promise<void> {
    const result = await takeStep(this.#needs.db, step, this.#needs.clock.now());
    if (result.kind === 'same') return;
    if (result.kind === 'overtaken') return this.#beginAnew();
    const events = this.#open.get(step.pair.key) ?? new Map<string, WarningRow>();
    if (result.row) events.set(step.eventKey, result.row);
    else events.delete(step.eventKey);
    if (events.size > 0) this.#open.set(step.pair.key, events);
    else this.#open.delete(step.pair.key);
  }

  #beginAnew(): void {
    this.#unsure = true;
    this.#due = everything;
  }

  /** Reads policies, places and open warnings; ends what was withdrawn and looks at what is new. */
  async #reload(): Promise<void> {
    const { db } = this.#needs;
    // Before the store is read: what is heard from here on is read next time.
    this.#due = { ...this.#due, policies: false };
    const [policies, places, rows] = await Promise.all([listPolicies(db, null), listPolicyPlaces(db, null), openWarnings(db)]);
    const before = this.#pairs;
    this.#pairs = new Map(pairsOf(policies, places).map((pair) => [pair.key, pair]));
    this.#open = new Map();
    for (const row of rows) {
      const key = pairKey(row.policy_id, row.organization_location_id);
      this.#open.set(key, (this.#open.get(key) ?? new Map<string, WarningRow>()).set(row.event_key, row));
    }

    const watched = [...this.#pairs.values()].filter((pair) => pair.type.evidence === 'lightning');
    this.#lightning.remove([...before.keys()].filter((key) => !this.#pairs.has(key)));
    if (this.#refeed) await this.#needs.live.loadFeeds();
    this.#lightning.put(watched.filter((pair) => this.#refeed || !isSame(pair, before.get(pair.key))).map(asWatched));
    this.#refeed = false;
    const unsure = this.#unsure;
    this.#unsure = false;
    for (const pair of watched) if (unsure || this.#open.has(pair.key) || !isSame(pair, before.get(pair.key))) this.#struck.add(pair.key);
    this.#due = { ...this.#due, readings: true, alerts: true };

    const steps: Step[] = [];
    for (const row of rows) {
      const pair = this.#pairs.get(pairKey(row.policy_id, row.organization_location_id));
      const change = changeOf(row, pair, !policies.some((policy) => policy.id === row.policy_id));
      if (change) steps.push({ pair: pair ?? (await this.#pairOfRecord(row, places)), row, eventKey: row.event_key, fact: change });
    }
    await this.#take(steps);
  }

  /** A pair that is no more, for the last word on its warning. */
  async #pairOfRecord(row: WarningRow, places: readonly PolicyPlace[]): Promise<Pair> {
    const policy = await policyOfRecord(this.#needs.db, row.policy_id);
    if (!policy) throw new Error(`The policy ${row.policy_id} of a warning is gone.`);
    const place = places.find(({ id }) => id === row.organization_location_id) ?? {
      id: row.organization_location_id ?? '',
      customerId: row.customer_id,
      name: 'a location that was removed',
      latitude: row.latitude,
      longitude: row.longitude,
      siteIds: [],
    };
    return pairOf(policy, place);
  }
}

function isSame(pair: Pair, before: Pair | undefined): boolean {
  return (
    before !== undefined &&
    before.policy.revision === pair.policy.revision &&
    before.place.latitude === pair.place.latitude &&
    before.place.longitude === pair.place.longitude
  );
}

/** A lightning policy's radius as the watch knows locations: one zone around the place. */
function asWatched({ key, policy, place }: Pair): WatchedLocation {
  return {
    id: key,
    userId: '',
    customerId: place.customerId,
    latitude: place.latitude,
    longitude: place.longitude,
    ...{ radius1: policy.threshold, radius2: 0, radius3: 0, radius4: 0 },
    allClearMinutes: policy.all_clear_minutes,
  };
}
