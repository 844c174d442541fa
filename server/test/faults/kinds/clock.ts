import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { type Stage, waitUntil } from '../stage.ts';
import { beginStorm, observedAgain } from '../storm-of-satellite.ts';

const hourSeconds = 3_600;
/** The library of Debian's package `faketime`: it answers a process that asks for the time. */
const library = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find((file) => existsSync(file));

const offsetFile = (folder: string) => path.join(folder, 'clock-offset');

/** By how much the clock of the servers is off; it is read anew each second. */
async function stepClock({ folder }: Pick<Stage, 'folder'>, seconds: number): Promise<void> {
  await writeFile(offsetFile(folder), `${seconds < 0 ? '' : '+'}${seconds}\n`);
}

/** Throws when the step did not reach the server: its answers name the time that it believes. */
async function waitForStep({ servers }: Stage, seconds: number): Promise<void> {
  const isOff = async () => {
    const answer = await fetch(`${servers[0]?.url}/readyz`).catch(() => null);
    const offMs = Date.parse(answer?.headers.get('date') ?? '') - Date.now();
    return Math.abs(offMs - seconds * 1_000) < 60_000;
  };
  if ((await waitUntil(isOff, 10_000)) === null) throw new Error('The clock of the server was not stepped.');
}

const steppedClock = (name: string, what: string, seconds: number): Fault => ({
  ...{ name, what, logged: null },
  stage: {
    weather: 'satellite',
    // PostgreSQL keeps the right time, by which the judge knows when something was committed.
    database: 'beside',
    async prepare(folder) {
      await stepClock({ folder }, 0);
      return async () => {};
    },
    env: (folder) => ({
      ...{ LD_PRELOAD: library, FAKETIME_TIMESTAMP_FILE: offsetFile(folder) },
      // Timers run by the monotonic clock, which no step moves.
      ...{ FAKETIME_DONT_FAKE_MONOTONIC: '1', FAKETIME_CACHE_DURATION: '1' },
    }),
  },
  whyNot: () => (library === undefined ? "Debian's package faketime is not installed" : null),
  async strike(stage, { isShort }) {
    await beginStorm(stage);
    await stepClock(stage, seconds);
    try {
      await waitForStep(stage, seconds);
      await pause(isShort ? 15_000 : 120_000);
    } finally {
      await stepClock(stage, 0);
    }
    await waitForStep(stage, 0);
  },
  after: (stage) => observedAgain(stage, 120_000),
});

export const clockForward = steppedClock(
  'clock-forward',
  'the clock of the server is an hour ahead for a while, in the middle of a delay',
  hourSeconds,
);
export const clockBack = steppedClock(
  'clock-back',
  'the clock of the server is an hour behind for a while, in the middle of a delay',
  -hourSeconds,
);
