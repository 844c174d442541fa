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

/** Strikes are drawn for half an hour (spec 1 section 2.10). */
const shownMs = 30 * 60_000;
/** There are no clusters past this level. */
const maxClusteredLevel = 9;
const maxStrikes = 5_000;
/** As columns they are light. */
const maxPoints = 30_000;

export function mapRoutes(
  app: FastifyInstance,
  { clock, live }: { clock: Clock; live: LightningLive },
): void {
  const clusters = createStrikeClusters(live);
  const arrivals = createStrikeArrivals(live);
  app.addHook('onClose', () => {
    arrivals.close();
    return clusters.close();
  });

  serve(app, clusterStrikes, async ({ principal, query, reply }) => {
    reply.header('cache-control', 'no-store');
    const now = clock.now();
    if (query.zoom >= Math.min(query.nonClusterLevel, maxClusteredLevel))
      return single(principal.organizationId, query, now, shownMs);
    checkBox(query);
    const found = await clusters.find(principal.organizationId, query, query.zoom, now - shownMs);
    return {
      type: 'FeatureCollection' as const,
      ...observed(principal.organizationId, query, now),
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

  serve(app, strikes, async ({ principal, query, reply }) => {
    reply.header('cache-control', 'no-store');
    return single(principal.organizationId, query, clock.now(), query.minutes * 60_000);
  });

  serve(app, listStrikePoints, async ({ principal: { organizationId }, query, reply }) => {
    reply.header('cache-control', 'no-store');
    checkBox(query);
    const now = clock.now();
    const cursor = arrivals.cursor();
    const since = now - shownMs;
    const came = query.since === undefined ? null : arrivals.since(query.since, organizationId);
    const fresh = came?.filter((flash) => flash.at >= since && isInBox(flash, query)) ?? null;
    // More news than a map may hold: it begins anew.
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
      ...observed(organizationId, query, now),
      completeFrom: found.completeFrom,
      ...columns,
    };
  });

  async function single(organizationId: string, box: Box, now: number, backMs: number) {
    checkBox(box);
    const { strikes: found, completeFrom } = await newestStrikes(live.lightningIndex, {
      organizationId,
      box,
      since: now - backMs,
      maximum: maxStrikes,
    });
    return {
      type: 'FeatureCollection' as const,
      ...observed(organizationId, box, now),
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
          Feed: live.lightningIndex.feedOf(flash.feed)?.name ?? flash.feed,
        },
      })),
    };
  }

  /**
   * What an empty box may be believed for: through when all of it was looked at, of nine places in it those
   * that any feed covers.
   */
  function observed(organizationId: string, box: Box, now: number) {
    const throughs = placesIn(box).map(({ latitude, longitude }) => {
      const feeds = live.lightningIndex
        .feedsAt(latitude, longitude, { organizationId })
        .filter(({ providesCoverage }) => providesCoverage);
      return feeds.length === 0
        ? 'uncovered'
        : (live.lightningIndex.observation(feeds, now)?.observedThrough ?? null);
    });
    const covered = throughs.filter((through) => through !== 'uncovered');
    const coverage =
      covered.length === throughs.length
        ? ('all' as const)
        : covered.length > 0
          ? ('some' as const)
          : ('none' as const);
    if (covered.length === 0 || covered.includes(null)) return { observedThrough: null, coverage };
    return { observedThrough: new Date(Math.min(...(covered as number[]))).toISOString(), coverage };
  }
}

function checkBox(box: Box): void {
  if (box.top < box.bottom) throw invalid({ Top: ['The top of the box lies below its bottom'] });
}

/** The corners, the middles of the sides and the centre. */
function placesIn({ top, bottom, left, right }: Box): { latitude: number; longitude: number }[] {
  const wide = right < left ? right + 360 - left : right - left;
  return [0, 0.5, 1].flatMap((down) =>
    [0, 0.5, 1].map((along) => ({
      latitude: top + (bottom - top) * down,
      longitude: ((((left + wide * along + 180) % 360) + 360) % 360) - 180,
    })),
  );
}
