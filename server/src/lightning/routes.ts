import { setImmediate } from 'node:timers/promises';
import {
  type DataOf,
  getDelay,
  getLightningTape,
  hasCoverage,
  type LightningDelay,
  listDelays,
} from '@allclear/contract';
import { type LockedLightning, lightningAt, lightningTapeAt } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import {
  keptLocks,
  lightningLocks,
  ownLocations,
  type StoredLocation,
  visibleLocation,
} from '../locations/index.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { ApiError } from '../platform/http/errors.ts';
import { serveKept } from '../platform/http/kept/serve-kept.ts';
import { serve } from '../platform/http/serve.ts';
import type { LightningLive } from './lightning-live.ts';
import { presentDelay, presentLastKnown } from './present-lightning.ts';
import { presentTape } from './present-tape.ts';

type Refusal = NonNullable<DataOf<typeof listDelays>[number]['responseException']> & {
  code: 'lightning-not-covered' | 'lightning-unobserved';
};
type Answer = { delay: LightningDelay; refusal: null } | { delay: null; refusal: Refusal };

const notCovered = 'No lightning feed covers this location, so it has no lightning status.';
/** After so many lightning statuses other requests are served. */
const statusesInARow = 50;

export function lightningRoutes(
  app: FastifyInstance,
  { db, clock, live }: { db: Database; clock: Clock; live: LightningLive },
): void {
  function answer(row: StoredLocation, effective: LockedLightning, now: number): Answer {
    const lightningStatus = lightningAt(live.lightningIndex, watchedPlace(row, effective), now);
    if (lightningStatus.kind === 'not-covered') {
      return { delay: null, refusal: { code: 'lightning-not-covered', message: notCovered } };
    }
    const { allClearMinutes, lifeSafetyZones } = effective;
    const timing = { allClearMinutes, lifeSafetyZones, now };
    if (lightningStatus.kind === 'unknown') {
      const message = 'Lightning status is temporarily unavailable.';
      return {
        delay: null,
        refusal: {
          code: 'lightning-unobserved',
          message,
          lastKnown: presentLastKnown(lightningStatus, timing),
        },
      };
    }
    return { delay: presentDelay(lightningStatus, timing), refusal: null };
  }

  serveKept(app, getDelay, async ({ principal, params, reads }) => {
    const row = await visibleLocation(db, principal, params.id, reads);
    const effective = (await keptLocks(db, principal.organizationId, reads))(row);
    const { delay, refusal } = answer(row, effective, clock.now());
    if (refusal)
      throw new ApiError(
        503,
        refusal.code,
        refusal.message,
        refusal.lastKnown ? { lastKnown: refusal.lastKnown } : {},
      );
    return delay;
  });

  // While the status is unknown this still answers: what was not observed is part of it, and it claims nothing.
  serve(app, getLightningTape, async ({ principal, params, reply }) => {
    const row = await visibleLocation(db, principal, params.id);
    const effective = (await lightningLocks(db, principal.organizationId))(row);
    const tape = lightningTapeAt(live.lightningIndex, watchedPlace(row, effective), clock.now());
    reply.header('cache-control', 'no-store');
    if (tape === null) throw new ApiError(503, 'lightning-not-covered', notCovered);
    return presentTape(tape);
  });

  serveKept(app, listDelays, async ({ principal, reads }) => {
    const rows = await ownLocations(db, principal, reads);
    const locks = await keptLocks(db, principal.organizationId, reads);
    const answers: DataOf<typeof listDelays> = [];
    for (const [i, row] of rows.entries()) {
      if (i % statusesInARow === statusesInARow - 1) await setImmediate();
      const { delay, refusal } = answer(row, locks(row), clock.now());
      answers.push({ locationId: row.id, delay, responseException: refusal });
    }
    return answers;
  });

  serve(app, hasCoverage, async ({ principal, params }) => {
    const feeds = live.lightningIndex.feedsAt(params.lat, params.lon, {
      organizationId: principal.organizationId,
    });
    return {
      hasCoverage: feeds.some(({ providesCoverage }) => providesCoverage),
      lightning: feeds.map((feed) => feed.name ?? feed.vendor),
    };
  });
}

/** A location with the radii and the timer that count there. */
function watchedPlace(row: StoredLocation, effective: LockedLightning) {
  const { latitude, longitude, organizationId, organizationLocationId: placeId } = row;
  return { latitude, longitude, organizationId, placeId, ...effective };
}
