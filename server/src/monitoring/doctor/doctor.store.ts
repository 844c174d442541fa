import pg from 'pg';
import { migrationFiles } from '../../platform/database/migrate.ts';

export interface DatabaseState {
  readonly version: string;
  /** Epoch ms of its clock. */
  readonly now: number;
  /** Migrations that the next start runs. */
  readonly missing: readonly string[];
  /** Those of a newer version. */
  readonly unknown: readonly string[];
  /** Tables are there; without them nothing of the rest is. */
  readonly isMigrated: boolean;
  readonly feeds: readonly {
    readonly kind: string;
    readonly vendor: string;
    readonly observedThrough: number | null;
    readonly lastError: string | null;
  }[];
  readonly devices: readonly {
    readonly name: string;
    readonly driver: string;
    readonly address: string;
    readonly failure: string | null;
  }[];
  /** What the first start sealed, to find out another key; null before. */
  readonly sealedCheck: string | null;
  readonly isEngineActive: boolean;
  readonly isSuperuser: boolean;
}

/** Reads, and changes nothing: migrations are for a start. */
export async function readDatabaseState(url: string): Promise<DatabaseState> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 20_000,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('begin read only');
    const one = async <Row extends pg.QueryResultRow>(query: string) => (await client.query<Row>(query)).rows;
    const [about] = await one<{ version: string; now: Date; has: boolean; superuser: boolean }>(
      `select current_setting('server_version') as version, clock_timestamp() as now,
         to_regclass('public.migrations') is not null as has,
         (select rolsuper from pg_roles where rolname = current_user) as superuser`,
    );
    const done = about?.has
      ? (await one<{ name: string }>('select name from migrations')).map(({ name }) => name)
      : [];
    const files = await migrationFiles();
    const missing = files.filter((name) => !done.includes(name));
    const state = {
      ...{ version: about?.version ?? '', now: about?.now.getTime() ?? 0, missing },
      ...{ isSuperuser: about?.superuser === true, unknown: done.filter((name) => !files.includes(name)) },
    };
    if (missing.length > 0 || state.unknown.length > 0)
      return {
        ...state,
        isMigrated: false,
        feeds: [],
        devices: [],
        sealedCheck: null,
        isEngineActive: false,
      };
    return {
      ...{ ...state, isMigrated: true },
      feeds: await one(
        `select kind, vendor, last_error as "lastError",
           (extract(epoch from observed_through) * 1000)::float8 as "observedThrough" from feeds order by 1, 2`,
      ),
      devices: await one(
        `select unit.name, unit.driver, unit.address, case when status.failing_since is not null then status.failure end as failure
         from hardware_units unit left join hardware_status status on status.unit_id = unit.id
         where unit.enabled order by 1`,
      ),
      sealedCheck:
        (
          await one<{ value: string }>(`select value from identity_secrets where name = 'secret-key-check'`)
        )[0]?.value ?? null,
      isEngineActive:
        (
          await one<{ active: boolean }>(
            `select exists (select from pg_stat_activity
               where application_name = 'allclear-engine' and datname = current_database()) as active`,
          )
        )[0]?.active === true,
    };
  } finally {
    await client.end().catch(() => {});
  }
}
