import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A program of the cluster that can be started, ended by its id, paused and started again. */
export interface PartOptions {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Its output is appended to `NAME.log` here. */
  readonly logs: string;
  readonly env?: NodeJS.ProcessEnv;
  /** The system user that it runs as; the user of this process without one. */
  readonly user?: { readonly uid: number; readonly gid: number } | null;
  readonly cwd?: string;
  /** Processes that it has started and that end with it, by id: a machine that is lost loses them all. */
  readonly others?: () => readonly number[];
  /** Resolves when it serves; throws while it does not. */
  readonly ready: () => Promise<void>;
}

export class Part {
  readonly name: string;
  readonly #options: PartOptions;
  #child: ChildProcess | null = null;
  #ended: Promise<void> = Promise.resolve();

  constructor(options: PartOptions) {
    this.#options = options;
    this.name = options.name;
  }

  get isRunning(): boolean {
    return this.#child !== null;
  }

  launch(): void {
    const { command, args, env, user, cwd, logs } = this.#options;
    const log = openSync(path.join(logs, `${this.name}.log`), 'a');
    const child = spawn(command, [...args], {
      env: env ?? process.env,
      stdio: ['ignore', log, log],
      ...(cwd ? { cwd } : {}),
      ...(user ? { uid: user.uid, gid: user.gid } : {}),
    });
    closeSync(log);
    this.#child = child;
    this.#ended = new Promise((resolve) => {
      const end = () => {
        if (this.#child === child) this.#child = null;
        resolve();
      };
      child.once('error', end);
      child.once('exit', end);
    });
  }

  async start(withinMs = 90_000): Promise<void> {
    this.launch();
    await this.serving(withinMs);
  }

  /** Resolves when it serves; throws with the end of its log when it ended or does not in time. */
  async serving(withinMs: number): Promise<void> {
    const began = performance.now();
    for (;;) {
      const isServing = await this.#options.ready().then(
        () => true,
        () => false,
      );
      if (isServing) return;
      if (this.#child === null) throw new Error(`${this.name} ended:\n${this.lastLines()}`);
      if (performance.now() - began > withinMs)
        throw new Error(`${this.name} does not serve after ${withinMs / 1000} s:\n${this.lastLines()}`);
      await pause(100);
    }
  }

  lastLines(): string {
    try {
      return readFileSync(path.join(this.#options.logs, `${this.name}.log`), 'utf8').slice(-3_000);
    } catch {
      return '(no log)';
    }
  }

  /** Ends it, and what it has started, as a power cut would. */
  async kill(): Promise<void> {
    this.killNow();
    await this.#ended;
  }

  /** The same without waiting for its end. */
  killNow(): void {
    if (this.#child === null) return;
    const others = this.#options.others?.() ?? [];
    this.#child.kill('SIGKILL');
    for (const id of others) signal(id, 'SIGKILL');
  }

  /** Ends it in order; as a power cut would when that takes too long. */
  async stop(withinMs = 15_000): Promise<void> {
    if (this.#child === null) return;
    this.#child.kill('SIGCONT');
    this.#child.kill('SIGTERM');
    const isOver = await Promise.race([this.#ended.then(() => true), pause(withinMs).then(() => false)]);
    if (!isOver) await this.kill();
  }

  /** It neither runs nor answers until `resume`; its connections stay open. */
  pause(): void {
    this.#child?.kill('SIGSTOP');
  }

  resume(): void {
    this.#child?.kill('SIGCONT');
  }
}

function signal(id: number, name: NodeJS.Signals): void {
  try {
    process.kill(id, name);
  } catch {
    // It has ended by itself.
  }
}
