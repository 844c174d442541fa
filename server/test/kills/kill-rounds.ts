import { fork } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Store } from '../../src/platform/database/database.ts';

/** Kills of a process while it changes something, each at a moment that `random` (0–1) chooses. */
export interface KillRounds {
  readonly store: Store;
  readonly random: () => number;
  /** Whether another process is to be killed after so many, of which `none` left nothing of their change stored. */
  goesOn(kills: number, none?: number): boolean;
}

const compileCache = path.join(tmpdir(), 'allclear-kills-compiled');

/** What was found after the kills. */
export interface KillCount {
  readonly kills: number;
  /** Changes that were stored whole before the kill. */
  readonly whole: number;
  /** Changes of which nothing was stored. */
  readonly none: number;
}

/** Runs a program of this folder to its end; returns how long it ran after it said that it begins, ms. */
export function runWhole(program: string, args: readonly string[]): Promise<number> {
  return run(program, args, 'exit');
}

/** Kills a program of this folder when it says that it is done; returns how long it took since its beginning, ms. */
export function runUntilDone(program: string, args: readonly string[]): Promise<number> {
  return run(program, args, 'done');
}

/** Kills a program of this folder so long after it said that it begins, as a power cut would. */
export async function runKilled(program: string, args: readonly string[], afterMs: number): Promise<void> {
  await run(program, args, afterMs);
}

async function run(
  program: string,
  args: readonly string[],
  until: 'exit' | 'done' | number,
): Promise<number> {
  // What a process compiled is kept for the next one: hundreds of them load the same modules.
  const env = { ...process.env, NODE_COMPILE_CACHE: compileCache };
  const child = fork(new URL(program, import.meta.url), args, { execArgv: [], env });
  const exited = once(child, 'exit');
  const said = () => Promise.race([once(child, 'message').then(() => true), exited.then(() => false)]);
  if (!(await said())) throw new Error(`${program} ended before it began.`);
  const begunAt = performance.now();
  const kill = () => child.kill('SIGKILL');
  const timer = typeof until === 'number' ? setTimeout(kill, until) : null;
  if (until === 'done' && !(await said())) throw new Error(`${program} ended before it was done.`);
  const tookMs = performance.now() - begunAt;
  if (until === 'done') kill();
  const [code] = await exited;
  if (timer !== null) clearTimeout(timer);
  if (until === 'exit' && code !== 0) throw new Error(`${program} ended with ${code}.`);
  return until === 'exit' ? performance.now() - begunAt : tookMs;
}

/** Waits until no transaction holds the organization: that of a killed process may not have ended yet. */
export async function organizationIsFree({ db }: Store, organizationId: string): Promise<void> {
  await db.selectFrom('organizations').select('id').where('id', '=', organizationId).forUpdate().execute();
}
