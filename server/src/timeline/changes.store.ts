import {
  type Duty,
  type DutyKind,
  policyTypeOf,
  policyWatches,
  type TimelineDuties,
  type TimelinePlace,
  type TimelineRadius,
  type TimelineSpan,
  type TimelineTest,
} from '@allclear/domain';
import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import { nameOf, type PlaceKey } from './store.ts';

/** What people changed at a place: by its versions, and by the audit where there are none. */

interface AuditBody {
  readonly productAt: string | null;
  readonly reason: string | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

/** The versions of a place that hold in a span, and the one before each. */
export async function placeVersionsOf(
  db: Database,
  { organizationId, placeId }: PlaceKey,
  { from, to }: TimelineSpan,
): Promise<(TimelinePlace & { readonly to: number | null; readonly groupIds: readonly string[] })[]> {
  const { rows } = await sql<{
    from: number;
    to: number | null;
    name: string;
    address: string;
    latitude: number;
    longitude: number;
    groupIds: string[];
  }>`
    select (extract(epoch from valid_from) * 1000)::float8 as "from",
      (extract(epoch from valid_to) * 1000)::float8 as "to", name, address, latitude, longitude,
      group_ids::text[] as "groupIds"
    from organization_location_versions
    where organization_id = ${organizationId} and organization_location_id = ${placeId}
      and valid_from < ${new Date(to)} and (valid_to is null or valid_to >= ${new Date(from)})
    order by valid_from, id`.execute(db);
  return rows;
}

/** The lightning policies that watched the place in a span, as they were then. */
export async function radiiOf(
  db: Database,
  { organizationId, placeId }: PlaceKey,
  span: TimelineSpan,
): Promise<TimelineRadius[]> {
  const places = await placeVersionsOf(db, { organizationId, placeId }, span);
  const { rows } = await sql<
    TimelineRadius & { name: string; type: string; allGroups: boolean; groupIds: string[] }
  >`
    select policy_id as "policyId", name, type_short_name as type, threshold as "radiusMiles",
      all_clear_minutes as "allClearMinutes", all_groups as "allGroups", group_ids::text[] as "groupIds",
      (extract(epoch from valid_from) * 1000)::float8 as "from",
      (extract(epoch from valid_to) * 1000)::float8 as "to"
    from policy_versions
    where organization_id = ${organizationId} and type_short_name ~ '^LR[1-4]$'
      and valid_from < ${new Date(span.to)} and (valid_to is null or valid_to >= ${new Date(span.from)})
    order by valid_from, id`.execute(db);
  return rows
    .filter((policy) => {
      const place = places.findLast(({ from }) => from <= Math.max(policy.from, span.from)) ?? places[0];
      return place !== undefined && policyWatches(policy, place);
    })
    .map(({ name, type, policyId, radiusMiles, allClearMinutes, from, to }) => ({
      policyName: name || policyTypeOf(type)?.displayName || type,
      ...{ policyId, radiusMiles, allClearMinutes, from, to },
    }));
}

/** Tests and drills of the units that are at the place now. */
export async function testsOf(
  db: Database,
  { organizationId, placeId }: PlaceKey,
  { from, to }: TimelineSpan,
): Promise<TimelineTest[]> {
  const { rows } = await sql<TimelineTest>`
    select h.name as "unitName", t.kind, (extract(epoch from t.begun_at) * 1000)::float8 as "begunAt",
      (extract(epoch from t.ended_at) * 1000)::float8 as "endedAt", t.ended_because as "endedBecause",
      ${nameOf('u')} as actor
    from hardware_tests t
    join hardware_units h on h.id = t.unit_id
    left join users u on u.id = t.user_id
    where t.organization_id = ${organizationId} and h.organization_location_id = ${placeId}
      and t.begun_at < ${new Date(to)} and (t.ended_at is null or t.ended_at >= ${new Date(from)})
    order by t.begun_at, t.id`.execute(db);
  return rows;
}

/** When units that are at the place now were enabled and disabled. */
export async function enabledChangesOf(
  db: Database,
  { organizationId, placeId }: PlaceKey,
  { from, to }: TimelineSpan,
) {
  const { rows } = await sql<{ action: string; body: string; unitName: string; actor: string | null }>`
    select a.action, a.body, h.name as "unitName", ${nameOf('u')} as actor
    from hardware_units h
    join audit_entries a on a.chain = ${organizationId} and a.record_id = h.id::text
      and a.action in ('hardware.enabled', 'hardware.disabled')
    left join users u on u.id::text = a.actor_id and u.organization_id = ${organizationId}
    where h.organization_id = ${organizationId} and h.organization_location_id = ${placeId}
    order by a.sequence`.execute(db);
  return rows.flatMap(({ action, body, unitName, actor }) => {
    const { productAt, reason }: AuditBody = JSON.parse(body);
    const at = productAt === null ? Number.NaN : Date.parse(productAt);
    if (!(at >= from && at < to)) return [];
    return { at, unitName, actor, reason: reason ?? '', isEnabled: action === 'hardware.enabled' };
  });
}

const nobody: Duty = { userId: null, standIns: [] };

/** The duties of a place up to an instant, as they were set, with the names of everybody in them. */
export async function dutiesOf(
  db: Database,
  { organizationId, placeId }: PlaceKey,
  until: number,
): Promise<{ readonly versions: readonly TimelineDuties[]; readonly names: ReadonlyMap<string, string> }> {
  const { rows } = await sql<{ body: string }>`
    select body from audit_entries
    where chain = ${organizationId} and record_id = ${placeId} and action = 'duties.changed'
    order by sequence`.execute(db);
  const versions: TimelineDuties[] = [];
  let duties: Record<DutyKind, Duty> = { watcher: nobody, 'decision-maker': nobody };
  for (const { body } of rows) {
    const { productAt, after }: AuditBody = JSON.parse(body);
    // An entry has what was changed only.
    const { watcher, decisionMaker } = (after ?? {}) as { watcher?: Duty; decisionMaker?: Duty };
    duties = {
      watcher: watcher ?? duties.watcher,
      'decision-maker': decisionMaker ?? duties['decision-maker'],
    };
    const from = productAt === null ? Number.NaN : Date.parse(productAt);
    if (from <= until) versions.push({ from, duties });
  }
  const ids = versions.flatMap((version) =>
    Object.values(version.duties).flatMap(({ userId, standIns }) => [
      ...(userId === null ? [] : [userId]),
      ...standIns.map((standIn) => standIn.userId),
    ]),
  );
  const { rows: people } = await sql<{ id: string; name: string }>`
    select id, trim(first_name || ' ' || last_name) as name from users
    where organization_id = ${organizationId} and id::text = any(${[...new Set(ids)]}::text[])`.execute(db);
  return { versions, names: new Map(people.map(({ id, name }) => [id, name])) };
}
