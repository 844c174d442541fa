import type { Database, Store } from '@allclear/server/platform/database/database.ts';
import { ensurePartitions } from '@allclear/server/platform/database/partitions.store.ts';
import { sql } from 'kysely';

const dayMs = 86_400_000;

/** What an installation of some ten places gathers in a day. */
const ofDay = {
  batches: 4_320,
  flashes: 1_000,
  reports: 960,
  warnings: 20,
  recipients: 10,
  auditEntries: 50,
};
const stations = 10;

/** Fills the tables with so many days before `until` (epoch ms); the installation must have its people. */
export async function fillPastDays(store: Store, { until, days }: { until: number; days: number }) {
  const from = until - days * dayMs;
  const midnights = Array.from({ length: days + 1 }, (_, day) => from + day * dayMs);
  await ensurePartitions(store.db, 'flashes', midnights);
  await ensurePartitions(store.db, 'observations', midnights);
  const filling = { from: new Date(from), days };
  await store.db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    for (const fill of [addLightning, addReports, addWarnings, addAuditEntries])
      await fill(connection, filling);
    await sql`vacuum analyze`.execute(connection);
  });
}

interface Filling {
  readonly from: Date;
  readonly days: number;
}

/** An instant of the days that are filled, for the n-th of so many rows a day. */
const instantOf = ({ from }: Filling, perDay: number) =>
  sql`(${from}::timestamptz + n * make_interval(secs => ${86_400 / perDay}))`;

async function addLightning(db: Database, filling: Filling): Promise<void> {
  const [batchAt, flashAt] = [instantOf(filling, ofDay.batches), instantOf(filling, ofDay.flashes)];
  await sql`
    insert into lightning_batches (feed, key, observed_from, observed_to, received_at, flash_count)
    select 'glm-19', 'past ' || n, ${batchAt}, ${batchAt} + interval '20 seconds', ${batchAt} + interval '45 seconds', 0
    from generate_series(0, ${filling.days * ofDay.batches - 1}::int) n`.execute(db);
  await sql`
    insert into flashes (at, feed, key, batch_id, latitude, longitude, points, energy_j, quality, type)
    select ${flashAt}, 'glm-19', 'past ' || n, n * ${Math.floor(ofDay.batches / ofDay.flashes)}::bigint, 25 + n % 24, -120 + n % 50,
      decode(repeat('00', 200), 'hex'), 1e-14, 0, 0
    from generate_series(0, ${filling.days * ofDay.flashes - 1}::int) n`.execute(db);
}

async function addReports(db: Database, filling: Filling): Promise<void> {
  const at = instantOf(filling, ofDay.reports);
  await sql`
    insert into stations (id, vendor, name, latitude, longitude, updated_at)
    select 'PAST' || n, 'own', 'Station ' || n, 40, -100, ${filling.from} from generate_series(0, ${stations - 1}::int) n`.execute(
    db,
  );
  await sql`
    insert into observations (station_id, observed_at, received_at, temperature_c, dew_point_c, wind_mps, wind_direction_deg, thunder, raw)
    select 'PAST' || n % ${stations}::int, ${at}, ${at}, 15 + n % 12, 8 + n % 5, n % 11, n % 360, 'unknown', repeat('raw ', 30)
    from generate_series(0, ${filling.days * ofDay.reports - 1}::int) n`.execute(db);
}

/** Warnings that are over, with two notices each, and their deliveries. */
async function addWarnings(db: Database, filling: Filling): Promise<void> {
  const at = instantOf(filling, ofDay.warnings);
  await sql`
    insert into warnings (organization_id, policy_id, policy_revision, organization_location_id, event_key, latitude, longitude, state, started_at, updated_at, ended_at, end_reason)
    select p.organization_id, p.id, 1, l.id, 'past ' || n, l.latitude, l.longitude, '{"kind":"ended"}', ${at}, ${at}, ${at} + interval '1 hour', 'clear'
    from generate_series(0, ${filling.days * ofDay.warnings - 1}::int) n,
      (select * from policies order by id limit 1) p
      join lateral (select * from organization_locations where organization_id = p.organization_id limit 1) l on true`.execute(
    db,
  );
  await sql`
    insert into notices (organization_id, warning_id, warning_revision, kind, event_type, correlation_id, organization_location_id, subject, text, short, time_zone, at, written_at)
    select organization_id, id, 1, kind, 2, id, organization_location_id, 'Lightning', repeat('Lightning 4.2 mi away. ', 4), 'Lightning', 'America/Chicago', started_at, started_at
    from warnings, unnest(array['started', 'all-clear']) kind where event_key like 'past %'`.execute(db);
  await sql`
    with people as (
      select n.id as notice_id, n.organization_id, n.at, u.id as user_id from notices n
      join lateral (select id from users where organization_id = n.organization_id order by id limit ${ofDay.recipients}::int) u on true
      where n.subject = 'Lightning'
    ), notified as (
      insert into notifications (notice_id, organization_id, user_id, at) select notice_id, organization_id, user_id, at from people
    )
    insert into deliveries (notice_id, organization_id, user_id, recipient, channel, state, attempts, created_at, updated_at, accepted_at)
    select notice_id, organization_id, user_id, user_id, 'sms', 'accepted', 1, at, at, at from people`.execute(
    db,
  );
}

/** A chain of its own. */
async function addAuditEntries(db: Database, filling: Filling): Promise<void> {
  const count = filling.days * ofDay.auditEntries;
  await sql`
    insert into audit_entries (chain, sequence, hash, body, at, actor_id, action, record_id)
    select 'past', n + 1, encode(sha256(n::text::bytea), 'hex'), repeat('{"field":"value"}', 40), ${instantOf(filling, ofDay.auditEntries)}, 'past', 'change', n::text
    from generate_series(0, ${count - 1}::int) n`.execute(db);
  await sql`insert into audit_chains (chain, sequence, hash) values ('past', ${count}, encode(sha256(${String(count - 1)}::bytea), 'hex'))`.execute(
    db,
  );
}

/** How many rows there are, by table. */
export async function countRows({ pool }: Store): Promise<Record<string, number>> {
  const tables = ['flashes', 'lightning_batches', 'observations', 'deliveries', 'audit_entries'];
  const counts = tables.map((table) => `(select count(*)::int from ${table}) as ${table}`);
  const { rows } = await pool.query<Record<string, number>>(`select ${counts.join(', ')}`);
  return rows[0] ?? {};
}
