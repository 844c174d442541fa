import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/postgres.ts';

export interface RawReport {
  /** Epoch ms. */
  readonly at: number;
  readonly temperatureC: number | null;
}

/**
 * What a station reported, row by row, from the database of a server that runs on the data folder. It reads none of the
 * product's summaries, so that a file can be compared with the reports themselves. Values that failed a check are null.
 */
export async function rawReports(data: string, stationId: string): Promise<RawReport[]> {
  const postgres = await startEmbeddedPostgres({ folder: data, log: () => {} });
  const client = new pg.Client(postgres.url);
  await client.connect();
  try {
    const { rows } = await client.query<{ at: Date; temperature: number | null }>(
      `select observed_at as at, temperature_c as temperature from observations
        where station_id = $1 order by observed_at`,
      [stationId],
    );
    return rows.map(({ at, temperature }) => ({ at: at.getTime(), temperatureC: temperature }));
  } finally {
    await client.end();
    await postgres.stop();
  }
}
