import { judge } from './judge.ts';
import { type Machines, machines, play } from './run.ts';
import { worldOf } from './world.ts';

/** Histories with the seeds from a first one on, judged. */
export interface Tally {
  histories: number;
  /** How often each state, answer and notice occurred. */
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
  const said = play(world, run);
  const faults = judge(world, said);
  const see = (what: string) => {
    tally.seen[what] = (tally.seen[what] ?? 0) + 1;
  };
  for (const what of new Set(
    said.flatMap(({ zones, notices, answer }) => [
      ...zones.map((state) => `zone ${state}`),
      ...notices,
      `answer ${answer}`,
    ]),
  ))
    see(what);
  tally.histories++;
  if (faults.length === 0) return;
  tally.faultyHistories++;
  if (tally.faults.length < 20) tally.faults.push(`seed ${seed}, ${faults[0]}`);
}
