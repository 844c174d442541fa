import type { Fault } from '../fault.ts';
import { postgresProcesses, signalAll, whyNoProcesses } from '../processes.ts';

/** `npm run kills` kills servers with what each is doing; here everything is at work at once. */
export const killServer: Fault = {
  name: 'kill-server',
  what: 'the server is killed (kill -9) and started again; its PostgreSQL runs on',
  stage: { weather: 'storms' },
  logged: /the engine is active/,
  async strike(stage) {
    const [server] = stage.servers;
    await server?.kill();
    if (server) stage.ended(server);
    await stage.start();
  },
};

export const killPostgres: Fault = {
  name: 'kill-postgres',
  what: 'all processes of PostgreSQL are killed (kill -9) under the running server, which starts it again',
  stage: { weather: 'storms' },
  whyNot: whyNoProcesses,
  logged: /a database connection broke/,
  async strike(stage) {
    signalAll(postgresProcesses(stage.data), 'SIGKILL');
  },
};

export const killBoth: Fault = {
  name: 'kill-both',
  what: 'server and PostgreSQL are killed at once, as by a power cut, and the server is started again',
  stage: { weather: 'storms' },
  whyNot: whyNoProcesses,
  logged: /the engine is active/,
  async strike(stage) {
    const [server] = stage.servers;
    const pids = postgresProcesses(stage.data);
    server?.child.kill('SIGKILL');
    signalAll(pids, 'SIGKILL');
    await server?.kill();
    if (server) stage.ended(server);
    await stage.start();
  },
};
