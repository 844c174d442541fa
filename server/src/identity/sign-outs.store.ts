import { type SqlBool, sql } from 'kysely';
import type { Actor } from '../platform/actor.ts';
import { type Database, inTransaction } from '../platform/database/database.ts';

/**
 * Changes a person's password and ends every sign-in of before: `endSignIns` says how. Every change of a
 * stored password goes through here. False when there is no such user. `now` is wall time (epoch ms).
 */
export function changePassword(
  db: Database,
  actor: Actor,
  { userId, passwordHash, now }: { userId: string; passwordHash: string; now: number },
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const isThere = await endSignIns(transaction, actor, { userId, now });
    await transaction
      .updateTable('users')
      .set({ password_hash: passwordHash })
      .where('id', '=', userId)
      .execute();
    return isThere;
  });
}

/**
 * Ends every sign-in of a person. The records of the embedded provider go, and the sessions, codes, refresh
 * tokens and grants with them; access tokens and event streams name their grant and end within two seconds,
 * in every process. API keys stay: each is revoked by itself.
 *
 * A request that is being answered meanwhile may write a session or a code again; they are of a sign-in
 * before `signed_out_before` and are refused. It is a whole second later than any earlier sign-in, because
 * the provider keeps sign-in times in whole seconds.
 */
export function endSignIns(
  db: Database,
  _actor: Actor,
  { userId, now }: { userId: string; now: number },
): Promise<boolean> {
  const next = new Date((Math.floor(now / 1_000) + 1) * 1_000);
  return inTransaction(db, async (transaction) => {
    const updated = await transaction
      .updateTable('users')
      .set({
        signed_out_before: sql<Date>`greatest(signed_out_before + interval '1 second', ${next}::timestamptz)`,
      })
      .where('id', '=', userId)
      .executeTakeFirst();
    await transaction
      .deleteFrom('oidc_records')
      .where(sql<SqlBool>`payload ->> 'accountId' = ${userId}`)
      .execute();
    return updated.numUpdatedRows === 1n;
  });
}
