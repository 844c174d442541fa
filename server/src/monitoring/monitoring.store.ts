import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import { engineLock } from '../platform/engine/engine-session.store.ts';

/** Somewhere that lightning is watched. */
export interface MonitoredPlace {
  readonly kind: 'organization-location' | 'location';
  readonly latitude: number;
  readonly longitude: number;
  readonly organizationId: string;
}

/** Every place of every organization, and the locations of people; those of the same spot once. */
export async function monitoredPlaces(db: Database): Promise<MonitoredPlace[]> {
  const { rows } = await sql<MonitoredPlace>`
    select 'organization-location' as kind, latitude, longitude, organization_id as "organizationId"
    from organization_locations
    union
    select 'location', l.latitude, l.longitude, u.organization_id
    from locations l join users u on u.id = l.user_id`.execute(db);
  return rows;
}

/**
 * How long the oldest delivery has been waiting that a provider has neither taken nor refused for good, in seconds;
 * 0 when none waits. Those of channels that nobody set up wait for nothing.
 */
export async function oldestUnsentSeconds(db: Database): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(greatest(0, extract(epoch from now() - min(created_at))), 0)::float8 as seconds
    from deliveries where state in ('queued', 'sending')`.execute(db);
  return rows[0]?.seconds ?? 0;
}

export interface DeviceCounts {
  readonly answering: number;
  readonly silent: number;
  /** Never asked yet. */
  readonly unasked: number;
}

/** The enabled devices of all organizations, by whether the last question was answered. */
export async function deviceCounts(db: Database): Promise<DeviceCounts> {
  const { rows } = await sql<DeviceCounts>`
    select (count(*) filter (where status.asked_at is not null and status.failing_since is null))::int as answering,
      (count(*) filter (where status.failing_since is not null))::int as silent,
      (count(*) filter (where status.asked_at is null))::int as unasked
    from hardware_units unit left join hardware_status status on status.unit_id = unit.id
    where unit.enabled`.execute(db);
  return rows[0] ?? { answering: 0, silent: 0, unasked: 0 };
}

/** Whether an engine of this database leads. */
export async function isEngineActive(db: Database): Promise<boolean> {
  const { rows } = await sql<{ active: boolean }>`
    select exists (
      select from pg_locks
      where locktype = 'advisory' and granted and mode = 'ExclusiveLock' and classid = 0 and objid = ${engineLock}::int8::oid
        and objsubid = 1 and database = (select oid from pg_database where datname = current_database())
    ) as active`.execute(db);
  return rows[0]?.active === true;
}

/** How long the oldest delivery has waited that no attempt was made of, in seconds; 0 when none waits. */
export async function untriedSeconds(db: Database): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(greatest(0, extract(epoch from now() - min(created_at))), 0)::float8 as seconds
    from deliveries where state = 'queued' and attempts = 0`.execute(db);
  return rows[0]?.seconds ?? 0;
}
