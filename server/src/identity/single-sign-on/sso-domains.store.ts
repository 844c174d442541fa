import { type Actor, systemActor } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
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

/** Adds a domain that is not proven; one that is there stays as it is, without an entry. */
export function addDomain(
  db: Database,
  actor: Actor,
  { organizationId, domain, token }: { organizationId: string; domain: string; token: string },
  now: number,
): Promise<void> {
  return inTransaction(db, async (transaction) => {
    const added = await transaction
      .insertInto('sso_domains')
      .values({ organization_id: organizationId, domain, token, created_at: new Date(now) })
      .onConflict((conflict) => conflict.columns(['organization_id', 'domain']).doNothing())
      .returning('domain')
      .executeTakeFirst();
    if (!added) return;
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'sso-domain.added', recordId: domain, now: null },
      after: { domain },
    });
  });
}

/**
 * Counts a domain as the organization's. Whoever controls it now has it: an organization that proved it before loses
 * it, which its own chain says without naming the other. False when the domain is not one that was added.
 */
export function proveDomain(
  db: Database,
  actor: Actor,
  { organizationId, domain }: { organizationId: string; domain: string },
  now: number,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const losers = await transaction
      .updateTable('sso_domains')
      .set({ proven_at: null })
      .where('domain', '=', domain)
      .where('organization_id', '<>', organizationId)
      .where('proven_at', 'is not', null)
      .returning('organization_id')
      .execute();
    const { numUpdatedRows } = await transaction
      .updateTable('sso_domains')
      .set({ proven_at: new Date(now) })
      .where('organization_id', '=', organizationId)
      .where('domain', '=', domain)
      .executeTakeFirstOrThrow();
    const proof = { action: 'sso-domain.proven', recordId: domain, now: null } as const;
    const entries = losers.map(({ organization_id: chain }) => ({
      ...{ chain, by: systemActor('domain-proven-elsewhere') },
      ...{ before: { isProven: true }, after: { isProven: false } },
    }));
    if (numUpdatedRows > 0n)
      entries.push({
        ...{ chain: organizationId, by: actor, before: { isProven: false }, after: { isProven: true } },
      });
    // Chains are locked in one order: two domains that change hands at once do not wait for each other.
    for (const { by, ...entry } of entries.toSorted((a, b) => (a.chain < b.chain ? -1 : 1)))
      await appendAudit(transaction, by, { ...proof, ...entry });
    return numUpdatedRows > 0n;
  });
}

/** False when there is no such domain. */
export function removeDomain(
  db: Database,
  actor: Actor,
  { organizationId, domain }: { organizationId: string; domain: string },
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const removed = await transaction
      .deleteFrom('sso_domains')
      .where('organization_id', '=', organizationId)
      .where('domain', '=', domain)
      .returning('proven_at')
      .executeTakeFirst();
    if (!removed) return false;
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'sso-domain.removed', recordId: domain, now: null },
      before: { domain, isProven: removed.proven_at !== null },
    });
    return true;
  });
}
