import { finished, type Readable, Transform } from 'node:stream';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { csvStart } from '../csv/write-csv.ts';

/** Thrown when as many copies are under way as may be. */
export class TooManyCopies extends Error {}

/** At once in a process. Each holds a connection of its own, so that copies never use up those of the pool. */
export const maxCopies = 10;
/** The longest that a copy may take, however slowly it is read; its connection is closed then. */
export const copyLimitMs = 15 * 60_000;

export interface CopyOut {
  /** What the SQL of a COPY needs: the text of a literal. */
  literal(text: string): string;
  /**
   * The rows of a query, which takes no parameters, as a CSV file (RFC 4180, UTF-8, the names of the columns in the first
   * line) that PostgreSQL writes no faster than it is read. Whoever destroys it closes its connection. Inside the query
   * instants are of the time zone. Throws `TooManyCopies`.
   */
  csv(select: string, timeZone: string): Promise<Readable>;
  /** How many are under way. */
  readonly underWay: number;
  close(): Promise<void>;
}

/** Opens no connection before the first copy. */
export function openCopyOut(
  url: string,
  options: { onError: (error: Error) => void; limitMs?: number },
): CopyOut {
  const limitMs = options.limitMs ?? copyLimitMs;
  const pool = new pg.Pool({
    connectionString: url,
    max: maxCopies,
    idleTimeoutMillis: 5_000,
    connectionTimeoutMillis: 10_000,
    application_name: 'allclear export',
  });
  pool.on('error', options.onError);
  // As in openStore: one that breaks between two statements fails its copy, and not the process.
  pool.on('connect', (client) => void client.on('error', () => {}));
  let underWay = 0;
  return {
    literal: pg.escapeLiteral,
    get underWay() {
      return underWay;
    },
    async csv(select, timeZone) {
      if (underWay >= maxCopies) throw new TooManyCopies();
      underWay += 1;
      try {
        const { file, end } = await begin(pool, select, timeZone, limitMs);
        finished(file, (error) => {
          underWay -= 1;
          end(error ?? null);
        });
        return file;
      } catch (error) {
        underWay -= 1;
        throw error;
      }
    },
    close: () => pool.end(),
  };
}

async function begin(pool: pg.Pool, select: string, timeZone: string, limitMs: number) {
  const client = await pool.connect();
  // While nobody reads the file a broken connection has no other listener.
  const ignore = () => {};
  client.on('error', ignore);
  const release = (broken: boolean) => {
    client.off('error', ignore);
    client.release(broken);
  };
  try {
    await client.query('begin transaction read only');
    await client.query(`select set_config('TimeZone', $1, true), set_config('statement_timeout', $2, true)`, [
      timeZone,
      String(limitMs),
    ]);
  } catch (error) {
    release(true);
    throw error;
  }
  const rows = client.query(copyTo(`copy (${select}) to stdout with (format csv, header)`));
  const file = csvFile();
  rows.on('error', (error) => file.destroy(error));
  rows.pipe(file);
  const timer = setTimeout(() => file.destroy(new Error('The file was read too slowly.')), limitMs);
  const end = (error: Error | null) => {
    clearTimeout(timer);
    // In the middle of a COPY a connection is of no use any more: closing it ends the query.
    if (error !== null) return release(true);
    client.query('commit').then(
      () => release(false),
      () => release(true),
    );
  };
  return { file, end };
}

/** PostgreSQL ends lines by a line feed; no cell of ours has one. */
function csvFile(): Transform {
  let isFirst = true;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const lines = Buffer.from(chunk.toString('latin1').replaceAll('\n', '\r\n'), 'latin1');
      done(null, isFirst ? Buffer.concat([Buffer.from(csvStart), lines]) : lines);
      isFirst = false;
    },
  });
}
