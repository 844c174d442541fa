import { AdapterError, type AlertFeed } from '@allclear/adapters';
import { type ActiveAlert, mostSevereFirst } from '@allclear/domain';
import type { FastifyBaseLogger } from 'fastify';
import { systemActor } from '../platform/actor.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { failureDelayMs } from '../platform/feeds/failure-delay.ts';
import { FeedLog } from '../platform/feeds/feed-log.ts';
import type { AlertsLive } from './alerts-live.ts';
import { storeZoneFailure, storeZoneShape, type ZoneToAsk, zonesToAsk } from './zone-shapes.store.ts';

const actor = systemActor('ask-zone-shapes');

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Zones are redrawn once or twice a year, with months of notice. */
const goodForMs = 90 * dayMs;
/** A zone that the service does not know, or has no area for. */
const noneForMs = 7 * dayMs;
const longestRetryMs = dayMs;
/** Between two requests: the two thousand zones of a bad day take half an hour. */
const gentlyMs = 1_000;
const checkEveryMs = 20_000;
const checkEveryRealMs = 5_000;
/** So many are asked for before it is looked again whether graver alerts have come. */
const atATime = 10;

/**
 * Asks the weather service where the zones are that alerts in effect name, one request a second, those of the
 * gravest alerts first and counties last (maps have their shapes). Each is asked for again after 90 days; one
 * that cannot be read waits longer each time, over restarts too. It only ever reads the alerts, so that it
 * holds up none.
 */
export async function askZoneShapes({
  feed,
  alerts,
  db,
  clock,
  log,
  signal,
}: {
  feed: Required<Pick<AlertFeed, 'vendor' | 'shapeOf'>>;
  alerts: Pick<AlertsLive, 'everywhere'>;
  db: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  signal: AbortSignal;
}): Promise<void> {
  const feedLog = new FeedLog(log, `${feed.vendor} zone shapes`);
  let failuresInARow = 0;

  const ask = async ({ zone, failures }: ZoneToAsk): Promise<number> => {
    try {
      const shape = await feed.shapeOf({ zone, signal });
      const now = clock.now();
      await storeZoneShape(db, actor, feed.vendor, zone, shape, {
        now,
        askAgainAt: now + (shape === null ? noneForMs : goodForMs),
      });
      failuresInARow = 0;
      feedLog.succeeded();
      return gentlyMs;
    } catch (thrown) {
      if (signal.aborted) return 0;
      failuresInARow++;
      if (thrown instanceof AdapterError && thrown.kind === 'malformed') feedLog.fault(thrown);
      else feedLog.failed(thrown);
      const askAgainAt = clock.now() + Math.min(longestRetryMs, minuteMs * 2 ** Math.min(failures, 20));
      await storeZoneFailure(db, actor, feed.vendor, { zone, failures: failures + 1 }, askAgainAt);
      return failureDelayMs(thrown, failuresInARow, gentlyMs);
    }
  };

  while (!signal.aborted) {
    let asked = 0;
    try {
      const wanted = await zonesToAsk(db, feed.vendor, zonesNamed(alerts.everywhere().alerts), clock.now());
      for (const zone of wanted.slice(0, atATime)) {
        const waitMs = await ask(zone);
        asked++;
        await clock.sleep(waitMs, signal);
        if (signal.aborted) return;
      }
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, 'the shapes of zones could not be asked for');
      asked = 0;
    }
    if (asked < atATime) await clock.sleep(Math.max(checkEveryMs, checkEveryRealMs * clock.speed), signal);
  }
}

/**
 * The zones that alerts name instead of drawing an area: those of the gravest alerts first, and after all of
 * these the counties.
 */
export function zonesNamed(active: readonly ActiveAlert[]): string[] {
  const undrawn = active.filter(({ alert }) => !alert.polygons.some((ring) => ring.length >= 3));
  const zones = [
    ...new Set(
      undrawn.toSorted((a, b) => mostSevereFirst(a.alert, b.alert)).flatMap(({ alert }) => alert.zones),
    ),
  ];
  const isCounty = (zone: string) => zone[2] === 'C';
  return [...zones.filter((zone) => !isCounty(zone)), ...zones.filter(isCounty)];
}
