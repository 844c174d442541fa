import {
  cosineOfMiles,
  emptyMatches,
  milesFromCosine,
  outerRadiusMiles,
  packLocations,
  type ReplayEvent,
  type ReplayStrike,
  radiusOf,
  replayLightning,
  type ZoneNumber,
  zoneNumbers,
} from '@allclear/domain';
import { required } from '../../platform/required.ts';
import type { GivenLocation } from './given-files.ts';
import { type GivenStrike, readStrikes } from './strikes-csv.ts';

/** The hour before a file's first strike counts as observed, and so does everything to its last. */
const observedBeforeMs = 3_600_000;

export interface ZoneTrial {
  readonly location: GivenLocation;
  readonly zone: ZoneNumber;
  readonly radiusMiles: number;
  readonly events: readonly ReplayEvent[];
}

/** The result of each zone of each place over the strikes of a file. Null when the file contains none. */
export async function tryStrikes(
  file: string,
  locations: readonly GivenLocation[],
  reAlertMinutes: number,
): Promise<{ trials: ZoneTrial[]; strikes: number; from: number; to: number } | null> {
  const grid = packLocations(
    locations.map((location) => ({ ...location, outerRadiusMiles: outerRadiusMiles(location) })),
  );
  const matches = emptyMatches();
  const tried = locations.map((location) => ({
    location,
    near: [] as (ReplayStrike & { readonly cosine: number })[],
  }));
  let strikes = 0;
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  const take = ({ at, latitude, longitude }: GivenStrike) => {
    strikes++;
    if (at < first) first = at;
    if (at > last) last = at;
    grid.match(latitude, longitude, matches);
    for (let m = 0; m < matches.count; m++) {
      const cosine = required(matches.cosines[m], 'the cosine of a match');
      const { near } = required(tried[matches.ids[m] ?? -1], 'the location of a match');
      near.push({ at, distanceMiles: milesFromCosine(cosine), cosine });
    }
  };
  await readStrikes(file, take);
  if (strikes === 0) return null;

  const observation = {
    observedFrom: first - observedBeforeMs,
    observedThrough: last,
    confirmedThrough: last,
    gaps: [],
  };
  const trials = tried.flatMap(({ location, near }) => {
    const sorted = near.sort((a, b) => a.at - b.at);
    return zoneNumbers.flatMap((zone): ZoneTrial[] => {
      const radiusMiles = radiusOf(location, zone);
      if (!(radiusMiles > 0)) return [];
      const least = cosineOfMiles(radiusMiles) - 1e-15;
      const within = sorted.filter(({ cosine }) => cosine >= least);
      const rule = {
        evidence: 'lightning',
        allClearMinutes: location.allClearMinutes,
        reAlertMinutes,
        readingLimitMs: 0,
      } as const;
      return [{ location, zone, radiusMiles, events: replayLightning(rule, within, observation) }];
    });
  });
  return { trials, strikes, from: first, to: last };
}
