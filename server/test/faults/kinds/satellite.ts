import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import type { SatelliteMode } from '../satellite.ts';
import type { Stage } from '../stage.ts';
import { beginStorm, observedAgain, satelliteOf, zonesOf } from '../storm-of-satellite.ts';

/** Observation is old after three minutes; that of the last window may reach some seconds into the fault. */
const unknownAfterMs = 230_000;

const satelliteFault = (
  mode: Exclude<SatelliteMode, 'good'>,
  what: string,
  { isBlind, logged }: { isBlind: boolean; logged: RegExp | null },
): Fault => ({
  name: `satellite-${mode}`,
  what,
  stage: { weather: 'satellite' },
  answersMeanwhile: true,
  logged,
  async strike(stage, { isShort }) {
    const satellite = satelliteOf(stage);
    await beginStorm(stage);
    satellite.setMode(mode);
    try {
      // Lightning at a place that was clear: what sees nothing cannot know, and must not say clear for long.
      const quiet = stage.locations.at(-1);
      if (quiet) satellite.flashes.push({ ...quiet, at: stage.wallNow() + 1_000 });
      await pause(isShort ? 45_000 : unknownAfterMs);
      if (isBlind && !isShort) await refuseClear(stage);
    } finally {
      satellite.setMode('good');
    }
  },
  // After failures in a row it is asked more seldom.
  after: (stage) => observedAgain(stage, 120_000),
});

async function refuseClear(stage: Stage): Promise<void> {
  const states = (await zonesOf(stage)).flatMap((row) => row.states);
  if (states.includes('clear')) throw new Error('Places were clear after minutes without observation.');
}

export const satelliteFaults: readonly Fault[] = [
  satelliteFault('hangs', 'the lightning feed takes every request and never answers', {
    ...{ isBlind: true, logged: /went down/ },
  }),
  satelliteFault(
    'lies',
    'the lightning feed sends other windows, halves and pages as if they were its data',
    {
      ...{ isBlind: true, logged: /unreadable|went down/ },
    },
  ),
  satelliteFault('repeats', 'the lightning feed lists the same data for ever, each minute as if new', {
    ...{ isBlind: true, logged: null },
  }),
  satelliteFault(
    'backwards',
    'the lightning feed lists what it had ten minutes ago, in turn with what it has',
    {
      ...{ isBlind: false, logged: null },
    },
  ),
];
