import { installationChain, operatorRole } from '@allclear/domain';
import { sql } from 'kysely';
import type { Actor } from '../platform/actor.ts';
import { appendAudit } from '../platform/audit/audit.store.ts';
import type { Database } from '../platform/database/database.ts';

/**
 * Adds a Super Admin to the organization of this name, which is made when there is none.
 * Returns whether it was made, or null when another user has this email address already.
 */
export async function insertSuperAdmin(
  db: Database,
  actor: Actor,
  {
    organization,
    email,
    passwordHash,
    now,
  }: { organization: string; email: string; passwordHash: string; now: number },
): Promise<{ madeOrganization: boolean } | null> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(7263005)`.execute(transaction);
    const taken = await transaction
      .selectFrom('users')
      .select('id')
      .where(sql<boolean>`lower(email) = lower(${email})`)
      .executeTakeFirst();
    if (taken) return null;
    const at = new Date(now);
    const existing = await transaction
      .selectFrom('organizations')
      .select('id')
      .where('name', '=', organization)
      .executeTakeFirst();
    const { id: organizationId } =
      existing ??
      (await transaction
        .insertInto('organizations')
        .values({ name: organization, support_email: email, support_phone: '', created_at: at })
        .returning('id')
        .executeTakeFirstOrThrow());
    const { id: userId } = await transaction
      .insertInto('users')
      .values({
        organization_id: organizationId,
        email,
        user_name: email,
        password_hash: passwordHash,
        first_name: 'Super',
        last_name: 'Admin',
        phone_number: null,
        role: 'super-admin',
        created_at: at,
        activated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (!existing)
      await appendAudit(transaction, actor, {
        ...{ chain: installationChain, action: 'organization.added', recordId: organizationId, now },
        after: { name: organization, superAdminId: userId },
      });
    await auditFirst(transaction, actor, { chain: organizationId, userId, email, role: 'super-admin', now });
    return { madeOrganization: existing === undefined };
  });
}

/**
 * Adds an operator, who rules all organizations and belongs to none. False when another user signs in with this
 * email address already.
 */
export async function insertOperator(
  db: Database,
  actor: Actor,
  { email, passwordHash, now }: { email: string; passwordHash: string; now: number },
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(7263005)`.execute(transaction);
    const taken = await transaction
      .selectFrom('users')
      .select('id')
      .where(sql<boolean>`lower(email) = lower(${email})`)
      .where('role', '<>', 'notification-only')
      .executeTakeFirst();
    if (taken) return false;
    const at = new Date(now);
    const { id: userId } = await transaction
      .insertInto('users')
      .values({
        ...{ organization_id: null, email, user_name: email, password_hash: passwordHash },
        ...{ first_name: 'Operator', last_name: '', phone_number: null, role: operatorRole },
        ...{ created_at: at, activated_at: at },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await auditFirst(transaction, actor, {
      chain: installationChain,
      userId,
      email,
      role: operatorRole,
      now,
    });
    return true;
  });
}

function auditFirst(
  transaction: Database,
  actor: Actor,
  {
    chain,
    userId,
    email,
    role,
    now,
  }: { chain: string; userId: string; email: string; role: string; now: number },
): Promise<void> {
  return appendAudit(transaction, actor, {
    ...{ chain, action: 'user.added', recordId: userId, now },
    ...{ after: { email, role }, personal: { userId, fields: ['email'] } },
  });
}
