import { getStatus, type Status } from '@allclear/contract';
import { feedState, observationLimitMs } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock/clock.ts';
import type { Database } from '../database/database.ts';
import { readFeeds } from '../feeds/store.ts';
import type { Health } from '../subject.ts';
import { serveKept } from './kept/serve-kept.ts';

/**
 * The state of the installation and its feeds, without sign-in; a signed-in caller also gets the
 * organization's own feeds.
 */
export function statusRoutes(
  app: FastifyInstance,
  {
    db,
    clock,
    weather,
    environment,
    identity,
    health,
  }: {
    db: Database;
    clock: Clock;
    /** `simulated`, `live` or `replay:NAME`. */
    weather: string;
    /** Null in production. */
    environment: string | null;
    identity: Status['identity'];
    health: readonly Health[];
  },
): void {
  serveKept(app, getStatus, async ({ principal, reads }) => {
    const records = await reads.briefly('feeds', () => readFeeds(db));
    const isEmpty = await reads.briefly('needs setup', needsSetup);
    const now = clock.now();
    const organizationId = principal?.organizationId;
    const own =
      organizationId === undefined
        ? []
        : await reads.briefly(`feeds of ${organizationId}`, () => ownFeeds(organizationId, now));
    return {
      now: new Date(now).toISOString(),
      weather,
      speed: clock.speed,
      environment,
      feeds: [
        ...health
          .flatMap(({ feeds }) => feeds)
          .map(({ kind, vendor }) => {
            const record = records.find((one) => one.kind === kind && one.vendor === vendor);
            const { observedThrough = null, lastError = null } = record ?? {};
            return {
              kind,
              vendor,
              state: feedState({ kind, observedThrough, lastError }, now),
              observedThrough: observedThrough === null ? null : new Date(observedThrough).toISOString(),
              lastError,
            };
          }),
        ...own,
      ],
      identity,
      lightningLimitSeconds: observationLimitMs / 1000,
      ...(isEmpty ? { needsSetup: true as const } : {}),
    };
  });

  async function needsSetup(): Promise<boolean> {
    const answers = await Promise.all(health.map((one) => one.needsSetup?.()));
    return answers.includes(true);
  }

  async function ownFeeds(organizationId: string, now: number): Promise<Status['feeds']> {
    const lists = health.map(async (one) => (await one.ownFeeds?.(organizationId, now)) ?? []);
    return (await Promise.all(lists)).flat();
  }
}
