import { type Rule, type RuleName, rules, type Said, type Watching } from './rules.ts';
import { type Disturbance, disturbances, historyMinutes, type World, worldOf } from './world.ts';

/** How often the rules are asked in a history: every 30 s. */
const stepMinutes = 0.5;
/** Every rule may be so far behind what happens, as the product's limit allows: three minutes. */
export const allowedMinutes = 3;

export interface RuleTally {
  /** Shares of all moments, 0–1. */
  readonly said: Record<Said, number>;
  /** Times that it went to clear while lightning had struck within the radius in the time that has to be quiet. */
  falseClears: number;
  /** Minutes in which it said clear falsely. */
  falseClearMinutes: number;
  /** Histories with a false clear. */
  histories: number;
  /** The same by what disturbed the feed; a history may have two disturbances. */
  readonly by: Record<Disturbance, number>;
}

export interface Comparison {
  readonly seed: number;
  readonly histories: number;
  readonly rules: Record<RuleName, RuleTally>;
}

/** Plays the histories of `count` seeds from `seed` on to every rule. */
export function compareRules(count: number, seed: number): Comparison {
  const tallies = Object.fromEntries(Object.keys(rules).map((name) => [name, noTally()])) as Record<
    RuleName,
    RuleTally
  >;
  for (let i = 0; i < count; i++) {
    const world = worldOf(seed + i);
    for (const [name, rule] of Object.entries(rules)) play(world, rule, tallies[name as RuleName]);
  }
  const moments = count * Math.floor(historyMinutes / stepMinutes);
  for (const { said } of Object.values(tallies))
    for (const kind of ['clear', 'delay', 'unknown'] as const) said[kind] /= moments;
  return { seed, histories: count, rules: tallies };
}

function noTally(): RuleTally {
  const by = Object.fromEntries(disturbances.map((kind) => [kind, 0])) as Record<Disturbance, number>;
  return { said: { clear: 0, delay: 0, unknown: 0 }, falseClears: 0, falseClearMinutes: 0, histories: 0, by };
}

function play(world: World, rule: Rule, tally: RuleTally): void {
  let watching: Watching = rule(world);
  const coldStarts = [...world.coldStarts];
  let [next, wasFalse, hadFalse] = [0, false, false];
  for (let step = 1; step <= historyMinutes / stepMinutes; step++) {
    const minute = step * stepMinutes;
    for (
      let file = world.files[next];
      file !== undefined && file.receivedAt <= minute;
      file = world.files[++next]
    )
      watching.take(file);
    if (coldStarts[0] !== undefined && coldStarts[0] <= minute) {
      coldStarts.shift();
      watching = rule(world);
    }
    const said = watching.at(minute);
    tally.said[said]++;
    const isFalse = said === 'clear' && hasLightning(world, minute);
    if (isFalse) tally.falseClearMinutes += stepMinutes;
    if (isFalse && !wasFalse) tally.falseClears++;
    wasFalse = isFalse;
    hadFalse ||= isFalse;
  }
  if (!hadFalse) return;
  tally.histories++;
  for (const kind of world.disturbed) tally.by[kind]++;
}

/** Whether lightning struck within the radius in the time before `minute` that has to be quiet, delivered or not. */
function hasLightning({ strikes, radiusMiles, allClearMinutes }: World, minute: number): boolean {
  return strikes.some(
    ({ at, miles }) => miles <= radiusMiles && at > minute - allClearMinutes && at <= minute - allowedMinutes,
  );
}
