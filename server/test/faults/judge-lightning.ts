/**
 * A plain model of the safety rule, written apart from the domain: by what was stored, or really happened, was a clear
 * answer allowed? It only looks for answers that say too much; one that says too little is never wrong here.
 */

/** What a server said of one place. */
export interface ClearClaim {
  readonly place: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Radii of the zones that were called clear, miles. */
  readonly clearRadii: readonly number[];
  readonly allClearMinutes: number;
  /** By the product's clock, epoch ms. */
  readonly now: number;
  readonly observedThrough: number;
  /** When it was requested, and when the answer was there: wall clock of this machine, epoch ms. */
  readonly askedAt: number;
  readonly answeredAt: number;
}

export interface Evidence {
  /** `availableAt`: since when the product could know of it, wall clock of this machine, epoch ms. */
  readonly windows: readonly { readonly from: number; readonly to: number; readonly availableAt: number }[];
  readonly flashes: readonly {
    readonly at: number;
    /** Latitude, longitude, …: where it was seen. */
    readonly points: ArrayLike<number>;
    readonly availableAt: number;
  }[];
}

/** How far observation may lag behind the clock, ms. */
const limitMs = 180_000;
/** Unseen time in a quiet period, and between two windows of a satellite, ms. */
const toleratedMs = 60_000;
const seamMs = 1_000;
/** A flash so near to the edge of a zone may be in it or not, miles. */
const edgeMiles = 0.05;

/**
 * Why claims were false, a sentence each.
 *
 * @param appliedWithinMs after so long a process has to answer by what it could know
 */
export function falseClears(
  claims: readonly ClearClaim[],
  evidence: Evidence,
  appliedWithinMs = 500,
): string[] {
  const windows = [...evidence.windows].sort((a, b) => a.from - b.from);
  const flashes = [...evidence.flashes].sort((a, b) => a.at - b.at);
  const reasons: string[] = [];
  for (const claim of claims) {
    const reason = whyFalse(claim, windows, flashes, appliedWithinMs);
    if (reason !== null)
      reasons.push(
        `${claim.place} was clear at ${iso(claim.now)}, observed through ${iso(claim.observedThrough)}: ${reason}`,
      );
  }
  return reasons;
}

function whyFalse(
  claim: ClearClaim,
  windows: Evidence['windows'],
  flashes: Evidence['flashes'],
  appliedWithinMs: number,
): string | null {
  const { now, observedThrough, allClearMinutes, clearRadii } = claim;
  if (clearRadii.length === 0) return null;
  if (now - observedThrough > limitMs) return `observation is ${(now - observedThrough) / 1_000} s old`;
  // The latest of the clocks that measured it may be a minute ahead.
  if (observedThrough - now > toleratedMs)
    return `observation is ${(observedThrough - now) / 1_000} s ahead of the clock`;
  const quietFrom = observedThrough - allClearMinutes * 60_000;
  let [seenThrough, unseenMs] = [quietFrom, 0];
  for (const { from, to, availableAt } of windows) {
    if (to <= quietFrom || availableAt > claim.answeredAt) continue;
    if (from >= observedThrough) break;
    if (from > seenThrough + seamMs) unseenMs += from - seenThrough;
    seenThrough = Math.max(seenThrough, to);
  }
  if (seenThrough < observedThrough - seamMs) return `only ${iso(seenThrough)} was observed`;
  if (unseenMs > toleratedMs) return `${unseenMs / 1_000} s of the quiet time were not observed`;
  const radius = Math.max(...clearRadii);
  for (const flash of flashes) {
    if (flash.at <= quietFrom) continue;
    if (flash.at > observedThrough) break;
    if (flash.availableAt > claim.askedAt - appliedWithinMs) continue;
    const miles = nearestMiles(claim, flash.points);
    if (miles < radius - edgeMiles) return `lightning at ${iso(flash.at)} was ${miles.toFixed(2)} mi away`;
  }
  return null;
}

/**
 * Claims that a zone was clear although lightning in it was known that is younger than the quiet time by the clock of
 * this machine: whatever the clock of the product said. For weather that runs by the wall clock alone.
 */
export function clearsTooEarly(
  claims: readonly ClearClaim[],
  { flashes }: Evidence,
  appliedWithinMs = 2_000,
): string[] {
  return claims.flatMap((claim) => {
    const { clearRadii, allClearMinutes, askedAt, answeredAt } = claim;
    if (clearRadii.length === 0) return [];
    const radius = Math.max(...clearRadii);
    const flash = flashes.find(
      ({ at, points, availableAt }) =>
        at > answeredAt - allClearMinutes * 60_000 &&
        availableAt < askedAt - appliedWithinMs &&
        nearestMiles(claim, points) < radius - edgeMiles,
    );
    return flash
      ? [`${claim.place} was clear at ${iso(askedAt)} of the true clock, after lightning at ${iso(flash.at)}`]
      : [];
  });
}

/** An all clear that was sent: `at` by the product's clock, `committedAt` when it was committed; both epoch ms. */
export interface SentAllClear {
  readonly at: number;
  readonly committedAt: number;
  readonly latitude: number;
  readonly longitude: number;
}

/** Why all clears that were sent were false, a sentence each. */
export function whyFalseAllClears(
  sent: readonly SentAllClear[],
  { flashes }: Evidence,
  allClearMinutes: number,
): string[] {
  return sent.flatMap(({ at, committedAt, latitude, longitude }) => {
    // Observation may lag three minutes behind the clock.
    const [from, to] = [at - allClearMinutes * 60_000, at - 180_000];
    const flash = flashes.find(
      ({ at: flashAt, points, availableAt }) =>
        flashAt > from &&
        flashAt <= to &&
        availableAt < committedAt - 500 &&
        nearestMiles({ latitude, longitude }, points) < 9.95,
    );
    return flash
      ? [
          `an all clear of ${new Date(at).toISOString()} after lightning at ${new Date(flash.at).toISOString()}`,
        ]
      : [];
  });
}

/** On a sphere of 3,958.8 miles. */
export function nearestMiles(
  { latitude, longitude }: { readonly latitude: number; readonly longitude: number },
  points: ArrayLike<number>,
): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  let nearest = Number.POSITIVE_INFINITY;
  for (let index = 0; index + 1 < points.length; index += 2) {
    const [toLatitude, toLongitude] = [points[index] ?? 0, points[index + 1] ?? 0];
    const half =
      Math.sin(radians(toLatitude - latitude) / 2) ** 2 +
      Math.cos(radians(latitude)) *
        Math.cos(radians(toLatitude)) *
        Math.sin(radians(toLongitude - longitude) / 2) ** 2;
    nearest = Math.min(nearest, 2 * 3_958.8 * Math.asin(Math.sqrt(half)));
  }
  return nearest;
}

const iso = (at: number) => new Date(at).toISOString().slice(11, 23);
