import { hash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { withOrganizationLock } from '../organizations/index.ts';
import type { Actor } from '../platform/actor.ts';
import { appendAudit } from '../platform/audit/audit.store.ts';
import type { Database } from '../platform/database/database.ts';
import type { RecordKey } from '../platform/database/record-key.ts';
import { isUuid } from '../platform/database/uuid.ts';

export interface ListedCameraLink {
  readonly id: string;
  readonly name: string;
  readonly cameraId: string;
  readonly cameraName: string;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly views: number;
  readonly seconds: number;
  readonly lastUsedAt: number | null;
}

/** A link that can be used now. */
export interface LiveCameraLink {
  readonly id: string;
  readonly name: string;
  readonly organizationId: string;
  readonly organizationName: string;
  readonly cameraId: string;
  /** Who made it. */
  readonly userId: string;
  readonly expiresAt: number;
}

export class SharingIsOff extends Error {}
export class TooManyCameraLinks extends Error {}

export const maxCameraLinks = 200;
const prefix = 'camera_';

/** A new token (256 random bits) and its digest, which is stored. */
export function makeCameraToken(): { token: string; hash: Buffer } {
  const token = `${prefix}${randomBytes(32).toString('base64url')}`;
  return { token, hash: hash('sha256', token, 'buffer') };
}

export function isCameraToken(text: string): boolean {
  return /^camera_[\w-]{43}$/.test(text);
}

export async function listCameraLinks(db: Database, organizationId: string): Promise<ListedCameraLink[]> {
  const rows = await db
    .selectFrom('camera_links')
    .innerJoin('cameras', 'cameras.id', 'camera_links.camera_id')
    .innerJoin('users', 'users.id', 'camera_links.user_id')
    .select([
      'camera_links.id',
      'camera_links.name',
      'camera_links.camera_id',
      'cameras.name as camera_name',
      'camera_links.created_at',
      'camera_links.expires_at',
      'camera_links.views',
      'camera_links.last_used_at',
      sql<string>`trim(users.first_name || ' ' || users.last_name)`.as('created_by'),
      sql<number>`(select coalesce(floor(sum(extract(epoch from s.last_at - s.started_at))), 0)::int
        from camera_sessions s where s.link_id = camera_links.id)`.as('seconds'),
    ])
    .where('camera_links.organization_id', '=', organizationId)
    .where('camera_links.revoked_at', 'is', null)
    .orderBy('camera_links.created_at', 'desc')
    .orderBy('camera_links.id')
    .execute();
  return rows.map((row) => ({
    ...{ id: row.id, name: row.name, cameraId: row.camera_id, cameraName: row.camera_name },
    ...{ createdBy: row.created_by, views: row.views, seconds: row.seconds },
    createdAt: row.created_at.getTime(),
    expiresAt: row.expires_at.getTime(),
    lastUsedAt: row.last_used_at?.getTime() ?? null,
  }));
}

/** Throws `SharingIsOff` and `TooManyCameraLinks`. Times are wall times, as of every sign-in. */
export function insertCameraLink(
  db: Database,
  actor: Actor,
  organizationId: string,
  link: {
    readonly name: string;
    readonly cameraId: string;
    readonly userId: string;
    readonly hash: Buffer;
    readonly now: number;
    readonly expiresAt: number;
  },
): Promise<string> {
  const { name, cameraId, userId, now, expiresAt } = link;
  return withOrganizationLock(db, organizationId, async (transaction) => {
    if (!(await readCameraSharing(transaction, organizationId))) throw new SharingIsOff();
    if ((await listCameraLinks(transaction, organizationId)).length >= maxCameraLinks)
      throw new TooManyCameraLinks();
    const { id } = await transaction
      .insertInto('camera_links')
      .values({
        ...{ organization_id: organizationId, camera_id: cameraId, user_id: userId, name, hash: link.hash },
        ...{ created_at: new Date(now), expires_at: new Date(expiresAt) },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'camera-link.added', recordId: id, now: null },
      after: { name, cameraId, expiresAt },
    });
    return id;
  });
}

/** False when there is none, or it is revoked already. */
export function revokeCameraLink(
  db: Database,
  actor: Actor,
  { organizationId, id }: RecordKey,
  now: number,
): Promise<boolean> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    if (!isUuid(id)) return false;
    const row = await transaction
      .updateTable('camera_links')
      .set({ revoked_at: new Date(now) })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returning(['id', 'name', 'camera_id'])
      .executeTakeFirst();
    if (!row) return false;
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'camera-link.removed', recordId: row.id, now: null },
      before: { name: row.name, cameraId: row.camera_id },
    });
    return true;
  });
}

export async function readCameraSharing(db: Database, organizationId: string): Promise<boolean> {
  const row = await db
    .selectFrom('organizations')
    .select('camera_sharing')
    .where('id', '=', organizationId)
    .executeTakeFirst();
  return row?.camera_sharing === true;
}

/** Off revokes the links that exist. */
export function saveCameraSharing(
  db: Database,
  actor: Actor,
  organizationId: string,
  sharing: boolean,
  now: number,
): Promise<void> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    const before = await readCameraSharing(transaction, organizationId);
    await transaction
      .updateTable('organizations')
      .set({ camera_sharing: sharing })
      .where('id', '=', organizationId)
      .execute();
    if (!sharing)
      await transaction
        .updateTable('camera_links')
        .set({ revoked_at: new Date(now) })
        .where('organization_id', '=', organizationId)
        .where('revoked_at', 'is', null)
        .execute();
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'camera-sharing.changed', recordId: null, now: null },
      ...{ before: { sharing: before }, after: { sharing } },
    });
  });
}

function liveQuery(db: Database, now: number) {
  return db
    .selectFrom('camera_links')
    .innerJoin('organizations', 'organizations.id', 'camera_links.organization_id')
    .innerJoin('users', 'users.id', 'camera_links.user_id')
    .where('camera_links.revoked_at', 'is', null)
    .where('camera_links.expires_at', '>', new Date(now))
    .where('organizations.camera_sharing', '=', true)
    .where('organizations.status', '<>', 'CLOSED')
    .where('users.is_active', '=', true)
    .where('users.role', 'in', ['super-admin', 'admin'])
    .where(sql<boolean>`not ('live_camera.access' = any(organizations.withheld_features))`);
}

/** The link of a token; undefined when it ended, was revoked, or its organization shares none any more. */
export async function findCameraLink(
  db: Database,
  token: string,
  now: number,
): Promise<LiveCameraLink | undefined> {
  if (!isCameraToken(token)) return undefined;
  const row = await liveQuery(db, now)
    .select([
      'camera_links.id',
      'camera_links.name',
      'camera_links.organization_id as organizationId',
      'organizations.name as organizationName',
      'camera_links.camera_id as cameraId',
      'camera_links.user_id as userId',
      'camera_links.expires_at',
    ])
    .where('camera_links.hash', '=', hash('sha256', token, 'buffer'))
    .executeTakeFirst();
  if (!row) return undefined;
  const { expires_at, ...link } = row;
  return { ...link, expiresAt: expires_at.getTime() };
}

/** Those of these links that can still be used. */
export async function liveCameraLinks(
  db: Database,
  ids: readonly string[],
  now: number,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await liveQuery(db, now)
    .select('camera_links.id')
    .where('camera_links.id', 'in', [...ids])
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Counts an opening. No entry in the audit: it changes nothing that the link shows or allows. */
export async function countCameraLinkView(
  db: Database,
  _actor: Actor,
  id: string,
  now: number,
): Promise<void> {
  await db
    .updateTable('camera_links')
    .set({ views: sql`views + 1`, last_used_at: new Date(now) })
    .where('id', '=', id)
    .execute();
}
