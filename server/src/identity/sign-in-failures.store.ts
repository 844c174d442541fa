import { sql } from 'kysely';
import type { Actor } from '../platform/actor.ts';
import type { Database } from '../platform/database/database.ts';

/**
 * Counts one guess against a subject before it is tried, so that simultaneous guesses cannot exceed the limit. A
 * window begins with its first guess; guesses past the limit do not extend it. Returns how long to wait (ms) when the
 * limit is exceeded, else 0. A count has no entry; what it refuses has.
 */
export async function countGuess(
  db: Database,
  _actor: Actor,
  subject: string,
  limit: number,
  windowMs: number,
  now: number,
): Promise<number> {
  const at = new Date(now);
  const oldest = new Date(now - windowMs);
  const isOver = sql<boolean>`sign_in_failures.window_started_at <= ${oldest}`;
  const row = await db
    .insertInto('sign_in_failures')
    .values({ subject, failures: 1, window_started_at: at })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet({
        failures: sql<number>`case when ${isOver} then 1 else least(sign_in_failures.failures + 1, 1000000) end`,
        window_started_at: sql<Date>`case when ${isOver} then ${at}::timestamptz else sign_in_failures.window_started_at end`,
      }),
    )
    .returning(['failures', 'window_started_at'])
    .executeTakeFirstOrThrow();
  return row.failures <= limit ? 0 : Math.max(1, row.window_started_at.getTime() + windowMs - now);
}

/** Forgets the guesses against a subject. No audit entry, as for all counts. */
export async function forgetGuesses(db: Database, _actor: Actor, subject: string): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('subject', '=', subject).execute();
}

/** Subtracts one guess: it was correct. No audit entry, as for all counts. */
export async function takeGuessBack(db: Database, _actor: Actor, subject: string): Promise<void> {
  await db
    .updateTable('sign_in_failures')
    .set({ failures: sql<number>`greatest(failures - 1, 0)` })
    .where('subject', '=', subject)
    .execute();
}

/** Removes the counts of windows that began before `before` (epoch ms). No audit entry, as for all counts. */
export async function purgeGuesses(db: Database, _actor: Actor, before: number): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('window_started_at', '<', new Date(before)).execute();
}
