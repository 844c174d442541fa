import type { Actor } from '../platform/actor.ts';
import type { Database } from '../platform/database/database.ts';
import { recordOf } from '../platform/database/record.ts';
import { nextRevision, requireRevision } from '../platform/database/revision.ts';

/** The map settings of a person. */
export interface StoredMapSettings {
  /** As they were saved; null before the first time. */
  readonly settings: unknown;
  /** 0 before the first time. */
  readonly revision: number;
}

export async function readMapSettings(db: Database, userId: string): Promise<StoredMapSettings> {
  const row = await db
    .selectFrom('map_settings')
    .select(['settings', 'revision'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? { settings: null, revision: 0 };
}

/**
 * Saves the map settings of a person, whole, if they still are the revision that this is based on. Returns their
 * revision; throws `StaleRevision`. No entry in the audit: it is what a person shows on the own map.
 */
export async function saveMapSettings(
  db: Database,
  _actor: Actor,
  { userId, revision }: { userId: string; revision?: number | undefined },
  settings: object,
  now: number,
): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    // Also locks the settings before the first time, when they have no row.
    await transaction
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const row = await transaction
      .selectFrom('map_settings')
      .select(['settings', 'revision', 'field_revisions'])
      .where('user_id', '=', userId)
      .executeTakeFirst();
    const before = row ? recordOf(row) : { settings: {}, revision: 0, fieldRevisions: {} };
    requireRevision(before, revision, { what: 'the map settings' });
    const revised = nextRevision({ ...Object(before.settings), ...before }, settings);
    const columns = { settings: JSON.stringify(settings), saved_at: new Date(now), ...revised };
    await transaction
      .insertInto('map_settings')
      .values({ user_id: userId, ...columns })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
      .execute();
    return revised.revision;
  });
}
