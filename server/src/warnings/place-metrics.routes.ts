import { getPlaceMetrics } from '@allclear/contract';
import { type PlaceAnswerKind, secondsUntilClear } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { Gauge, Registry } from 'prom-client';
import type { LightningLive } from '../lightning/index.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { FileAnswer, serve } from '../platform/http/serve.ts';
import { type AnsweredPlace, answersForPlaces } from './answer-for-place.ts';

const kinds: readonly PlaceAnswerKind[] = [
  'delay',
  'unknown',
  'stop',
  'observing',
  'ready',
  'checking',
  'no-lightning-data',
  'clear',
];

/** Metrics of an organization's places; those of the installation are at `/metrics`. */
export function placeMetricsRoutes(
  app: FastifyInstance,
  { db, clock, live, isLive }: { db: Database; clock: Clock; live: LightningLive; isLive: boolean },
): void {
  serve(app, getPlaceMetrics, async ({ principal }) => {
    const now = clock.now();
    const registry = registryOf(await answersForPlaces(db, live, principal.organizationId, now), now, isLive);
    return new FileAnswer(Buffer.from(await registry.metrics()), registry.contentType, 'no-store');
  });
}

function registryOf(places: readonly AnsweredPlace[], now: number, isLive: boolean): Registry {
  const registry = new Registry();
  const gauge = (name: string, help: string, ...more: string[]) =>
    new Gauge({ name, help, labelNames: ['place_id', 'place', ...more], registers: [registry] });
  const states = gauge(
    'allclear_place_state',
    'The answer for a place: 1 for the state that it is in, 0 for the others. Only clear is clear.',
    'state',
  );
  const holds = gauge('allclear_place_holds', 'How many things keep a place from being clear');
  const seconds = gauge(
    'allclear_place_earliest_clear_seconds',
    'Seconds until a place can be clear at the earliest; absent when it is clear and when nobody knows',
  );
  const age = gauge(
    'allclear_place_observation_age_seconds',
    'Seconds since the end of the unbroken observation of lightning around a place; absent when there is none',
  );
  new Gauge({
    name: 'allclear_weather_is_live',
    help: '1 for live weather; 0 for simulated or replayed weather, which is not for safety decisions',
    registers: [registry],
  }).set(Number(isLive));
  for (const { place, answer, observedThrough } of places) {
    const labels = { place_id: place.id, place: place.name };
    for (const state of kinds) states.set({ ...labels, state }, Number(answer.kind === state));
    holds.set(labels, answer.holds.length);
    const left = secondsUntilClear(answer, now);
    if (left !== null) seconds.set(labels, left);
    if (observedThrough !== null) age.set(labels, Math.max(0, now - observedThrough) / 1_000);
  }
  return registry;
}
