import { hash, randomBytes } from 'node:crypto';
import { can, type Role, roles } from '@allclear/domain';
import { sql } from 'kysely';
import { withOrganizationLock } from '../organizations/index.ts';
import type { Actor } from '../platform/actor.ts';
import { appendAudit } from '../platform/audit/audit.store.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
import { recordOf } from '../platform/database/record.ts';
import type { RecordKey } from '../platform/database/record-key.ts';
import { isUuid } from '../platform/database/uuid.ts';

/** A link as admins see it. Instants are epoch ms of the wall clock, as of every sign-in. */
export interface ListedShowLink {
  readonly id: string;
  readonly name: string;
  /** Who made it. */
  readonly createdBy: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly lastUsedAt: number | null;
}

/** A link that opens its show now. */
export interface LiveShowLink {
  readonly id: string;
  readonly showId: string;
  /** Epoch ms of the wall clock. */
  readonly expiresAt: number;
}

/** Thrown when the show has as many as it may. */
export class TooManyShowLinks extends Error {}

export const maxShowLinks = 100;
const prefix = 'acs_';
/** Whose links open shows. */
const makerRoles = (Object.keys(roles) as Role[]).filter((role) => can(role, 'shows:write'));

/** A new token (256 random bits) and its digest, which is stored. It needs no salt or stretching. */
export function makeShowToken(): { token: string; hash: Buffer } {
  const token = `${prefix}${randomBytes(32).toString('base64url')}`;
  return { token, hash: hashOfShowToken(token) };
}

export function isShowToken(text: string): boolean {
  return /^acs_[\w-]{43}$/.test(text);
}

export function hashOfShowToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** The links of a show, newest first, with those that have expired. */
export async function listShowLinks(
  db: Database,
  { organizationId, id }: RecordKey,
): Promise<ListedShowLink[]> {
  if (!isUuid(id)) return [];
  const rows = await db
    .selectFrom('show_links')
    .innerJoin('users', 'users.id', 'show_links.user_id')
    .select([
      'show_links.id',
      'show_links.name',
      'show_links.created_at',
      'show_links.expires_at',
      'show_links.last_used_at',
      sql<string>`trim(users.first_name || ' ' || users.last_name)`.as('created_by'),
    ])
    .where('show_links.organization_id', '=', organizationId)
    .where('show_links.show_id', '=', id)
    .orderBy('show_links.created_at', 'desc')
    .orderBy('show_links.id')
    .execute();
  return rows.map(recordOf);
}

/** Undefined when there is no such show. Throws `TooManyShowLinks`. */
export function insertShowLink(
  db: Database,
  actor: Actor,
  { organizationId, id: showId }: RecordKey,
  link: {
    readonly name: string;
    readonly userId: string;
    readonly hash: Buffer;
    readonly now: number;
    readonly expiresAt: number;
  },
): Promise<ListedShowLink | undefined> {
  const { name, userId, now, expiresAt } = link;
  return withOrganizationLock(db, organizationId, async (transaction) => {
    const show = await transaction
      .selectFrom('shows')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('id', '=', showId)
      .executeTakeFirst();
    if (!show) return undefined;
    const key = { organizationId, id: show.id };
    if ((await listShowLinks(transaction, key)).length >= maxShowLinks) throw new TooManyShowLinks();
    const { id } = await transaction
      .insertInto('show_links')
      .values({
        ...{ organization_id: organizationId, show_id: show.id, user_id: userId, name, hash: link.hash },
        ...{ created_at: new Date(now), expires_at: new Date(expiresAt) },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'show-link.added', recordId: id, now: null },
      after: { name, showId: show.id, expiresAt },
    });
    return (await listShowLinks(transaction, key)).find((one) => one.id === id);
  });
}

/** Revokes a link forever; false when there is none of the show. */
export function removeShowLink(
  db: Database,
  actor: Actor,
  { organizationId, id, showId }: RecordKey & { readonly showId: string },
): Promise<boolean> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    if (!isUuid(id) || !isUuid(showId)) return false;
    const row = await transaction
      .deleteFrom('show_links')
      .where('organization_id', '=', organizationId)
      .where('show_id', '=', showId)
      .where('id', '=', id)
      .returning(['id', 'name', 'show_id', 'expires_at'])
      .executeTakeFirst();
    if (!row) return false;
    await notify(transaction, { topic: 'shows', ids: [organizationId] });
    const { id: recordId, ...before } = recordOf(row);
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'show-link.removed', recordId, now: null },
      ...{ before, after: null },
    });
    return true;
  });
}

/**
 * Links that open their shows at `now` (wall time): not expired, of an organization that is not closed and holds the
 * broadcast view, made by somebody who is active in it and may make shows.
 */
function liveQuery(db: Database, now: number) {
  return db
    .selectFrom('show_links')
    .innerJoin('organizations', 'organizations.id', 'show_links.organization_id')
    .innerJoin('users', 'users.id', 'show_links.user_id')
    .where('show_links.expires_at', '>', new Date(now))
    .where('organizations.status', '<>', 'CLOSED')
    .where(sql<boolean>`not ('broadcast.view.access' = any(organizations.withheld_features))`)
    .whereRef('users.organization_id', '=', 'show_links.organization_id')
    .where('users.is_active', '=', true)
    .where('users.role', 'in', makerRoles);
}

/** The link whose token has this digest; undefined unless it opens its show. */
export async function findShowLink(
  db: Database,
  digest: Buffer,
  now: number,
): Promise<LiveShowLink | undefined> {
  const row = await liveQuery(db, now)
    .select(['show_links.id', 'show_links.show_id', 'show_links.expires_at'])
    .where('show_links.hash', '=', digest)
    .executeTakeFirst();
  return row && recordOf(row);
}

/** Those of these links (by their ids) that still open their shows. */
export async function liveShowLinks(
  db: Database,
  ids: readonly string[],
  now: number,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await liveQuery(db, now)
    .select('show_links.id')
    .where(sql<boolean>`show_links.id = any(${[...ids]}::uuid[])`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** How many links of each show of an organization still open it. */
export async function countLiveLinks(
  db: Database,
  organizationId: string,
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await liveQuery(db, now)
    .select(['show_links.show_id', sql<number>`count(*)::int`.as('links')])
    .where('show_links.organization_id', '=', organizationId)
    .groupBy('show_links.show_id')
    .execute();
  return new Map(rows.map(({ show_id, links }) => [show_id, links]));
}

/**
 * Notes that links are in use, each at most once in `everyMs`. No entry in the audit: it changes nothing that a link
 * shows or allows.
 */
export async function noteShowLinksUse(
  db: Database,
  _actor: Actor,
  ids: readonly string[],
  { now, everyMs }: { readonly now: number; readonly everyMs: number },
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('show_links')
    .set({ last_used_at: new Date(now) })
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .where(sql<boolean>`(last_used_at is null or last_used_at <= ${new Date(now - everyMs)})`)
    .execute();
}

/** Drops links that expired before an instant, epoch ms of the wall clock. */
export async function dropLinksExpiredBefore(db: Database, _actor: Actor, before: number): Promise<void> {
  await db.deleteFrom('show_links').where('expires_at', '<', new Date(before)).execute();
}
