import pino from 'pino';
import type { Clock } from '../src/platform/clock/clock.ts';

/** A clock that jumps over each wait; a signal that aborts in the middle of one ends it there. */
export function jumpingClock(endAt: number, stopping: AbortController) {
  let now = 0;
  const waits: number[] = [];
  let onSleep: ((ms: number) => number) | null = null;
  const clock: Clock = {
    now: () => now,
    speed: 1,
    sleep: async (ms, signal) => {
      const slept = signal?.aborted ? 0 : (onSleep?.(ms) ?? ms);
      waits.push(slept);
      now += slept;
      if (now >= endAt) stopping.abort();
      await Promise.resolve();
    },
  };
  return {
    clock,
    waits,
    pass: (ms: number) => {
      now += ms;
    },
    /** Decides how much of a wait passes. */
    onSleep: (listener: (ms: number) => number) => {
      onSleep = listener;
    },
  };
}

/** A log whose messages a test reads. */
export function logLines() {
  const lines: string[] = [];
  return {
    lines,
    log: pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line).msg) }),
  };
}
