import type { Actor } from '../platform/actor.ts';
import { appendAudit } from '../platform/audit/audit.store.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import { wallNow } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { hasKey } from '../platform/database/record-key.store.ts';
import type { RevisionKey } from '../platform/database/record-key.ts';
import { nextRevision, requireRevision } from '../platform/database/revision.ts';
import { type Station, stationOf } from './observations.store.ts';

/**
 * Shares a station of an organization with others, or ends it. False when the organization has no such station;
 * throws `StaleRevision` when it was changed since the revision that is named.
 */
export async function setStationShared(
  db: Database,
  actor: Actor,
  key: RevisionKey,
  shared: boolean,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('stations')
      .selectAll()
      .where(hasKey(key))
      .where('retired_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return false;
    const before = stationOf(row);
    requireRevision(before, key.revision, { what: 'this weather station' });
    const now = wallNow();
    const after = { ...before, shared };
    await transaction
      .updateTable('stations')
      .set({ shared, ...nextRevision(before, { shared }), updated_at: new Date(now) })
      .where('id', '=', before.id)
      .execute();
    await notify(transaction, { topic: 'observations', ids: [key.organizationId] });
    await appendAudit(transaction, actor, {
      ...{ chain: key.organizationId, action: 'station.shared-changed', recordId: before.id, now },
      ...{ before: audited(before), after: audited(after) },
    });
    return true;
  });
}

/** What the audit says of the change. */
function audited({ name, shared }: Station): object {
  return { name, shared };
}
