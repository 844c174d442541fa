import type { DelayEnd, PolicyDelay } from '@allclear/domain';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** A warning as a delay, with what its policy and its place were when it began. Instants are epoch ms. */
export interface StoredDelay extends PolicyDelay {
  readonly policyId: string;
  readonly policyName: string;
  /** In the unit of the type; null where it is not on record. */
  readonly threshold: number | null;
  readonly placeName: string;
  /** When people were first notified; null: nobody was. */
  readonly notifiedAt: number | null;
  /** Null while it is open. */
  readonly end: DelayEnd | null;
}

/** A place of reports, also one that was deleted: as it is, or as it was last. */
export interface ReportedPlace {
  readonly id: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
}

export interface StoredDelaysQuery {
  readonly organizationId: string;
  readonly placeIds: readonly string[];
  readonly types: readonly string[];
  readonly from: number;
  readonly until: number;
}

/** The places of an organization among those asked for, by name. */
export async function reportedPlaces(
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<ReportedPlace[]> {
  const { rows } = await sql<ReportedPlace>`
    select * from (
      select distinct on (organization_location_id) organization_location_id as id, name, latitude, longitude
      from organization_location_versions
      where organization_id = ${organizationId} and organization_location_id = any(${[...ids]}::uuid[])
      order by organization_location_id, valid_from desc, id desc
    ) places order by lower(name), id`.execute(db);
  return rows;
}

/** The warnings of some places that were open between two instants, by place and first evidence. */
export async function storedDelays(
  db: Database,
  { organizationId, placeIds, types, from, until }: StoredDelaysQuery,
): Promise<StoredDelay[]> {
  const { rows } = await sql<{
    id: string;
    placeId: string;
    placeName: string | null;
    policyId: string;
    policyType: string;
    policyName: string | null;
    threshold: number | null;
    startedAt: Date;
    notifiedAt: Date | null;
    endedAt: Date | null;
    endReason: string | null;
    held: { from: number; until: number | null }[] | null;
  }>`
    select w.id, w.place_id as "placeId", place.name as "placeName", w.policy_id as "policyId",
      p.type_short_name as "policyType", coalesce(v.name, p.name) as "policyName",
      -- A warning of before the versions were kept: what its first notice said.
      case when w.first_policy_revision is null then coalesce(said.threshold, v.threshold) else v.threshold end as threshold,
      w.started_at as "startedAt", w.notified_at as "notifiedAt", w.ended_at as "endedAt", w.end_reason as "endReason",
      (select jsonb_agg(jsonb_build_object('from', extract(epoch from h.since) * 1000, 'until',
        extract(epoch from h.until) * 1000) order by h.since) from warning_holds h where h.warning_id = w.id) as held
    from warnings w
    join policies p on p.id = w.policy_id
    left join lateral (
      select name, threshold from policy_versions
      where policy_id = w.policy_id and revision = coalesce(w.first_policy_revision, w.policy_revision)
      order by id limit 1
    ) v on true
    left join lateral (
      select (facts ->> 'threshold')::double precision as threshold from notices
      where w.first_policy_revision is null and warning_id = w.id order by at limit 1
    ) said on true
    left join lateral (
      -- The evidence may be a little older than the place.
      select name from organization_location_versions where organization_location_id = w.place_id
      order by valid_from > w.started_at, abs(extract(epoch from valid_from - w.started_at)), id desc limit 1
    ) place on true
    where w.organization_id = ${organizationId} and w.place_id = any(${[...placeIds]}::uuid[])
      and p.type_short_name = any(${[...types]}::text[])
      and w.started_at < ${new Date(until)} and (w.ended_at is null or w.ended_at > ${new Date(from)})
    order by w.place_id, w.started_at, w.id`.execute(db);
  return rows.map(({ startedAt, notifiedAt, endedAt, endReason, held, placeName, policyName, ...row }) => ({
    ...row,
    placeName: placeName ?? '',
    policyName: policyName ?? '',
    startedAt: startedAt.getTime(),
    notifiedAt: notifiedAt?.getTime() ?? null,
    endedAt: endedAt?.getTime() ?? null,
    end: endedAt === null ? null : endOf(endReason),
    held: held ?? [],
  }));
}

/** Nothing but an earned all clear is one. */
function endOf(reason: string | null): DelayEnd {
  if (reason === 'all-clear' || reason === 'location-moved' || reason === 'location-removed') return reason;
  return 'policy-deleted';
}
