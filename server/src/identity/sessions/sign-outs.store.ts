import { type SqlBool, sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { endAccountLinks } from '../account-links/account-links.store.ts';

/**
 * Changes a person's password and ends every sign-in and link of before: `endSignIns` says how. Every change of a
 * stored password goes through here. The session of `keptGrantId` goes on. False when there is no such user. `now` is
 * wall time (epoch ms). The audit entry is the caller's.
 */
export function changePassword(
  db: Database,
  actor: Actor,
  {
    userId,
    passwordHash,
    keptGrantId = null,
    now,
  }: { userId: string; passwordHash: string; keptGrantId?: string | null; now: number },
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const isThere = await endSignIns(transaction, actor, { userId, keptGrantId, now });
    await endAccountLinks(transaction, actor, userId, now);
    await transaction
      .updateTable('users')
      .set({ password_hash: passwordHash })
      .where('id', '=', userId)
      .execute();
    return isThere;
  });
}

/**
 * Ends every sign-in of a person. The records of the embedded provider go, and the sessions, codes, refresh tokens and
 * grants with them; access tokens and event streams name their grant and end within two seconds, in every process. API
 * keys stay: each is revoked by itself.
 *
 * A request that is being answered meanwhile may write a session or a code again; they are of a sign-in before
 * `signed_out_before` and are refused. It is a whole second later than any earlier sign-in, because the provider keeps
 * sign-in times in whole seconds.
 *
 * The session of `keptGrantId` goes on as if it had signed in now. The audit entry is the caller's, who says why they
 * end.
 */
export function endSignIns(
  db: Database,
  _actor: Actor,
  { userId, keptGrantId = null, now }: { userId: string; keptGrantId?: string | null; now: number },
): Promise<boolean> {
  const next = new Date((Math.floor(now / 1_000) + 1) * 1_000);
  const isKept = sql<SqlBool>`(
    grant_id = ${keptGrantId} or (model = 'Grant' and id = ${keptGrantId})
    or (model = 'Session' and payload -> 'authorizations' -> 'allclear-web' ->> 'grantId' = ${keptGrantId})
  ) is true`;
  return inTransaction(db, async (transaction) => {
    const updated = await transaction
      .updateTable('users')
      .set({
        signed_out_before: sql<Date>`greatest(signed_out_before + interval '1 second', ${next}::timestamptz)`,
      })
      .where('id', '=', userId)
      .returning('signed_out_before')
      .executeTakeFirst();
    await transaction
      .deleteFrom('oidc_records')
      .where(sql<SqlBool>`payload ->> 'accountId' = ${userId}`)
      .where(sql<SqlBool>`not ${isKept}`)
      .execute();
    const seconds = (updated?.signed_out_before?.getTime() ?? 0) / 1_000;
    await sql`
      update oidc_records set payload = jsonb_set(
        payload, array[case model when 'Session' then 'loginTs' else 'authTime' end], to_jsonb(${seconds}::int), false
      ) where payload ->> 'accountId' = ${userId} and ${isKept}`.execute(transaction);
    await sql`
      update sign_in_sessions s set ended_at = ${new Date(now)}
      where s.user_id = ${userId} and s.ended_at is null and not exists (
        select 1 from oidc_records r where r.model = 'Session' and r.uid = s.uid
      )`.execute(transaction);
    return updated !== undefined;
  });
}
