import type { PreferredContact } from '@allclear/domain';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import type { Database } from '../../platform/database/database.ts';

export interface InquiryToAdd {
  readonly organizationId: string;
  readonly userId: string;
  readonly kind: 'consultation' | 'support';
  /** Where it goes. */
  readonly address: string;
  readonly subject: string;
  readonly message: string;
  /** Null for a message to the support contact. */
  readonly preferredContact: PreferredContact | null;
  readonly replyTo: string | null;
  /** E.164 */
  readonly phone: string | null;
  readonly copies: readonly string[];
  /** Epoch ms of the wall clock. */
  readonly now: number;
}

/** Stores what somebody asks. The entry does not have its text, which is the person's. */
export async function insertInquiry(
  transaction: Database,
  actor: Actor,
  inquiry: InquiryToAdd,
): Promise<string> {
  const { id } = await transaction
    .insertInto('inquiries')
    .values({
      organization_id: inquiry.organizationId,
      user_id: inquiry.userId,
      kind: inquiry.kind,
      address: inquiry.address,
      subject: inquiry.subject,
      message: inquiry.message,
      preferred_contact: inquiry.preferredContact,
      reply_to: inquiry.replyTo,
      phone: inquiry.phone,
      copies: [...inquiry.copies],
      created_at: new Date(inquiry.now),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { organizationId, kind, preferredContact } = inquiry;
  await appendAudit(transaction, actor, {
    ...{ chain: organizationId, action: 'inquiry.sent', recordId: id, now: null },
    after: { kind, ...(preferredContact !== null && { preferredContact }) },
  });
  return id;
}

/** A question or message that is to be sent, with who asks. */
export interface OpenInquiry extends Omit<InquiryToAdd, 'now'> {
  readonly id: string;
  readonly createdAt: Date;
  readonly senderName: string;
  readonly senderRole: string;
  readonly senderEmail: string | null;
  readonly organizationName: string;
}

/** Undefined when it was sent or has failed before, or its sender has been erased. */
export async function findOpenInquiry(db: Database, id: string): Promise<OpenInquiry | undefined> {
  const row = await db
    .selectFrom('inquiries')
    .innerJoin('users', 'users.id', 'inquiries.user_id')
    .innerJoin('organizations', 'organizations.id', 'inquiries.organization_id')
    .select([
      'inquiries.id',
      'inquiries.organization_id as organizationId',
      'inquiries.user_id as userId',
      'inquiries.kind',
      'inquiries.address',
      'inquiries.subject',
      'inquiries.message',
      'inquiries.preferred_contact as preferredContact',
      'inquiries.reply_to as replyTo',
      'inquiries.phone',
      'inquiries.copies',
      'inquiries.created_at as createdAt',
      'users.role as senderRole',
      'users.email as senderEmail',
      'organizations.name as organizationName',
      sql<string>`trim(users.first_name || ' ' || users.last_name)`.as('senderName'),
    ])
    .where('inquiries.id', '=', id)
    .where('ended_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
  return row as OpenInquiry | undefined;
}

/** Its mail was sent, or never will be. No entry: it follows from the question, which has one. */
export async function endInquiry(
  db: Database,
  _actor: Actor,
  { id, outcome, now }: { id: string; outcome: 'sent' | 'failed'; now: number },
): Promise<void> {
  await db
    .updateTable('inquiries')
    .set({ ended_at: new Date(now), outcome })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}

export interface OwnInquiry {
  readonly id: string;
  readonly message: string;
  readonly preferredContact: PreferredContact;
  readonly createdAt: Date;
  readonly outcome: 'sent' | 'failed' | null;
}

/** A person's newest questions to meteorologists. */
export async function listConsultations(db: Database, userId: string, limit = 50): Promise<OwnInquiry[]> {
  const rows = await db
    .selectFrom('inquiries')
    .select(['id', 'message', 'preferred_contact as preferredContact', 'created_at as createdAt', 'outcome'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'consultation')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows as OwnInquiry[];
}

/** The other active admins of the organization, by name. */
export async function listAdmins(
  db: Database,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<{ name: string; email: string }[]> {
  const rows = await db
    .selectFrom('users')
    .select(['email', sql<string>`trim(first_name || ' ' || last_name)`.as('name')])
    .where('organization_id', '=', organizationId)
    .where('id', '<>', userId)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .where('email', 'is not', null)
    .where('role', 'in', ['super-admin', 'admin', 'assistant-admin'])
    .orderBy(sql`lower(first_name || ' ' || last_name)`)
    .orderBy('id')
    .execute();
  return rows.flatMap(({ name, email }) => (email === null ? [] : [{ name, email }]));
}

/** Where the organization's questions and messages go; null: nowhere. */
export async function readContacts(
  db: Database,
  organizationId: string,
): Promise<{ consultation: string | null; support: string | null }> {
  const row = await db
    .selectFrom('organizations')
    .select(['consultation_email', 'support_email'])
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow();
  const given = (address: string | null) => (address === null || address.trim() === '' ? null : address);
  return { consultation: given(row.consultation_email), support: given(row.support_email) };
}
