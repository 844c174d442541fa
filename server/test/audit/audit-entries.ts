import type { AuditEntry } from '@allclear/domain';
import type { Store } from '../../src/platform/database/database.ts';

/** The entries of a chain, oldest first; of those after `from` (a sequence number) if it is given. */
export async function auditEntriesOf(store: Store, chain: string, from = 0): Promise<AuditEntry[]> {
  const rows = await store.db
    .selectFrom('audit_entries')
    .select('body')
    .where('chain', '=', chain)
    .where('sequence', '>', String(from))
    .orderBy('sequence')
    .execute();
  return rows.map(({ body }) => JSON.parse(body) as AuditEntry);
}
