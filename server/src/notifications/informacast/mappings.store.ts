import { sql } from 'kysely';
import { withOrganizationLock } from '../../organizations/index.ts';
import type { Actor } from '../../platform/actor.ts';
import { appendAudit } from '../../platform/audit/audit.store.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { hasKey } from '../../platform/database/record-key.store.ts';
import type { RecordKey } from '../../platform/database/record-key.ts';
import { isUuid } from '../../platform/database/uuid.ts';
import type { StoredConnection } from './connections.store.ts';

/** Thrown when the organization has as many as it may. */
export class TooManyMappings extends Error {}
/** Thrown when there is one of the same group, place, scenario and site. */
export class SameMapping extends Error {}

/** When a policy of the group is triggered at the place, the scenario is launched at the site. */
export interface StoredMapping {
  readonly id: string;
  readonly organizationId: string;
  readonly connectionId: string;
  readonly organizationLocationId: string;
  readonly placeName: string;
  readonly groupId: string;
  readonly groupName: string;
  readonly siteId: string;
  readonly siteName: string;
  readonly scenarioId: string;
  readonly scenarioName: string;
  readonly allClearScenarioId: string | null;
  readonly allClearScenarioName: string | null;
  /** Epoch ms of the wall clock. */
  readonly createdAt: number;
}

const columns = sql`m.id, m.organization_id as "organizationId", m.connection_id as "connectionId",
  l.organization_location_id as "organizationLocationId", o.name as "placeName", l.group_id as "groupId", g.name as "groupName",
  m.site_id as "siteId", m.site_name as "siteName", m.scenario_id as "scenarioId", m.scenario_name as "scenarioName",
  m.all_clear_scenario_id as "allClearScenarioId", m.all_clear_scenario_name as "allClearScenarioName",
  (extract(epoch from m.created_at) * 1000)::float8 as "createdAt"`;
const tables = sql`informacast_mappings m join informacast_links l on l.id = m.link_id
  join organization_locations o on o.id = l.organization_location_id join groups g on g.id = l.group_id`;

/** In the order of groups and places. */
export async function listMappings(db: Database, organizationId: string): Promise<StoredMapping[]> {
  const { rows } = await sql<StoredMapping>`
    select ${columns} from ${tables} where m.organization_id = ${organizationId}
    order by lower(g.name), lower(o.name), m.created_at, m.id`.execute(db);
  return rows;
}

export async function findMapping(
  db: Database,
  { organizationId, id }: RecordKey,
): Promise<StoredMapping | undefined> {
  if (!isUuid(id)) return undefined;
  const { rows } = await sql<StoredMapping>`
    select ${columns} from ${tables} where m.organization_id = ${organizationId} and m.id = ${id}::uuid`.execute(
    db,
  );
  return rows[0];
}

export interface LocationGroup {
  readonly organizationLocationId: string;
  readonly groupId: string;
}

/** A group at a place that the trigger of a connection follows. */
export interface StoredLink extends LocationGroup {
  readonly id: string;
}

export async function findLink(
  db: Database,
  { organizationId, id }: RecordKey,
): Promise<StoredLink | undefined> {
  const row = await db
    .selectFrom('informacast_links')
    .select(['id', 'organization_location_id', 'group_id'])
    .where(hasKey({ organizationId, id }))
    .executeTakeFirst();
  return row && { id: row.id, organizationLocationId: row.organization_location_id, groupId: row.group_id };
}

async function findOrMakeLink(
  transaction: Database,
  { organizationId, id: connectionId }: StoredConnection,
  { organizationLocationId, groupId }: LocationGroup,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into informacast_links (organization_id, connection_id, organization_location_id, group_id)
    values (${organizationId}, ${connectionId}, ${organizationLocationId}::uuid, ${groupId}::uuid)
    on conflict (connection_id, organization_location_id, group_id) do update set group_id = excluded.group_id
    returning id`.execute(transaction);
  const [link] = rows;
  if (!link) throw new Error('A link was neither found nor made.');
  return link.id;
}

/** Finds or makes the link of a group at a place. Both must be of the organization of the connection. */
export function saveLink(
  db: Database,
  actor: Actor,
  connection: StoredConnection,
  of: LocationGroup,
  now: number,
): Promise<StoredLink> {
  return inTransaction(db, async (transaction) => {
    const id = await findOrMakeLink(transaction, connection, of);
    await appendAudit(transaction, actor, {
      ...{ chain: connection.organizationId, action: 'informacast.linked', recordId: id, now },
      ...{ before: null, after: { ...of, webhookId: connection.webhookId } },
    });
    return { id, ...of };
  });
}

export interface MappingInput extends LocationGroup {
  readonly site: { readonly id: string; readonly name: string };
  readonly scenario: { readonly id: string; readonly name: string };
  readonly allClear: { readonly id: string; readonly name: string } | null;
}

/** What the audit says of a mapping. */
function audited({ placeName, groupName, siteName, scenarioName, allClearScenarioName }: StoredMapping) {
  return { placeName, groupName, siteName, scenarioName, allClearScenarioName };
}

/**
 * Finds or makes the link of its group and place, and adds the mapping. Throws `TooManyMappings` beyond `limit`, and
 * `SameMapping`.
 */
export function insertMapping(
  db: Database,
  actor: Actor,
  connection: StoredConnection,
  { site, scenario, allClear, ...of }: MappingInput,
  { wallNow, now, limit }: { wallNow: number; now: number; limit: number },
): Promise<StoredMapping> {
  const { organizationId, id: connectionId } = connection;
  return withOrganizationLock(db, organizationId, async (transaction) => {
    if ((await listMappings(transaction, organizationId)).length >= limit) throw new TooManyMappings();
    const linkId = await findOrMakeLink(transaction, connection, of);
    const row = await transaction
      .insertInto('informacast_mappings')
      .values({
        ...{ organization_id: organizationId, connection_id: connectionId, link_id: linkId },
        ...{ site_id: site.id, site_name: site.name, scenario_id: scenario.id, scenario_name: scenario.name },
        all_clear_scenario_id: allClear?.id ?? null,
        all_clear_scenario_name: allClear?.name ?? null,
        created_at: new Date(wallNow),
      })
      .onConflict((same) => same.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!row) throw new SameMapping();
    const made = await findMapping(transaction, { organizationId, id: row.id });
    if (!made) throw new Error('A mapping that was added cannot be read.');
    await appendAudit(transaction, actor, {
      ...{ chain: organizationId, action: 'scenario-trigger.added', recordId: made.id, now },
      ...{ before: null, after: audited(made) },
    });
    return made;
  });
}

/** Deletes a mapping with its launches; false when the organization has none of this id. */
export function removeMapping(db: Database, actor: Actor, key: RecordKey, now: number): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const before = await findMapping(transaction, key);
    const row = await transaction
      .deleteFrom('informacast_mappings')
      .where(hasKey(key))
      .returning('id')
      .executeTakeFirst();
    if (!row || !before) return false;
    await appendAudit(transaction, actor, {
      ...{ chain: before.organizationId, action: 'scenario-trigger.deleted', recordId: row.id, now },
      ...{ before: audited(before), after: null },
    });
    return true;
  });
}
