import { type Addressee, type MassMessageContent, massRecipientsOf, type Recipient } from '@allclear/domain';
import { sql } from 'kysely';
import { readAddressedGroups, readAddresseesById } from '../../notifications/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { isUuid } from '../../platform/database/uuid.ts';

/** People who are read at once: more would hold the event loop. */
const portion = 250;

/** Whom a caller may write to. */
export interface MassScope {
  readonly organizationId: string;
  /** The caller, who is not among the recipients. */
  readonly senderId: string;
  /** The only group whose people may be written to (null: there is none), or 'any'. */
  readonly group: string | null | 'any';
}

/** The recipients of a message with their settings, or how many of them may not be written to. */
export type Audience =
  | {
      readonly kind: 'known';
      readonly recipients: readonly Recipient[];
      readonly people: readonly Addressee[];
    }
  | { readonly kind: 'foreign'; readonly count: number };

/** Reads the recipients of a message, in the order of their ids. */
export async function readAudience(
  db: Database,
  { organizationId, senderId, group }: MassScope,
  { channel, overridePreferences }: Pick<MassMessageContent, 'channel' | 'overridePreferences'>,
  recipientIds: readonly string[],
  now: number,
): Promise<Audience> {
  const ids = recipientIds.filter((id) => isUuid(id) && id !== senderId).sort();
  const groups = await readAddressedGroups(db, organizationId);
  const people: Addressee[] = [];
  const recipients: Recipient[] = [];
  for (let from = 0; from < ids.length; from += portion) {
    const found = await readAddresseesById(db, organizationId, ids.slice(from, from + portion));
    const mine = found.filter(
      ({ groupIds }) => group === 'any' || (group !== null && groupIds.includes(group)),
    );
    people.push(...mine);
    recipients.push(...massRecipientsOf({ people: mine, groups, channel, overridePreferences, now }));
  }
  const missing = recipientIds.length - recipients.length;
  return missing > 0 ? { kind: 'foreign', count: missing } : { kind: 'known', recipients, people };
}

/** Somebody who can be chosen as a recipient. */
export interface MassAddressee {
  readonly id: string;
  readonly fullName: string;
  readonly siteId: string | null;
  readonly siteName: string | null;
  readonly notificationOnly: boolean;
}

/** Everybody whom a caller may write to, by group and name; people without a group are last. */
export async function listMassAddressees(
  db: Database,
  { organizationId, senderId, group }: MassScope,
): Promise<MassAddressee[]> {
  if (group === null) return [];
  const { rows } = await sql<MassAddressee>`
    select u.id, trim(u.first_name || ' ' || u.last_name) as "fullName", g.id as "siteId", g.name as "siteName",
      u.role = 'notification-only' as "notificationOnly"
    from users u left join groups g on g.id = u.group_id
    where u.organization_id = ${organizationId} and u.is_active and u.deleted_at is null and u.id <> ${senderId}
      ${group === 'any' ? sql`` : sql`and u.group_id = ${group}`}
    order by lower(g.name) nulls last, lower(u.first_name), lower(u.last_name), u.id`.execute(db);
  return rows;
}

/** The names of people of an organization, by id. */
export async function namesOf(
  db: Database,
  organizationId: string,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, trim(first_name || ' ' || last_name) as name from users
    where organization_id = ${organizationId} and id = any(${userIds}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
