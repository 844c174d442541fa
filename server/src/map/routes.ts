import { setImmediate } from 'node:timers/promises';
import { clusterStrikes, listStrikePoints, strikes } from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import {
  type Box,
  createStrikeArrivals,
  isInBox,
  type LightningLive,
  newestStrikes,
  presentStrikePoints,
} from '../lightning/index.ts';
import type { Clock } from '../platform/clock/clock.ts';
import { invalid } from '../platform/http/errors.ts';
import { serve } from '../platform/http/serve.ts';
import { createStrikeClusters } from './clusters/strike-clusters.ts';
import { observedIn } from './observed-box.ts';

/** Strikes are drawn for half an hour (spec 1 section 2.10). */
const shownMs = 30 * 60_000;
/** There are no clusters past this level. */
const maxClusteredLevel = 9;
const maxStrikes = 5_000;
/** As columns they are light. */
const maxPoints = 30_000;

interface MapContext {
  readonly clock: Clock;
  readonly live: LightningLive;
}

export function mapRoutes(app: FastifyInstance, context: MapContext): void {
  clusterRoute(app, context);
  strikesRoute(app, context);
  pointsRoute(app, context);
}

function clusterRoute(app: FastifyInstance, { clock, live }: MapContext): void {
  const clusters = createStrikeClusters(live);
  app.addHook('onClose', () => clusters.close());

  serve(app, clusterStrikes, async ({ principal: { organizationId }, query, reply }) => {
    reply.header('cache-control', 'no-store');
    const now = clock.now();
    if (query.zoom >= Math.min(query.nonClusterLevel, maxClusteredLevel))
      return singleStrikes(live.lightningIndex, { organizationId, box: query, now, backMs: shownMs });
    checkBox(query);
    const found = await clusters.find(organizationId, query, query.zoom, now - shownMs);
    return {
      type: 'FeatureCollection' as const,
      ...observedIn(live.lightningIndex, organizationId, query, now),
      completeFrom: null,
      features: found.map(({ longitude, latitude, count, newestAt }) => ({
        type: 'Feature' as const,
        geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
        properties: {
          Count: count,
          Age: Math.max(0, Math.round((now - newestAt) / 1000)),
          cluster: count > 1,
        },
      })),
    };
  });
}

function strikesRoute(app: FastifyInstance, { clock, live }: MapContext): void {
  serve(app, strikes, async ({ principal: { organizationId }, query, reply }) => {
    reply.header('cache-control', 'no-store');
    const [now, backMs] = [clock.now(), query.minutes * 60_000];
    return singleStrikes(live.lightningIndex, { organizationId, box: query, now, backMs });
  });
}

function pointsRoute(app: FastifyInstance, { clock, live }: MapContext): void {
  const arrivals = createStrikeArrivals(live);
  app.addHook('onClose', async () => arrivals.close());

  serve(app, listStrikePoints, async ({ principal: { organizationId }, query, reply }) => {
    reply.header('cache-control', 'no-store');
    checkBox(query);
    const now = clock.now();
    const cursor = arrivals.cursor();
    const since = now - shownMs;
    const came = query.since === undefined ? null : arrivals.since(query.since, organizationId);
    const fresh = came?.filter((flash) => flash.at >= since && isInBox(flash, query)) ?? null;
    // When more strikes arrived than a map may have, all of them are sent again.
    const whole = fresh === null || fresh.length > maxPoints;
    const found = whole
      ? await newestStrikes(live.lightningIndex, { organizationId, box: query, since, maximum: maxPoints })
      : { strikes: fresh, completeFrom: null };
    const columns = presentStrikePoints(found.strikes);
    // It is written as JSON in a turn of its own.
    if (whole) await setImmediate();
    return {
      cursor,
      whole,
      ...observedIn(live.lightningIndex, organizationId, query, now),
      completeFrom: found.completeFrom,
      ...columns,
    };
  });
}

/** The strikes of the last `backMs` in a box, each by itself. */
async function singleStrikes(
  lightningIndex: LightningLive['lightningIndex'],
  { organizationId, box, now, backMs }: { organizationId: string; box: Box; now: number; backMs: number },
) {
  checkBox(box);
  const { strikes: found, completeFrom } = await newestStrikes(lightningIndex, {
    organizationId,
    box,
    since: now - backMs,
    maximum: maxStrikes,
  });
  return {
    type: 'FeatureCollection' as const,
    ...observedIn(lightningIndex, organizationId, box, now),
    completeFrom,
    features: found.map((flash) => ({
      type: 'Feature' as const,
      id: `${flash.feed}:${flash.key}`,
      geometry: { type: 'Point' as const, coordinates: [flash.longitude, flash.latitude] },
      properties: {
        TimeStamp: Math.round(flash.at / 1000),
        Age: Math.max(0, Math.round((now - flash.at) / 1000)),
        Amp: flash.amplitudeKa,
        EnergyJ: flash.energyJ,
        type: flash.type,
        Quality: flash.quality,
        Feed: lightningIndex.feedOf(flash.feed)?.name ?? flash.feed,
      },
    })),
  };
}

function checkBox(box: Box): void {
  if (box.top < box.bottom) throw invalid({ Top: ['The top of the box lies below its bottom'] });
}
