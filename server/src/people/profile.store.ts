import { withOrganizationLock } from '../organizations/index.ts';
import type { Actor } from '../platform/actor.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
import type { RecordKey, RevisionKey } from '../platform/database/record-key.ts';
import { nextRevision, type RecordWords } from '../platform/database/revision.ts';
import { isEmailFree, lockEmails, releaseEmail } from './accounts.store.ts';
import { auditPerson } from './audit/audited-person.ts';
import {
  changePerson,
  EmailTaken,
  explainEmail,
  findPerson,
  type StoredPerson,
  savedPerson,
} from './users.store.ts';

const words: RecordWords = { what: 'your profile', labels: {} };

/** What people change of their own account. */
export interface ProfileInput {
  readonly firstName: string;
  readonly lastName: string;
  /** E.164 */
  readonly phoneNumber: string | null;
  /** IANA */
  readonly timeZone: string;
}

/**
 * Changes the own account, if it still is the revision that the change is based on. `change` is given the stored
 * person and returns the new values. Undefined when there is no such person. Throws `StaleRevision` and what
 * `change` throws.
 */
export function changeProfile(
  db: Database,
  actor: Actor,
  key: RevisionKey,
  change: (before: StoredPerson) => ProfileInput,
): Promise<StoredPerson | undefined> {
  const write = async (transaction: Database, before: StoredPerson) => {
    const input = change(before);
    await transaction
      .updateTable('users')
      .set({
        first_name: input.firstName,
        last_name: input.lastName,
        phone_number: input.phoneNumber,
        time_zone: input.timeZone,
        ...nextRevision(before, input),
      })
      .where('id', '=', before.id)
      .execute();
  };
  return changePerson(db, actor, key, write, { words, action: 'account.profile-changed', now: null });
}

/**
 * Gives an account a confirmed address. A user name that equals the old one changes with it, and an address that
 * refused mail is forgotten. Throws `EmailTaken` when another account signs in by the address; nothing is stored
 * then.
 */
export function changeAddress(
  db: Database,
  actor: Actor,
  { organizationId, id }: RecordKey,
  email: string,
): Promise<void> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    const before = await findPerson(transaction, { organizationId, id });
    if (!before) throw new EmailTaken();
    await lockEmails(transaction, [before.email, email]);
    const isSame = before.email?.toLowerCase() === email.toLowerCase();
    if (!isSame && !(await isEmailFree(transaction, email))) throw new EmailTaken();
    await transaction
      .updateTable('users')
      .set({
        ...{ email, email_suppressed_at: null, email_signs_in: isSame ? before.emailSignsIn : true },
        ...(before.userName === before.email ? { user_name: email } : {}),
        ...nextRevision(before, { email }),
      })
      .where('id', '=', before.id)
      .execute()
      .catch(explainEmail);
    if (!isSame) await releaseEmail(transaction, before);
    await notify(transaction, { topic: 'policies', ids: [organizationId] });
    const after = await savedPerson(transaction, organizationId, id);
    await auditPerson(transaction, actor, 'account.email-changed', { before, after }, null);
  });
}

/** Whether another person of the organization has the address. */
export async function isAddressOfColleague(
  db: Database,
  { organizationId, id }: RecordKey,
  email: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '<>', id)
    .where((where) => where(where.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst();
  return row !== undefined;
}
