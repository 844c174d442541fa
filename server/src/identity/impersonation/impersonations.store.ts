import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';

/** An operator acts as a person. Instants are epoch ms of the wall clock. */
export interface Impersonation {
  readonly id: string;
  readonly operatorId: string;
  readonly operatorName: string;
  readonly operatorEmail: string | null;
  readonly organizationId: string;
  readonly userId: string;
  /** As the person is called now. */
  readonly userName: string;
  readonly reason: string;
  readonly startedAt: number;
  readonly expiresAt: number;
  readonly endedAt: number | null;
}

export interface ImpersonationToAdd {
  readonly operatorId: string;
  /** The grant of the operator's own sign-in. */
  readonly operatorGrantId: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly reason: string;
  /** The grant of the token by which the operator acts. */
  readonly grantId: string;
  readonly startedAt: number;
  readonly expiresAt: number;
}

/**
 * Records an impersonation and ends an earlier one of the operator, which has its own entry: it may be of another
 * organization. Returns its id.
 */
export function insertImpersonation(
  db: Database,
  actor: Actor,
  impersonation: ImpersonationToAdd,
): Promise<string> {
  return inTransaction(db, async (transaction) => {
    const { operatorId, operatorGrantId, organizationId, userId, reason, grantId, startedAt } = impersonation;
    await sql`select from users where id = ${operatorId} for no key update`.execute(transaction);
    const earlier = await transaction
      .selectFrom('impersonations')
      .select('grant_id')
      .where('operator_id', '=', operatorId)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', new Date(startedAt))
      .orderBy('organization_id')
      .execute();
    const { id } = await transaction
      .insertInto('impersonations')
      .values({
        ...{ operator_id: operatorId, operator_grant_id: operatorGrantId, organization_id: organizationId },
        ...{ user_id: userId, reason, grant_id: grantId, started_at: new Date(startedAt) },
        expires_at: new Date(impersonation.expiresAt),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const { grant_id } of earlier) await endImpersonation(transaction, actor, grant_id, startedAt);
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'impersonation.begun', recordId: userId, reason, now: null },
    });
    return id;
  });
}

/** Ends an impersonation and everything that was issued under its grant. False when it has ended before. */
export function endImpersonation(db: Database, actor: Actor, grantId: string, now: number): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const ended = await transaction
      .updateTable('impersonations')
      .set({ ended_at: new Date(now) })
      .where('grant_id', '=', grantId)
      .where('ended_at', 'is', null)
      .returning(['organization_id', 'user_id'])
      .executeTakeFirst();
    await transaction
      .deleteFrom('oidc_records')
      .where((where) =>
        where.or([
          where('grant_id', '=', grantId),
          where.and([where('model', '=', 'Grant'), where('id', '=', grantId)]),
        ]),
      )
      .execute();
    if (!ended) return false;
    await appendAudit(transaction, actor, {
      ...{ chain: ended.organization_id, action: 'impersonation.ended', recordId: ended.user_id, now: null },
    });
    return true;
  });
}

/**
 * Which of these grants are those of impersonations that go on: not ended, not expired, and of an operator who is
 * active and still signed in. `now` is epoch ms.
 */
export async function findLiveImpersonations(
  db: Database,
  grantIds: readonly string[],
  now: number,
): Promise<ReadonlySet<string>> {
  if (grantIds.length === 0) return new Set();
  const at = new Date(now);
  const { rows } = await sql<{ grantId: string }>`
    select i.grant_id as "grantId"
    from impersonations i
    join users o on o.id = i.operator_id and o.is_active and o.role = 'operator'
    join oidc_records g on g.model = 'Grant' and g.id = i.grant_id
    join oidc_records s on s.model = 'Grant' and s.id = i.operator_grant_id
    where i.grant_id = any(${[...grantIds]}) and i.ended_at is null and i.expires_at > ${at}
      and (g.expires_at is null or g.expires_at > ${at}) and (s.expires_at is null or s.expires_at > ${at})
  `.execute(db);
  return new Set(rows.map(({ grantId }) => grantId));
}

function impersonations(db: Database) {
  return db
    .selectFrom('impersonations')
    .innerJoin('users as operators', 'operators.id', 'operator_id')
    .innerJoin('users as people', 'people.id', 'user_id')
    .select([
      'impersonations.id',
      'operator_id as operatorId',
      sql<string>`trim(operators.first_name || ' ' || operators.last_name)`.as('operatorName'),
      'operators.email as operatorEmail',
      sql<string>`trim(people.first_name || ' ' || people.last_name)`.as('userName'),
      'impersonations.organization_id as organizationId',
      'user_id as userId',
      'reason',
      sql<number>`extract(epoch from started_at) * 1000`.as('startedAt'),
      sql<number>`extract(epoch from expires_at) * 1000`.as('expiresAt'),
      sql<number | null>`extract(epoch from ended_at) * 1000`.as('endedAt'),
    ]);
}

const numbers = <T extends { startedAt: number; expiresAt: number; endedAt: number | null }>(row: T): T => ({
  ...row,
  startedAt: Number(row.startedAt),
  expiresAt: Number(row.expiresAt),
  endedAt: row.endedAt === null ? null : Number(row.endedAt),
});

/** The impersonation of a grant, whether it goes on or not. */
export async function findImpersonation(db: Database, grantId: string): Promise<Impersonation | undefined> {
  const row = await impersonations(db).where('grant_id', '=', grantId).executeTakeFirst();
  return row && numbers(row);
}

/** The newest impersonations in an organization, the last one first. */
export async function listImpersonations(
  db: Database,
  organizationId: string,
  count: number,
): Promise<Impersonation[]> {
  const rows = await impersonations(db)
    .where('impersonations.organization_id', '=', organizationId)
    .orderBy('started_at', 'desc')
    .limit(count)
    .execute();
  return rows.map(numbers);
}
