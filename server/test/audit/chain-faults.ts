import { createHash } from 'node:crypto';
import { type AuditEntry, canonicalJson, noPreviousHash } from '@allclear/domain';
import type { Database } from '../../src/platform/database/database.ts';

/** Where the audit chains of a database are broken: nothing of a sound one. */
export async function chainFaults(db: Database): Promise<string[]> {
  const heads = await db.selectFrom('audit_chains').selectAll().execute();
  const faults: string[] = [];
  for (const head of heads) {
    const rows = await db
      .selectFrom('audit_entries')
      .selectAll()
      .where('chain', '=', head.chain)
      .orderBy('sequence')
      .execute();
    let previous = noPreviousHash;
    for (const [index, { body, hash, ...columns }] of rows.entries()) {
      const entry = JSON.parse(body) as AuditEntry;
      const isSound =
        entry.chain === head.chain &&
        entry.sequence === index + 1 &&
        Number(columns.sequence) === entry.sequence &&
        entry.previous === previous &&
        canonicalJson(entry) === body &&
        createHash('sha256').update(body).digest('hex') === hash &&
        columns.actor_id === entry.actor.id &&
        columns.action === entry.action &&
        columns.record_id === entry.recordId;
      if (!isSound) faults.push(`${head.chain} ${index + 1}: ${body}`);
      previous = hash;
    }
    if (head.hash !== previous || Number(head.sequence) !== rows.length)
      faults.push(`${head.chain}: its newest entry is not the one that it says`);
  }
  return faults;
}
