/**
 * A random world around one siren: what really happens, minute by minute, and when it becomes known. It is numbers only;
 * `evidence.ts` makes of it what the machines are given, and `judge.ts` what they had to do.
 */
import { type Random, randomOf } from '../random.ts';

/** What a device does with a command in a tick. */
export type DeviceFault =
  | 'none'
  /** Nothing reaches it, and that is known. */
  | 'away'
  /** It acts, and its answer is lost. */
  | 'lost-answer'
  /** It does not act, and nobody knows. */
  | 'lost-request'
  | 'refuses'
  /** It started again: every output is off. */
  | 'restarts'
  /** It acts, and says the opposite of what its outputs do. */
  | 'lies';

export interface Strike {
  readonly at: number;
  /** When it becomes known, in ticks; infinite for never. */
  readonly reportedAt: number;
  readonly reach: 'near' | 'far' | 'outer';
}

export interface WorldWarning {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  /** Data are lost from here to there. */
  readonly heldFrom: number;
  readonly heldTo: number;
  readonly firesUnit: boolean;
  /** Its policy was deleted; otherwise it ended by its all clear. */
  readonly isWithdrawn: boolean;
}

export interface Outage {
  readonly from: number;
  readonly to: number;
  readonly isFilled: boolean;
}

export interface World {
  readonly ticks: number;
  readonly tickMs: number;
  /** Quiet time in ticks, before and after its edit. */
  readonly quiet: readonly [number, number];
  readonly quietEditAt: number;
  /** From here the radius of the unit is smaller: far strikes are outside. */
  readonly radiusEditAt: number;
  readonly hasOuterZone: boolean;
  readonly strikes: readonly Strike[];
  readonly outages: readonly Outage[];
  readonly warnings: readonly WorldWarning[];
  /** By tick. */
  readonly isCovered: readonly boolean[];
  readonly isChecking: readonly boolean[];
  readonly areWarningsRead: readonly boolean[];
  readonly earshot: readonly (boolean | null)[];
  readonly isOpen: readonly boolean[];
  readonly isLifeSafety: readonly boolean[];
  readonly isEnabled: readonly boolean[];
  /** The place moves: the unit is withdrawn and goes on at once. */
  readonly moves: readonly boolean[];
  readonly isEngineUp: readonly boolean[];
  /** The process ends while the first command of this tick is carried out. */
  readonly crashes: readonly boolean[];
  readonly device: readonly DeviceFault[];
  readonly clockJumps: readonly number[];
  readonly canSound: boolean;
  readonly canReadBack: boolean;
  readonly seed: number;
}

/** The world of a seed. */
export function worldOf(seed: number): World {
  const random = randomOf(seed);
  const chance = (share: number) => random() < share;
  const whole = (min: number, max: number) => min + Math.floor(random() * (max - min + 1));
  const ticks = whole(40, 80);
  const tickMs = chance(0.8) ? 60_000 : 300_000;
  const outages = spans(random, ticks, chance(0.5) ? whole(0, 2) : 0, 2, 12).map((span) => ({
    ...span,
    isFilled: chance(0.4),
  }));
  const quiet = whole(4, 10);
  const faults: readonly DeviceFault[] = [
    'away',
    'lost-answer',
    'lost-request',
    'refuses',
    'restarts',
    'lies',
  ];
  const isFaulty = chance(0.5);
  const warnings = Array.from({ length: whole(0, 3) }, (_, index) => warningOf(random, ticks, index));
  const areWarningsRead = flags(random, ticks, chance(0.2) ? 2 : 0, true);
  // Who deletes a policy has the store.
  for (const { to, isWithdrawn } of warnings) if (isWithdrawn && to < ticks) areWarningsRead[to] = true;
  return {
    ...{ seed, ticks, tickMs, outages, warnings, areWarningsRead },
    quiet: [quiet, chance(0.3) ? whole(2, 12) : quiet],
    quietEditAt: whole(0, ticks),
    radiusEditAt: chance(0.3) ? whole(0, ticks) : ticks,
    hasOuterZone: chance(0.6),
    strikes: strikesOf(random, ticks, outages),
    isCovered: flags(random, ticks, chance(0.06) ? 1 : 0, true),
    isChecking: flags(random, ticks, chance(0.1) ? 2 : 0, false),
    earshot: earshotOf(random, ticks),
    isOpen: flags(random, ticks, whole(0, 2), chance(0.8)),
    isLifeSafety: flags(random, ticks, chance(0.2) ? 1 : 0, chance(0.2)),
    isEnabled: flags(random, ticks, chance(0.2) ? whole(1, 2) : 0, true),
    moves: flags(random, ticks, 0, false).map(() => chance(0.003)),
    isEngineUp: flags(random, ticks, chance(0.3) ? whole(1, 2) : 0, true),
    crashes: Array.from({ length: ticks }, () => chance(0.03)),
    device: Array.from({ length: ticks }, () =>
      isFaulty && chance(0.2) ? (faults[whole(0, faults.length - 1)] ?? 'none') : 'none',
    ),
    clockJumps: Array.from({ length: ticks }, () => (chance(0.01) ? whole(-600, 600) * 1_000 : 0)),
    canSound: chance(0.9),
    canReadBack: chance(0.7),
  };
}

function spans(random: Random, ticks: number, count: number, min: number, max: number) {
  const found: { from: number; to: number }[] = [];
  let from = 0;
  for (let index = 0; index < count; index++) {
    from += 1 + Math.floor(random() * (ticks / 2));
    const to = from + min + Math.floor(random() * (max - min + 1));
    if (to >= ticks) break;
    found.push({ from, to });
    from = to + 1;
  }
  return found;
}

/** A value by tick that is the other way in some spans. */
function flags(random: Random, ticks: number, count: number, normal: boolean): boolean[] {
  const values = Array.from({ length: ticks }, () => normal);
  for (const { from, to } of spans(random, ticks, count, 1, 20)) values.fill(!normal, from, to);
  return values;
}

function earshotOf(random: Random, ticks: number): (boolean | null)[] {
  const values = Array.from({ length: ticks }, (): boolean | null => false);
  if (random() > 0.3) return values;
  for (const { from, to } of spans(random, ticks, 2, 1, 25))
    values.fill(random() < 0.7 ? true : null, from, to);
  return values;
}

function strikesOf(random: Random, ticks: number, outages: readonly Outage[]): Strike[] {
  if (random() < 0.1) return [];
  const strikes: Strike[] = [];
  const storms = 1 + Math.floor(random() * 2);
  for (let storm = 0; storm < storms; storm++) {
    let at = Math.floor(random() * ticks * 0.8);
    for (let count = 1 + Math.floor(random() * 5); count > 0 && at < ticks; count--) {
      const draw = random();
      const reach = draw < 0.5 ? 'near' : draw < 0.75 ? 'far' : 'outer';
      strikes.push({ at, reach, reportedAt: reportedAt(random, at, outages) });
      at += Math.floor(random() * 7);
    }
  }
  return strikes;
}

/** At once, later, when an outage is filled, or never; some are reported by people while the feed is away. */
function reportedAt(random: Random, at: number, outages: readonly Outage[]): number {
  const outage = outages.find(({ from, to }) => at >= from && at < to);
  if (outage === undefined) return random() < 0.9 ? at : at + 1 + Math.floor(random() * 4);
  if (random() < 0.2) return at;
  return outage.isFilled ? outage.to : Number.POSITIVE_INFINITY;
}

function warningOf(random: Random, ticks: number, index: number): WorldWarning {
  const from = Math.floor(random() * ticks);
  const to = from + 1 + Math.floor(random() * (random() < 0.2 ? 70 : 25));
  const isHeld = random() < 0.4;
  const heldFrom = isHeld ? from + Math.floor(random() * (to - from)) : to;
  return {
    ...{ id: `warning-${index}`, from, to, heldFrom },
    heldTo: isHeld ? heldFrom + 1 + Math.floor(random() * 12) : to,
    firesUnit: random() < 0.6,
    isWithdrawn: random() < 0.25,
  };
}
