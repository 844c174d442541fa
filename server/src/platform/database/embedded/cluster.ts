import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { superuser } from './application-role.ts';
import { type EmbeddedFolder, giveTo, renameUnlessThere } from './folder.ts';
import { isAlive } from './orphan.ts';

/**
 * Creates the cluster with initdb when there is none. It is created in a temporary folder that is renamed
 * when complete: a process that is killed leaves no partial cluster, and of two processes that do this at
 * once one wins.
 */
export async function makeCluster(at: EmbeddedFolder, initdb: string): Promise<void> {
  if (await stat(join(at.cluster, 'PG_VERSION')).catch(() => undefined)) return;
  await removeLeftovers(at.folder);
  const draft = join(at.folder, `pg.new-${process.pid}`);
  const passwordFile = `${draft}.password`;
  try {
    await mkdir(draft, { mode: 0o700 });
    await giveTo(at.user, draft);
    await writeFile(passwordFile, at.password, { mode: 0o600 });
    await giveTo(at.user, passwordFile);
    // The builtin locale needs nothing of the machine, so that text sorts and folds the same everywhere.
    const flags = [
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ];
    const child = spawn(
      initdb,
      ['-D', draft, `--username=${superuser}`, `--pwfile=${passwordFile}`, ...flags],
      {
        ...at.user,
        cwd: draft,
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        said += String(chunk);
      });
    }
    const end = await ended(child);
    if (end !== 'code 0')
      throw new Error(
        `PostgreSQL could not make its database in ${at.folder}: ${reasonIn(said) ?? `initdb ended with ${end}`}`,
      );
    await renameUnlessThere(draft, at.cluster);
  } finally {
    await rm(passwordFile, { force: true });
    await rm(draft, { recursive: true, force: true });
  }
}

async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = /^pg\.new-(\d+)/.exec(name)?.[1];
    if (pid !== undefined && (Number(pid) === process.pid || !isAlive(Number(pid))))
      await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** Waits for the end of a child: `code 1`, `signal SIGKILL`, or why it could not be run. */
export function ended(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(code === null ? `signal ${signal}` : `code ${code}`));
  });
}

/**
 * The error that PostgreSQL logged, as one line: its last FATAL, PANIC or error with the hint that follows.
 * Undefined when there is none.
 */
export function reasonIn(said: string): string | undefined {
  const lines = said
    .split('\n')
    .map((line) =>
      line
        .replace(
          /^.*?\b(FATAL|PANIC|ERROR|DETAIL|HINT|initdb: error|initdb: detail|initdb: hint):\s+/,
          '$1: ',
        )
        .trim(),
    );
  const last = lines.findLastIndex((line) => /^(FATAL|PANIC|ERROR|initdb: error): /.test(line));
  if (last === -1) return lines.filter(Boolean).at(-1);
  const bare = (line: string) => line.replace(/^(FATAL|PANIC|ERROR|DETAIL|HINT|initdb: \w+): /, '');
  const more = lines
    .slice(last + 1, last + 3)
    .filter((line) => /^(DETAIL|HINT|initdb: detail|initdb: hint): /.test(line));
  return [...lines.slice(last, last + 1), ...more].map(bare).join(' ');
}
