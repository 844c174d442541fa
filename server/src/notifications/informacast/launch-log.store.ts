import type { ScenarioLaunch } from '@allclear/contract';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';

/** Launches are kept as long as warnings are. */
export const launchesKeptMs = 400 * 24 * 3_600_000;

/** A launch as its log says it. Instants are epoch ms: `at` of the product clock, the others of the wall clock. */
export interface LoggedLaunch {
  readonly id: string;
  readonly mappingId: string;
  readonly kind: ScenarioLaunch['kind'];
  readonly state: ScenarioLaunch['state'];
  readonly scenarioName: string;
  readonly siteName: string;
  readonly detail: string;
  readonly at: number;
  readonly createdAt: number;
  readonly endedAt: number | null;
  readonly attempts: readonly {
    readonly number: number;
    readonly startedAt: number;
    readonly endedAt: number | null;
    readonly detail: string | null;
  }[];
}

const columns = sql`d.id, d.mapping_id as "mappingId", d.kind, d.state, d.scenario_name as "scenarioName",
  d.site_name as "siteName", d.detail, (extract(epoch from d.at) * 1000)::float8 as at,
  (extract(epoch from d.created_at) * 1000)::float8 as "createdAt", (extract(epoch from d.ended_at) * 1000)::float8 as "endedAt"`;

/** The last launch of each mapping, without its attempts. */
export async function lastLaunches(db: Database, organizationId: string): Promise<Map<string, LoggedLaunch>> {
  const { rows } = await sql<LoggedLaunch>`
    select ${columns}, '[]'::jsonb as attempts
    from informacast_mappings m cross join lateral (
      select * from informacast_launches one where one.mapping_id = m.id order by one.created_at desc, one.id limit 1
    ) d where m.organization_id = ${organizationId}`.execute(db);
  return new Map(rows.map((row) => [row.mappingId, row]));
}

/** The newest launches of a mapping with their attempts. */
export async function listLaunches(db: Database, mappingId: string): Promise<LoggedLaunch[]> {
  const { rows } = await sql<LoggedLaunch>`
    select ${columns}, coalesce((
      select jsonb_agg(jsonb_build_object('number', a.number, 'detail', a.detail,
        'startedAt', extract(epoch from a.started_at) * 1000, 'endedAt', extract(epoch from a.ended_at) * 1000) order by a.number)
      from informacast_attempts a where a.launch_id = d.id
    ), '[]') as attempts
    from informacast_launches d where d.mapping_id = ${mappingId}::uuid
    order by d.created_at desc, d.id limit 50`.execute(db);
  return rows;
}

/** Drops what ended before an instant, epoch ms of the wall clock. */
export async function dropLaunchesBefore(db: Database, _actor: Actor, before: number): Promise<void> {
  await db
    .deleteFrom('informacast_launches')
    .where('created_at', '<', new Date(before))
    .where('state', 'not in', ['queued', 'sending'])
    .execute();
}
