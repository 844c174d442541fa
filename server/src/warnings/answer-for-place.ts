import {
  confirmedCountdown,
  isClosed,
  lightningAt,
  nextClearAt,
  type PlaceAnswer,
  type PlaceClosure,
  type PlaceLightning,
  type PlaceWarning,
  placeAnswer,
} from '@allclear/domain';
import type { LightningLive } from '../lightning/index.ts';
import { openClosures, type StoredClosure } from '../locations/index.ts';
import type { Database } from '../platform/database/database.ts';
import {
  listPolicies,
  listPolicyPlaces,
  type PolicyPlace,
  type StoredPolicy,
  typeOf,
} from '../policies/index.ts';
import { type ZonesAround, zonesOfPlace, zonesOfPlaces } from './place-zones.ts';
import { ruleOf } from './policy-watches.ts';
import { openWarningsAt, type StoredWarning, type WarningDetails } from './store.ts';

/**
 * The answer for an organization location: the lightning zones of everybody who watches it, as their policies
 * set them, and its open warnings.
 *
 * @param now the product clock, epoch ms
 * @param endingIds open warnings that end in the same round and do not count
 */
export async function answerForPlace(
  db: Database,
  live: LightningLive,
  place: PolicyPlace,
  now: number,
  endingIds: readonly string[] = [],
): Promise<PlaceAnswer> {
  const open = await openWarningsAt(db, place.organizationId, [place.id]);
  const rows = open.filter(({ id }) => !endingIds.includes(id));
  const closures = await openClosures(db, place.organizationId, now);
  const policies = rows.length === 0 ? [] : await listPolicies(db, place.organizationId);
  return placeAnswer({
    lightning: lightningOf(live, await zonesOfPlace(db, place), now).lightning,
    warnings: rows.map((row) => warningOf(row, policies)),
    closures: closuresOf(closures, place.id, now),
    warningsAre: 'known',
  });
}

/** The answer for a place, and through which instant lightning was observed around it (epoch ms, null for never). */
export interface AnsweredPlace {
  readonly place: PolicyPlace;
  readonly answer: PlaceAnswer;
  readonly observedThrough: number | null;
  /** What a countdown to its all clear runs on (epoch ms), and whether it stands still; null while nothing is observed. */
  readonly countdown: PlaceCountdown | null;
}

export interface PlaceCountdown {
  readonly through: number;
  readonly paused: boolean;
}

/** An open warning at a place. */
export interface OpenPlaceWarning {
  readonly id: string;
  readonly policyId: string;
  readonly typeShortName: string;
  readonly policyName: string;
  /** Epoch ms of the product clock. */
  readonly since: number;
  readonly isHeld: boolean;
}

/** The answer for a place with its open warnings; null while they are not known. */
export interface PlaceWithWarnings extends AnsweredPlace {
  readonly open: readonly OpenPlaceWarning[] | null;
}

/** The answers for all locations of an organization, in the order of their names, with what is known of their ends. */
export async function answersForPlaces(
  db: Database,
  live: LightningLive,
  organizationId: string,
  now: number,
): Promise<PlaceWithWarnings[]> {
  const places = await listPolicyPlaces(db, organizationId);
  const [policies, zones, closures, open] = await Promise.all([
    listPolicies(db, organizationId),
    zonesOfPlaces(db, organizationId),
    openClosures(db, organizationId, now),
    openWarningsAt(
      db,
      organizationId,
      places.map(({ id }) => id),
    ),
  ]);
  const byPlace = Map.groupBy(open, (row) => row.organizationLocationId);
  return places.map((place) => {
    const { lightning, ...observed } = lightningOf(live, zones(place), now);
    const warnings = (byPlace.get(place.id) ?? []).map((row) => ({
      ...warningOf(row, policies),
      clearAt: clearAtOf(row, policies),
    }));
    const closed = closuresOf(closures, place.id, now);
    const answer = placeAnswer({ lightning, warnings, closures: closed, warningsAre: 'known' });
    return { place, answer, ...observed, open: openOf(byPlace.get(place.id) ?? [], policies) };
  });
}

/** What keeps a place closed at `now`, epoch ms of the product clock. */
export function closuresOf(closures: readonly StoredClosure[], placeId: string, now: number): PlaceClosure[] {
  return closures.flatMap(({ organizationLocationId, reason, untilAt: until, openedAt }) =>
    organizationLocationId === placeId && isClosed({ until, openedAt }, now) ? [{ reason, until }] : [],
  );
}

export function openOf(
  rows: readonly StoredWarning[],
  policies: readonly StoredPolicy[],
): OpenPlaceWarning[] {
  return rows.map((row) => {
    const { policyId, typeShortName, policyName, heldSince } = warningOf(row, policies);
    return {
      ...{ id: row.id, policyId, typeShortName, policyName, isHeld: heldSince !== null },
      since: row.startedAt,
    };
  });
}

export function warningOf(row: StoredWarning, policies: readonly StoredPolicy[]): PlaceWarning {
  const policy = policies.find(({ id }) => id === row.policyId);
  return {
    policyId: row.policyId,
    typeShortName: policy?.typeShortName ?? '',
    policyName: policy ? policy.name || typeOf(policy).displayName : 'Another',
    event: (row.facts as WarningDetails).event ?? null,
    heldSince: row.state.kind === 'open' ? row.state.heldSince : null,
  };
}

/** Null while data are missing, and where only an office decides. */
export function clearAtOf(
  { policyId, state }: StoredWarning,
  policies: readonly StoredPolicy[],
): number | null {
  const policy = policies.find(({ id }) => id === policyId);
  if (!policy || state.kind !== 'open' || state.heldSince !== null) return null;
  return nextClearAt(ruleOf(policy, typeOf(policy)), state);
}

/** What is known of lightning in zones, and through which instant it was observed (epoch ms, null for never). */
export function lightningOf(
  live: LightningLive,
  around: readonly ZonesAround[],
  now: number,
): { lightning: PlaceLightning } & Pick<AnsweredPlace, 'observedThrough' | 'countdown'> {
  const seen = around.flatMap((place) => {
    const status = lightningAt(live.lightningIndex, place, now);
    return status.kind === 'not-covered' ? [] : [{ ...status, isSiren: place.isSiren ?? false }];
  });
  const zones = seen.flatMap(({ zones: ofOne, isSiren }) => ofOne.map((zone) => ({ ...zone, isSiren })));
  const ends = seen.map(({ observation }) => observation?.observedThrough ?? null);
  const countdowns = seen.flatMap((status) =>
    status.kind === 'known' ? confirmedCountdown(status.observation, status.lagMs, now) : [],
  );
  return {
    lightning: zones.length === 0 ? { kind: 'not-covered' } : { kind: 'known', zones },
    countdown:
      countdowns.length === 0
        ? null
        : {
            through: Math.min(...countdowns.map(({ through }) => through)),
            paused: countdowns.some(({ paused }) => paused),
          },
    observedThrough:
      ends.length === 0 || ends.includes(null) ? null : Math.min(...ends.flatMap((end) => end ?? [])),
  };
}
