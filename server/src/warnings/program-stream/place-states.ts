import type { PlaceState } from '@allclear/contract';
import { placeAnswer, placeWords } from '@allclear/domain';
import type { LightningLive } from '../../lightning/index.ts';
import { openClosures, type StoredClosure } from '../../locations/index.ts';
import { timeZoneOf } from '../../organizations/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { listPolicies, listPolicyPlaces, type PolicyPlace, type StoredPolicy } from '../../policies/index.ts';
import { closuresOf, lightningOf, warningOf } from '../answer-for-place.ts';
import { lightningState } from '../lightning-webhooks.ts';
import { type ZonesAround, zonesOfPlaces } from '../place-zones.ts';
import { openWarningsAt, type StoredWarning } from '../store.ts';

/** A place with all that its state follows from, beside the lightning index. */
export interface StatedPlace {
  readonly place: PolicyPlace;
  readonly zones: readonly ZonesAround[];
  readonly policies: readonly StoredPolicy[];
  readonly warnings: readonly StoredWarning[];
  readonly closures: readonly StoredClosure[];
}

/** All locations of an organization, in the order of their names. `now` is the product clock, epoch ms. */
export async function readStatedPlaces(
  db: Database,
  organizationId: string,
  now: number,
): Promise<StatedPlace[]> {
  const [places, zonesOf, policies, closures] = await Promise.all([
    listPolicyPlaces(db, organizationId),
    zonesOfPlaces(db, organizationId),
    listPolicies(db, organizationId),
    openClosures(db, organizationId, now),
  ]);
  const open = await openWarningsAt(
    db,
    organizationId,
    places.map(({ id }) => id),
  );
  const byPlace = Map.groupBy(open, (row) => row.organizationLocationId);
  return places.map((place) => ({
    place,
    zones: zonesOf(place),
    policies,
    warnings: byPlace.get(place.id) ?? [],
    closures,
  }));
}

/** The state of a place at `now`, epoch ms of the product clock. */
export function stateOfPlace(
  live: LightningLive,
  { place, zones, policies, warnings, closures }: StatedPlace,
  now: number,
): PlaceState {
  const { lightning, observedThrough } = lightningOf(live, zones, now);
  const answer = placeAnswer({
    lightning,
    warnings: warnings.map((row) => warningOf(row, policies)),
    closures: closuresOf(closures, place.id, now),
    warningsAre: 'known',
  });
  const { word, instruction, reasons } = placeWords(answer, { now, timeZone: timeZoneOf(place) });
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return {
    id: place.id,
    name: place.name,
    state: answer.kind,
    lightning: lightningState(live, { place, zones }, now).state,
    word,
    instruction,
    reasons: [...reasons],
    earliestClearUtc: iso(answer.earliestClearAt),
    observedThroughUtc: iso(observedThrough),
    atUtc: new Date(now).toISOString(),
  };
}
