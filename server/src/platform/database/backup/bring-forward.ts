import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { wallNow } from '../../clock/clock.ts';
import { productVersion } from '../../product-version.ts';
import { migrate } from '../migrate.ts';
import { backUp } from './back-up.ts';

/** Backups that were made before a migration are kept, the newest ones, in this folder of the data folder. */
export const upgradeBackups = 'backups-before-upgrades';
const keptBackups = 3;

/** The database may not be migrated: no backup of it could be made. The sentence says what to do. */
export class NoBackup extends Error {}

export interface BroughtForward {
  /** The migrations that ran. */
  readonly migrations: readonly string[];
  /** The backup that was made before; null where none was needed. */
  readonly backup: string | null;
}

/**
 * Migrates the embedded database of a data folder, and backs it up first when an earlier version has used it. Throws
 * `NoBackup`, with nothing changed, when that cannot be done.
 */
export async function bringForward({
  pool,
  databaseUrl,
  data,
  onBackup = () => {},
}: {
  pool: pg.Pool;
  databaseUrl: string;
  data: string;
  /** Called before a backup begins, which may take minutes. */
  onBackup?: (file: string) => void;
}): Promise<BroughtForward> {
  let backup: string | null = null;
  const migrations = await migrate(pool, {
    async beforeFirst() {
      const folder = path.join(data, upgradeBackups);
      const name = `${new Date(wallNow()).toISOString().replace(/[:.]/g, '-')}.backup`;
      backup = path.join(folder, name);
      onBackup(backup);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await backUp({
          ...{ databaseUrl, data, to: backup, withKey: false, isRemembered: false },
          version: await productVersion(),
        });
      } catch (error) {
        throw new NoBackup(
          `This version changes the database, and no backup of it could be written to ${folder} first (${(error as Error).message}). Make room there, or make a backup elsewhere (npm run backup) and set ALLCLEAR_BACKUP_BEFORE_UPGRADE=false.`,
          { cause: error },
        );
      }
      await dropOldest(folder);
    },
  });
  return { migrations, backup };
}

async function dropOldest(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.backup')).sort();
  for (const name of names.slice(0, -keptBackups)) await rm(path.join(folder, name), { force: true });
}
