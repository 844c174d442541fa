import assert from 'node:assert/strict';
import type { AuditEntry } from '@allclear/domain';
import { sql } from 'kysely';
import type { Store } from '../../src/platform/database/database.ts';
import { chainFaults } from '../audit/chain-faults.ts';
import { addPeople } from '../notified-people.ts';
import { type KillRounds, runKilled } from './kill-rounds.ts';

/** A process is killed within so long after it began to change, ms: some hundred changes. */
const longestMs = 1_500;

export interface AuditKills {
  readonly kills: number;
  /** Changes that were stored, each with its entry. */
  readonly changes: number;
}

/**
 * Kills a process that changes policies, locations and places of an organization: no change is stored without its entry
 * in the audit, and no entry without its change.
 */
export async function killAudit({ store, random, goesOn }: KillRounds): Promise<AuditKills> {
  let [kills, changes] = [0, 0];
  while (goesOn(kills)) {
    // Those of the round before had the same addresses.
    await store.pool.query(`update users set email = null where email like '%@told.example'`);
    const { organizationId, userIds } = await addPeople(store.db, 1);
    await runKilled(
      'changing-process.ts',
      [store.url, organizationId, userIds[0] ?? ''],
      random() * longestMs,
    );
    kills += 1;
    changes += await requireEntries(store, organizationId);
  }
  const faults = await chainFaults(store.db);
  assert.deepEqual(faults, []);
  return { kills, changes };
}

interface StoredRecord {
  readonly subject: string;
  readonly id: string;
  /** Each change raises it by one, from 1. */
  readonly revision: number;
  readonly isDeleted: boolean;
  /** What the changes of the process change. */
  readonly value: number;
}

/** Requires one entry of each change that is stored, and nothing else. Returns how many there are. */
async function requireEntries({ db }: Store, organizationId: string): Promise<number> {
  // At one moment: what the killed process sent last may still be stored meanwhile.
  const { records, entries } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      const { rows: records } = await sql<StoredRecord>`
        select 'policy' as subject, id::text, revision, deleted_at is not null as "isDeleted", threshold as value
          from policies where organization_id = ${organizationId}
        union all select 'location', id::text, revision, false, radius1
          from locations where organization_id = ${organizationId}
        union all select 'organization-location', id::text, revision, false, latitude
          from organization_locations where organization_id = ${organizationId}`.execute(transaction);
      const { rows } = await sql<{ body: string }>`
        select body from audit_entries where chain = ${organizationId} order by sequence`.execute(
        transaction,
      );
      return { records, entries: rows.map(({ body }) => JSON.parse(body) as AuditEntry) };
    });
  const byRecord = Map.groupBy(entries, ({ action, recordId }) => `${action.split('.')[0]} ${recordId}`);
  for (const { subject, id, revision, isDeleted, value } of records) {
    const own = byRecord.get(`${subject} ${id}`) ?? [];
    byRecord.delete(`${subject} ${id}`);
    const changed = Array.from({ length: revision - 1 }, () => `${subject}.changed`);
    const expected = [`${subject}.added`, ...changed, ...(isDeleted ? [`${subject}.deleted`] : [])];
    assert.deepEqual(
      own.map(({ action }) => action),
      expected,
      id,
    );
    // Where a location is belongs to its owner and stands in digests; its radius does not.
    const last = own.findLast(({ after }) => after !== null)?.after;
    assert.equal(last?.threshold ?? last?.radius1 ?? last?.latitude, value, id);
  }
  // What is not stored any more was deleted.
  for (const [key, own] of byRecord) assert.match(own.at(-1)?.action ?? '', /\.deleted$/, key);
  return entries.length;
}
