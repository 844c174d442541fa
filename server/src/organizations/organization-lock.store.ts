import { type Database, inTransaction } from '../platform/database/database.ts';

/**
 * Runs `work` in a transaction that holds the lock of the organization. Changes that read before they write
 * (members, counts, the order of zones) are thereby serialized: of two at once the second reads everything
 * that the first wrote. Rows that refer to the organization can still be written. In a transaction of the
 * caller the lock is held until that one ends.
 */
export async function withOrganizationLock<T>(
  db: Database,
  organizationId: string,
  work: (transaction: Database) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (transaction) => {
    await transaction
      .selectFrom('organizations')
      .select('id')
      .where('id', '=', organizationId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    return work(transaction);
  });
}
