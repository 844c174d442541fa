import { hash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';

/** Before the picture: its checksum and its length, four bytes each. */
const HEAD_BYTES = 8;
const UNFINISHED = '.part';
/** Files whose age is looked at together when the folder is opened. */
const AT_A_TIME = 64;
/** A picture that is read is marked as used, at most so often: the order survives a restart. */
const MARK_EVERY_MS = 10 * 60_000;

interface Entry {
  readonly bytes: number;
  markedAt: number;
}

export interface DiskCache {
  /**
   * When what is in the folder has been counted: many small files take a while. Pictures can be read before;
   * those that are written wait for it.
   */
  readonly counted: Promise<void>;
  /** Null for a picture that is not there, or whose file is damaged. Never throws. */
  read(name: string): Promise<Uint8Array | null>;
  /** Never throws; what cannot be written is told to `onError` once. */
  write(name: string, image: Uint8Array): Promise<void>;
  readonly bytes: number;
  readonly count: number;
}

/**
 * Pictures in a folder, up to `maxBytes` with their heads; what was not used for longest goes first. A file
 * appears under its name only when it is whole, and its checksum is looked at when it is read, so that a
 * process that is killed, or a disk that lies, costs pictures and never shows wrong ones. Throws where the
 * folder cannot be used.
 */
export async function openDiskCache({
  folder,
  maxBytes,
  onError,
}: {
  folder: string;
  maxBytes: number;
  onError: (error: unknown) => void;
}): Promise<DiskCache> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const entries = new Map<string, Entry>();
  let bytes = 0;
  let reported = false;
  const fileOf = (digest: string) => path.join(folder, digest.slice(0, 2), digest);
  const forget = (digest: string) => {
    bytes -= entries.get(digest)?.bytes ?? 0;
    entries.delete(digest);
  };
  const makeRoom = async () => {
    const gone: string[] = [];
    for (const digest of entries.keys()) {
      if (bytes <= maxBytes) break;
      gone.push(digest);
      forget(digest);
    }
    for (const digest of gone) await rm(fileOf(digest), { force: true });
  };

  let isCounted = false;
  const count = async () => {
    for (const { digest, size, usedAt } of await listFiles(folder)) {
      entries.set(digest, { bytes: size, markedAt: usedAt });
      bytes += size;
    }
    isCounted = true;
    await makeRoom();
  };
  // A folder that cannot be counted keeps nothing more.
  const counted = count().catch(onError);

  return {
    counted,
    get bytes() {
      return bytes;
    },
    get count() {
      return entries.size;
    },
    async read(name) {
      const digest = digestOf(name);
      const entry = entries.get(digest);
      if (!entry && isCounted) return null;
      try {
        const file = await readFile(fileOf(digest));
        const image = file.subarray(HEAD_BYTES);
        if (
          file.length < HEAD_BYTES ||
          file.readUInt32BE(4) !== image.length ||
          file.readUInt32BE(0) !== crc32(image)
        ) {
          throw new Error('The file is damaged.');
        }
        if (!entry) return image;
        if (entries.delete(digest)) entries.set(digest, entry);
        // Real time, as the files' own.
        const now = performance.timeOrigin + performance.now();
        if (now - entry.markedAt > MARK_EVERY_MS) {
          entry.markedAt = now;
          await utimes(fileOf(digest), now / 1_000, now / 1_000);
        }
        return image;
      } catch {
        forget(digest);
        await rm(fileOf(digest), { force: true }).catch(() => {});
        return null;
      }
    },
    async write(name, image) {
      await counted;
      const digest = digestOf(name);
      const size = HEAD_BYTES + image.length;
      // One picture must not push out all the others.
      if (!isCounted || entries.has(digest) || size > maxBytes / 8) return;
      const file = fileOf(digest);
      const unfinished = `${file}.${randomUUID()}${UNFINISHED}`;
      try {
        await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
        const head = Buffer.alloc(HEAD_BYTES);
        head.writeUInt32BE(crc32(image), 0);
        head.writeUInt32BE(image.length, 4);
        await writeFile(unfinished, Buffer.concat([head, image]), { mode: 0o600 });
        await rename(unfinished, file);
        if (!entries.has(digest)) bytes += size;
        entries.set(digest, { bytes: size, markedAt: performance.timeOrigin + performance.now() });
        await makeRoom();
      } catch (error) {
        await rm(unfinished, { force: true }).catch(() => {});
        if (!reported) onError(error);
        reported = true;
      }
    },
  };
}

function digestOf(name: string): string {
  // Half of it tells pictures apart as surely, and there are many.
  return hash('sha256', name, 'hex').slice(0, 32);
}

/** All whole files, the least recently used first; what a killed process left unfinished is removed. */
async function listFiles(folder: string): Promise<{ digest: string; size: number; usedAt: number }[]> {
  const found: { digest: string; size: number; usedAt: number }[] = [];
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.length > 3);
  for (let at = 0; at < names.length; at += AT_A_TIME) {
    await Promise.all(
      names.slice(at, at + AT_A_TIME).map(async (name) => {
        const file = path.join(folder, name);
        if (name.endsWith(UNFINISHED)) return rm(file, { force: true });
        const digest = path.basename(name);
        if (!/^[0-9a-f]{32}$/.test(digest)) return;
        const { size, mtimeMs } = await stat(file);
        found.push({ digest, size, usedAt: mtimeMs });
      }),
    );
  }
  return found.toSorted((a, b) => a.usedAt - b.usedAt);
}
