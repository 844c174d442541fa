import { randomBytes } from 'node:crypto';
import { chmod, link, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createSecretBox, keyBytes, type SecretBox } from './secret-box.ts';

const fileName = 'secret-key';

/**
 * The keys of a setting: 32 bytes each, in base64 or hexadecimal, separated by commas, the one that seals first.
 * Null when one of them is no key.
 */
export function readSecretKeys(text: string): readonly [Buffer, ...Buffer[]] | null {
  const [first, ...older] = text.split(',').map((part) => readSecretKey(part.trim()));
  if (!first || older.includes(null)) return null;
  return [first, ...older.filter((key) => key !== null)];
}

function readSecretKey(text: string): Buffer | null {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return null;
  const key = Buffer.from(text, 'base64url');
  return key.length === keyBytes ? key : null;
}

/** The box of the configured keys, else of the key in the data folder, which is made at the first start. */
export async function openSecretBox({
  secretKeys,
  folder,
}: {
  secretKeys: readonly [Buffer, ...Buffer[]] | null;
  folder: string;
}): Promise<SecretBox> {
  const [current, ...older] = secretKeys ?? [await getOrCreateKey(path.join(folder, fileName))];
  return createSecretBox(current, older);
}

/** Two processes that start at once on one folder take the same key: a link replaces no file. */
async function getOrCreateKey(file: string): Promise<Buffer> {
  const stored = await readKeyFile(file);
  if (stored) return stored;
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, `${randomBytes(keyBytes).toString('base64url')}\n`, { mode: 0o600, flush: true });
  try {
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  const made = await readKeyFile(file);
  if (!made) throw new Error(`The file ${file} could not be made.`);
  return made;
}

async function readKeyFile(file: string): Promise<Buffer | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const key = readSecretKey(text.trim());
  if (key === null) throw new Error(`The file ${file} is no secret key of 32 bytes.`);
  await chmod(file, 0o600);
  return key;
}
