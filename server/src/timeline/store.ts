import {
  type HardwareAction,
  type LightningPolicy,
  policyTypeOf,
  policyWatches,
  type TimelineClosure,
  type TimelineMassMessage,
  type TimelineNotice,
  type TimelineReport,
  type TimelineSpan,
  type TimelineWarning,
  type ZoneNumber,
} from '@allclear/domain';
import { type RawBuilder, sql } from 'kysely';
import { unpackPoints } from '../lightning/index.ts';
import type { Database } from '../platform/database/database.ts';

/** A place of an organization. */
export interface PlaceKey {
  readonly organizationId: string;
  readonly placeId: string;
}

/** A person of the organization by id: who acts may be an operator, who has no name here. */
export const nameOf = (alias: string): RawBuilder<string | null> =>
  sql<
    string | null
  >`nullif(trim(${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}), '')`;

const msOf = (at: Date | null) => at?.getTime() ?? null;

/** The lightning policies that watched a place at an instant. */
export async function lightningPoliciesAt(
  db: Database,
  { organizationId, placeId }: PlaceKey,
  at: number,
): Promise<LightningPolicy[]> {
  const then = sql`valid_from <= ${new Date(at)} and (valid_to is null or valid_to > ${new Date(at)})`;
  const { rows: groups } = await sql<{ groupIds: string[] }>`
    select group_ids::text[] as "groupIds" from organization_location_versions
    where organization_location_id = ${placeId} and organization_id = ${organizationId} and ${then}`.execute(
    db,
  );
  const { rows } = await sql<
    Omit<LightningPolicy, 'zone'> & { type: string; allGroups: boolean; groupIds: string[] }
  >`
    select type_short_name as type, threshold as "radiusMiles", all_clear_minutes as "allClearMinutes",
      life_safety as "lifeSafety", all_groups as "allGroups", group_ids::text[] as "groupIds"
    from policy_versions
    where organization_id = ${organizationId} and ${then} and type_short_name ~ '^LR[1-4]$'
    order by policy_id`.execute(db);
  const groupIds = groups[0]?.groupIds ?? [];
  return rows
    .filter((policy) => policyWatches(policy, { groupIds }))
    .map(({ type, radiusMiles, allClearMinutes, lifeSafety }) => ({
      ...{ zone: Number(type.slice(2)) as ZoneNumber, radiusMiles, allClearMinutes },
      ...(lifeSafety !== undefined && { lifeSafety }),
    }));
}

/** The batches that reach into a span, without their flashes. */
export async function batchesWithin(db: Database, { from, to }: TimelineSpan) {
  const rows = await db
    .selectFrom('lightning_batches')
    .selectAll()
    .where('observed_to', '>', new Date(from))
    .where('observed_from', '<', new Date(to))
    .orderBy('observed_from')
    .execute();
  return rows.map((row) => ({
    ...{ feed: row.feed, key: row.key, flashes: [] },
    ...{ from: row.observed_from.getTime(), to: row.observed_to.getTime() },
    ...{ receivedAt: row.received_at.getTime(), providesCoverage: row.provides_coverage },
    ...{ eventCount: row.event_count, dataLost: row.data_lost },
  }));
}

/** The oldest observation that is stored, of any feed; null without one. */
export async function oldestObservation(db: Database): Promise<number | null> {
  const row = await db
    .selectFrom('lightning_batches')
    .select('observed_to')
    .orderBy('observed_to')
    .limit(1)
    .executeTakeFirst();
  return msOf(row?.observed_to ?? null);
}

/** The points of a flash may lie so far from its center, degrees. */
const marginDegrees = 1.5;

/** The flashes of a span that may be near a point, with the points where each was seen and their arrival. */
export async function flashesNear(
  db: Database,
  { latitude, longitude }: { readonly latitude: number; readonly longitude: number },
  miles: number,
  { from, to }: TimelineSpan,
) {
  const north = miles / 69 + marginDegrees;
  const east = miles / (69 * Math.max(0.05, Math.cos((latitude * Math.PI) / 180))) + 2 * marginDegrees;
  // Around the date line the longitudes of both sides are of the place.
  const isWhole = Math.abs(longitude) + east > 180;
  const { rows } = await sql<{ at: Date; feed: string; points: Buffer; receivedAt: Date }>`
    select f.at, f.feed, f.points, b.received_at as "receivedAt"
    from flashes f join lightning_batches b on b.id = f.batch_id
    where f.at >= ${new Date(from)} and f.at < ${new Date(to)}
      and f.latitude between ${latitude - north} and ${latitude + north}
      and (${isWhole} or f.longitude between ${longitude - east} and ${longitude + east})
    order by f.at`.execute(db);
  return rows.map(({ at, feed, points, receivedAt }) => ({
    ...{ at: at.getTime(), feed, points: unpackPoints(points), receivedAt: receivedAt.getTime() },
  }));
}

export async function warningsOf(
  db: Database,
  { organizationId, placeId }: PlaceKey,
  { from, to }: TimelineSpan,
): Promise<TimelineWarning[]> {
  const { rows } = await sql<{
    type: string;
    name: string | null;
    startedAt: Date;
    endedAt: Date | null;
    endReason: string | null;
    holds: { from: number; until: number | null }[] | null;
  }>`
    select p.type_short_name as type, coalesce(v.name, p.name) as name, w.started_at as "startedAt",
      w.ended_at as "endedAt", w.end_reason as "endReason",
      (select jsonb_agg(jsonb_build_object('from', extract(epoch from h.since) * 1000, 'until',
        extract(epoch from h.until) * 1000) order by h.since) from warning_holds h where h.warning_id = w.id) as holds
    from warnings w
    join policies p on p.id = w.policy_id
    left join lateral (
      select name from policy_versions
      where policy_id = w.policy_id and revision = coalesce(w.first_policy_revision, w.policy_revision)
      order by id limit 1
    ) v on true
    where w.organization_id = ${organizationId} and w.place_id = ${placeId}
      and w.started_at < ${new Date(to)} and (w.ended_at is null or w.ended_at >= ${new Date(from)})
    order by w.started_at, w.id`.execute(db);
  return rows.map(({ type, name, startedAt, endedAt, endReason, holds }) => ({
    policyName: name || policyTypeOf(type)?.displayName || type,
    ...{ startedAt: startedAt.getTime(), endedAt: msOf(endedAt), endReason, holds: holds ?? [] },
  }));
}

const counts = sql`
  (select count(distinct user_id)::int from notifications where notice_id = n.id and muted is null) as people,
  (select count(*)::int from deliveries where notice_id = n.id and state in ('accepted', 'delivered')) as accepted,
  (select count(*)::int from deliveries where notice_id = n.id and state in ('queued', 'sending')) as waiting,
  (select count(*)::int from deliveries where notice_id = n.id
    and state not in ('accepted', 'delivered', 'queued', 'sending')) as failed`;

interface NoticeRow {
  at: Date;
  subject: string;
  short: string;
  people: number;
  accepted: number;
  failed: number;
  waiting: number;
}

function noticeOf({ at, subject, short, people, accepted, failed, waiting }: NoticeRow): TimelineNotice {
  return { at: at.getTime(), subject, short, people, deliveries: { accepted, failed, waiting } };
}

/** Notices of the place's warnings, its tests among them; mass messages are of no place. */
export async function noticesOf(
  db: Database,
  { organizationId, placeId }: PlaceKey,
  { from, to }: TimelineSpan,
): Promise<TimelineNotice[]> {
  const { rows } = await sql<NoticeRow>`
    select n.at, n.subject, n.short, ${counts} from notices n
    where n.organization_id = ${organizationId} and n.organization_location_id = ${placeId}
      and n.at >= ${new Date(from)} and n.at < ${new Date(to)}
    order by n.at, n.written_at`.execute(db);
  return rows.map(noticeOf);
}

/**
 * Mass messages of the organization and of the groups of the place. With `sentInGroupOf` only those that were sent in
 * the group of this person: an Assistant Admin reads no others.
 */
export async function massMessagesOf(
  db: Database,
  { organizationId, placeId }: PlaceKey,
  { from, to }: TimelineSpan,
  sentInGroupOf: string | null,
): Promise<TimelineMassMessage[]> {
  const { rows } = await sql<NoticeRow & { isDrill: boolean; sender: string | null }>`
    select n.at, m.headline as subject, n.short, m.is_drill as "isDrill", ${nameOf('u')} as sender, ${counts}
    from mass_messages m
    join notices n on n.id = m.notice_id
    left join users u on u.id = m.sent_by
    where m.organization_id = ${organizationId} and n.at >= ${new Date(from)} and n.at < ${new Date(to)}
      and (m.group_id is null or m.group_id in
        (select group_id from organization_location_groups where organization_location_id = ${placeId}))
      and (${sentInGroupOf}::uuid is null or m.group_id = (select group_id from users where id = ${sentInGroupOf}))
    order by n.at, n.written_at`.execute(db);
  return rows.map(({ isDrill, sender, ...row }) => ({ ...noticeOf(row), isDrill, sender }));
}

/** Reports whose thunder, receipt or take-back may concern a span. */
export async function reportsOf(
  db: Database,
  { organizationId, placeId }: PlaceKey,
  { from, to }: TimelineSpan,
): Promise<(TimelineReport & { readonly firstThunderAt: number })[]> {
  const { rows } = await sql<{
    firstThunderAt: Date;
    thunderAt: Date;
    receivedAt: Date;
    distanceMiles: number | null;
    presses: number;
    recordedOnly: boolean;
    reporter: string | null;
    takenBackAt: Date | null;
    takenBackBy: string | null;
    takeBackReason: string;
  }>`
    select r.first_thunder_at as "firstThunderAt", r.thunder_at as "thunderAt", r.received_at as "receivedAt",
      r.distance_miles as "distanceMiles", r.presses, r.recorded_only as "recordedOnly", ${nameOf('u')} as reporter,
      r.taken_back_at as "takenBackAt", ${nameOf('b')} as "takenBackBy", r.take_back_reason as "takeBackReason"
    from thunder_reports r
    left join users u on u.id = r.user_id
    left join users b on b.id = r.taken_back_by
    where r.organization_id = ${organizationId} and r.organization_location_id = ${placeId}
      and r.first_thunder_at < ${new Date(to)}
      and greatest(r.thunder_at, r.received_at, r.taken_back_at) >= ${new Date(from)}
    order by r.thunder_at, r.id`.execute(db);
  return rows.map((row) => ({
    ...row,
    ...{ firstThunderAt: row.firstThunderAt.getTime(), thunderAt: row.thunderAt.getTime() },
    ...{ receivedAt: row.receivedAt.getTime(), takenBackAt: msOf(row.takenBackAt) },
  }));
}

export async function closuresOf(
  db: Database,
  { organizationId, placeId }: PlaceKey,
  { from, to }: TimelineSpan,
): Promise<TimelineClosure[]> {
  const { rows } = await sql<{
    reason: string;
    closedAt: Date;
    closedBy: string | null;
    untilAt: Date | null;
    openedAt: Date | null;
    openedBy: string | null;
  }>`
    select c.reason, c.closed_at as "closedAt", ${nameOf('u')} as "closedBy", c.until_at as "untilAt",
      c.opened_at as "openedAt", ${nameOf('o')} as "openedBy"
    from place_closures c
    left join users u on u.id = c.closed_by
    left join users o on o.id = c.opened_by
    where c.organization_id = ${organizationId} and c.organization_location_id = ${placeId}
      and c.closed_at < ${new Date(to)} and (c.opened_at is null or c.opened_at >= ${new Date(from)})
    order by c.closed_at`.execute(db);
  return rows.map(({ closedAt, untilAt, openedAt, ...row }) => ({
    ...row,
    ...{ closedAt: closedAt.getTime(), untilAt: msOf(untilAt), openedAt: msOf(openedAt) },
  }));
}

/** Commands to the units that are at the place now. */
export async function commandsOf(
  db: Database,
  { organizationId, placeId }: PlaceKey,
  { from, to }: TimelineSpan,
) {
  const { rows } = await sql<{
    at: Date;
    unitName: string;
    content: HardwareAction;
    cause: string;
    state: string;
    detail: string;
    actor: string | null;
  }>`
    select c.at, h.name as "unitName", c.content, c.cause_details ->> 'text' as cause, c.state, c.detail,
      ${nameOf('u')} as actor
    from hardware_commands c
    join hardware_units h on h.id = c.unit_id
    left join users u on u.id = c.user_id
    where c.organization_id = ${organizationId} and h.organization_location_id = ${placeId}
      and c.at >= ${new Date(from)} and c.at < ${new Date(to)}
    order by c.at, c.entry`.execute(db);
  return rows.map((row) => ({ ...row, at: row.at.getTime() }));
}

/** Faults of the units that are at the place now. */
export async function faultsOf(
  db: Database,
  { organizationId, placeId }: PlaceKey,
  { from, to }: TimelineSpan,
) {
  const { rows } = await sql<{ unitName: string; text: string; beganAt: Date; endedAt: Date | null }>`
    select h.name as "unitName", f.text, f.began_at as "beganAt", f.ended_at as "endedAt"
    from hardware_faults f
    join hardware_units h on h.id = f.unit_id
    where f.organization_id = ${organizationId} and h.organization_location_id = ${placeId}
      and f.began_at < ${new Date(to)} and (f.ended_at is null or f.ended_at >= ${new Date(from)})
    order by f.began_at, f.id`.execute(db);
  return rows.map(({ beganAt, endedAt, ...row }) => ({
    ...row,
    ...{ beganAt: beganAt.getTime(), endedAt: msOf(endedAt) },
  }));
}
