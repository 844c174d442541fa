import type { SignalEvidence } from '@allclear/domain';
import type { LightningLive } from '../../lightning/index.ts';
import { gather } from '../../notifications/index.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { answersForPlaces, type PlaceWithWarnings } from '../../warnings/index.ts';
import { type StoredUnit, unitsOf } from '../units/units.store.ts';
import { evidenceAt, placeOf } from './unit-evidence.ts';

export interface EvidenceContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly live: LightningLive;
}

/** Units of an organization with what is known of each at this moment, by the id of the unit. */
export interface UnitNow {
  readonly unit: StoredUnit;
  /** Null for a unit without a place. */
  readonly evidence: SignalEvidence | null;
  /** The answer for its place; null without one. */
  readonly place: PlaceWithWarnings | null;
}

/** What is known of all units of an organization now, read from the store. */
export async function unitsNow(
  { db, clock, live }: EvidenceContext,
  organizationId: string,
): Promise<Map<string, UnitNow>> {
  const now = clock.now();
  const [units, answered] = await Promise.all([
    unitsOf(db, organizationId),
    answersForPlaces(db, live, organizationId, now),
  ]);
  const byId = new Map(answered.map((one) => [one.place.id, one]));
  const answers = (ids: ReadonlySet<string>) => [...ids].flatMap((id) => byId.get(id) ?? []);
  const places = answered.map(({ place }) => place);
  return new Map(
    units.map((unit) => {
      const place = placeOf(unit);
      const known = place && evidenceAt(unit, place, { live, answers, places, now }).evidence;
      return [unit.id, { unit, evidence: known, place: place && (byId.get(place.placeId) ?? null) }];
    }),
  );
}

/** What is known of a unit at this moment; many that ask at once share what is read. Null without a place. */
export function evidenceNow(
  context: EvidenceContext,
): (organizationId: string, unitId: string) => Promise<SignalEvidence | null> {
  const ask = gather(200, async (asked: readonly { organizationId: string; unitId: string }[]) => {
    const organizations = [...new Set(asked.map(({ organizationId }) => organizationId))];
    const known = new Map<string, UnitNow>();
    for (const id of organizations)
      for (const [unitId, unit] of await unitsNow(context, id)) known.set(unitId, unit);
    return asked.map(({ unitId }) => known.get(unitId)?.evidence ?? null);
  });
  return (organizationId, unitId) => ask({ organizationId, unitId });
}
