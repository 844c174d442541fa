import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { globSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const place = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));

let foundEntry: string | undefined;

/** The path of what `npm start` runs; of the sources when one of them is newer, or nothing was built. */
export function serverEntry(): string {
  foundEntry ??= findEntry();
  return foundEntry;
}

function findEntry(): string {
  const built = place('dist/main.js');
  const builtAt = statSync(built, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const isOlder = (folder: string) =>
    globSync('**/*.ts', { cwd: place(folder), exclude: (name) => name.endsWith('.test.ts') }).every(
      (file) => statSync(path.join(place(folder), file)).mtimeMs < builtAt,
    );
  const sources = ['src', '../adapters/src', '../domain/src', '../contract/src'];
  return sources.every(isOlder) ? built : place('src/main.ts');
}

export interface ServerProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Ms from the start of the process to /readyz. */
  readonly readyAfterMs: number;
  output(): string;
  demonstration(): Promise<{
    url: string;
    apiKey: string;
    accounts: { role: string; email: string; password: string }[];
  }>;
  /** Ends it as a person would. */
  stop(): Promise<number | null>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
}

/**
 * A port that nothing listens on. It lies below the ports that systems give to outgoing connections (Linux from
 * 32768, others from 49152), so that none of those takes it before the server listens, or while it starts again.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000);
    if (await canListen(port)) return port;
  }
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '0.0.0.0', () => probe.close(() => resolve(true)));
  });
}

/** Runs the real server and waits until it is ready; throws what it printed when it ends instead. */
export async function runServer(options: {
  data: string;
  port: number;
  args?: string[];
  env?: NodeJS.ProcessEnv;
}): Promise<ServerProcess> {
  const { child, output, ended } = launch(
    ['--port', String(options.port), '--data', options.data, ...(options.args ?? [])],
    options.env,
  );
  const started = performance.now();
  const url = `http://localhost:${options.port}`;
  let over = false;
  void ended.then(() => {
    over = true;
  });
  for (;;) {
    if (over) throw new Error(`The server ended: ${output()}`);
    if (performance.now() - started > 60_000) {
      child.kill('SIGKILL');
      throw new Error(`The server was not ready in time: ${output()}`);
    }
    const ready = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) break;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return {
    url,
    child,
    readyAfterMs: performance.now() - started,
    output,
    demonstration: async () => JSON.parse(await readFile(path.join(options.data, 'demo.json'), 'utf8')),
    stop: async () => {
      child.kill('SIGTERM');
      return ended;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Runs a program of the server to its end: for starts that must fail, and for commands. */
export async function runToEnd(
  args: string[],
  env?: NodeJS.ProcessEnv,
  program?: string,
): Promise<{ code: number | null; output: string }> {
  const { output, ended } = launch(args, env, program);
  const code = await ended;
  return { code, output: output() };
}

/** `program` is a file of `server/src`; without one, the server is started. */
function launch(args: string[], env: NodeJS.ProcessEnv = {}, program?: string) {
  const child = spawn(process.execPath, [program ? place(`src/${program}`) : serverEntry(), ...args], {
    env: { ...process.env, INIT_CWD: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const keep = (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-100_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, output: () => text, ended };
}
