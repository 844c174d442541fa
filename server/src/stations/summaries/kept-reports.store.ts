import { DAY_MS } from '@allclear/domain';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import { dropPartitionsBefore } from '../../platform/database/partitions.store.ts';

/** Drops the months of reports that end before an instant (epoch ms), and records how far they may be gone. */
export async function dropReportsBefore(db: Database, actor: Actor, before: number): Promise<void> {
  const date = new Date(before);
  const through = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth()));
  await sql`
    insert into observations_dropped (through) values (${through})
    on conflict (id) do update set through = greatest(observations_dropped.through, excluded.through)`.execute(
    db,
  );
  await dropPartitionsBefore(db, actor, 'observations', before);
}

/**
 * The oldest instant of a report that may still be stored, epoch ms. Rain is counted from a report at most a day
 * before, which must be there.
 */
export async function oldestStorable(db: Database): Promise<number> {
  const row = await db.selectFrom('observations_dropped').select('through').executeTakeFirst();
  return row ? row.through.getTime() + DAY_MS : Number.NEGATIVE_INFINITY;
}
