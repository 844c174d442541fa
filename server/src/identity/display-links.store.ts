import { type Expression, type SqlBool, sql } from 'kysely';
import type { Actor } from '../platform/actor.ts';
import { appendAudit } from '../platform/audit/audit.store.ts';
import { type Database, inTransaction } from '../platform/database/database.ts';
import { recordOf } from '../platform/database/record.ts';
import type { RecordKey } from '../platform/database/record-key.ts';
import { isUuid } from '../platform/database/uuid.ts';

/** A display link that is valid: whose places it shows, and which. */
export interface LiveDisplayLink {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  /** Those that its creator has now. */
  readonly locationIds: readonly string[];
  /** Epoch ms of the wall clock. */
  readonly expiresAt: number;
}

/** A display link as administrators see it. Instants are epoch ms. */
export interface ListedDisplayLink extends LiveDisplayLink {
  readonly name: string;
  readonly creatorName: string;
  readonly groupName: string | null;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

export interface DisplayLinkInput {
  readonly userId: string;
  readonly name: string;
  readonly shows: { readonly locationIds: readonly string[] } | { readonly groupId: string };
  readonly hash: Buffer;
  readonly now: number;
  readonly expiresAt: number;
}

/** Links of an organization that are not revoked, at most. */
export const maxDisplayLinks = 200;

/** The organization has as many display links as it may have. */
export class TooManyDisplayLinks extends Error {}

/** The locations that a link shows, of those that its creator has now. */
const locationIds = sql<string[]>`array(
  select locations.id::text from locations
  where locations.organization_id = display_links.organization_id and locations.user_id = display_links.user_id
    and case when display_links.group_id is null then locations.id = any (display_links.location_ids)
      else locations.organization_location_id in (
        select organization_location_id from organization_location_groups
        where organization_location_groups.group_id = display_links.group_id) end
  order by 1)`;

/** Keeps the digest of a new link's token; the token itself is never stored. Throws `TooManyDisplayLinks`. */
export async function insertDisplayLink(
  db: Database,
  actor: Actor,
  organizationId: string,
  { userId, name, shows, hash, now, expiresAt }: DisplayLinkInput,
): Promise<string> {
  return inTransaction(db, async (transaction) => {
    // Two requests at once are counted one after the other.
    await sql`select from organizations where id = ${organizationId} for update`.execute(transaction);
    const { count } = await transaction
      .selectFrom('display_links')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('organization_id', '=', organizationId)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (count >= maxDisplayLinks) throw new TooManyDisplayLinks();
    const { id } = await transaction
      .insertInto('display_links')
      .values({
        organization_id: organizationId,
        user_id: userId,
        name,
        location_ids: 'locationIds' in shows ? sql<string[]>`${[...shows.locationIds]}::uuid[]` : null,
        group_id: 'groupId' in shows ? shows.groupId : null,
        hash,
        created_at: new Date(now),
        expires_at: new Date(expiresAt),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'display-link.added', recordId: id, now: null },
      after: { userId, name, ...shows, expiresAt },
    });
    return id;
  });
}

/** The links of an organization that are not revoked, newest first. */
export async function listDisplayLinks(db: Database, organizationId: string): Promise<ListedDisplayLink[]> {
  const rows = await db
    .selectFrom('display_links')
    .innerJoin('users', 'users.id', 'display_links.user_id')
    .leftJoin('groups', 'groups.id', 'display_links.group_id')
    .select([
      'display_links.id',
      'display_links.organization_id',
      'display_links.user_id',
      'display_links.name',
      'display_links.created_at',
      'display_links.expires_at',
      'display_links.last_used_at',
      'groups.name as group_name',
      sql<string>`trim(users.first_name || ' ' || users.last_name)`.as('creator_name'),
      locationIds.as('location_ids'),
    ])
    .where('display_links.organization_id', '=', organizationId)
    .where('display_links.revoked_at', 'is', null)
    .orderBy('display_links.created_at', 'desc')
    .orderBy('display_links.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    organizationId: row.organization_id,
    userId: row.user_id,
    name: row.name,
    creatorName: row.creator_name,
    groupName: row.group_name,
    locationIds: row.location_ids,
    createdAt: row.created_at.getTime(),
    expiresAt: row.expires_at.getTime(),
    lastUsedAt: row.last_used_at?.getTime() ?? null,
  }));
}

/** The link whose token has this digest, unless it has been revoked or has expired. `now` is wall time. */
export async function findDisplayLink(
  db: Database,
  hash: Buffer,
  now: number,
): Promise<LiveDisplayLink | undefined> {
  const row = await db
    .selectFrom('display_links')
    .select(['id', 'organization_id', 'user_id', 'expires_at', locationIds.as('location_ids')])
    .where('hash', '=', hash)
    .where(isLive(now))
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      organizationId: row.organization_id,
      userId: row.user_id,
      locationIds: row.location_ids,
      expiresAt: row.expires_at.getTime(),
    }
  );
}

/** Which of these links (by their ids) are valid, with the locations that each shows now. */
export async function findLiveDisplayLinks(
  db: Database,
  ids: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('display_links')
    .select(['id', locationIds.as('location_ids')])
    .where('id', 'in', [...ids])
    .where(isLive(now))
    .execute();
  return new Map(rows.map((row) => [row.id, row.location_ids]));
}

function isLive(now: number): Expression<SqlBool> {
  return sql<SqlBool>`revoked_at is null and expires_at > ${new Date(now)}`;
}

/** Revokes a link of this organization forever. False when there is none, or it is revoked already. */
export async function revokeDisplayLink(
  db: Database,
  actor: Actor,
  { organizationId, id }: RecordKey,
  now: number,
): Promise<boolean> {
  if (!isUuid(id)) return false;
  return inTransaction(db, async (transaction) => {
    const row = await transaction
      .updateTable('display_links')
      .set({ revoked_at: new Date(now) })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returning(['id', 'user_id', 'name', 'location_ids', 'group_id', 'expires_at'])
      .executeTakeFirst();
    if (!row) return false;
    const { id: recordId, locationIds, groupId, ...link } = recordOf(row);
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'display-link.removed', recordId, now: null },
      before: { ...link, ...(groupId === null ? { locationIds } : { groupId }) },
    });
    return true;
  });
}

/**
 * Notes that a link is in use, once in a while: at most once in `everyMs`. No entry in the audit: it changes nothing
 * that the link shows or allows.
 */
export async function noteDisplayLinkUse(
  db: Database,
  _actor: Actor,
  { id, now, everyMs }: { id: string; now: number; everyMs: number },
): Promise<void> {
  await db
    .updateTable('display_links')
    .set({ last_used_at: new Date(now) })
    .where('id', '=', id)
    .where(sql<SqlBool>`(last_used_at is null or last_used_at < ${new Date(now - everyMs)})`)
    .execute();
}
