import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const startLimitMs = 20_000;

/** A program of the machine is missing, or does not start. */
export class NotStarted extends Error {}

/** Where a program of the system runs: as whom, and in a folder that is removed afterwards. */
export interface PrivateFolder {
  readonly folder: string;
  readonly user: { readonly uid: number; readonly gid: number } | undefined;
}

/** Runs `work` with a folder of its own. Root hands it to the user `postgres`: PostgreSQL does not run as root. */
export async function withPrivateFolder<T>(work: (at: PrivateFolder) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'allclear-matching-'));
  try {
    const user = process.getuid?.() === 0 ? await postgresUser() : undefined;
    if (user) await chown(folder, user.uid, user.gid);
    return await work({ folder, user });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function postgresUser() {
  const idOf = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
  try {
    return { uid: await idOf('-u'), gid: await idOf('-g') };
  } catch (error) {
    throw new NotStarted('there is no user postgres.', { cause: error });
  }
}

/** Runs a program to its end and returns what it printed. */
export async function runProgram(
  { folder, user }: PrivateFolder,
  program: string,
  args: readonly string[],
  input = '',
): Promise<string> {
  const running = run(program, args, { ...user, cwd: folder, maxBuffer: 2 ** 30 });
  running.child.stdin?.end(input);
  return (await running).stdout;
}

/** Runs a server while `work` runs: waits until `isReady` passes, and throws what the server printed when it ends before. */
export async function withServer<T>(
  { folder, user }: PrivateFolder,
  { program, args, isReady }: { program: string; args: readonly string[]; isReady: () => Promise<unknown> },
  work: () => Promise<T>,
): Promise<T> {
  const child = spawn(program, args, { ...user, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-2_000);
    });
  child.once('error', (error) => {
    said += error.message;
  });
  try {
    await ready(child, isReady, () => said);
    return await work();
  } finally {
    if (isRunning(child)) {
      const ended = once(child, 'close');
      child.kill('SIGINT');
      await ended;
    }
  }
}

const isRunning = ({ pid, exitCode, signalCode }: ChildProcess) =>
  pid !== undefined && exitCode === null && signalCode === null;

async function ready(
  child: ChildProcess,
  isReady: () => Promise<unknown>,
  said: () => string,
): Promise<void> {
  for (let waited = 0; ; waited += 50) {
    const answers = await isReady().then(
      () => true,
      () => false,
    );
    if (answers) return;
    await pause(50);
    if (!isRunning(child) || waited > startLimitMs) throw new NotStarted(`it did not start: ${said()}`);
  }
}
