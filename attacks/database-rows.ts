import type { Store } from '@allclear/server/platform/database/database.ts';
import { later } from './calls.ts';

/** Tables whose rows name their organization by a record that they belong to. */
const parents = [
  ['proactive_forecast_locations', 'forecast_id', 'proactive_forecasts'],
  ['proactive_forecast_messages', 'forecast_id', 'proactive_forecasts'],
  ['delivery_attempts', 'delivery_id', 'deliveries'],
  ['map_settings', 'user_id', 'users'],
  ['idempotent_requests', 'user_id', 'users'],
  ['station_particles', 'station_id', 'stations'],
] as const;

/** What jobs write by themselves at any time, and when a key was last used. */
const unwatched: Readonly<Record<string, readonly string[]>> = {
  api_keys: ['last_used_at', 'last_used_network'],
  webhooks: ['failing_since', 'accepted_at'],
  hardware_commands: [
    ...['state', 'attempts', 'plays_done', 'lease', 'detail', 'begun_at', 'ended_at', 'sounds_until'],
  ],
  hardware_tests: ['ended_at', 'ended_because'],
  hardware_schedules: ['next_at', 'last_done_at', 'skipped'],
  snapshot_schedules: ['taken_through'],
  reports: ['state', 'error', 'ended_at', 'expires_at'],
  recurring_reports: ['is_paused', 'next_at', 'revision', 'field_revisions'],
  webhook_deliveries: ['attempts', 'state', 'detail', 'lease', 'updated_at', 'accepted_at'],
};

/**
 * The engine writes the states of places and units here as the weather changes and devices answer, and who reads a
 * stream is noted; no route does.
 */
const ofTheWeather = [
  ...['stream_events', 'stream_positions', 'place_hours'],
  ...['hardware_signals', 'hardware_relay_states', 'hardware_status', 'hardware_faults'],
];

/** All rows of an organization in every table but those, by table; each row as JSON. */
export async function rowsOf({ pool }: Store, organizationId: string): Promise<Record<string, string[]>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and c.column_name = 'organization_id' and t.table_type = 'BASE TABLE'
     order by 1`,
  );
  const result: Record<string, string[]> = {};
  const read = async (name: string, where: string) => {
    const { rows } = await pool.query<{ row: string }>(
      `select (to_jsonb(t) - $2::text[])::text as row from ${name} t where ${where} order by 1`,
      [organizationId, unwatched[name] ?? []],
    );
    result[name] = rows.map(({ row }) => row);
  };
  await read('organizations', 'id = $1');
  for (const { name } of tables) if (!ofTheWeather.includes(name)) await read(name, 'organization_id = $1');
  for (const [name, column, parent] of parents)
    await read(name, `${column} in (select id from ${parent} where organization_id = $1)`);
  return result;
}

/** The rows once the work that is queued for them has been done. */
export async function settledRowsOf(store: Store, organizationId: string): Promise<Record<string, string[]>> {
  let before = await rowsOf(store, organizationId);
  for (let tries = 0; tries < 20; tries++) {
    await later(1_000);
    const now = await rowsOf(store, organizationId);
    if (JSON.stringify(now) === JSON.stringify(before)) return now;
    before = now;
  }
  return before;
}
