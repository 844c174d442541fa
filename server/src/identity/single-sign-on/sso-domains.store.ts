import type { Actor } from '../../platform/actor.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';

/** An email domain that an organization claims; it counts once it is proven. */
export interface SsoDomain {
  readonly domain: string;
  /** What the TXT record says behind `allclear-verify=`. */
  readonly token: string;
  readonly provenAt: Date | null;
}

const columns = ['domain', 'token', 'proven_at as provenAt'] as const;

export function listDomains(db: Database, organizationId: string): Promise<SsoDomain[]> {
  return db
    .selectFrom('sso_domains')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .orderBy('domain')
    .execute();
}

export function findDomain(
  db: Database,
  organizationId: string,
  domain: string,
): Promise<SsoDomain | undefined> {
  return db
    .selectFrom('sso_domains')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('domain', '=', domain)
    .executeTakeFirst();
}

/** Adds a domain that is not proven; one that is there stays as it is. */
export async function addDomain(
  db: Database,
  _actor: Actor,
  { organizationId, domain, token }: { organizationId: string; domain: string; token: string },
  now: number,
): Promise<void> {
  await db
    .insertInto('sso_domains')
    .values({ organization_id: organizationId, domain, token, created_at: new Date(now) })
    .onConflict((conflict) => conflict.columns(['organization_id', 'domain']).doNothing())
    .execute();
}

/**
 * Counts a domain as the organization's. Whoever controls it now has it: an organization that proved it before loses
 * it. False when the domain is not one that was added.
 */
export function proveDomain(
  db: Database,
  _actor: Actor,
  { organizationId, domain }: { organizationId: string; domain: string },
  now: number,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    await transaction
      .updateTable('sso_domains')
      .set({ proven_at: null })
      .where('domain', '=', domain)
      .where('organization_id', '<>', organizationId)
      .execute();
    const { numUpdatedRows } = await transaction
      .updateTable('sso_domains')
      .set({ proven_at: new Date(now) })
      .where('organization_id', '=', organizationId)
      .where('domain', '=', domain)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  });
}

/** False when there is no such domain. */
export async function removeDomain(
  db: Database,
  _actor: Actor,
  { organizationId, domain }: { organizationId: string; domain: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sso_domains')
    .where('organization_id', '=', organizationId)
    .where('domain', '=', domain)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
