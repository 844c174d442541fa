import type { EscalationStep } from '@allclear/domain';
import { sql } from 'kysely';
import { withOrganizationLock } from '../organizations/index.ts';
import type { Actor } from '../platform/actor.ts';
import { appendAudit } from '../platform/audit/audit.store.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
import { StaleRevision } from '../platform/database/revision.ts';
import { isUuid } from '../platform/database/uuid.ts';

export interface StoredChain {
  readonly steps: readonly EscalationStep[];
  /** 0 while nothing was saved. */
  readonly revision: number;
}

/** The chain of an organization; empty while nothing was saved. */
export async function readChain(db: Database, organizationId: string): Promise<StoredChain> {
  const { rows } = await sql<StoredChain>`
    select steps, revision from escalation_chains where organization_id = ${organizationId}`.execute(db);
  return rows[0] ?? { steps: [], revision: 0 };
}

/** How many of these steps name a person or group that the organization does not have. */
export async function foreignTargets(
  db: Database,
  organizationId: string,
  steps: readonly EscalationStep[],
): Promise<number> {
  const names = await targetNames(db, organizationId, steps);
  return steps.filter(({ target }) => target.kind !== 'desk' && !names.has(target.id.toLowerCase())).length;
}

/** The names of the people and groups of steps, by id. */
export async function targetNames(
  db: Database,
  organizationId: string,
  steps: readonly EscalationStep[],
): Promise<Map<string, string>> {
  const ids = steps.flatMap(({ target }) => (target.kind !== 'desk' && isUuid(target.id) ? target.id : []));
  const { rows } = await sql<{ id: string; name: string }>`
    select id, trim(first_name || ' ' || last_name) as name from users
    where organization_id = ${organizationId} and is_active and deleted_at is null and id = any(${ids}::uuid[])
    union all select id, name from groups
    where organization_id = ${organizationId} and id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Throws `StaleRevision`; nothing is stored then. Requests that were sent keep their chain. */
export function changeChain(
  db: Database,
  actor: Actor,
  organizationId: string,
  { steps, revision }: StoredChain,
  now: number,
): Promise<StoredChain> {
  return withOrganizationLock(db, organizationId, async (transaction) => {
    const before = await readChain(transaction, organizationId);
    if (before.revision !== revision) throw new StaleRevision('the escalation', ['Steps']);
    const after = { steps, revision: revision + 1 };
    const row = { steps: JSON.stringify(steps), revision: after.revision, updated_at: new Date(now) };
    await transaction
      .insertInto('escalation_chains')
      .values({ organization_id: organizationId, ...row })
      .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(row))
      .execute();
    await notify(transaction, { topic: 'responses', ids: [organizationId] });
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'escalation-chain.changed', recordId: organizationId, now },
      ...{ before: { steps: before.steps }, after: { steps } },
    });
    return after;
  });
}
