import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/** The format of the files that this version writes; it reads no other. */
export const backupFormat = 1;

/**
 * What a backup consists of, in this order: lines of JSON, packed by gzip. A `bytes` line is followed by as many raw
 * bytes, a piece of the table or file before it. The last line has the SHA-256 of everything before it.
 */
export type BackupRecord =
  | {
      readonly kind: 'header';
      readonly format: number;
      readonly version: string;
      readonly madeAt: string;
      readonly migrations: readonly string[];
      /** Migrations of the job queue. */
      readonly jobMigrations: readonly number[];
      readonly hasKey: boolean;
    }
  | {
      readonly kind: 'table';
      readonly name: string;
      readonly columns: readonly string[];
      /** The table that it is a partition of. */
      readonly partitionOf: string | null;
    }
  | { readonly kind: 'file'; readonly name: string }
  | { readonly kind: 'bytes'; readonly length: number }
  | { readonly kind: 'table-end'; readonly rows: number; readonly sha256: string }
  | { readonly kind: 'sequence'; readonly name: string; readonly value: string }
  | { readonly kind: 'trailer'; readonly sha256: string };

/** A file that is no backup, or was changed or cut: a sentence for the operator. */
export class BadBackup extends Error {}

/** The longest line and the longest piece that are read, bytes. */
const maxLine = 1_000_000;
const maxPiece = 1_000_000;

export interface BackupWriter {
  write(record: Exclude<BackupRecord, { kind: 'bytes' | 'trailer' }>): Promise<void>;
  bytes(data: Buffer): Promise<void>;
  /** Writes the last line, and only now gives the file its name. */
  finish(): Promise<{ bytes: number; sha256: string }>;
  abort(): Promise<void>;
}

/** `file` must not exist. What is not finished stands beside it under another name and is removed by `abort`. */
export async function createBackupFile(file: string): Promise<BackupWriter> {
  const isThere = await stat(file).catch(() => undefined);
  if (isThere) throw new BadBackup(`The file ${file} is there already: a backup replaces none.`);
  const draft = `${file}.part-${process.pid}`;
  const handle = await open(draft, 'wx', 0o600);
  const target = createWriteStream('', { fd: handle.fd, autoClose: false });
  const packed = createGzip({ level: 6 });
  packed.pipe(target);
  packed.on('error', (error) => target.destroy(error));
  // Without this a full disk would end the process; the next write reports it.
  let failure: Error | null = null;
  target.on('error', (error) => {
    failure = error;
    packed.destroy(error);
  });
  const hash = createHash('sha256');
  const put = async (data: Buffer) => {
    if (failure !== null) throw failure;
    hash.update(data);
    if (!packed.write(data)) await once(packed, 'drain');
  };
  const line = (record: BackupRecord) => Buffer.from(`${JSON.stringify(record)}\n`);
  return {
    write: (record) => put(line(record)),
    async bytes(data) {
      for (let at = 0; at < data.length; at += maxPiece) {
        const piece = data.subarray(at, at + maxPiece);
        await put(line({ kind: 'bytes', length: piece.length }));
        await put(piece);
      }
    },
    async finish() {
      if (failure !== null) throw failure;
      packed.end(line({ kind: 'trailer', sha256: hash.digest('hex') }));
      await finished(target);
      await handle.sync();
      await handle.close();
      const sum = await sumOf(draft);
      await rename(draft, file);
      // The name survives a power cut as well.
      const folder = await open(path.dirname(file), 'r');
      await folder.sync().finally(() => folder.close());
      return sum;
    },
    async abort() {
      packed.destroy();
      target.destroy();
      await handle.close().catch(() => {});
      await rm(draft, { force: true });
    },
  };
}

async function sumOf(file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(file)) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

export interface BackupItem {
  readonly record: BackupRecord;
  /** Of a `bytes` record; empty for all others. */
  readonly data: Buffer;
}

/** The records of a backup in their order. Throws `BadBackup` for anything that is not as it was written. */
export async function* readBackup(file: string): AsyncGenerator<BackupItem> {
  const source = createReadStream(file);
  const unpacked = createGunzip();
  source.on('error', (error) => unpacked.destroy(error));
  const bytes = new ByteReader(source.pipe(unpacked));
  const hash = createHash('sha256');
  try {
    for (let isFirst = true; ; isFirst = false) {
      const text = await bytes.line();
      if (text === null) throw new BadBackup(`The backup ${file} is cut off: its end is missing.`);
      const record = parsed(text);
      if (record === null || (isFirst && record.kind !== 'header'))
        throw new BadBackup(`The file ${file} is no backup of Allclear, or was changed.`);
      if (record.kind === 'header' && record.format !== backupFormat)
        throw new BadBackup(
          `The backup ${file} has the format ${record.format}: restore it with its version.`,
        );
      if (record.kind === 'trailer') {
        if (record.sha256 !== hash.digest('hex') || (await bytes.line()) !== null)
          throw new BadBackup(`The backup ${file} was changed: its checksum is another one.`);
        yield { record, data: Buffer.alloc(0) };
        return;
      }
      hash.update(text).update('\n');
      const data = record.kind === 'bytes' ? await bytes.take(record.length) : Buffer.alloc(0);
      if (data === null) throw new BadBackup(`The backup ${file} is cut off: its end is missing.`);
      hash.update(data);
      yield { record, data };
    }
  } catch (error) {
    if (error instanceof BadBackup) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new BadBackup(`There is no file ${file}.`);
    throw new BadBackup(`The backup ${file} cannot be read: ${message}.`, { cause: error });
  } finally {
    source.destroy();
    unpacked.destroy();
  }
}

function parsed(text: Buffer): BackupRecord | null {
  try {
    const record = JSON.parse(text.toString('utf8')) as BackupRecord;
    if (record.kind === 'bytes' && !(record.length > 0 && record.length <= maxPiece)) return null;
    return typeof record.kind === 'string' ? record : null;
  } catch {
    return null;
  }
}

/** Lines and stretches of bytes of a stream. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#chunks.next();
    if (done) return false;
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value]);
    return true;
  }

  /** Without its end; null at the end of the stream. */
  async line(): Promise<Buffer | null> {
    for (;;) {
      const end = this.#rest.indexOf(0x0a);
      if (end !== -1) {
        const line = this.#rest.subarray(0, end);
        this.#rest = this.#rest.subarray(end + 1);
        return line;
      }
      if (this.#rest.length > maxLine) throw new BadBackup('The file is no backup of Allclear.');
      if (!(await this.#more())) {
        if (this.#rest.length > 0) throw new BadBackup('The backup is cut off: its end is missing.');
        return null;
      }
    }
  }

  /** Null when the stream ends before. */
  async take(length: number): Promise<Buffer | null> {
    while (this.#rest.length < length) if (!(await this.#more())) return null;
    const data = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return data;
  }
}
