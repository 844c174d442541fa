import type { OrganizationDraft } from '@allclear/domain';
import type { Actor } from '../platform/actor.ts';
import { appendAudit } from '../platform/audit/audit.store.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
import { columnsOf } from '../platform/database/record.ts';
import { nextRevision, requireRevision } from '../platform/database/revision.ts';
import { withOrganizationLock } from './organization-lock.store.ts';
import { readOrganization, type StoredOrganization } from './store.ts';

/**
 * Changes what Admins set for their organization, if it still is the revision that the change is based on. `change`
 * is given what is stored, which no other change can alter meanwhile. Throws `StaleRevision` and what `change`
 * throws; nothing is stored then.
 */
export function changeOrganization(
  db: Database,
  actor: Actor,
  { organizationId, revision }: { readonly organizationId: string; readonly revision?: number | undefined },
  change: (before: StoredOrganization) => OrganizationDraft,
): Promise<StoredOrganization> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    const stored = await readOrganization(transaction, organizationId);
    const before = { ...stored, fieldRevisions: stored.fieldRevisions as Record<string, number> };
    requireRevision(before, revision, { what: 'the organization' });
    const input = change(before);
    await transaction
      .updateTable('organizations')
      .set({ ...columnsOf(input), ...nextRevision(before, input) })
      .where('id', '=', organizationId)
      .execute();
    await notify(transaction, { topic: 'policies', ids: [organizationId] });
    const after = await readOrganization(transaction, organizationId);
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'organization.changed', recordId: organizationId, now: null },
      ...{ before: before, after },
    });
    return after;
  });
}
