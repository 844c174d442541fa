import { sql } from 'kysely';
import type { StoredPerson } from '../people/index.ts';
import type { Actor } from '../platform/actor.ts';
import type { Database } from '../platform/database/database.ts';

/** What stands in the place of a name. */
export const erasedName = { firstName: 'Erased', lastName: 'user' } as const;

const erasedText = 'Erased';

/** Whether a person who was deleted was erased as well. */
export function isErased({ firstName, lastName }: Pick<StoredPerson, 'firstName' | 'lastName'>): boolean {
  return firstName === erasedName.firstName && lastName === erasedName.lastName;
}

/**
 * Removes what is stored about a person who was removed in the same transaction or before. What was sent stays on
 * record with its times, without address, text of errors or name. `now` is epoch ms of the wall clock. The entry is the
 * caller's.
 */
export async function eraseTraces(
  transaction: Database,
  _actor: Actor,
  { id, email, phoneNumber }: Pick<StoredPerson, 'id' | 'email' | 'phoneNumber'>,
  now: number,
): Promise<void> {
  const emails = await addressesOf(transaction, id, email);
  await transaction
    .updateTable('users')
    .set({
      ...{ first_name: erasedName.firstName, last_name: erasedName.lastName, user_name: '' },
      ...{ email: null, phone_number: null, alert_times: null, password_hash: null },
    })
    .where('id', '=', id)
    .execute();
  await eraseDeliveries(transaction, id, now);
  await eraseInquiries(transaction, id, emails, now);
  await eraseMassMessages(transaction, id);
  await eraseResponses(transaction, id);
  await eraseNamesInNotices(transaction, id);
  await eraseAccountRecords(transaction, id, { emails, phoneNumber });
  await transaction
    .updateTable('impersonations')
    .set({ reason: erasedText })
    .where('user_id', '=', id)
    .execute();
  await transaction
    .updateTable('camera_sessions')
    .set({ link_name: erasedText })
    .where('user_id', '=', id)
    .where('link_name', 'is not', null)
    .execute();
  for (const table of personalTables) await transaction.deleteFrom(table).where('user_id', '=', id).execute();
}

/**
 * The person's address, and those that records name as the person's, in lower case: a row that was deleted has lost its
 * own. A former address that somebody else has now is theirs.
 */
async function addressesOf(
  transaction: Database,
  userId: string,
  email: string | null,
): Promise<readonly string[]> {
  const { rows } = await sql<{ address: string }>`
    select distinct lower(address) as address from (
      select email as address from account_links where user_id = ${userId}
      union all select new_email from account_links where user_id = ${userId}
      union all select requested_email from account_mails where user_id = ${userId}
      union all select target from deliveries where user_id = ${userId}
      union all select reply_to from inquiries where user_id = ${userId}
      union all select ${email}::text
    ) found
    where position('@' in address) > 1 and (lower(address) = lower(${email}::text)
      or not exists (select from users u where lower(u.email) = lower(address) and u.id <> ${userId}))`.execute(
    transaction,
  );
  return rows.map(({ address }) => address);
}

/** Tables whose rows are about one person alone and are of use to nobody else. */
const personalTables = [
  'mailbox',
  'account_mails',
  'account_links',
  'api_keys',
  'display_links',
  'camera_links',
  'show_links',
  'sign_in_sessions',
  'totp_factors',
  'recovery_codes',
  'passkeys',
  'push_subscriptions',
  'shared_positions',
  // The chain of the audit keeps digests of them.
  'audit_values',
  'map_settings',
  'locations',
  'location_versions',
  'idempotent_requests',
  'job_records',
  'sso_links',
  'sso_requests',
  'imports',
  'report_mails',
  'reports',
  'recurring_reports',
  'widget_guides',
  'place_duty_people',
] as const;

/** Pending messages are not sent any more. */
async function eraseDeliveries(transaction: Database, userId: string, now: number): Promise<void> {
  // An attempt that runs ends without a record: its outcome may name the address.
  await sql`
    delete from delivery_attempts
    where ended_at is null and delivery_id in (select id from deliveries where user_id = ${userId})`.execute(
    transaction,
  );
  await sql`
    update delivery_attempts set detail = null
    where delivery_id in (select id from deliveries where user_id = ${userId})`.execute(transaction);
  await sql`
    update deliveries set target = '', provider_id = null, rest = '{}',
      last_error = case when state in ('queued', 'sending') then 'The person was erased.' end,
      state = case when state in ('queued', 'sending') then 'failed' else state end,
      updated_at = case when state in ('queued', 'sending') then ${new Date(now)}::timestamptz else updated_at end
    where user_id = ${userId}`.execute(transaction);
}

/** What was sent keeps its text, without the sender; a template names no sender any more. */
/** That somebody responded stays, without where the person was; so do notices that named the person, without the text. */
async function eraseResponses(transaction: Database, userId: string): Promise<void> {
  await sql`update responses set place = '' where user_id = ${userId}`.execute(transaction);
  await sql`update response_requested_people set token_hash = null where user_id = ${userId}`.execute(
    transaction,
  );
  await sql`
    update notices set subject = ${erasedText}, text = ${erasedText}, short = ${erasedText}
    where kind in ('response-help', 'response-missing') and facts -> 'people' ? ${userId}`.execute(
    transaction,
  );
}

/** Notices of warnings name who is on duty: the text stays, without the name. */
async function eraseNamesInNotices(transaction: Database, userId: string): Promise<void> {
  await sql`
    update notices set text = replace(text, named_people ->> ${userId}::text, ${erasedText}),
      short = replace(short, named_people ->> ${userId}::text, ${erasedText}),
      named_people = named_people - ${userId}::text
    where named_people <> '{}' and named_people ? ${userId}::text`.execute(transaction);
}

async function eraseMassMessages(transaction: Database, userId: string): Promise<void> {
  await sql`
    update notices n set text = replace(n.text, m.sender_text, ${erasedText}), short = replace(n.short, m.sender_text, ${erasedText})
    from mass_messages m where m.notice_id = n.id and m.sent_by = ${userId}`.execute(transaction);
  await sql`
    update mass_messages set sent_by = null, sender_text = ${erasedText} where sent_by = ${userId}`.execute(
    transaction,
  );
  await sql`
    update mass_message_templates set created_by = null, sender_text = '' where created_by = ${userId}`.execute(
    transaction,
  );
}

/** Questions and messages keep their times; copies of others' do not name the person. */
async function eraseInquiries(
  transaction: Database,
  userId: string,
  emails: readonly string[],
  now: number,
): Promise<void> {
  await sql`
    update inquiries set subject = ${erasedText}, message = ${erasedText}, reply_to = null, phone = null, copies = '{}',
      ended_at = coalesce(ended_at, ${new Date(now)}::timestamptz), outcome = coalesce(outcome, 'failed')
    where user_id = ${userId}`.execute(transaction);
  await sql`
    update inquiries set copies = array(select copy from unnest(copies) copy where lower(copy) <> all(${emails}::text[]))
    where exists (select from unnest(copies) copy where lower(copy) = any(${emails}::text[]))`.execute(
    transaction,
  );
}

/**
 * Records of sign-ins, and previews of imports, that name the person by a text: an address that was typed, a session in
 * progress, a row of a file.
 */
async function eraseAccountRecords(
  transaction: Database,
  userId: string,
  { emails, phoneNumber }: { emails: readonly string[]; phoneNumber: string | null },
): Promise<void> {
  for (const text of [userId, ...emails, phoneNumber]) {
    if (text === null) continue;
    await sql`
      delete from oidc_records where position(lower(${text}) in lower(payload::text)) > 0`.execute(
      transaction,
    );
    await sql`
      delete from sign_in_failures where position(lower(${text}) in lower(subject)) > 0`.execute(transaction);
  }
  for (const email of emails) {
    // An address that was typed while no account had it belongs to nobody in the audit.
    await sql`
      delete from audit_values where user_id is null and lower(value) = ${JSON.stringify(email)}`.execute(
      transaction,
    );
    await sql`
      delete from account_mails where lower(requested_email) = ${email}`.execute(transaction);
    await sql`
      delete from sso_requests where position(${email} in lower(outcome::text)) > 0`.execute(transaction);
    await sql`
      delete from imports where id in (
        select import_id from import_rows where position(${email} in lower(content::text)) > 0)`.execute(
      transaction,
    );
  }
}
