import type { Database } from '../platform/database/database.ts';

/** What was kept for a person, as it was written; null before the first time. */
export async function readMapSettings(db: Database, userId: string): Promise<unknown> {
  const row = await db
    .selectFrom('map_settings')
    .select('settings')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.settings ?? null;
}

export async function keepMapSettings(
  db: Database,
  userId: string,
  settings: object,
  now: number,
): Promise<void> {
  const facts = { settings: JSON.stringify(settings), saved_at: new Date(now) };
  await db
    .insertInto('map_settings')
    .values({ user_id: userId, ...facts })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(facts))
    .execute();
}
