import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type DiskCache, openDiskCache } from './disk-cache.ts';

let folder: string;
let faults: unknown[];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'allclear-radar-'));
  faults = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = async (maxBytes = 1_000_000) => {
  const cache = await openDiskCache({ folder, maxBytes, onError: (error) => faults.push(error) });
  await cache.counted;
  return cache;
};
const read = async (cache: DiskCache, name: string) => {
  const found = await cache.read(name);
  return found && Uint8Array.from(found);
};
const image = (seed: number, length = 92) =>
  Uint8Array.from({ length }, (_, index) => (index * 7 + seed) % 256);
const files = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile());
const fileOf = async () => {
  const [only] = await files();
  return path.join(only!.parentPath, only!.name);
};

describe('pictures on disk', () => {
  test('are there again after a restart', async () => {
    const cache = await open();
    expect(await read(cache, 'a')).toBeNull();
    await cache.write('a', image(1));
    await cache.write('b', image(2));
    expect(await read(cache, 'a')).toEqual(image(1));
    const again = await open();
    expect([again.count, again.bytes]).toEqual([2, 200]);
    expect(await read(again, 'b')).toEqual(image(2));
  });
  test('can be read before they are counted, and are counted once', async () => {
    const first = await open();
    for (let index = 0; index < 200; index++) await first.write(`${index}`, image(index));
    const cache = await openDiskCache({
      folder,
      maxBytes: 1_000_000,
      onError: (error) => faults.push(error),
    });
    const [found, missing] = await Promise.all([
      read(cache, '7'),
      read(cache, 'none'),
      cache.write('new', image(3)),
      cache.write('9', image(9)),
    ]);
    expect([found, missing]).toEqual([image(7), null]);
    await cache.counted;
    expect([cache.count, cache.bytes]).toEqual([201, 20_100]);
  });
  test('stay within their bytes; what was used longest ago goes first, and nothing pushes out all others', async () => {
    const cache = await open(1_000);
    for (let index = 0; index < 10; index++) await cache.write(`${index}`, image(index));
    await cache.read('0');
    await cache.write('10', image(10));
    expect([cache.bytes, await read(cache, '1')]).toEqual([1_000, null]);
    expect(await read(cache, '0')).toEqual(image(0));
    await cache.write('huge', image(0, 500));
    expect(await read(cache, 'huge')).toBeNull();
    expect(await files()).toHaveLength(10);
    // A smaller limit counts when the folder is opened.
    const smaller = await open(300);
    expect([smaller.count, (await files()).length]).toEqual([3, 3]);
  });
  test('are whole when it is closed, and no more are written', async () => {
    const cache = await open();
    for (let index = 0; index < 50; index++) void cache.write(`${index}`, image(index));
    await cache.close();
    const written = await files();
    expect(written).toHaveLength(50);
    expect(written.filter(({ name }) => name.endsWith('.part'))).toEqual([]);
    await cache.write('late', image(1));
    expect([await read(cache, '1'), await read(cache, 'late'), (await files()).length]).toEqual([
      null,
      null,
      50,
    ]);
    // Closed before the files are counted, it still writes what it was given.
    const early = await openDiskCache({
      folder,
      maxBytes: 1_000_000,
      onError: (error) => faults.push(error),
    });
    void early.write('early', image(7));
    await early.close();
    const again = await open();
    expect([again.count, await read(again, 'early'), faults]).toEqual([51, image(7), []]);
  });
  test.each<[string, (file: string) => Promise<void>]>([
    ['cut short', (file) => truncate(file, 50)],
    ['cut within its head', (file) => truncate(file, 5)],
    ['other bytes', (file) => writeFile(file, Buffer.alloc(100, 7))],
    ['gone', (file) => rm(file)],
  ])('a file that is damaged (%s) is no picture, and can be written again', async (_name, damage) => {
    const cache = await open();
    await cache.write('a', image(1));
    await damage(await fileOf());
    expect(await read(cache, 'a')).toBeNull();
    expect([cache.count, cache.bytes, (await files()).length]).toEqual([0, 0, 0]);
    await cache.write('a', image(1));
    expect(await read(cache, 'a')).toEqual(image(1));
  });
  test('what cannot be written is told once, and costs nobody an answer', async () => {
    const cache = await open();
    await rm(folder, { recursive: true });
    await writeFile(folder, 'a file in its place');
    await cache.write('a', image(1));
    await cache.write('b', image(1));
    expect(faults).toHaveLength(1);
    expect(await read(cache, 'a')).toBeNull();
  });
});

test('a process that is killed while it writes leaves whole pictures only', async () => {
  const script = path.join(folder, 'write.mjs');
  const module = fileURLToPath(new URL('./disk-cache.ts', import.meta.url));
  await writeFile(
    script,
    `import { openDiskCache } from ${JSON.stringify(module)};
     const cache = await openDiskCache({ folder: process.argv[2], maxBytes: 1e9, onError: console.error });
     for (let turn = 0; ; turn++) {
       await Promise.all(Array.from({ length: 8 }, (_, index) => cache.write(turn + '/' + index, new Uint8Array(100_000).fill(turn))));
       process.stdout.write('.');
     }`,
  );
  const images = path.join(folder, 'pictures');
  for (let kill = 0; kill < 3; kill++) {
    const child = spawn(process.execPath, [script, images], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.kill('SIGKILL');
    await ended;
    const cache = await openDiskCache({
      folder: images,
      maxBytes: 1e9,
      onError: (error) => faults.push(error),
    });
    await cache.counted;
    expect(cache.count).toBeGreaterThanOrEqual(8);
    const { count } = cache;
    for (let index = 0; index < 8; index++)
      expect(await read(cache, `0/${index}`)).toEqual(new Uint8Array(100_000));
    expect(cache.count).toBe(count);
    const left = (await readdir(images, { recursive: true })).filter((name) => name.endsWith('.part'));
    expect(left).toEqual([]);
  }
});
