import { findUser } from '../../organizations/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { keyOf } from '../../platform/database/record-key.ts';
import { notFound } from '../../platform/http/errors.ts';
import type { Principal } from '../../platform/http/serve.ts';
import { readUnit, type StoredUnit, unitsOf } from './units.store.ts';

/** The groups at whose places a caller sees and operates hardware: all, or the own one (null: none). */
export type HardwareReach = { readonly kind: 'all' } | { readonly kind: 'group'; readonly id: string | null };

/** An Assistant Admin reaches the hardware of the own group; whoever else may see hardware reaches all of it. */
export async function hardwareReach(db: Database, principal: Principal): Promise<HardwareReach> {
  if (principal.role !== 'assistant-admin') return { kind: 'all' };
  const user = await findUser(db, keyOf(principal, principal.userId));
  return { kind: 'group', id: user?.groupId ?? null };
}

/**
 * Whether hardware at a place is within the caller's reach. A place without groups belongs to all groups; hardware
 * without a place belongs to none.
 */
export function mayOperate(
  reach: HardwareReach,
  { organizationLocationId, groupIds }: Pick<StoredUnit, 'organizationLocationId' | 'groupIds'>,
): boolean {
  if (reach.kind === 'all') return true;
  if (reach.id === null || organizationLocationId === null) return false;
  return groupIds.length === 0 || groupIds.includes(reach.id);
}

/** A unit within the caller's reach; others do not exist for the caller. */
export async function reachedUnit(db: Database, principal: Principal, id: string): Promise<StoredUnit> {
  const [unit, reach] = await Promise.all([readUnit(db, keyOf(principal, id)), hardwareReach(db, principal)]);
  if (!unit || !mayOperate(reach, unit)) throw notFound('The hardware');
  return unit;
}

/** The units within the caller's reach, by name. */
export async function reachedUnits(db: Database, principal: Principal): Promise<StoredUnit[]> {
  const [units, reach] = await Promise.all([
    unitsOf(db, principal.organizationId),
    hardwareReach(db, principal),
  ]);
  return units.filter((unit) => mayOperate(reach, unit));
}
