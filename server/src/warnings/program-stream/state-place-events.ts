import { randomUUID } from 'node:crypto';
import type { PlaceState } from '@allclear/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { LightningLive } from '../../lightning/index.ts';
import { recordStreamEvent, streamReaders, streamReadersTopic } from '../../notifications/index.ts';
import { systemActor } from '../../platform/actor.ts';
import type { ChangeBus } from '../../platform/change-feed/change-bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Loop } from '../../platform/subject.ts';
import { readStatedPlaces, type StatedPlace, stateOfPlace } from './place-states.ts';

const actor = systemActor('place-states');
/** Real ms between two looks at the lightning index, which is in memory. */
const restMs = 500;
/** Places, zones and warnings are read again after a change of them, and as often as this, real ms. */
const readEveryMs = 30_000;
/** A state that does not change is an event again after this, real ms: a program sees that it is still known. */
export const restateMs = 5 * 60_000;
/** An event that says nothing new but a later end comes after this at the earliest, real ms. */
const laterEndMs = 5_000;

interface Context {
  readonly db: Database;
  readonly clock: Clock;
  readonly live: LightningLive;
}

/** Writes an event whenever the state of a place changes, for the organizations whose stream a program reads. */
export class PlaceStateEvents {
  readonly #context: Context;
  #places: readonly StatedPlace[] = [];
  #readAt = Number.NEGATIVE_INFINITY;
  /** By place: what was written last, and when by `performance.now()`. None at the start: each is said anew. */
  readonly #written = new Map<string, { readonly state: PlaceState; readonly at: number }>();

  constructor(context: Context) {
    this.#context = context;
  }

  /** Places or warnings changed: the next round reads them again. */
  readAgain(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  async round(): Promise<void> {
    const { db, clock, live } = this.#context;
    if (performance.now() - this.#readAt > readEveryMs) await this.#read();
    for (const stated of this.#places) {
      const state = stateOfPlace(live, stated, clock.now());
      if (!isDue(this.#written.get(state.id), state)) continue;
      const { id, organizationId } = stated.place;
      await db.transaction().execute((transaction) =>
        recordStreamEvent(transaction, actor, {
          ...{ organizationId, kind: 'place.state', placeIds: [id], data: { place: state } },
          ...{ id: randomUUID(), at: clock.now() },
        }),
      );
      this.#written.set(id, { state, at: performance.now() });
    }
  }

  async #read(): Promise<void> {
    const { db, clock } = this.#context;
    this.#readAt = performance.now();
    const places: StatedPlace[] = [];
    try {
      for (const id of await streamReaders(db)) places.push(...(await readStatedPlaces(db, id, clock.now())));
    } catch (error) {
      this.readAgain();
      throw error;
    }
    this.#places = places;
    const known = new Set(places.map(({ place }) => place.id));
    for (const id of this.#written.keys()) if (!known.has(id)) this.#written.delete(id);
  }
}

function isDue(last: { state: PlaceState; at: number } | undefined, now: PlaceState): boolean {
  if (last === undefined) return true;
  const age = performance.now() - last.at;
  return (
    age > restateMs ||
    answerOf(last.state) !== answerOf(now) ||
    (age > laterEndMs && hasLaterEnd(last.state, now))
  );
}

function answerOf({ name, state, lightning, word, instruction, reasons }: PlaceState): string {
  // The first reason may tell of the newest strike, which changes more often than the answer.
  return JSON.stringify([name, state, lightning, word, instruction, reasons.length]);
}

function hasLaterEnd(before: PlaceState, now: PlaceState): boolean {
  return before.earliestClearUtc !== now.earliestClearUtc || before.reasons.join() !== now.reasons.join();
}

/** Runs in the engine. */
export function placeStateEvents({
  changes,
  log,
  ...context
}: Context & { changes: ChangeBus; log: FastifyBaseLogger }): Loop {
  const readOn = ['locations', 'policies', 'warnings', 'closures', streamReadersTopic];
  return {
    name: 'place-states',
    async run(signal) {
      const events = new PlaceStateEvents(context);
      const unsubscribe = changes.subscribe(({ topic }) => {
        if (readOn.includes(topic)) events.readAgain();
      });
      try {
        while (!signal.aborted) {
          await events.round().catch((error: unknown) => {
            log.error(
              { err: error },
              'states of places could not be written for programs; they are tried again',
            );
          });
          await context.clock.sleep(restMs * context.clock.speed, signal);
        }
      } finally {
        unsubscribe();
      }
    },
  };
}
