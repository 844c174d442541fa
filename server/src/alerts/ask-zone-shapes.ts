import { AdapterError, type AlertFeed } from '@allclear/adapters';
import { type ActiveAlert, DAY_MS, MINUTE_MS, mostSevereFirst } from '@allclear/domain';
import { systemActor } from '../platform/actor.ts';
import type { StoringLoop } from '../platform/feeds/repeat-turns.ts';
import { type FeedTask, runFeedTasks } from '../platform/feeds/run-feed-tasks.ts';
import type { AlertsLive } from './alerts-live.ts';
import { storeZoneFailure, storeZoneShape, type ZoneToAsk, zonesToAsk } from './zone-shapes.store.ts';

const actor = systemActor('ask-zone-shapes');

/** Zones are redrawn once or twice a year, with months of notice. */
const goodForMs = 90 * DAY_MS;
/** A zone that the service does not have, or has no area for. */
const noneForMs = 7 * DAY_MS;
const maxRetryMs = DAY_MS;
/** Between two requests: the two thousand zones of a bad day take half an hour. */
const pauseMs = 1_000;
const checkMs = 20_000;
const checkRealMs = 5_000;
/** Number of requests before the list is read again, because more severe alerts may have arrived. */
const batch = 10;

/**
 * Requests from the weather service the shapes of the zones that alerts in effect name: one request a second,
 * those of the most severe alerts first and counties last (maps have their shapes). Each is requested again
 * after 90 days. After a failure a zone waits longer each time, also over restarts. The loop only reads the
 * alerts, so it delays none.
 */
export async function askZoneShapes({
  feed,
  alerts,
  db,
  ...loop
}: StoringLoop<Required<Pick<AlertFeed, 'vendor' | 'shapeOf'>>> & {
  readonly alerts: Pick<AlertsLive, 'everywhere'>;
}): Promise<void> {
  const { clock, signal } = loop;

  const shapeTask = ({ zone, failures }: ZoneToAsk): FeedTask => ({
    key: zone,
    async run() {
      try {
        const shape = await feed.shapeOf({ zone, signal });
        const now = clock.now();
        const askAgainAt = now + (shape === null ? noneForMs : goodForMs);
        await storeZoneShape(db, actor, feed.vendor, zone, shape, { now, askAgainAt });
      } catch (error) {
        if (!signal.aborted) {
          const askAgainAt = clock.now() + Math.min(maxRetryMs, MINUTE_MS * 2 ** Math.min(failures, 20));
          await storeZoneFailure(db, actor, feed.vendor, { zone, failures: failures + 1 }, askAgainAt);
        }
        throw error;
      }
    },
  });

  await runFeedTasks({
    ...loop,
    source: `${feed.vendor} zone shapes`,
    state: null,
    pauseMs,
    batch,
    checkMs: Math.max(checkMs, checkRealMs * clock.speed),
    // The store has the time of the next request of a zone.
    retryMs: () => 0,
    isFault: (error) => error instanceof AdapterError && error.kind === 'malformed',
    list: async () =>
      (await zonesToAsk(db, feed.vendor, zonesNamed(alerts.everywhere().alerts), clock.now())).map(shapeTask),
  });
}

/**
 * The zones that alerts name instead of drawing an area: those of the most severe alerts first, and after all of
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
