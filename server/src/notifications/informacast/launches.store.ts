import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import { wallNow } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { queueLaunches } from './launch-queue.ts';
import { type LaunchKind, launchWithinMs } from './launch-retries.ts';
import type { StoredMapping } from './mappings.store.ts';

/** A step of a warning, for InformaCast. */
export interface WarningLaunch {
  readonly organizationId: string;
  readonly organizationLocationId: string;
  readonly warningId: string;
  /** What the field for a message gets. */
  readonly text: string;
  /** Epoch ms of the product clock. */
  readonly at: number;
}

interface LaunchRows {
  readonly kind: LaunchKind;
  readonly stepKey: string;
  readonly warningId: string | null;
  readonly userId: string | null;
  readonly text: string;
  readonly at: number;
  /** A query of id, organization_id, site_name, scenario_id, scenario_name of mappings. */
  readonly mappings: RawBuilder<unknown>;
}

const maxText = 500;

/** Writes a launch of each mapping that has none of this step, with its job. Returns how many. */
async function writeLaunches(transaction: Database, actor: Actor, of: LaunchRows): Promise<number> {
  const { kind, stepKey, warningId, userId, text, at, mappings } = of;
  const now = wallNow();
  const { rows } = await sql<{ id: string }>`
    insert into informacast_launches (organization_id, mapping_id, kind, step_key, warning_id, user_id,
      site_name, scenario_id, scenario_name, text, at, created_at, deadline_at, updated_at)
    select m.organization_id, m.id, ${kind}, ${stepKey}, ${warningId}::uuid, ${userId}::uuid,
      m.site_name, m.scenario_id, m.scenario_name, ${text.slice(0, maxText).toWellFormed()}, ${new Date(at)},
      ${new Date(now)}, ${new Date(now + launchWithinMs[kind])}, ${new Date(now)}
    from (${mappings}) m
    on conflict (mapping_id, step_key) do nothing
    returning id`.execute(transaction);
  await queueLaunches(
    transaction,
    actor,
    rows.map(({ id }) => id),
  );
  return rows.length;
}

/**
 * Launches the scenarios of a policy's groups at a place, in the transaction of the step by which a warning began:
 * either all of it commits or none, and a step that is repeated launches nothing. One scenario at one site is launched
 * once, however many groups of the policy ask for it.
 */
export function launchScenarios(
  transaction: Database,
  actor: Actor,
  { policyId, ...warning }: WarningLaunch & { readonly policyId: string },
): Promise<number> {
  const { organizationId, organizationLocationId, warningId, text, at } = warning;
  const mappings = sql`
    select distinct on (m.scenario_id, m.site_id) m.id, m.organization_id, m.site_name, m.scenario_id, m.scenario_name
    from informacast_mappings m join informacast_links l on l.id = m.link_id join policies p on p.id = ${policyId}::uuid
    where m.organization_id = ${organizationId} and p.organization_id = ${organizationId}
      and l.organization_location_id = ${organizationLocationId}::uuid
      and (p.all_groups or exists (select from policy_groups g where g.policy_id = p.id and g.group_id = l.group_id))
    order by m.scenario_id, m.site_id, m.created_at, m.id`;
  const step = { kind: 'start', stepKey: `start ${warningId}`, warningId, userId: null } as const;
  return writeLaunches(transaction, actor, { ...step, text, at, mappings });
}

/** A start is owed no all clear any more after so long, ms of the product clock. */
const owedForMs = 24 * 3_600_000;

/** Starts of a mapping `m` whose warning is over, without an all clear since. */
const owedStarts = (at: number) => sql`
  select from informacast_launches s left join warnings w on w.id = s.warning_id
  where s.mapping_id = m.id and s.kind = 'start' and s.state in ('queued', 'sending', 'launched', 'unknown')
    and s.at > ${new Date(at - owedForMs)} and w.ended_at is not null
    and not exists (
      select from informacast_launches c where c.mapping_id = m.id and c.kind = 'all-clear'
        and c.state in ('queued', 'sending', 'launched', 'unknown') and c.created_at >= s.created_at
    )`;

/** Whether an all clear of a place would launch anything. */
export async function owesAllClear(
  db: Database,
  organizationLocationId: string,
  at: number,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from informacast_mappings m join informacast_links l on l.id = m.link_id
    where l.organization_location_id = ${organizationLocationId}::uuid and m.all_clear_scenario_id is not null
      and exists (${owedStarts(at)}) limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Launches the all-clear scenarios of a place, in the transaction in which its all clear is given: whoever was called
 * in is called out, also where the warning was over before and something else held the place, or the last all clear was
 * withheld. `revision` is that of the warning with this all clear.
 */
export function launchAllClears(
  transaction: Database,
  actor: Actor,
  { revision, ...warning }: WarningLaunch & { readonly revision: number },
): Promise<number> {
  const { organizationId, organizationLocationId, warningId, text, at } = warning;
  const mappings = sql`
    select distinct on (m.all_clear_scenario_id, m.site_id) m.id, m.organization_id, m.site_name,
      m.all_clear_scenario_id as scenario_id, m.all_clear_scenario_name as scenario_name
    from informacast_mappings m join informacast_links l on l.id = m.link_id
    where m.organization_id = ${organizationId} and l.organization_location_id = ${organizationLocationId}::uuid
      and m.all_clear_scenario_id is not null and exists (${owedStarts(at)})
    order by m.all_clear_scenario_id, m.site_id, m.created_at, m.id`;
  const step = { stepKey: `all-clear ${warningId} ${revision}`, warningId, userId: null };
  return writeLaunches(transaction, actor, { kind: 'all-clear', ...step, text, at, mappings });
}

/** Launches the scenario of a mapping as a test, with its entry in the audit. */
export async function launchTest(
  db: Database,
  actor: Actor,
  { id, organizationId, siteName, scenarioName }: StoredMapping,
  { userId, text, at }: { userId: string; text: string; at: number },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const mappings = sql`
      select m.id, m.organization_id, m.site_name, m.scenario_id, m.scenario_name
      from informacast_mappings m where m.id = ${id}::uuid`;
    const step = { kind: 'test', stepKey: `test ${randomUUID()}`, warningId: null, userId } as const;
    await writeLaunches(transaction, actor, { ...step, text, at, mappings });
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'scenario-trigger.tested', recordId: id, now: at },
      ...{ before: null, after: { siteName, scenarioName } },
    });
  });
}

/** Whether a warning is open at the place of a mapping. */
export async function hasOpenWarning(db: Database, organizationLocationId: string): Promise<boolean> {
  const row = await db
    .selectFrom('warnings')
    .select('id')
    .where('organization_location_id', '=', organizationLocationId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
