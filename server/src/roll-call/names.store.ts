import { sql } from 'kysely';
import { withOrganizationLock } from '../organizations/index.ts';
import type { Actor } from '../platform/actor.ts';
import { appendAudit } from '../platform/audit/audit.store.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
import { requireRevision } from '../platform/database/revision.ts';

export interface StoredSettings {
  readonly names: boolean;
  /** 0 while nothing was saved. */
  readonly revision: number;
}

export async function readSettings(db: Database, organizationId: string): Promise<StoredSettings> {
  const row = await db
    .selectFrom('roll_call_settings')
    .select(['names', 'revision'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return row ?? { names: false, revision: 0 };
}

/**
 * Turns names on or off. Off erases all that are stored, in the same transaction. Throws `StaleRevision`; nothing is
 * stored then. `now` is the product clock, epoch ms.
 */
export function saveSettings(
  db: Database,
  actor: Actor,
  organizationId: string,
  { names, revision }: StoredSettings,
  now: number,
): Promise<StoredSettings> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    const before = await readSettings(transaction, organizationId);
    requireRevision({ ...before, fieldRevisions: {} }, revision, { what: 'these settings' });
    const after = { names, revision: before.revision + 1 };
    const columns = { ...after, updated_at: new Date(now) };
    await transaction
      .insertInto('roll_call_settings')
      .values({ organization_id: organizationId, ...columns })
      .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(columns))
      .execute();
    const erased = names ? 0 : await eraseNames(transaction, organizationId);
    await notify(transaction, { topic: 'roll-call', ids: [organizationId] });
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'roll-call-settings.changed', recordId: organizationId, now },
      ...{ before: { names: before.names }, after: { names, erased } },
    });
    return after;
  });
}

/** Waits for names that are being entered: members are added under a lock of their roll-call. */
async function eraseNames(transaction: Database, organizationId: string): Promise<number> {
  await sql`
    update roll_calls set has_names = false, revision = revision + 1
    where organization_id = ${organizationId} and has_names`.execute(transaction);
  const { numUpdatedRows } = await transaction
    .updateTable('roll_call_members')
    .set({ name: null })
    .where('organization_id', '=', organizationId)
    .where('name', 'is not', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Erases the names of roll-calls that began before an instant, whether they were ended or not. Returns how many. */
export async function dropNamesBefore(db: Database, _actor: Actor, before: number): Promise<number> {
  const { rows } = await sql<{ organizationId: string }>`
    update roll_call_members m set name = null from roll_calls c
    where c.id = m.roll_call_id and m.name is not null and c.started_at < ${new Date(before)}
    returning m.organization_id::text as "organizationId"`.execute(db);
  return rows.length;
}
