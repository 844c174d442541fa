// What the scripts share: where things are, and how to run a tool with the project's own Node. Plain
// JavaScript, runs on Node 20.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const bin = join(root, 'node_modules', '.bin');

const path = (process.env.PATH ?? '').split(delimiter);
/** The environment for the project's tools: its own Node 24 first on the path. */
export const toolEnvironment = { ...process.env, PATH: [bin, ...path].join(delimiter) };

/**
 * How to run npm: by the Node and the npm that run us, never by the Node in node_modules, which `npm ci`
 * removes under its own feet.
 * @returns {{ command: string, leading: string[], env: NodeJS.ProcessEnv }}
 */
export function npm() {
  const isOurs = (file) =>
    file.includes(`${sep}node_modules${sep}.bin`) || file.startsWith(join(root, 'node_modules'));
  const env = { ...process.env, PATH: path.filter((folder) => !isOurs(folder)).join(delimiter) };
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  if (script && node && existsSync(script) && existsSync(node) && /npm-cli\.c?js$/.test(script))
    return { command: node, leading: [script], env };
  return { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', leading: [], env };
}

/**
 * Runs a command and collects what it says.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, show?: boolean }} [options] `show` passes the output
 * through as it comes.
 * @returns {Promise<{ code: number, output: string, seconds: number }>}
 */
export function run(command, args, { env = toolEnvironment, cwd = root, show = false } = {}) {
  const began = performance.now();
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      env,
      cwd,
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        output += chunk;
      });
    }
    const finish = (code) => resolve({ code, output, seconds: (performance.now() - began) / 1000 });
    child.once('error', (error) => {
      output += `${error.message}\n`;
      finish(127);
    });
    child.once('close', (code) => finish(code ?? 1));
  });
}

/** A tool of node_modules/.bin. */
export function tool(name) {
  return join(bin, process.platform === 'win32' ? `${name}.cmd` : name);
}
