import { lightningAt } from '@allclear/domain';
import type { FastifyBaseLogger } from 'fastify';
import type { LightningLive } from '../lightning/index.ts';
import {
  lightningWebhookOrganizations,
  notePlaceState,
  type PlaceLightningState,
  sentPlaceStates,
  streamReaders,
  streamReadersTopic,
} from '../notifications/index.ts';
import { systemActor } from '../platform/actor.ts';
import type { ChangeBus } from '../platform/change-feed/change-bus.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Loop } from '../platform/subject.ts';
import { listPolicyPlaces, type PolicyPlace } from '../policies/index.ts';
import { type ZonesAround, zonesOfPlaces } from './place-zones.ts';

const actor = systemActor('lightning-webhooks');
/** Real ms between two looks at the lightning index, which is in memory. */
const restMs = 500;
/** Webhooks, places and zones are read again after a change of locations or policies, and as often as this, real ms. */
const readEveryMs = 30_000;

interface Needs {
  readonly db: Database;
  readonly clock: Clock;
  readonly live: LightningLive;
}

interface WatchedPlace {
  readonly place: PolicyPlace;
  readonly zones: readonly ZonesAround[];
}

/** The places of organizations that have a webhook for it, or whose event stream a program reads. */
export async function placesForWebhooks(db: Database): Promise<WatchedPlace[]> {
  const asked = await Promise.all([lightningWebhookOrganizations(db), streamReaders(db)]);
  const organizations = [...new Set(asked.flat())];
  const watched: WatchedPlace[] = [];
  for (const id of organizations) {
    const places = await listPolicyPlaces(db, id);
    // Once for all: read for each place alone, a thousand places would read the places of their policies a thousand times.
    const zonesOf = await zonesOfPlaces(db, id);
    for (const place of places) watched.push({ place, zones: zonesOf(place) });
  }
  return watched;
}

/**
 * The lightning state of a place at `now` (epoch ms of the product clock): the worst of all its zones. It is clear
 * only when all of them are.
 */
export function lightningState(
  live: LightningLive,
  { place, zones }: WatchedPlace,
  now: number,
): PlaceLightningState {
  const of = { organizationId: place.organizationId, placeId: place.id, placeName: place.name, at: now };
  const all = zones.flatMap((around) => {
    const status = lightningAt(live.lightningIndex, around, now);
    return status.kind === 'not-covered' ? [] : status.zones.map((zone) => zone.status);
  });
  if (all.length === 0) return { ...of, state: 'not-covered', clearAt: null };
  const clearAts = all.flatMap((status) => (status.kind === 'delay' ? [status.clearAt] : []));
  if (clearAts.length > 0) return { ...of, state: 'delay', clearAt: Math.max(...clearAts) };
  return { ...of, state: all.every(({ kind }) => kind === 'clear') ? 'clear' : 'unknown', clearAt: null };
}

/** Sends webhooks and programs an event whenever the lightning state of a place changes; runs in the engine. */
export function lightningWebhooks({
  changes,
  log,
  ...needs
}: Needs & { changes: ChangeBus; log: FastifyBaseLogger }): Loop {
  const { db, clock, live } = needs;
  return {
    name: 'lightning-webhooks',
    async run(signal) {
      let places: readonly WatchedPlace[] = [];
      let sent = new Map<string, string>();
      let readAt = Number.NEGATIVE_INFINITY;
      const unsubscribe = changes.subscribe(({ topic }) => {
        if (topic === 'locations' || topic === 'policies' || topic === streamReadersTopic)
          readAt = Number.NEGATIVE_INFINITY;
      });
      try {
        while (!signal.aborted) {
          try {
            if (performance.now() - readAt > readEveryMs) {
              readAt = performance.now();
              places = await placesForWebhooks(db);
              sent = await sentPlaceStates(db);
            }
            for (const place of places) {
              const state = lightningState(live, place, clock.now());
              if (sent.get(state.placeId) === state.state) continue;
              await notePlaceState(db, actor, state);
              sent.set(state.placeId, state.state);
            }
          } catch (error) {
            readAt = Number.NEGATIVE_INFINITY;
            log.error({ err: error }, 'lightning states could not be sent; they are read again');
          }
          await clock.sleep(restMs * clock.speed, signal);
        }
      } finally {
        unsubscribe();
      }
    },
  };
}
