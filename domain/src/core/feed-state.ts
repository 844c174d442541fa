/** The state of a feed, derived from its record; see `GET /api/status`. Times epoch ms. */
export type FeedState = 'ok' | 'late' | 'down';

/** How far each kind of feed may lag behind the clock before it is late, and before it is down, ms. */
export const feedLimitsMs = {
  lightning: { late: 180_000, down: 600_000 },
  // METARs are hourly and arrive a few minutes after the hour.
  observations: { late: 90 * 60_000, down: 180 * 60_000 },
  // The list is read once a minute; past `down` the alerts in effect are unknown.
  alerts: { late: 300_000, down: 600_000 },
  // Read once an hour; after six hours it is no longer a current forecast.
  forecast: { late: 3 * 3_600_000, down: 6 * 3_600_000 },
  // The mean of an hour is published 30 to 45 minutes after it, and an hour may be missing.
  'air-quality': { late: 3 * 3_600_000, down: 6 * 3_600_000 },
  // An analysis every three hours, published one and a half hours later.
  'surface-analysis': { late: 6 * 3_600_000, down: 12 * 3_600_000 },
  // Read every ten minutes; advisories are issued every three to six hours.
  tropical: { late: 60 * 60_000, down: 6 * 3_600_000 },
  // Read every five minutes; a volume scan of a radar takes about as long.
  'storm-cells': { late: 15 * 60_000, down: 30 * 60_000 },
  // Composites are published every five or ten minutes, a model run every hour and up to two hours after its
  // start.
  radar: { late: 20 * 60_000, down: 60 * 60_000 },
  'radar-forecast': { late: 4 * 3_600_000, down: 8 * 3_600_000 },
  // Computed every few minutes from the forecast, with the limits of the forecast.
  'road-conditions': { late: 3 * 3_600_000, down: 6 * 3_600_000 },
  'road-forecast': { late: 3 * 3_600_000, down: 6 * 3_600_000 },
} as const satisfies Record<string, FeedLimits>;

interface FeedLimits {
  readonly late: number;
  readonly down: number;
}

const limitsOfKind: Readonly<Record<string, FeedLimits>> = feedLimitsMs;
const defaultLimits = { late: 180_000, down: 600_000 };

/** A feed without any observation is late while it has not failed yet, and down once it has. */
export function feedState(
  feed: { readonly kind: string; readonly observedThrough: number | null; readonly lastError: string | null },
  now: number,
): FeedState {
  if (feed.observedThrough === null) return feed.lastError === null ? 'late' : 'down';
  const limits = limitsOfKind[feed.kind] ?? defaultLimits;
  const lagMs = now - feed.observedThrough;
  return lagMs <= limits.late ? 'ok' : lagMs <= limits.down ? 'late' : 'down';
}
