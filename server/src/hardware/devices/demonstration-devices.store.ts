import type { Database } from '../../platform/database/database.ts';

/** The port of a simulator of the demonstration on this machine; null while it does not run. */
export async function simulatorPort(db: Database, name: string): Promise<number | null> {
  const row = await db
    .selectFrom('demonstration_devices')
    .select('port')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.port ?? null;
}
