import type pg from 'pg';

/**
 * The types of columns that are only jsonb or text in PostgreSQL: by 'table.column', or by the column's name
 * for all tables.
 */
const typeOverrides: Readonly<Record<string, string>> = {
  field_revisions: 'Record<string, number>',
  'air_quality.readings': 'PollutantReading[]',
  'condition_snapshots.measured': 'SnapshotValues',
  'condition_snapshots.reason': 'SnapshotReason',
  'snapshot_schedules.rule': 'SnapshotTimes',
  'forecasts.hours': 'CompleteForecastHour[]',
  'groups.alert_times': 'AlertTime[]',
  'hardware_commands.action': "HardwareAction['kind']",
  'hardware_commands.cause': 'CommandCause',
  'hardware_commands.cause_details': '{ readonly text: string }',
  'hardware_commands.content': 'HardwareAction',
  'hardware_commands.state': "HardwareCommand['state']",
  'hardware_relay_states.state': 'RelayState',
  'hardware_signals.state': 'SignalState',
  'hardware_status.reading': 'DeviceReading',
  'hardware_units.alert_times': 'AlertTime[]',
  'hardware_units.offline_window': '{ startTime: string; endTime: string }',
  'hardware_tests.kind': "'delay' | 'all-clear' | 'light' | 'drill' | 'communication'",
  'hardware_units.model': "'OWS' | 'OWX' | 'PAS' | 'RLY'",
  'hardware_units.options': 'Record<string, string>',
  'hardware_units.wiring': 'Wiring',
  'notices.facts': 'Record<string, unknown>',
  'observations.flagged': 'StationFlags',
  'oidc_records.payload': 'Record<string, unknown>',
  'recurring_reports.request': 'ReportRequest',
  'reports.request': 'ReportRequest',
  'risk_profiles.levels': "RiskProfileDraft['riskLevels']",
  'risk_profiles.metric': 'HeatMetric',
  'users.alert_times': 'AlertTime[]',
  'warnings.facts': 'Record<string, unknown>',
  'warnings.state': 'WarningState',
  'weather_alerts.alert': 'CapAlert',
  'work_rest_profiles.intensities': "WorkRestDraft['intensities']",
  'work_rest_profiles.matrices': "WorkRestDraft['matrices']",
  'work_rest_profiles.modifiers': "WorkRestDraft['modifiers']",
  'work_rest_profiles.primary_metric': 'HeatMetric',
  'zone_shapes.polygons': 'ZonePolygons',
};

/** What the driver reads of a PostgreSQL type, without arrays. */
const scalarTypes: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytea: 'Buffer',
  float4: 'number',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  // Too large for an exact number: the driver reads text.
  int8: 'string',
  text: 'string',
  uuid: 'string',
};

const header = `// Generated from a migrated database by generate-schema.ts: change a migration, not this file.
// Over 300 lines: one declaration for each table, in one place, as the migrations leave them.
import type { DeviceReading, PollutantReading, Wiring } from '@allclear/adapters';
import type { HardwareCommand, ReportRequest, SnapshotReason, SnapshotValues } from '@allclear/contract';
import type {
  AlertTime,
  CapAlert,
  CommandCause,
  CompleteForecastHour,
  HardwareAction,
  HeatMetric,
  RelayState,
  RiskProfileDraft,
  SignalState,
  SnapshotTimes,
  StationFlags,
  WarningState,
  WorkRestDraft,
  ZonePolygons,
} from '@allclear/domain';
import type { ColumnType, Generated } from 'kysely';

/** Instants are Dates when read and may be Dates or ISO strings when written. */
type Instant = ColumnType<Date, Date | string, Date | string>;
type NullableInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

/** Numerics, which the driver reads as text. */
type Numeric = ColumnType<string, number | string, number | string>;

/** JSON that is written as text. */
type Json<T> = ColumnType<T, string, string>;
type DefaultJson<T> = ColumnType<T, string | undefined, string>;
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;
`;

interface Column {
  readonly table_name: string;
  readonly column_name: string;
  readonly type_name: string;
  readonly is_nullable: boolean;
  readonly has_default: boolean;
}

/** The text of schema.ts for the tables of a migrated database; partitions are part of their table. */
export async function schemaText(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<Column>(`
    select c.relname as table_name, a.attname as column_name, t.typname as type_name, not a.attnotnull as is_nullable,
      a.atthasdef or a.attidentity <> '' as has_default
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'migrations' and a.attnum > 0 and not a.attisdropped
    order by c.relname collate "C", a.attnum`);
  const tables = [...Map.groupBy(rows, ({ table_name }) => table_name)];
  const declarations = tables.map(([table, columns]) => {
    const lines = columns.map((column) => `  ${column.column_name}: ${typeOf(column)};\n`).join('');
    return `interface ${interfaceName(table)} {\n${lines}}\n`;
  });
  const list = tables.map(([table]) => `  ${table}: ${interfaceName(table)};\n`).join('');
  return [
    header,
    ...declarations,
    `/** The tables, as the migrations leave them. */\nexport interface Tables {\n${list}}\n`,
  ].join('\n');
}

function interfaceName(table: string): string {
  return table.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function typeOf(column: Column): string {
  const { table_name, column_name, type_name, is_nullable, has_default } = column;
  const override = typeOverrides[`${table_name}.${column_name}`] ?? typeOverrides[column_name];
  const kind = is_nullable ? 'Nullable' : has_default ? 'Default' : '';
  if (type_name === 'jsonb') return `${kind}Json<${override ?? 'unknown'}>`;
  if (type_name === 'timestamptz') return kind === 'Default' ? 'Generated<Date>' : `${kind}Instant`;
  if (type_name === 'numeric' && kind === '') return 'Numeric';
  const isArray = type_name.startsWith('_');
  const scalar = override ?? scalarTypes[isArray ? type_name.slice(1) : type_name];
  if (scalar === undefined)
    throw new Error(`schema-text.store.ts has no type for ${table_name}.${column_name} (${type_name}).`);
  const type = isArray ? `${scalar}[]` : scalar;
  return is_nullable ? `${type} | null` : has_default ? `Generated<${type}>` : type;
}
