import type { ReadingOutcome } from '@allclear/adapters';
import {
  connectionOf,
  type FaultCounts,
  lightToCorrect,
  MINUTE_MS,
  nextFaults,
  noSignal,
  type SignalEvidence,
  type WeatherKind,
} from '@allclear/domain';
import type { FastifyBaseLogger } from 'fastify';
import { systemActor } from '../../platform/actor.ts';
import type { ChangeBus } from '../../platform/change-feed/change-bus.ts';
import { type Clock, wallNow } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Loop } from '../../platform/subject.ts';
import { type StoredUnit, unitsOf } from '../units/units.store.ts';
import { beginFault, endFault } from './faults.store.ts';
import { contactsOf, findingsOf, isContact, type NotAsked } from './findings.ts';
import { type Intervals, standardIntervals } from './intervals.ts';
import {
  type AskedUnit,
  announceStatus,
  correctLight,
  expectationsOf,
  lastContacts,
  relaysAgain,
  type UnitExpectation,
  writeStatus,
} from './supervision.store.ts';
import { type WrongOutputs, wrongOutputs } from './wrong-outputs.ts';

const actor = systemActor('hardware-supervision');
/** Units that are asked at once; others wait their turn. */
const maxAtOnce = 200;
/** A light is corrected at most so often, real ms. */
const lightAgainMs = 120_000;

export interface Supervision {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly changes: ChangeBus;
  readonly weather: WeatherKind;
  /** Asks the device of a unit for its state; resolves in bounded time and never throws for what a device does. */
  ask(unit: StoredUnit, signal: AbortSignal): Promise<ReadingOutcome | NotAsked>;
  /** What is known of a unit now; null where it cannot be had. */
  readonly evidenceOf: (organizationId: string, unitId: string) => Promise<SignalEvidence | null>;
  readonly intervals?: Intervals;
}

interface Watched {
  unit: StoredUnit;
  /** Wall ms. */
  nextAt: number;
  isAsked: boolean;
  /** Since when this process asks it, product ms. */
  readonly askedSince: number;
  lastContactAt: number | null;
  counts: FaultCounts;
  /** What pages show of it, to announce only changes. */
  shown: string;
  /** Findings in a row at which its light was not as it should be. */
  wrongLights: number;
  correctedAt: number;
  /** Outputs of relays that were off although they should be on, at the last finding. */
  offRelays: readonly string[];
}

interface Answer {
  readonly watched: Watched;
  readonly asked: AskedUnit;
  readonly outcome: ReadingOutcome | NotAsked;
  /** Wall ms. */
  readonly at: number;
}

/** Asks every unit, in turn over each minute, and keeps what it says and its faults; runs in the engine. */
export function superviseHardware(context: Supervision): Loop {
  return {
    name: 'hardware-supervision',
    run: (signal) => new Supervisor(context).run(signal),
  };
}

class Supervisor {
  readonly #context: Supervision;
  readonly #watched = new Map<string, Watched>();
  readonly #lastContacts = new Map<string, number>();
  readonly #answers: Answer[] = [];
  readonly #asking = new Set<Promise<void>>();
  readonly #intervals: Intervals;
  #unitsAreStale = true;
  #readAt = Number.NEGATIVE_INFINITY;
  #isFirst = true;

  constructor(context: Supervision) {
    this.#context = context;
    this.#intervals = context.intervals ?? standardIntervals;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { changes, clock, log, db } = this.#context;
    const unsubscribe = changes.subscribe(({ topic }) => {
      if (topic === 'hardware' || topic === 'locations') this.#unitsAreStale = true;
    });
    try {
      for (const [id, at] of await lastContacts(db)) this.#lastContacts.set(id, at);
      while (!signal.aborted) {
        try {
          await this.#readUnits();
          this.#askDue(signal);
          await this.#judge(this.#answers.splice(0));
        } catch (error) {
          log.error({ err: error }, 'the state of hardware could not be stored; it is asked again');
        }
        await clock.sleep(this.#intervals.restMs * clock.speed, signal);
      }
    } finally {
      unsubscribe();
      await Promise.all(this.#asking);
    }
  }

  async #readUnits(): Promise<void> {
    const since = performance.now() - this.#readAt;
    if (since < this.#intervals.readEveryMs || (!this.#unitsAreStale && since < this.#intervals.minuteMs))
      return;
    this.#unitsAreStale = false;
    this.#readAt = performance.now();
    const { db, clock } = this.#context;
    const units = await unitsOf(db, null);
    const wall = wallNow();
    // At the start all would be due at once; later ones are new, and their owner waits to see them.
    const spread = this.#isFirst ? Math.min(this.#intervals.minuteMs / Math.max(1, units.length), 250) : 0;
    const ids = new Set<string>();
    for (const [index, unit] of units.entries()) {
      ids.add(unit.id);
      const watched = this.#watched.get(unit.id);
      if (!watched) this.#watched.set(unit.id, this.#newlyWatched(unit, wall + index * spread, clock.now()));
      else {
        // Another address or password may help at once.
        if (watched.unit.revision !== unit.revision) watched.nextAt = wall;
        watched.unit = unit;
      }
    }
    for (const id of this.#watched.keys()) if (!ids.has(id)) this.#watched.delete(id);
    this.#isFirst = false;
  }

  #newlyWatched(unit: StoredUnit, nextAt: number, now: number): Watched {
    return {
      ...{
        unit,
        nextAt,
        isAsked: false,
        askedSince: now,
        lastContactAt: this.#lastContacts.get(unit.id) ?? null,
      },
      ...{ counts: {}, shown: '', wrongLights: 0, offRelays: [], correctedAt: Number.NEGATIVE_INFINITY },
    };
  }

  #askDue(signal: AbortSignal): void {
    const wall = wallNow();
    for (const watched of this.#watched.values()) {
      if (this.#asking.size >= maxAtOnce) return;
      if (watched.isAsked || watched.nextAt > wall) continue;
      const minute = Math.min(this.#intervals.minuteMs, MINUTE_MS / this.#context.clock.speed);
      const every = (watched.unit.askEveryMinutes ?? 1) * minute;
      // Keeps its place within the minute, unless it is late by more than one turn.
      watched.nextAt = watched.nextAt + every > wall ? watched.nextAt + every : wall + every;
      watched.isAsked = true;
      const asking: Promise<void> = this.#ask(watched, signal).finally(() => {
        watched.isAsked = false;
        this.#asking.delete(asking);
      });
      this.#asking.add(asking);
    }
  }

  async #ask(watched: Watched, signal: AbortSignal): Promise<void> {
    const { ask, clock, log } = this.#context;
    const askedAt = clock.now();
    const { unit } = watched;
    let outcome: ReadingOutcome | NotAsked;
    try {
      outcome = await ask(unit, signal);
    } catch (error) {
      log.error({ err: error, unit: unit.id }, 'a unit could not be asked');
      outcome = { kind: 'failed', because: 'silent', detail: 'It could not be asked' };
    }
    // Nothing is known of a unit whose question was cut off.
    if (signal.aborted) return;
    const contactAt = isContact(outcome) ? clock.now() : null;
    if (contactAt !== null) watched.lastContactAt = contactAt;
    const reading = 'kind' in outcome && outcome.kind === 'reading' ? outcome.reading : null;
    const failure =
      'refused' in outcome ? outcome.refused : outcome.kind === 'failed' ? outcome.detail : null;
    const asked = { unitId: unit.id, askedAt, contactAt, reading, failure };
    this.#answers.push({ watched, asked, outcome, at: wallNow() });
  }

  async #judge(answers: readonly Answer[]): Promise<void> {
    if (answers.length === 0) return;
    const { db, clock } = this.#context;
    await writeStatus(
      db,
      actor,
      answers.map(({ asked }) => asked),
    );
    const changed = new Set<string>();
    for (const { watched, asked } of answers) {
      const { reading, failure } = asked;
      // A unit that goes on not to answer is lost after a while.
      const connection = connectionOf(contactsOf(watched), clock.now());
      const shown = JSON.stringify([failure, connection, reading?.sounding, reading?.lit, reading?.relays]);
      if (watched.shown !== shown) changed.add(watched.unit.organizationId);
      watched.shown = shown;
    }
    await announceStatus(db, actor, [...changed]);
    const expectations = await expectationsOf(
      db,
      answers.map(({ asked }) => asked.unitId),
    );
    const byId = new Map(expectations.map((one) => [one.unitId, one]));
    for (const answer of answers) {
      const expected = byId.get(answer.asked.unitId);
      if (expected) await this.#judgeUnit(answer, expected);
    }
  }

  async #judgeUnit(answer: Answer, expected: UnitExpectation): Promise<void> {
    const { db, clock, weather } = this.#context;
    const { watched, asked, at } = answer;
    const { unit } = watched;
    // Nobody relies on a unit that is disabled; its open faults stay until it is enabled and asked again.
    if (!unit.enabled) return;
    const wrong = asked.reading && wrongOutputs(asked.reading, expected, unit.wiring, at);
    const findings = findingsOf(answer, {
      ...{ expected, wrong, now: clock.now() },
      speed: (clock.speed * this.#intervals.minuteMs) / standardIntervals.minuteMs,
    });
    const step = nextFaults(watched.counts, new Set(expected.openFaults), findings);
    watched.counts = step.counts;
    const change = { unit, weather, now: clock.now() };
    for (const { kind, text } of step.begins) await beginFault(db, actor, { ...change, kind, text });
    for (const kind of step.ends) await endFault(db, actor, { ...change, kind });
    if (wrong !== null && (wrong.stuck.length > 0 || wrong.isDark || wrong.offRelays.length > 0))
      watched.nextAt = Math.min(watched.nextAt, wallNow() + this.#intervals.askAgainMs);
    if (asked.reading) await this.#correctLight(watched, asked.reading.lit, expected, wrong);
    await this.#keepOn(watched, wrong?.offRelays ?? []);
  }

  /** Relays that are off although their automation left them on, at two findings, are switched again. */
  async #keepOn(watched: Watched, outputs: readonly string[]): Promise<void> {
    const again = outputs.filter((output) => watched.offRelays.includes(output));
    watched.offRelays = outputs;
    if (again.length === 0) return;
    const { organizationId, id: unitId } = watched.unit;
    const { db, clock } = this.#context;
    await relaysAgain(db, actor, { organizationId, unitId, outputs: again, now: clock.now() });
  }

  /** A light that is not as it should be, at two findings, is commanded again; off only where darkness is earned. */
  async #correctLight(
    watched: Watched,
    lit: boolean | null,
    { signal }: UnitExpectation,
    wrong: WrongOutputs | null,
  ): Promise<void> {
    watched.wrongLights = wrong && (wrong.isDark || wrong.isLit) ? watched.wrongLights + 1 : 0;
    const wall = wallNow();
    if (watched.wrongLights < 2 || wall - watched.correctedAt < lightAgainMs) return;
    const { db, clock, evidenceOf } = this.#context;
    const { organizationId, id: unitId, lightOffAfterHours: hours } = watched.unit;
    const evidence = wrong?.isLit ? await evidenceOf(organizationId, unitId).catch(() => null) : null;
    const correction = lightToCorrect(signal ?? noSignal, lit, evidence, wrong === null);
    if (correction === null) return;
    watched.correctedAt = wall;
    const limitSeconds = hours === null || correction === 'off' ? null : hours * 3_600;
    await correctLight(db, actor, {
      ...{ organizationId, unitId, on: correction === 'on', limitSeconds, now: clock.now() },
    });
  }
}
