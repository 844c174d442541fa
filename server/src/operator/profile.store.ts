import { type Actor, chainOf } from '../platform/actor.ts';
import { appendAudit } from '../platform/audit/audit.store.ts';
import { type Database, inTransaction } from '../platform/database/database.ts';
import { recordOf } from '../platform/database/record.ts';
import { nextRevision, type RecordWords, requireRevision } from '../platform/database/revision.ts';

/** An operator's own account. */
export interface StoredOperator {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | null;
  readonly revision: number;
}

const words: RecordWords = { what: 'your profile', labels: {} };

/** Undefined for an id that is no operator's. */
export async function findOperator(db: Database, id: string): Promise<StoredOperator | undefined> {
  return operators(db, id)
    .executeTakeFirst()
    .then((row) => row && recordOf(row));
}

/** Changes an operator's name. Undefined when there is no such operator. Throws `StaleRevision`. */
export function changeOperatorName(
  db: Database,
  actor: Actor,
  { id, revision }: { readonly id: string; readonly revision: number | undefined },
  name: { readonly firstName: string; readonly lastName: string },
): Promise<StoredOperator | undefined> {
  return inTransaction(db, async (transaction) => {
    const row = await operators(transaction, id).forUpdate().executeTakeFirst();
    if (!row) return undefined;
    const before = recordOf(row);
    requireRevision(before, revision, words);
    await transaction
      .updateTable('users')
      .set({ first_name: name.firstName, last_name: name.lastName, ...nextRevision(before, name) })
      .where('id', '=', id)
      .execute();
    const after = await findOperator(transaction, id);
    await appendAudit(transaction, actor, {
      ...{ chain: chainOf(actor), action: 'account.profile-changed', recordId: id, now: null },
      ...{
        before,
        after: after ?? null,
        personal: { userId: id, fields: ['firstName', 'lastName', 'email'] },
      },
    });
    return after;
  });
}

function operators(db: Database, id: string) {
  return db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email', 'revision', 'field_revisions'])
    .where('id', '=', id)
    .where('role', '=', 'operator');
}
