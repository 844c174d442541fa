/**
 * A random world around one place: what really happens, in ticks of 30 s, and what people do. Numbers only; `run.ts` gives
 * it to the machines, and `judge.ts` says by a model of its own what they had to do.
 */
import { randomOf } from '../random.ts';

export const tickMs = 30_000;

export interface Press {
  readonly id: string;
  /** The tick at which thunder was heard. */
  readonly at: number;
  /** The tick at which the report reaches the server: later for a phone that is offline. */
  readonly sentAt: number;
  /** How wrong the phone's clock is, ms. */
  readonly clockOffMs: number;
  /** By how much it is set between press and sending, ms; 0 for not. */
  readonly clockStepMs: number;
  /** Whether the phone knew the server's clock at the press. */
  readonly knewOffset: boolean;
  /** Miles, or null. */
  readonly distanceMiles: number | null;
  /** The tick at which it is taken back, null for never. */
  readonly takenBackAt: number | null;
}

export interface WorldStrike {
  readonly at: number;
  readonly miles: number;
}

export interface Closure {
  readonly from: number;
  /** The end that was chosen, null for none. */
  readonly until: number | null;
  /** The tick at which somebody opens the place, null for never. */
  readonly openedAt: number | null;
}

export interface World {
  readonly seed: number;
  readonly ticks: number;
  /** Quiet time in ticks. */
  readonly quiet: number;
  readonly radii: readonly [number, number];
  readonly isCovered: boolean;
  /** Whether the batch of a tick is lost, by tick. */
  readonly isLost: readonly boolean[];
  readonly strikes: readonly WorldStrike[];
  readonly presses: readonly Press[];
  readonly closures: readonly Closure[];
  /** Ticks at which the process starts again from what is stored. */
  readonly restarts: readonly number[];
}

export function worldOf(seed: number): World {
  const random = randomOf(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const maybe = (part: number) => random() < part;
  const times = <T>(most: number, make: (index: number) => T) =>
    Array.from({ length: below(most + 1) }, (_, i) => make(i));
  const ticks = 80 + below(160);
  const isLost = Array.from({ length: ticks }, () => false);
  for (const [from, length] of times(2, () => [below(ticks), 1 + below(maybe(0.5) ? 3 : 40)] as const))
    isLost.fill(true, from, from + length);
  return {
    ...{ seed, ticks, isLost, quiet: 20 + 20 * below(3), radii: [5, 5 + 5 * (1 + below(3))] },
    isCovered: maybe(0.85),
    strikes: times(3, () => ({ at: below(ticks), miles: random() * 22 })),
    presses: times(4, (index) => pressOf(index, { below, maybe, random, ticks })),
    closures: maybe(0.4) ? [closureOf({ below, maybe, ticks })] : [],
    restarts: times(2, () => below(ticks)),
  };
}

interface Dice {
  readonly below: (limit: number) => number;
  readonly maybe: (part: number) => boolean;
  readonly random: () => number;
  readonly ticks: number;
}

function pressOf(index: number, { below, maybe, random, ticks }: Dice): Press {
  const at = below(ticks);
  const sentAt = maybe(0.6) ? at : at + below(160);
  return {
    ...{ id: `press ${index}`, at, sentAt },
    clockOffMs: maybe(0.5) ? 0 : Math.round((random() - 0.5) * 2 * 86_400_000),
    clockStepMs: maybe(0.8) ? 0 : Math.round((random() - 0.5) * 2 * 3_600_000),
    knewOffset: maybe(0.8),
    distanceMiles: maybe(0.5) ? null : Math.round(random() * 18),
    takenBackAt: maybe(0.7) ? null : sentAt + below(60),
  };
}

function closureOf({ below, maybe, ticks }: Omit<Dice, 'random'>): Closure {
  const from = below(ticks);
  return {
    from,
    until: maybe(0.5) ? null : from + 1 + below(120),
    openedAt: maybe(0.5) ? null : from + 1 + below(120),
  };
}
