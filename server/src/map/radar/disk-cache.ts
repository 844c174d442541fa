import { hash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { DiskIndex } from './disk-index.ts';

/** Before the image: its checksum and its length, four bytes each. */
const HEAD_BYTES = 8;
const UNFINISHED = '.part';
/** Files whose age is read together when the folder is opened. */
const AT_A_TIME = 64;
/** An image that is read is marked as used, at most so often: the order survives a restart. */
const MARK_EVERY_MS = 10 * 60_000;

export interface DiskCache {
  /**
   * Resolves when the files of the folder are counted: many small files take a while. Images can be read
   * before; writes wait for it.
   */
  readonly counted: Promise<void>;
  /** Null for an image that is missing or whose file is damaged. Never throws. */
  read(name: string): Promise<Uint8Array | null>;
  /** Never throws; `onError` is called for the first failure only. */
  write(name: string, image: Uint8Array): Promise<void>;
  readonly bytes: number;
  readonly count: number;
  /**
   * Resolves when nothing is read, written or removed any more. Later reads find nothing and later writes do
   * nothing. Never throws.
   */
  close(): Promise<void>;
}

export interface DiskCacheOptions {
  readonly folder: string;
  readonly maxBytes: number;
  readonly onError: (error: unknown) => void;
}

/**
 * Images in a folder, up to `maxBytes` with their heads; the least recently used is removed first. A file
 * appears under its name only when it is whole, and its checksum is verified when it is read: after a killed
 * process or a disk error images are missing, and never wrong. Throws where the folder cannot be used.
 */
export async function openDiskCache(options: DiskCacheOptions): Promise<DiskCache> {
  const closing = new AbortController();
  const files = await openFolder(options, closing.signal);
  const busy = new Set<Promise<unknown>>([files.counted]);
  const track = <T>(work: Promise<T>): Promise<T> => {
    busy.add(work);
    const done = () => busy.delete(work);
    work.then(done, done);
    return work;
  };
  return {
    counted: files.counted,
    get bytes() {
      return files.index.bytes;
    },
    get count() {
      return files.index.count;
    },
    read: (name) => (closing.signal.aborted ? Promise.resolve(null) : track(files.read(name))),
    async write(name, image) {
      if (!closing.signal.aborted) await track(files.write(name, image));
    },
    async close() {
      closing.abort();
      await Promise.allSettled(busy);
    },
  };
}

interface ImageFolder extends Pick<DiskCache, 'counted' | 'read' | 'write'> {
  readonly index: DiskIndex;
}

/** The files of a cache; counting them ends early with `signal`. */
async function openFolder(
  { folder, maxBytes, onError }: DiskCacheOptions,
  signal: AbortSignal,
): Promise<ImageFolder> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const index = new DiskIndex();
  let reported = false;
  const fileOf = (digest: string) => path.join(folder, digest.slice(0, 2), digest);
  const makeRoom = async () => {
    for (const digest of index.dropDownTo(maxBytes)) await rm(fileOf(digest), { force: true });
  };

  // A folder that cannot be counted takes no more images.
  let isWritable = false;
  let isCounted = false;
  const count = async () => {
    const files = await listFiles(folder, signal);
    isWritable = true;
    // Closed before the end: the images that wait are written, and the next start makes room.
    if (signal.aborted) return;
    for (const { digest, size, usedAt } of files) index.add(digest, size, usedAt);
    isCounted = true;
    await makeRoom();
  };
  const counted = count().catch(onError);

  return {
    counted,
    index,
    async read(name) {
      const digest = digestOf(name);
      const entry = index.find(digest);
      if (!entry && isCounted) return null;
      try {
        const image = await readWhole(fileOf(digest));
        if (!entry) return image;
        index.markUsed(digest);
        // Real time, as the files' own.
        const now = performance.timeOrigin + performance.now();
        if (now - entry.markedAt > MARK_EVERY_MS) {
          entry.markedAt = now;
          await utimes(fileOf(digest), now / 1_000, now / 1_000);
        }
        return image;
      } catch {
        index.drop(digest);
        await rm(fileOf(digest), { force: true }).catch(() => {});
        return null;
      }
    },
    async write(name, image) {
      await counted;
      const digest = digestOf(name);
      const size = HEAD_BYTES + image.length;
      // One image must not push out all the others.
      if (!isWritable || index.find(digest) || size > maxBytes / 8) return;
      try {
        await writeWhole(fileOf(digest), image);
        index.add(digest, size, performance.timeOrigin + performance.now());
        await makeRoom();
      } catch (error) {
        if (!reported) onError(error);
        reported = true;
      }
    },
  };
}

/** An image from its file. Throws when the file is missing or damaged. */
async function readWhole(file: string): Promise<Uint8Array> {
  const content = await readFile(file);
  const image = content.subarray(HEAD_BYTES);
  if (
    content.length < HEAD_BYTES ||
    content.readUInt32BE(4) !== image.length ||
    content.readUInt32BE(0) !== crc32(image)
  ) {
    throw new Error('The file is damaged.');
  }
  return image;
}

/** Writes an image with its head beside its file and renames it when it is whole. */
async function writeWhole(file: string, image: Uint8Array): Promise<void> {
  const unfinished = `${file}.${randomUUID()}${UNFINISHED}`;
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    const head = Buffer.alloc(HEAD_BYTES);
    head.writeUInt32BE(crc32(image), 0);
    head.writeUInt32BE(image.length, 4);
    await writeFile(unfinished, Buffer.concat([head, image]), { mode: 0o600 });
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw error;
  }
}

function digestOf(name: string): string {
  // Half of the digest is unique enough, and there are many.
  return hash('sha256', name, 'hex').slice(0, 32);
}

/**
 * All whole files, the least recently used first, as far as it was read before `signal`. What a killed process
 * left unfinished is removed.
 */
async function listFiles(
  folder: string,
  signal: AbortSignal,
): Promise<{ digest: string; size: number; usedAt: number }[]> {
  const found: { digest: string; size: number; usedAt: number }[] = [];
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.length > 3);
  for (let at = 0; at < names.length && !signal.aborted; at += AT_A_TIME) {
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
