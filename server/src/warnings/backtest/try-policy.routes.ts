import { tryPolicy as tryRoute } from '@allclear/contract';
import type { LightningIndex } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { timeZoneOf } from '../../organizations/index.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/errors.ts';
import { serve } from '../../platform/http/serve.ts';
import { draftPolicy, groupIdsOf, listPolicyPlaces, policyInputOf } from '../../policies/index.ts';
import { watchesOf } from '../policy-watches.ts';
import { tryPolicy } from './try-policy.ts';

const longestTrialMs = 31 * 24 * 3_600_000;
/** Of each location; more than a screen can hold anyway. */
const maxTrialEvents = 1_000;

/** Tries a policy on stored weather of the past. */
export function tryPolicyRoutes(
  app: FastifyInstance,
  { db, clock, lightningIndex }: { db: Database; clock: Clock; lightningIndex: LightningIndex },
): void {
  serve(app, tryRoute, async ({ principal, body }) => {
    const now = clock.now();
    const from = Date.parse(body.from);
    const to = Math.min(Date.parse(body.to), now);
    if (!(from < to)) throw invalid({ From: ['Choose a time in the past that begins before it ends'] });
    if (to - from > longestTrialMs) throw invalid({ From: ['At most 31 days can be tried at once'] });
    const policy = draftPolicy(principal.organizationId, policyInputOf(body), now);
    const unknown =
      policy.groupIds.length > 0 && !(await isEveryGroup(db, principal.organizationId, policy.groupIds));
    if (unknown) throw invalid({ Sites: ['One of the groups does not exist'] });
    const scope = { organizationId: principal.organizationId, reachMiles: policy.threshold };
    const feedsAt = (latitude: number, longitude: number) =>
      lightningIndex.feedsAt(latitude, longitude, scope).map(({ vendor }) => vendor);
    const inSunWindow = (feed: string, at: number) => lightningIndex.feedOf(feed)?.sunWindow?.(at) ?? false;
    const trials = await tryPolicy(
      watchesOf([policy], await listPolicyPlaces(db, principal.organizationId)),
      { db, feedsAt, inSunWindow, from, to },
    );
    return {
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      locations: trials.map(({ watch, events, stoppedMs, observedShare }) => ({
        organizationLocationId: watch.place.id,
        name: watch.place.name,
        timeZone: timeZoneOf(watch.place),
        stoppedMinutes: Math.round(stoppedMs / 60_000),
        warnings: events.filter(({ event }) => event === 'started').length,
        events: events
          .slice(0, maxTrialEvents)
          .map(({ event, at, value }) => ({ event, at: new Date(at).toISOString(), value })),
        observedShare,
      })),
    };
  });
}

async function isEveryGroup(
  db: Database,
  organizationId: string,
  groupIds: readonly string[],
): Promise<boolean> {
  const existing = await groupIdsOf(db, organizationId);
  return groupIds.every((id) => existing.includes(id));
}
