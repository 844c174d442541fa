import { positionLimitMs } from '@allclear/domain';
import type { Actor } from '../platform/actor.ts';
import type { Database } from '../platform/database/database.ts';

/** What is said about a person's sharing; times are epoch ms of the wall clock. */
export interface Sharing {
  readonly deviceId: string | null;
  /** Null while no position of the last 15 minutes is stored. */
  readonly takenAt: number | null;
}

export interface PositionInput {
  readonly deviceId: string;
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
  readonly accuracyMeters: number;
  /** Epoch ms of the wall clock. */
  readonly takenAt: number;
  /** The device shares from now on, and no other one. */
  readonly takesOver: boolean;
}

/** Why a position was not stored: the mode does not use it, or another device shares. */
export type PositionRefusal = 'no-geofence' | 'another-device';

export async function sharingOf(db: Database, userId: string, wallNow: number): Promise<Sharing> {
  const row = await db
    .selectFrom('shared_positions')
    .select(['device_id', 'taken_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const takenAt = row?.taken_at?.getTime() ?? null;
  return {
    deviceId: row?.device_id ?? null,
    takenAt: takenAt !== null && wallNow - takenAt <= positionLimitMs ? takenAt : null,
  };
}

/**
 * Stores a position in place of the last one, unless that is newer. Only one device of a person shares: of two, one
 * that stayed at home would say that its owner is there. No entry in the audit: it would keep a track of the person.
 */
export function storePosition(
  db: Database,
  _actor: Actor,
  userId: string,
  { deviceId, latitude, longitude, accuracyMeters, takenAt, takesOver }: PositionInput,
): Promise<PositionRefusal | null> {
  return db.transaction().execute(async (transaction) => {
    // Waits for a change of the mode and for the erasure of the person, and makes them wait.
    const user = await transaction
      .selectFrom('users')
      .select(['organization_id', 'geofence_alerts_enabled', 'is_active'])
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!user?.is_active || !user.organization_id || !user.geofence_alerts_enabled) return 'no-geofence';
    const before = await transaction
      .selectFrom('shared_positions')
      .select(['device_id', 'taken_at'])
      .where('user_id', '=', userId)
      .executeTakeFirst();
    const isSameDevice = before?.device_id === deviceId;
    if (before && !isSameDevice && !takesOver) return 'another-device';
    if (isSameDevice && before.taken_at && before.taken_at.getTime() > takenAt) return null;
    const position = {
      ...{ device_id: deviceId, latitude, longitude, accuracy_meters: accuracyMeters },
      taken_at: new Date(takenAt),
    };
    await transaction
      .insertInto('shared_positions')
      .values({ user_id: userId, organization_id: user.organization_id, ...position })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(position))
      .execute();
    return null;
  });
}

/**
 * Ends a person's sharing and deletes the position; with a device only if that device shares. No entry in the audit:
 * it would keep a track of the person.
 */
export async function removePositionOf(
  db: Database,
  _actor: Actor,
  userId: string,
  deviceId?: string,
): Promise<void> {
  let query = db.deleteFrom('shared_positions').where('user_id', '=', userId);
  if (deviceId !== undefined) query = query.where('device_id', '=', deviceId);
  await query.execute();
}

/**
 * Deletes the positions that say nothing any more. Which device shares is kept. `wallNow` is in epoch ms. No entry in
 * the audit: it is a cleanup.
 */
export async function dropOldPositions(db: Database, _actor: Actor, wallNow: number): Promise<void> {
  await db
    .updateTable('shared_positions')
    .set({ latitude: null, longitude: null, accuracy_meters: null, taken_at: null })
    .where('taken_at', '<', new Date(wallNow - positionLimitMs))
    .execute();
}
