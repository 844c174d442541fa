import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const pack = { br: promisify(brotliCompress), gzip: promisify(gzip) };
const packFromBytes = 600;
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** A file of the built page, encoded once. */
export interface PageFile {
  readonly type: string;
  readonly identity: Buffer;
  readonly gzip?: Buffer;
  readonly br?: Buffer;
}

export interface PageFiles {
  /** The page, in which `data-served` is still to be set. */
  readonly html: string;
  /** By name; each name has the hash of the content. */
  readonly assets: ReadonlyMap<string, PageFile>;
  /** The script for sites that embed widgets. */
  readonly heightScript: PageFile;
}

/** Reads the built page; null where it has not been built. */
export async function readPageFiles(folder: string): Promise<PageFiles | null> {
  if (!existsSync(path.join(folder, 'index.html'))) return null;
  const names = (await readdir(path.join(folder, 'assets'))).filter((name) => path.extname(name) in types);
  const assets = names.map(
    async (name) => [name, await pageFile(path.join(folder, 'assets', name))] as const,
  );
  return {
    html: await readFile(path.join(folder, 'index.html'), 'utf8'),
    assets: new Map(await Promise.all(assets)),
    heightScript: await pageFile(path.join(folder, 'height.js')),
  };
}

async function pageFile(file: string): Promise<PageFile> {
  const identity = await readFile(file);
  const type = types[path.extname(file)] ?? 'application/octet-stream';
  if (identity.length < packFromBytes) return { type, identity };
  return { type, identity, gzip: await pack.gzip(identity), br: await pack.br(identity) };
}
