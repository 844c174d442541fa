import { sql } from 'kysely';
import type { Actor } from '../platform/actor.ts';
import type { Database } from '../platform/database/database.ts';

/** Whether anybody has begun: an organization, or an account without one (an operator). Deleted accounts count. */
export async function hasBegun(db: Database): Promise<boolean> {
  const { rows } = await sql<{ begun: boolean }>`
    select exists (select from organizations) or exists (select from users) as begun`.execute(db);
  return rows[0]?.begun ?? true;
}

/** Thrown when somebody else set the installation up meanwhile. */
export class AlreadySetUp extends Error {}

/**
 * Makes sure that nobody has begun, until the end of the transaction: the lock is that of `create-admin`. Throws
 * `AlreadySetUp`. It changes nothing itself.
 */
export async function beginSetup(transaction: Database, _actor: Actor): Promise<void> {
  await sql`select pg_advisory_xact_lock(7263005)`.execute(transaction);
  if (await hasBegun(transaction)) throw new AlreadySetUp();
}
