// The server and the web app, each reloading when its sources change. `npm run dev`; flags go to the server.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root, tool, toolEnvironment } from './run.mjs';

// People open Vite's address, which hands /api and /identity on to the server: that is where sign-in has to
// come back to.
const env = { ...toolEnvironment, ALLCLEAR_URL: toolEnvironment.ALLCLEAR_URL ?? 'http://localhost:5173' };
const children = [
  spawn('node', ['--watch', 'server/src/main.ts', ...process.argv.slice(2)], {
    cwd: root,
    env,
    stdio: 'inherit',
  }),
  spawn(tool('vite'), ['--strictPort'], { cwd: join(root, 'web'), env: toolEnvironment, stdio: 'inherit' }),
];
let living = children.length;

/** When one process ends, or the terminal sends a signal, the other one is ended in order. */
function end(signal) {
  for (const child of children) child.kill(signal);
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(signal));
for (const child of children) {
  child.once('error', (error) => {
    console.error(error.message);
    process.exitCode = 1;
    end('SIGTERM');
  });
  child.once('exit', (code) => {
    living -= 1;
    if (code) process.exitCode = code;
    if (living > 0) end('SIGTERM');
  });
}
