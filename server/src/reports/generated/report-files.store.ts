import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import { isUuid } from '../../platform/database/uuid.ts';

/** Bytes of one piece of a file, before it is compressed. */
const pieceBytes = 256 * 1024;
/** Pieces that are compressed and stored while the next one is written. */
const piecesAtOnce = 3;

const compress = promisify(gzip);
const decompress = promisify(gunzip);

export type ReportFormat = 'csv' | 'pdf';

/** Removes the files of an earlier attempt, in the transaction that writes them anew. */
export async function clearFiles(transaction: Database, _actor: Actor, reportId: string): Promise<void> {
  await transaction.deleteFrom('report_files').where('report_id', '=', reportId).execute();
}

/** A file that is written piece by piece. */
export interface FileWriter {
  write(bytes: Uint8Array): Promise<void>;
  /** Writes what is left, and returns how many bytes the file has. */
  end(): Promise<number>;
  /** Waits for what is under way, before the transaction ends by a failure. */
  close(): Promise<void>;
}

/**
 * Writes a file of a report in pieces, in the caller's transaction: what has not been committed is nowhere. The entry is
 * that of the request.
 */
export async function createFile(
  transaction: Database,
  _actor: Actor,
  { reportId, format, name }: { reportId: string; format: ReportFormat; name: string },
): Promise<FileWriter> {
  await transaction
    .insertInto('report_files')
    .values({ report_id: reportId, format, name, bytes: '0' })
    .execute();
  const store = async (position: number, bytes: Uint8Array) => {
    // A PDF is compressed in itself. The fastest level makes a CSV file a sixth.
    const isCompressed = format === 'csv';
    await transaction
      .insertInto('report_pieces')
      .values({
        ...{ report_id: reportId, format, position },
        ...{
          bytes: isCompressed
            ? await compress(bytes, { level: 1, chunkSize: pieceBytes })
            : Buffer.from(bytes),
        },
        unzipped_bytes: isCompressed ? bytes.length : null,
      })
      .execute();
  };
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let total = 0;
  let position = 0;
  const stored: Promise<void>[] = [];
  const begin = (bytes: Uint8Array) => {
    const storing = store(position++, bytes);
    // It may fail while the next piece is written; whoever awaits it throws.
    storing.catch(() => {});
    stored.push(storing);
  };
  return {
    async write(bytes) {
      waiting.push(bytes);
      waitingBytes += bytes.length;
      total += bytes.length;
      if (waitingBytes < pieceBytes) return;
      const joined = Buffer.concat(waiting);
      let start = 0;
      for (; joined.length - start >= pieceBytes; start += pieceBytes) {
        begin(joined.subarray(start, start + pieceBytes));
        if (stored.length >= piecesAtOnce) await stored.shift();
      }
      waiting = [joined.subarray(start)];
      waitingBytes = joined.length - start;
    },
    async end() {
      if (waitingBytes > 0) begin(Buffer.concat(waiting));
      await Promise.all(stored);
      await transaction
        .updateTable('report_files')
        .set({ bytes: String(total) })
        .where('report_id', '=', reportId)
        .where('format', '=', format)
        .execute();
      return total;
    },
    async close() {
      await Promise.allSettled(stored);
    },
  };
}

export interface FoundFile {
  readonly reportId: string;
  readonly format: ReportFormat;
  readonly name: string;
  readonly bytes: number;
}

/** A file of a report that was made, for the person who asked for it and those to whom it is mailed. */
export async function findFile(
  db: Database,
  {
    organizationId,
    userId,
    id,
    format,
  }: { organizationId: string; userId: string; id: string; format: ReportFormat },
  now: number,
): Promise<FoundFile | undefined> {
  if (!isUuid(id)) return undefined;
  const { rows } = await sql<FoundFile>`
    select f.report_id as "reportId", f.format, f.name, f.bytes::float8 as bytes
    from report_files f join reports r on r.id = f.report_id
    where r.id = ${id} and f.format = ${format} and r.organization_id = ${organizationId}
      and r.state = 'done' and r.expires_at > ${new Date(now)}
      and (r.user_id = ${userId} or exists (
        select from report_mails m where m.report_id = r.id and m.user_id = ${userId}))`.execute(db);
  return rows[0];
}

/** The bytes of a file, a piece at a time. Throws when a piece is missing: the report was removed meanwhile. */
export async function* readFile(
  db: Database,
  { reportId, format, bytes }: FoundFile,
): AsyncGenerator<Uint8Array> {
  for (let position = 0, sent = 0; sent < bytes; position++) {
    const piece = await db
      .selectFrom('report_pieces')
      .select(['bytes', 'unzipped_bytes'])
      .where('report_id', '=', reportId)
      .where('format', '=', format)
      .where('position', '=', position)
      .executeTakeFirst();
    if (!piece) throw new Error('The report was removed while it was being sent.');
    const found =
      piece.unzipped_bytes === null ? piece.bytes : await decompress(piece.bytes, { chunkSize: pieceBytes });
    sent += found.length;
    yield found;
  }
}
