import type { Box, LightningLive } from '../lightning/index.ts';

/**
 * Through when a box was observed, the earliest of nine places in it as far as any feed covers them, and
 * whether feeds cover all of those places, some or none.
 */
export function observedIn(
  lightningIndex: LightningLive['lightningIndex'],
  organizationId: string,
  box: Box,
  now: number,
) {
  const places = placesIn(box);
  const throughs = places.flatMap(({ latitude, longitude }) => {
    const feeds = lightningIndex
      .feedsAt(latitude, longitude, { organizationId })
      .filter(({ providesCoverage }) => providesCoverage);
    if (feeds.length === 0) return [];
    return [lightningIndex.observation(feeds, now)?.observedThrough ?? null];
  });
  const seen = throughs.filter((through) => through !== null);
  const coverage =
    throughs.length === places.length
      ? ('all' as const)
      : throughs.length > 0
        ? ('some' as const)
        : ('none' as const);
  if (throughs.length === 0 || seen.length < throughs.length) return { observedThrough: null, coverage };
  return { observedThrough: new Date(Math.min(...seen)).toISOString(), coverage };
}

/** The corners of a box, the middles of its sides and its center. */
function placesIn({ top, bottom, left, right }: Box): { latitude: number; longitude: number }[] {
  const wide = right < left ? right + 360 - left : right - left;
  return [0, 0.5, 1].flatMap((down) =>
    [0, 0.5, 1].map((along) => ({
      latitude: top + (bottom - top) * down,
      longitude: ((((left + wide * along + 180) % 360) + 360) % 360) - 180,
    })),
  );
}
