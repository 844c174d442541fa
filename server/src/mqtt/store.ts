import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';

/** The organizations of a name, in either case: one, or none. */
export async function organizationsNamed(db: Database, name: string): Promise<string[]> {
  const rows = await db
    .selectFrom('organizations')
    .select('id')
    .where(sql<string>`lower(name)`, '=', name.toLowerCase())
    .execute();
  return rows.map(({ id }) => id);
}
