import { setTimeout as pause } from 'node:timers/promises';
import type { Fault, Round } from '../fault.ts';
import { postgresProcesses, signalAll, whyNoProcesses } from '../processes.ts';
import type { Stage } from '../stage.ts';

/** Nothing of PostgreSQL runs, and every connection stays open. */
function freeze(stage: Stage): () => void {
  const pids = postgresProcesses(stage.data);
  signalAll(pids, 'SIGSTOP');
  return () => signalAll(pids, 'SIGCONT');
}

export const frozenDatabase: Fault = {
  name: 'frozen-postgres',
  what: 'PostgreSQL answers nothing for a while (stopped, with its connections open)',
  stage: { weather: 'storms' },
  whyNot: whyNoProcesses,
  logged: null,
  async strike(stage, { isShort, random }) {
    const wake = freeze(stage);
    try {
      await pause(isShort ? 6_000 : 60_000 * (0.5 + random() / 2));
    } finally {
      wake();
    }
  },
};

export const slowDatabase: Fault = {
  name: 'slow-database',
  what: 'PostgreSQL runs a fifth of the time, as on a disk that is far too slow',
  stage: { weather: 'storms' },
  whyNot: whyNoProcesses,
  logged: null,
  async strike(stage, round: Round) {
    const until = performance.now() + (round.isShort ? 3_000 : 20_000);
    while (performance.now() < until) {
      const wake = freeze(stage);
      await pause(80);
      wake();
      await pause(20);
    }
  },
};
