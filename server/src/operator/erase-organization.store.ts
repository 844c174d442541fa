import { installationChain } from '@allclear/domain';
import { type SqlBool, sql } from 'kysely';
import type { Actor } from '../platform/actor.ts';
import { appendAudit } from '../platform/audit/audit.store.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import { type Database, inTransaction } from '../platform/database/database.ts';
import { isUuid } from '../platform/database/uuid.ts';

export type Erasure =
  | { readonly kind: 'erased' }
  /** `open`: it must be closed first; `name`: the typed name is another one. */
  | { readonly kind: 'refused'; readonly reason: 'none' | 'open' | 'name' };

/**
 * Removes a closed organization and everything of it, in one transaction: whole, or not at all. Foreign keys take
 * what refers to it; what names it otherwise (sign-ins, what its stations measured, its lightning) is removed here.
 * Its audit chain stays, without what it said of people.
 */
export function eraseOrganization(
  db: Database,
  actor: Actor,
  { id, name }: { id: string; name: string },
): Promise<Erasure> {
  return inTransaction(db, async (transaction) => {
    if (!isUuid(id)) return { kind: 'refused', reason: 'none' };
    const found = await transaction
      .selectFrom('organizations')
      .select(['name', 'status'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!found) return { kind: 'refused', reason: 'none' };
    if (found.status !== 'CLOSED') return { kind: 'refused', reason: 'open' };
    if (found.name !== name) return { kind: 'refused', reason: 'name' };
    // Years of records may take longer than a request.
    await sql`set local statement_timeout = '10min'`.execute(transaction);
    await removeUnreferenced(transaction, id);
    const locations = await transaction
      .selectFrom('locations')
      .select('id')
      .where('organization_id', '=', id)
      .execute();
    await transaction.deleteFrom('organizations').where('id', '=', id).execute();
    await notify(transaction, { topic: 'locations', ids: locations.map((location) => location.id) });
    await notify(transaction, { topic: 'policies', ids: [id] });
    await notify(transaction, { topic: 'warnings', ids: [id] });
    await notify(transaction, { topic: 'strike-feeds' });
    await appendAudit(transaction, actor, {
      ...{ chain: installationChain, action: 'organization.erased', recordId: id, now: null },
      before: { name: found.name },
    });
    return { kind: 'erased' };
  });
}

/** Rows that no foreign key ties to the organization. */
async function removeUnreferenced(transaction: Database, id: string): Promise<void> {
  await transaction
    .deleteFrom('audit_values')
    .where(sql<SqlBool>`chain = ${id} or user_id in (select id from users where organization_id = ${id})`)
    .execute();
  await transaction.deleteFrom('audit_refusals').where('chain', '=', id).execute();
  await transaction
    .deleteFrom('oidc_records')
    .where(
      sql<SqlBool>`payload ->> 'accountId' in (select id::text from users where organization_id = ${id})`,
    )
    .execute();
  for (const table of ['observations', 'station_quarters', 'station_hours'] as const)
    await transaction
      .deleteFrom(table)
      .where('station_id', 'in', (from) =>
        from.selectFrom('stations').select('id').where('organization_id', '=', id),
      )
      .execute();
  // As lightning names the feed of an organization.
  const ownFeeds = sql`(select 'ingest:' || id from strike_feeds where organization_id = ${id})`;
  await transaction.deleteFrom('flashes').where(sql<SqlBool>`feed in ${ownFeeds}`).execute();
  await transaction.deleteFrom('lightning_batches').where(sql<SqlBool>`feed in ${ownFeeds}`).execute();
}
