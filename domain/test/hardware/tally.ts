import { judge } from './judge.ts';
import { type Machines, machines } from './machines.ts';
import { play } from './run.ts';
import { worldOf } from './world.ts';

/** Histories with the seeds from `firstSeed` on, judged. */
export interface Tally {
  histories: number;
  /** How often each decision, call and state of the public page occurred. */
  readonly seen: Record<string, number>;
  /** The first faults, with their seeds. */
  readonly faults: string[];
  faultyHistories: number;
}

export function noTally(): Tally {
  return { histories: 0, seen: {}, faults: [], faultyHistories: 0 };
}

/** Plays and judges one history, and counts what occurred in it. */
export function playSeed(seed: number, tally: Tally, run: Machines = machines): void {
  const world = worldOf(seed);
  const played = play(world, run);
  const faults = judge(world, played);
  const see = (what: string) => {
    tally.seen[what] = (tally.seen[what] ?? 0) + 1;
  };
  for (const { decision } of played.decisions) see(decision);
  for (const { action, cause } of played.calls) see(`${action.kind} for ${cause}`);
  for (const state of played.publicStates) see(`page ${state}`);
  tally.histories++;
  if (faults.length === 0) return;
  tally.faultyHistories++;
  if (tally.faults.length < 20) tally.faults.push(`seed ${seed}, ${faults[0]}`);
}
