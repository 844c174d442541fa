import { withOrganizationLock } from '../organizations/index.ts';
import {
  findDeletedPerson,
  findPerson,
  removeAccount,
  removeNotificationUser,
  type StoredPerson,
} from '../people/index.ts';
import type { Actor } from '../platform/actor.ts';
import { appendAudit } from '../platform/audit/audit.store.ts';
import type { Database } from '../platform/database/database.ts';
import type { RecordKey } from '../platform/database/record-key.ts';
import { eraseTraces, isErased } from './erase.store.ts';

type Guard = (person: StoredPerson, context: { readonly isLastSuperAdmin: boolean }) => void;

/**
 * Erases a person, in one transaction: sign-in, sessions, keys, devices and pending messages go, the name becomes
 * 'Erased user', and what was sent stays on record with its times. Somebody who was deleted can be erased too: the name
 * and the addresses of what was sent are still there. False when there is no such person, or nothing is left to erase.
 * `guard` throws when the person may not be erased. `now` is product time, `wallNow` wall time (epoch ms).
 */
export function erasePerson(
  db: Database,
  actor: Actor,
  key: RecordKey,
  guard: Guard,
  times: { readonly now: number; readonly wallNow: number },
): Promise<boolean> {
  return withOrganizationLock(db, key.organizationId, async (transaction) => {
    const person = await findPerson(transaction, key);
    if (!person) {
      const deleted = await findDeletedPerson(transaction, key);
      if (!deleted || isErased(deleted)) return false;
      guard(deleted, { isLastSuperAdmin: false });
      await eraseTraces(transaction, actor, deleted, times.wallNow);
      await auditErasure(transaction, actor, deleted, times.now);
      return true;
    }
    if (person.role === 'notification-only') {
      guard(person, { isLastSuperAdmin: false });
      await removeNotificationUser(transaction, actor, key, times.now, null);
    } else await removeAccount(transaction, actor, key, guard, times, null);
    await eraseTraces(transaction, actor, person, times.wallNow);
    await auditErasure(transaction, actor, person, times.now);
    return true;
  });
}

/** Nothing of the person but the id, by which earlier entries name the person too. */
function auditErasure(
  transaction: Database,
  actor: Actor,
  { id, organizationId, role, groupId, isActive }: StoredPerson,
  now: number,
): Promise<void> {
  return appendAudit(transaction, actor, {
    ...{ chain: organizationId, action: 'user.erased', recordId: id, now },
    before: { role, groupId, isActive },
  });
}
