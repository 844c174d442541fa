import type { Database } from '../platform/database/database.ts';

/**
 * Runs `work` in a transaction that holds the lock of the organization, so that changes which read before
 * they write (who belongs where, how many there are, which zones lie inside which) come one after another: of
 * two at once the second finds all that the first did. Rows that refer to the organization can be written
 * meanwhile. In a transaction of the caller the lock is held until that one ends.
 */
export async function withOrganizationLock<T>(
  db: Database,
  organizationId: string,
  work: (transaction: Database) => Promise<T>,
): Promise<T> {
  const locked = async (transaction: Database) => {
    await transaction
      .selectFrom('organizations')
      .select('id')
      .where('id', '=', organizationId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    return work(transaction);
  };
  return db.isTransaction ? locked(db) : db.transaction().execute(locked);
}
