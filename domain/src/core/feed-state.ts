/** How a feed fares, derived from what is known of it; see `GET /api/status`. Times epoch ms. */
export type FeedState = 'ok' | 'late' | 'down';

/** How far each kind of feed may lag behind the clock before it is late, ms, and before it is down. */
export const feedLimitsMs: Record<string, { readonly late: number; readonly down: number }> = {
  lightning: { late: 180_000, down: 600_000 },
  // METARs come hourly and a few minutes after the hour.
  observations: { late: 90 * 60_000, down: 180 * 60_000 },
  // The list is read once a minute; past `down` it is not known what is in effect.
  alerts: { late: 300_000, down: 600_000 },
  // Read once an hour; what was read six hours ago is no forecast of today any more.
  forecast: { late: 3 * 3_600_000, down: 6 * 3_600_000 },
  // The mean of an hour is out 30 to 45 minutes after it, and an hour may be left out.
  'air-quality': { late: 3 * 3_600_000, down: 6 * 3_600_000 },
  // An analysis every three hours, one and a half hours later.
  'surface-analysis': { late: 6 * 3_600_000, down: 12 * 3_600_000 },
  // Read every ten minutes; advisories come every three to six hours.
  tropical: { late: 60 * 60_000, down: 6 * 3_600_000 },
  // Read every five minutes; a radar's round takes about as long.
  'storm-cells': { late: 15 * 60_000, down: 30 * 60_000 },
  // Composites come every five or ten minutes, a model's run every hour and up to two hours after its start.
  radar: { late: 20 * 60_000, down: 60 * 60_000 },
  'radar-forecast': { late: 4 * 3_600_000, down: 8 * 3_600_000 },
  // Worked out every few minutes, as good as the forecast that they follow from.
  'road-conditions': { late: 3 * 3_600_000, down: 6 * 3_600_000 },
  'road-forecast': { late: 3 * 3_600_000, down: 6 * 3_600_000 },
};

const defaultLimits = { late: 180_000, down: 600_000 };

/** A feed that never observed anything is late while it has not failed yet, and down once it has. */
export function feedState(
  feed: { readonly kind: string; readonly observedThrough: number | null; readonly lastError: string | null },
  now: number,
): FeedState {
  if (feed.observedThrough === null) return feed.lastError === null ? 'late' : 'down';
  const limits = feedLimitsMs[feed.kind] ?? defaultLimits;
  const lagMs = now - feed.observedThrough;
  return lagMs <= limits.late ? 'ok' : lagMs <= limits.down ? 'late' : 'down';
}
