import { type SqlBool, sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';

/** Two renewals lie at least so far apart, wall ms: the second of a double click would end what the first made. */
export const renewEveryMs = 60_000;

/** The address was made or renewed less than `renewEveryMs` ago. */
export class RenewedLately extends Error {}

/** When the address of an organization was made and last used, epoch ms of the wall clock. */
export interface CapAddressState {
  readonly madeAt: number;
  readonly lastUsedAt: number | null;
}

export async function readAddress(
  db: Database,
  organizationId: string,
): Promise<CapAddressState | undefined> {
  const row = await db
    .selectFrom('cap_addresses')
    .select(['made_at', 'last_used_at'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return row && { madeAt: row.made_at.getTime(), lastUsedAt: row.last_used_at?.getTime() ?? null };
}

/**
 * Keeps the digest of a new address: the one before is dead when this returns. True when there was one. Throws
 * `RenewedLately`.
 */
export function putAddress(
  db: Database,
  actor: Actor,
  organizationId: string,
  { hash, now, productNow }: { hash: Buffer; now: number; productNow: number },
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const before = await lockedAddress(transaction, organizationId);
    if (before && now - before.made_at.getTime() < renewEveryMs) throw new RenewedLately();
    const made = { hash, made_at: new Date(now), last_used_at: null };
    await transaction
      .insertInto('cap_addresses')
      .values({ organization_id: organizationId, ...made })
      .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(made))
      .execute();
    await appendAudit(transaction, actor, {
      chain: organizationId,
      action: before ? 'cap-address.renewed' : 'cap-address.made',
      recordId: organizationId,
      before: before ? { madeAt: before.made_at.toISOString() } : null,
      after: { madeAt: made.made_at.toISOString() },
      now: productNow,
    });
    return before !== undefined;
  });
}

/** Removes the address. False when there is none. */
export function removeAddress(
  db: Database,
  actor: Actor,
  organizationId: string,
  productNow: number,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const before = await lockedAddress(transaction, organizationId);
    if (!before) return false;
    await transaction.deleteFrom('cap_addresses').where('organization_id', '=', organizationId).execute();
    await appendAudit(transaction, actor, {
      chain: organizationId,
      action: 'cap-address.removed',
      recordId: organizationId,
      before: { madeAt: before.made_at.toISOString() },
      now: productNow,
    });
    return true;
  });
}

/** Of two changes at once the second waits here for the first, also while there is no address. */
async function lockedAddress(transaction: Database, organizationId: string) {
  await sql`select from organizations where id = ${organizationId} for update`.execute(transaction);
  return transaction
    .selectFrom('cap_addresses')
    .select('made_at')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
}

/** The organization whose address has this digest. */
export async function organizationOfAddress(db: Database, hash: Buffer): Promise<string | undefined> {
  const row = await db
    .selectFrom('cap_addresses')
    .select('organization_id')
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row?.organization_id;
}

/** Notes that an address is in use, at most once in `everyMs`. */
export async function noteAddressUse(
  db: Database,
  _actor: Actor,
  { hash, now, everyMs }: { hash: Buffer; now: number; everyMs: number },
): Promise<void> {
  await db
    .updateTable('cap_addresses')
    .set({ last_used_at: new Date(now) })
    .where('hash', '=', hash)
    .where(sql<SqlBool>`(last_used_at is null or last_used_at < ${new Date(now - everyMs)})`)
    .execute();
}
