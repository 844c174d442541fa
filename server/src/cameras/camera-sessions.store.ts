import type { CameraMonth } from '@allclear/domain';
import { sql } from 'kysely';
import type { Actor } from '../platform/actor.ts';
import type { Database } from '../platform/database/database.ts';

/** A view as the process that serves it knows it; times are wall times, epoch ms. */
export interface ViewRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly cameraId: string;
  readonly userId: string;
  readonly linkId: string | null;
  readonly cameraName: string;
  readonly linkName: string | null;
  readonly startedAt: number;
  readonly lastAt: number;
  readonly ended: boolean;
}

export interface LoggedView {
  readonly id: string;
  readonly cameraName: string;
  readonly userName: string;
  readonly startedAt: number;
  readonly seconds: number;
  readonly open: boolean;
}

/** A view that was not written for so long has ended, whatever became of its process. */
export const openViewMs = 5_000;

/** Writes views as they are now, all in one statement. No entries in the audit: their log is this. */
export async function saveViews(db: Database, _actor: Actor, views: readonly ViewRecord[]): Promise<void> {
  if (views.length === 0) return;
  const rows = views.map((view) => ({
    ...{ id: view.id, organization_id: view.organizationId, camera_id: view.cameraId },
    ...{ user_id: view.userId, link_id: view.linkId, ended: view.ended },
    ...{ camera_name: view.cameraName, link_name: view.linkName },
    ...{
      started_at: new Date(view.startedAt).toISOString(),
      last_at: new Date(view.lastAt).toISOString(),
    },
  }));
  // What a view names may be gone meanwhile.
  await sql`
    insert into camera_sessions (id, organization_id, camera_id, user_id, link_id, camera_name, link_name,
      started_at, last_at, ended)
    select v.id, v.organization_id, c.id, u.id, l.id, v.camera_name, v.link_name, v.started_at, v.last_at, v.ended
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v (id uuid, organization_id uuid, camera_id uuid,
      user_id uuid, link_id uuid, camera_name text, link_name text, started_at timestamptz, last_at timestamptz,
      ended boolean)
    join organizations o on o.id = v.organization_id
    left join cameras c on c.id = v.camera_id
    left join users u on u.id = v.user_id
    left join camera_links l on l.id = v.link_id
    on conflict (id) do update set last_at = excluded.last_at, ended = excluded.ended`.execute(db);
}

/** Ends views that nobody writes any more, at the last picture that was written. */
export async function endLostViews(db: Database, _actor: Actor, now: number): Promise<void> {
  await db
    .updateTable('camera_sessions')
    .set({ ended: true })
    .where('ended', '=', false)
    .where('last_at', '<', new Date(now - 60_000))
    .execute();
}

/** What organizations watched in a month of theirs, ms, all views together; one without views is left out. */
export async function consumedMs(
  db: Database,
  organizations: readonly { readonly id: string; readonly month: CameraMonth }[],
): Promise<ReadonlyMap<string, number>> {
  if (organizations.length === 0) return new Map();
  const asked = organizations.map(({ id, month }) => ({
    ...{ id, first: new Date(month.from).toISOString(), next: new Date(month.to).toISOString() },
  }));
  const { rows } = await sql<{ id: string; ms: number }>`
    select m.id, (sum(extract(epoch from least(s.last_at, m.next) - greatest(s.started_at, m.first))) * 1000)::float8 as ms
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as m (id uuid, first timestamptz, next timestamptz)
    join camera_sessions s on s.organization_id = m.id and s.last_at > m.first and s.started_at < m.next
    group by m.id`.execute(db);
  return new Map(rows.map(({ id, ms }) => [id, Math.round(ms)]));
}

/** The views of a month, the newest first; each as long as it was in the month. */
export async function listViews(
  db: Database,
  organizationId: string,
  month: CameraMonth,
  now: number,
): Promise<LoggedView[]> {
  const [first, next] = [new Date(month.from), new Date(month.to)];
  const { rows } = await sql<{
    id: string;
    camera_name: string;
    user_name: string;
    started_at: Date;
    seconds: number;
    open: boolean;
  }>`
    select s.id, s.camera_name, s.started_at,
      coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), 'Somebody')
        || case when s.link_name is null then '' else ' (' || s.link_name || ')' end as user_name,
      floor(extract(epoch from least(s.last_at, ${next}) - greatest(s.started_at, ${first})))::int as seconds,
      not s.ended and s.last_at > ${new Date(now - openViewMs)} as open
    from camera_sessions s left join users u on u.id = s.user_id
    where s.organization_id = ${organizationId} and s.last_at >= ${first} and s.started_at < ${next}
    order by s.started_at desc, s.id`.execute(db);
  return rows.map((row) => ({
    ...{ id: row.id, cameraName: row.camera_name, userName: row.user_name },
    ...{ startedAt: row.started_at.getTime(), seconds: row.seconds, open: row.open },
  }));
}

/** Drops views that ended before an instant, epoch ms. */
export async function dropViewsBefore(db: Database, _actor: Actor, before: number): Promise<void> {
  await db.deleteFrom('camera_sessions').where('last_at', '<', new Date(before)).execute();
}

/** The allowance of organizations, minutes a month, and their zone where one is set. */
export async function cameraAllowances(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number | null>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('organizations')
    .select(['id', 'camera_minutes'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row.camera_minutes]));
}

/** Those of these organizations that may not watch live cameras at all: the feature is withheld, or they are closed. */
export async function withoutCameras(db: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('organizations')
    .select('id')
    .where('id', 'in', [...ids])
    .where(sql<boolean>`('live_camera.access' = any(withheld_features) or status = 'CLOSED')`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
