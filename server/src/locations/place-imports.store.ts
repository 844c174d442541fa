import { randomUUID } from 'node:crypto';
import type { PlaceDraft } from '@allclear/domain';
import { sql } from 'kysely';
import { ImportOutdated, inSteps, type PlannedRow, timeZoneOf } from '../organizations/index.ts';
import type { Actor } from '../platform/actor.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
import { placesPerOrganization } from './places.store.ts';

/** What an import stores of a location of the organization. */
export interface ImportedPlace extends PlaceDraft {
  readonly isPositionUnchecked: boolean;
  /** Ids of its groups; null leaves them as they are. */
  readonly groupIds: readonly string[] | null;
  /** The location that it changes, as it was in the preview; null for a new one. */
  readonly before: { readonly id: string; readonly revision: number; readonly name: string } | null;
}

/** A location of the organization that rows are compared with. */
export interface ComparedPlace extends PlaceDraft {
  readonly id: string;
  readonly revision: number;
  readonly groupIds: readonly string[];
}

/** The organization's locations with their groups, and its groups; each group by its id and name. */
export async function readComparedPlaces(
  db: Database,
  organizationId: string,
): Promise<{ places: ComparedPlace[]; groups: { id: string; name: string }[] }> {
  const { rows: places } = await sql<ComparedPlace>`
    select id, name, address, latitude, longitude, revision,
      coalesce((select array_agg(group_id::text order by group_id) from organization_location_groups g
        where g.organization_location_id = p.id), '{}') as "groupIds"
    from organization_locations p where organization_id = ${organizationId}`.execute(db);
  const groups = await db
    .selectFrom('groups')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId)
    .execute();
  return { places, groups };
}

const rowsPerStatement = 500;

/** With more locations the audit says which were added and changed, not how: hashing that would hold others up. */
const auditedPlaces = 500;

/** What the audit says of an import: the content of its locations by their ids, or the ids alone. */
export interface PlaceImportRecord {
  readonly before: object;
  readonly after: object;
}

/**
 * Stores imported locations in a transaction that holds the lock of the organization; the caller adds an entry with
 * the returned record to the audit. Throws `ImportOutdated` with the rows whose location or groups changed since the
 * preview, or whose name was taken.
 */
export async function storeImportedPlaces(
  transaction: Database,
  _actor: Actor,
  organizationId: string,
  rows: readonly PlannedRow<ImportedPlace>[],
  now: number,
): Promise<PlaceImportRecord> {
  const known = await requireUnchanged(transaction, organizationId, rows);
  const stored: StoredRow[] = [];
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    const portion = rows.slice(start, start + rowsPerStatement);
    stored.push(...(await storePortion(transaction, organizationId, portion, now)));
  }
  await notify(transaction, { topic: 'policies', ids: [organizationId] });
  return recordOfImport(stored, known);
}

function recordOfImport(
  stored: readonly StoredRow[],
  known: ReadonlyMap<string, ComparedPlace>,
): PlaceImportRecord {
  if (stored.length > auditedPlaces) {
    const idsOf = (isNew: boolean) => stored.filter((one) => one.isNew === isNew).map(({ id }) => id);
    return { before: {}, after: { addedIds: idsOf(true), changedIds: idsOf(false) } };
  }
  const after = stored.map(({ id, name, address, latitude, longitude, groupIds }) => {
    const groups = [...(groupIds ?? known.get(id)?.groupIds ?? [])].sort();
    return [id, { name, address, latitude, longitude, groupIds: groups }];
  });
  const before = stored.flatMap(({ id }) => {
    const place = known.get(id);
    if (!place) return [];
    const { name, address, latitude, longitude, groupIds } = place;
    return [[id, { name, address, latitude, longitude, groupIds }]];
  });
  return { before: Object.fromEntries(before), after: Object.fromEntries(after) };
}

async function requireUnchanged(
  transaction: Database,
  organizationId: string,
  rows: readonly PlannedRow<ImportedPlace>[],
): Promise<ReadonlyMap<string, ComparedPlace>> {
  const { places, groups } = await readComparedPlaces(transaction, organizationId);
  const byName = new Map(places.map((place) => [place.name.toLowerCase(), place]));
  const byId = new Map(places.map((place) => [place.id, place]));
  const groupIds = new Set(groups.map(({ id }) => id));
  const checked = await inSteps(rows, ({ row, input }) => {
    if (!input) return [];
    const { before } = input;
    const isSame = before
      ? byId.get(before.id)?.revision === before.revision
      : !byName.has(input.name.toLowerCase());
    return isSame && (input.groupIds ?? []).every((id) => groupIds.has(id)) ? [] : [row];
  });
  const outdated = checked.flat();
  const added = rows.filter(({ outcome }) => outcome === 'add');
  if (places.length + added.length > placesPerOrganization)
    outdated.push(...added.slice(Math.max(0, placesPerOrganization - places.length)).map(({ row }) => row));
  if (outdated.length > 0) throw new ImportOutdated(outdated);
  return byId;
}

/** A row of an import as it is stored. */
interface StoredRow extends ImportedPlace {
  readonly id: string;
  readonly isNew: boolean;
}

async function storePortion(
  transaction: Database,
  organizationId: string,
  rows: readonly PlannedRow<ImportedPlace>[],
  now: number,
): Promise<StoredRow[]> {
  const places = await inSteps(
    rows.flatMap(({ input }) => input ?? []),
    (input) => ({
      ...input,
      id: input.before?.id ?? randomUUID(),
      isNew: input.before === null,
      timeZone: input.before ? timeZoneOf(input) : null,
    }),
  );
  const at = new Date(now);
  const records = sql`jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as r(
    id uuid, name text, address text, latitude float8, longitude float8, "isPositionUnchecked" boolean,
    "isNew" boolean, "timeZone" text, "groupIds" jsonb)`;
  await sql`
    insert into organization_locations
      (id, organization_id, name, address, latitude, longitude, is_position_unchecked, created_at)
    select id, ${organizationId}, name, address, latitude, longitude, "isPositionUnchecked", ${at}
    from ${records} where "isNew"`.execute(transaction);
  // The locations that people saved there follow, before the old name is gone.
  const { rows: tied } = await sql<{ id: string }>`
    update locations l set
      label = case when l.label = p.name then r.name else l.label end,
      location_name = r.address, latitude = r.latitude, longitude = r.longitude, time_zone = r."timeZone",
      revision = l.revision + 1, updated_at = ${at},
      field_revisions = l.field_revisions || jsonb_build_object(
        'locationName', l.revision + 1, 'latitude', l.revision + 1, 'longitude', l.revision + 1)
    from ${records} join organization_locations p on p.id = r.id and p.organization_id = ${organizationId}
    where not r."isNew" and l.organization_location_id = r.id and l.organization_id = ${organizationId}
      and (p.address, p.latitude, p.longitude, p.name) is distinct from (r.address, r.latitude, r.longitude, r.name)
    returning l.id`.execute(transaction);
  await sql`
    update organization_locations p set
      name = r.name, address = r.address, latitude = r.latitude, longitude = r.longitude,
      is_position_unchecked = r."isPositionUnchecked", revision = p.revision + 1,
      field_revisions = p.field_revisions || jsonb_build_object(
        'address', p.revision + 1, 'latitude', p.revision + 1, 'longitude', p.revision + 1)
    from ${records}
    where not r."isNew" and p.id = r.id and p.organization_id = ${organizationId}`.execute(transaction);
  await sql`
    delete from organization_location_groups g using ${records}
    where g.organization_location_id = r.id and g.organization_id = ${organizationId}
      and jsonb_typeof(r."groupIds") = 'array'`.execute(transaction);
  await sql`
    insert into organization_location_groups (organization_location_id, group_id, organization_id)
    select r.id, g.id::uuid, ${organizationId}
    from ${records}, jsonb_array_elements_text(
      case when jsonb_typeof(r."groupIds") = 'array' then r."groupIds" else '[]' end) as g(id)`.execute(
    transaction,
  );
  if (tied.length > 0) await notify(transaction, { topic: 'locations', ids: tied.map(({ id }) => id) });
  return places;
}
