import { clusterStrikes, strikes } from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import Supercluster from 'supercluster';
import type { Clock } from '../../clock.ts';
import type { LightningLive } from '../../engine/lightning-live.ts';
import type { StoredFlash } from '../../store/lightning.ts';
import { invalid } from '../errors.ts';
import { serve } from '../serve.ts';

/** Strikes are drawn for half an hour (spec 1 section 2.10). */
const shownMs = 30 * 60_000;
const clusterRadiusPx = 50;
const clusterMaxZoom = 8;
/** How long one index of clusters serves, real ms: many viewers share it. */
const indexLifeMs = 2_000;
const mostStrikes = 5_000;

interface Box {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export function mapRoutes(app: FastifyInstance, { clock, live }: { clock: Clock; live: LightningLive }): void {
  /** By organisation where it has feeds of its own, '' for everybody else. */
  const indices = new Map<string, { builtAt: number; clusters: Supercluster<{ at: number }, { newest: number }> }>();

  serve(app, clusterStrikes, async ({ principal, query }) => {
    const now = clock.now();
    if (query.zoom >= query.nonClusterLevel) return single(principal.customerId, query, now, shownMs);
    checkBox(query);
    const owner = live.picture.hasFeedsOf(principal.customerId) ? principal.customerId : '';
    let index = indices.get(owner);
    if (index === undefined || performance.now() - index.builtAt > indexLifeMs) {
      const clusters = new Supercluster<{ at: number }, { newest: number }>({
        radius: clusterRadiusPx,
        maxZoom: clusterMaxZoom,
        map: ({ at }) => ({ newest: at }),
        reduce: (sum, one) => {
          sum.newest = Math.max(sum.newest, one.newest);
        },
      });
      clusters.load(
        Array.from(live.picture.flashesSince(now - shownMs, owner), (flash) => ({
          type: 'Feature' as const,
          geometry: { type: 'Point' as const, coordinates: [flash.longitude, flash.latitude] },
          properties: { at: flash.at },
        })),
      );
      index = { builtAt: performance.now(), clusters };
      indices.set(owner, index);
    }
    const found = index.clusters.getClusters([query.left, query.bottom, query.right, query.top], Math.floor(query.zoom));
    return {
      type: 'FeatureCollection' as const,
      observedThrough: observedThrough(now),
      features: found.map((feature) => {
        const cluster = 'cluster' in feature.properties;
        const newest = 'newest' in feature.properties ? feature.properties.newest : feature.properties.at;
        return {
          type: 'Feature' as const,
          geometry: { type: 'Point' as const, coordinates: feature.geometry.coordinates },
          properties: {
            Count: 'point_count' in feature.properties ? feature.properties.point_count : 1,
            Age: Math.max(0, Math.round((now - newest) / 1000)),
            cluster,
          },
        };
      }),
    };
  });

  serve(app, strikes, async ({ principal, query }) => single(principal.customerId, query, clock.now(), query.minutes * 60_000));

  function single(customerId: string, box: Box, now: number, backMs: number) {
    checkBox(box);
    const found = Array.from(live.picture.flashesSince(now - backMs, customerId))
      .filter((flash) => inBox(flash, box))
      .sort((a, b) => b.at - a.at)
      .slice(0, mostStrikes);
    return {
      type: 'FeatureCollection' as const,
      observedThrough: observedThrough(now),
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
          Feed: live.picture.feedOf(flash.feed)?.name ?? flash.feed,
        },
      })),
    };
  }

  /** The furthest that any feed has looked: what an empty map may be believed for. */
  function observedThrough(now: number): string | null {
    let furthest: number | null = null;
    for (const vendor of live.vendors) {
      const through = live.picture.observationOf(vendor, now)?.observedThrough;
      if (through !== undefined && (furthest === null || through > furthest)) furthest = through;
    }
    return furthest === null ? null : new Date(furthest).toISOString();
  }
}

function checkBox(box: Box): void {
  if (box.top < box.bottom) throw invalid({ Top: ['The top of the box lies below its bottom'] });
}

/** A box may reach over the antimeridian: left 170 and right -170, or right 190. */
function inBox({ latitude, longitude }: StoredFlash, { top, bottom, left, right }: Box): boolean {
  if (latitude > top || latitude < bottom) return false;
  if (left <= right) return [longitude, longitude + 360, longitude - 360].some((turned) => turned >= left && turned <= right);
  return longitude >= left || longitude <= right;
}
