import type { CameraDraft } from '@allclear/domain';
import { type Selectable, sql } from 'kysely';
import { withOrganizationLock } from '../organizations/index.ts';
import type { Actor } from '../platform/actor.ts';
import { appendAudit } from '../platform/audit/audit.store.ts';
import type { Database } from '../platform/database/database.ts';
import { type RecordOf, recordOf } from '../platform/database/record.ts';
import type { RecordKey, RevisionKey } from '../platform/database/record-key.ts';
import { nextRevision, type RecordWords, requireRevision } from '../platform/database/revision.ts';
import type { Tables } from '../platform/database/schema.ts';
import { isUuid } from '../platform/database/uuid.ts';

/** A camera with the name of its place. Its password is sealed. */
export interface StoredCamera extends Omit<RecordOf<Selectable<Tables['cameras']>>, 'kind'> {
  readonly kind: CameraDraft['kind'];
  readonly locationName: string | null;
  /** Of its place, degrees; null without one. */
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** What is stored of a camera; `password` is sealed. */
export interface CameraInput {
  readonly name: string;
  readonly kind: CameraDraft['kind'];
  readonly address: string;
  readonly username: string;
  /** Undefined keeps the stored one. */
  readonly password: string | null | undefined;
  readonly organizationLocationId: string | null;
}

export class CameraNameTaken extends Error {}
export class TooManyCameras extends Error {}
/** The address leads to another host, which must not be sent the stored password. */
export class PasswordNeeded extends Error {}
/** The place of a camera is none of the organization. */
export class UnknownPlace extends Error {}

export const maxCameras = 200;

const words: RecordWords = { what: 'this camera' };

function camerasQuery(db: Database) {
  return db
    .selectFrom('cameras')
    .leftJoin('organization_locations', 'organization_locations.id', 'cameras.organization_location_id')
    .selectAll('cameras')
    .select([
      'organization_locations.name as location_name',
      'organization_locations.latitude',
      'organization_locations.longitude',
    ]);
}

type CameraRow = Selectable<Tables['cameras']> & {
  location_name: string | null;
  latitude: number | null;
  longitude: number | null;
};

// The database checks the kind.
const cameraOf = (row: CameraRow): StoredCamera => ({
  ...recordOf(row),
  kind: row.kind as CameraDraft['kind'],
});

/** By name; of one group only those of its places. */
export async function listCameras(
  db: Database,
  organizationId: string,
  groupId: string | 'any',
): Promise<StoredCamera[]> {
  let query = camerasQuery(db)
    .where('cameras.organization_id', '=', organizationId)
    .orderBy(sql`lower(cameras.name)`)
    .orderBy('cameras.id');
  if (groupId !== 'any') query = query.where(ofGroup(groupId));
  return (await query.execute()).map(cameraOf);
}

/** By name, without how they are reached. */
export function cameraNames(
  db: Database,
  organizationId: string,
): Promise<{ readonly id: string; readonly name: string }[]> {
  return db
    .selectFrom('cameras')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();
}

/** A place without groups belongs to all. */
function ofGroup(groupId: string) {
  return sql<boolean>`exists (select from organization_location_groups g
    where g.organization_location_id = cameras.organization_location_id and g.group_id = ${groupId})
    or (cameras.organization_location_id is not null and not exists (select from organization_location_groups g
    where g.organization_location_id = cameras.organization_location_id))`;
}

/** Undefined when there is none in the organization, or none of a place of the group. */
export async function findCamera(
  db: Database,
  { organizationId, id }: RecordKey,
  groupId: string | 'any' = 'any',
): Promise<StoredCamera | undefined> {
  if (!isUuid(id)) return undefined;
  let query = camerasQuery(db)
    .where('cameras.organization_id', '=', organizationId)
    .where('cameras.id', '=', id);
  if (groupId !== 'any') query = query.where(ofGroup(groupId));
  const row = await query.executeTakeFirst();
  return row && cameraOf(row);
}

/** Cameras of any organization by their ids, for those who watch them; one that is gone is left out. */
export async function camerasByIds(db: Database, ids: readonly string[]): Promise<StoredCamera[]> {
  if (ids.length === 0) return [];
  return (
    await camerasQuery(db)
      .where('cameras.id', 'in', [...ids])
      .execute()
  ).map(cameraOf);
}

/** Throws `CameraNameTaken`, `UnknownPlace` and `TooManyCameras`; nothing is stored then. */
export function insertCamera(
  db: Database,
  actor: Actor,
  organizationId: string,
  input: CameraInput,
  now: number,
): Promise<StoredCamera> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    const existing = await listCameras(transaction, organizationId, 'any');
    if (existing.length >= maxCameras) throw new TooManyCameras();
    await requireFits(transaction, organizationId, input, null);
    const at = new Date(now);
    const { id } = await transaction
      .insertInto('cameras')
      .values({
        ...{ organization_id: organizationId, created_at: at, updated_at: at },
        ...{ ...columnsOfInput(input), password: input.password ?? null },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const after = await saved(transaction, { organizationId, id });
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'camera.added', recordId: id, now },
      ...{ before: null, after: audited(after) },
    });
    return after;
  });
}

/** Undefined when there is none. Throws `StaleRevision`, `PasswordNeeded` and what `insertCamera` throws. */
export function changeCamera(
  db: Database,
  actor: Actor,
  { organizationId, id, revision }: RevisionKey,
  input: CameraInput,
  now: number,
): Promise<StoredCamera | undefined> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    const before = await findCamera(transaction, { organizationId, id });
    if (!before) return undefined;
    requireRevision(before, revision, words);
    requireOwnHost(before, input);
    await requireFits(transaction, organizationId, input, before.id);
    await transaction
      .updateTable('cameras')
      .set({
        ...{ ...columnsOfInput(input), ...nextRevision(before, input), updated_at: new Date(now) },
        ...(input.password === undefined ? {} : { password: input.password }),
      })
      .where('id', '=', before.id)
      .execute();
    const after = await saved(transaction, { organizationId, id: before.id });
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'camera.changed', recordId: before.id, now },
      ...{ before: audited(before), after: audited(after, before.password !== after.password) },
    });
    return after;
  });
}

export function removeCamera(
  db: Database,
  actor: Actor,
  { organizationId, id }: RecordKey,
  now: number,
): Promise<boolean> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    const before = await findCamera(transaction, { organizationId, id });
    if (!before) return false;
    await transaction.deleteFrom('cameras').where('id', '=', before.id).execute();
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'camera.deleted', recordId: before.id, now },
      ...{ before: audited(before), after: null },
    });
    return true;
  });
}

async function requireFits(
  transaction: Database,
  organizationId: string,
  { name, organizationLocationId }: CameraInput,
  ownId: string | null,
): Promise<void> {
  const other = await transaction
    .selectFrom('cameras')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst();
  if (other && other.id !== ownId) throw new CameraNameTaken();
  if (organizationLocationId === null) return;
  const place = isUuid(organizationLocationId)
    ? await transaction
        .selectFrom('organization_locations')
        .select('id')
        .where('organization_id', '=', organizationId)
        .where('id', '=', organizationLocationId)
        .executeTakeFirst()
    : undefined;
  if (!place) throw new UnknownPlace();
}

function requireOwnHost(before: StoredCamera, { address, kind, password }: CameraInput): void {
  if (before.password === null || password !== undefined || kind === 'simulated') return;
  const [was, is] = [URL.parse(before.address), URL.parse(address)];
  if (was?.host !== is?.host || was?.protocol !== is?.protocol) throw new PasswordNeeded();
}

async function saved(transaction: Database, key: RecordKey): Promise<StoredCamera> {
  const camera = await findCamera(transaction, key);
  if (!camera) throw new Error(`The camera ${key.id} is gone in the transaction that saved it.`);
  return camera;
}

function columnsOfInput({ name, kind, address, username, organizationLocationId }: CameraInput) {
  return { name, kind, address, username, organization_location_id: organizationLocationId };
}

/** Without its password, sealed or not. */
function audited(camera: StoredCamera, newPassword = false): object {
  const { name, kind, address, username, organizationLocationId, password } = camera;
  return {
    ...{ name, kind, address, username, organizationLocationId, hasPassword: password !== null },
    ...(newPassword ? { passwordChanged: true } : {}),
  };
}
