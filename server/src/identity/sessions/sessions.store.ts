import { type SqlBool, sql } from 'kysely';
import { type Actor, chainOf } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { removeOidcSession } from '../store.ts';

/** A browser in which a person is signed in. */
export interface SignInSession {
  readonly uid: string;
  /** The `User-Agent` of the browser; empty when it is not known. */
  readonly userAgent: string;
  readonly network: string;
  /** Null for a session of before sessions were listed. */
  readonly createdAt: Date | null;
  readonly lastUsedAt: Date | null;
  /** The grant of its access tokens. */
  readonly grantId: string | null;
}

/**
 * Records the browser of a sign-in. `now` is epoch ms of the wall clock, as everywhere here. The entry is that of the
 * sign-in.
 */
export async function insertSession(
  db: Database,
  _actor: Actor,
  session: { uid: string; userId: string; userAgent: string; network: string; now: number },
): Promise<void> {
  const { uid, userId, userAgent, network } = session;
  const at = new Date(session.now);
  const row = { user_id: userId, user_agent: userAgent, network, created_at: at, last_used_at: at };
  await db
    .insertInto('sign_in_sessions')
    .values({ uid, ...row })
    .onConflict((conflict) =>
      conflict.column('uid').doUpdateSet(row).where('sign_in_sessions.ended_at', 'is', null),
    )
    .execute();
}

/** Records that a session is used, once a minute at most: bookkeeping without an entry. */
export async function noteSessionUse(
  db: Database,
  _actor: Actor,
  { uid, network, now }: { uid: string; network: string; now: number },
): Promise<void> {
  await db
    .updateTable('sign_in_sessions')
    .set({ last_used_at: new Date(now), network })
    .where('uid', '=', uid)
    .where('last_used_at', '<', new Date(now - 60_000))
    .execute();
}

/** Whether somebody ended this session. A request that is answered meanwhile may store it again. */
export async function isSessionEnded(db: Database, uid: string): Promise<boolean> {
  const row = await db
    .selectFrom('sign_in_sessions')
    .select('uid')
    .where('uid', '=', uid)
    .where('ended_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the person has signed in since sessions are listed. */
export async function hasSessions(db: Database, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('sign_in_sessions')
    .select('uid')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The sessions of a person that go on, the one used last first. */
export async function listSessions(db: Database, userId: string, now: number): Promise<SignInSession[]> {
  const { rows } = await sql<SignInSession>`
    select r.uid, coalesce(s.user_agent, '') as "userAgent", coalesce(s.network, '') as network,
      s.created_at as "createdAt", s.last_used_at as "lastUsedAt",
      r.payload -> 'authorizations' -> 'allclear-web' ->> 'grantId' as "grantId"
    from oidc_records r
    left join sign_in_sessions s on s.uid = r.uid
    where r.model = 'Session' and r.payload ->> 'accountId' = ${userId} and r.uid is not null
      and (r.expires_at is null or r.expires_at > ${new Date(now)}) and s.ended_at is null
    order by s.last_used_at desc nulls last, r.uid`.execute(db);
  return rows;
}

/** Ends one session of the actor, with all that was issued in it. False when the person has no such session. */
export function endSession(db: Database, actor: Actor, session: SessionToEnd): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    if (!(await removeSession(transaction, actor, session))) return false;
    await auditEnd(transaction, actor, session.userId, 1);
    return true;
  });
}

/** Ends these sessions of the actor, as `endSession`. Returns how many of them there were; the entry says none, too. */
export function endSessions(
  db: Database,
  actor: Actor,
  { userId, uids, now }: { userId: string; uids: readonly string[]; now: number },
): Promise<number> {
  return inTransaction(db, async (transaction) => {
    let ended = 0;
    for (const uid of uids) if (await removeSession(transaction, actor, { userId, uid, now })) ended += 1;
    await auditEnd(transaction, actor, userId, ended);
    return ended;
  });
}

function auditEnd(transaction: Database, actor: Actor, userId: string, ended: number): Promise<void> {
  return appendAudit(transaction, actor, {
    ...{ chain: chainOf(actor), action: 'account.sessions-ended', recordId: userId, now: null },
    after: { ended },
  });
}

interface SessionToEnd {
  readonly userId: string;
  readonly uid: string;
  readonly now: number;
}

async function removeSession(
  transaction: Database,
  actor: Actor,
  { userId, uid, now }: SessionToEnd,
): Promise<boolean> {
  const removed = await transaction
    .deleteFrom('oidc_records')
    .where('model', '=', 'Session')
    .where('uid', '=', uid)
    .where(sql<SqlBool>`payload ->> 'accountId' = ${userId}`)
    .returning(sql<string | null>`payload -> 'authorizations' -> 'allclear-web' ->> 'grantId'`.as('grantId'))
    .execute();
  if (removed.length === 0) return false;
  const at = new Date(now);
  await transaction
    .insertInto('sign_in_sessions')
    .values({
      ...{ uid, user_id: userId, user_agent: '', network: '' },
      ...{ created_at: at, last_used_at: at, ended_at: at },
    })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet({ ended_at: at }))
    .execute();
  await removeOidcSession(transaction, actor, uid);
  const grantIds = removed.flatMap(({ grantId }) => grantId ?? []);
  if (grantIds.length > 0) {
    await transaction
      .deleteFrom('oidc_records')
      .where((where) =>
        where.or([
          where('grant_id', 'in', grantIds),
          where.and([where('model', '=', 'Grant'), where('id', 'in', grantIds)]),
        ]),
      )
      .execute();
  }
  return true;
}

/** Removes what is remembered of sessions that were last used before an instant; they are over, so that no entry says so. */
export async function purgeSessions(db: Database, _actor: Actor, before: number): Promise<void> {
  await db.deleteFrom('sign_in_sessions').where('last_used_at', '<', new Date(before)).execute();
}
