import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { isUuid } from '../../platform/database/uuid.ts';

/** Whose messages a caller sees. */
export interface HistoryScope {
  readonly organizationId: string;
  /** The only group whose messages and people are seen (null: none), or 'any'. */
  readonly group: string | null | 'any';
}

/** How far a message is for one person: the furthest of the own channels. */
export type RecipientState = 'queued' | 'accepted' | 'delivered' | 'failed' | 'not-sent';

export interface SentMessage {
  readonly id: string;
  readonly headline: string;
  readonly message: string;
  readonly senderText: string;
  readonly channel: number;
  readonly overridePreferences: boolean;
  readonly isDrill: boolean;
  /** Null where no response was asked for. */
  readonly responseRequestId: string | null;
  /** Epoch ms of the product clock. */
  readonly createdAt: number;
  /** The name of the sender; null once that person was erased. */
  readonly sentBy: string | null;
  /** By their names. */
  readonly recipients: readonly {
    readonly id: string;
    readonly name: string;
    readonly state: RecipientState;
  }[];
}

const name = sql`trim(u.first_name || ' ' || u.last_name)`;

/** Of a notification `o` joined with its deliveries `d`, grouped by `o`. */
const state = sql<RecipientState>`
  case when o.muted is not null then 'not-sent'
    when coalesce(bool_or(d.state = 'delivered'), false) then 'delivered'
    when coalesce(bool_or(d.state = 'accepted'), false) then 'accepted'
    when coalesce(bool_or(d.state in ('queued', 'sending')), false) then 'queued'
    else 'failed' end`;

const ofGroup = (group: string | null | 'any', column: RawBuilder<unknown>) =>
  group === 'any' ? sql`` : sql`and ${column} = ${group}`;

/** The ids of the messages that a caller sees, newest first. */
export async function listSentIds(db: Database, { organizationId, group }: HistoryScope): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from mass_messages m
    where m.organization_id = ${organizationId} ${ofGroup(group, sql`m.group_id`)}
    order by m.created_at desc, m.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** The messages with these ids that a caller sees, newest first, with the recipients whom the caller sees. */
export async function readSentMessages(
  db: Database,
  { organizationId, group }: HistoryScope,
  ids: readonly string[],
): Promise<SentMessage[]> {
  if (ids.length === 0) return [];
  const mine = sql`m.id = any(${ids}::uuid[]) and m.organization_id = ${organizationId} ${ofGroup(group, sql`m.group_id`)}`;
  const { rows } = await sql<Omit<SentMessage, 'createdAt' | 'recipients'> & { createdAt: Date }>`
    select m.id, m.headline, m.message, m.sender_text as "senderText", m.channel,
      m.override_preferences as "overridePreferences", m.is_drill as "isDrill",
      m.response_request_id as "responseRequestId", m.created_at as "createdAt",
      ${name} as "sentBy"
    from mass_messages m left join users u on u.id = m.sent_by
    where ${mine} order by m.created_at desc, m.id`.execute(db);
  const people = await sql<{ messageId: string; id: string; name: string; state: RecipientState }>`
    select m.id as "messageId", u.id, ${name} as name, ${state} as state
    from mass_messages m join notifications o on o.notice_id = m.notice_id join users u on u.id = o.user_id
    left join deliveries d on d.notice_id = o.notice_id and d.recipient = o.user_id::text
    where ${mine} ${ofGroup(group, sql`u.group_id`)}
    group by m.id, o.id, u.id order by lower(u.first_name), lower(u.last_name), u.id`.execute(db);
  const byMessage = Map.groupBy(people.rows, ({ messageId }) => messageId);
  return rows.map(({ createdAt, ...row }) => ({
    ...row,
    createdAt: createdAt.getTime(),
    recipients: byMessage.get(row.id) ?? [],
  }));
}

/** One way by which a message went, or is to go, to one person. */
export interface RecipientDelivery {
  readonly channel: 'push' | 'sms' | 'email';
  readonly state: string;
  /** Epoch ms of the product clock. */
  readonly at: number;
  readonly problem: string | null;
}

export interface StoredMassRecipient {
  readonly id: string;
  readonly name: string;
  readonly state: RecipientState;
  readonly muted: string | null;
  readonly email: string | null;
  readonly emailSuppressed: boolean;
  /** In the order in which they were queued. */
  readonly deliveries: readonly RecipientDelivery[];
}

/** The recipients of a message, by their names, and its channels; undefined when the caller sees no such message. */
export async function readMassRecipients(
  db: Database,
  { organizationId, group }: HistoryScope,
  id: string,
): Promise<{ channel: number; recipients: StoredMassRecipient[] } | undefined> {
  if (!isUuid(id)) return undefined;
  const found = await sql<{ noticeId: string; channel: number; aheadMs: number }>`
    select m.notice_id as "noticeId", m.channel,
      (extract(epoch from n.at - n.written_at) * 1000)::float8 as "aheadMs"
    from mass_messages m join notices n on n.id = m.notice_id
    where m.id = ${id} and m.organization_id = ${organizationId} ${ofGroup(group, sql`m.group_id`)}`.execute(
    db,
  );
  const [message] = found.rows;
  if (!message) return undefined;
  const { noticeId, channel, aheadMs } = message;
  const people = await sql<Omit<StoredMassRecipient, 'deliveries'>>`
    select u.id, ${name} as name, ${state} as state, o.muted, u.email,
      u.email_suppressed_at is not null as "emailSuppressed"
    from notifications o join users u on u.id = o.user_id
    left join deliveries d on d.notice_id = o.notice_id and d.recipient = o.user_id::text
    where o.notice_id = ${noticeId} ${ofGroup(group, sql`u.group_id`)}
    group by o.id, u.id order by lower(u.first_name), lower(u.last_name), u.id`.execute(db);
  // Deliveries are timed by the wall clock, and people read both beside each other.
  const sent = await sql<RecipientDelivery & { recipient: string }>`
    select recipient, channel, state, (extract(epoch from updated_at) * 1000)::float8 + ${aheadMs}::float8 as at,
      case when state not in ('accepted', 'delivered') then last_error end as problem
    from deliveries where notice_id = ${noticeId} order by created_at, id`.execute(db);
  const byPerson = Map.groupBy(sent.rows, ({ recipient }) => recipient);
  return {
    channel,
    recipients: people.rows.map((row) => ({ ...row, deliveries: byPerson.get(row.id) ?? [] })),
  };
}
