/**
 * Random lives of a warning, and a model of `nextWarning` that shares no code with it: it keeps no state but,
 * at every step, reads the whole history again and asks what in it holds.
 */
import fc from 'fast-check';
import {
  nextWarning,
  type WarningEffect,
  type WarningInput,
  type WarningRule,
  type WarningState,
} from '../src/warnings/warning.ts';

export const minute = 60_000;
const epoch = Date.UTC(2026, 6, 4, 18);

export interface Step {
  readonly fact: WarningInput;
  readonly now: number;
}

export interface Life {
  readonly rule: WarningRule;
  readonly steps: readonly Step[];
}

const asides = [
  'policy-edited',
  'policy-edited',
  'policy-deleted',
  'location-moved',
  'location-removed',
  'hours-opened',
  'hours-closed',
] as const;

function ruleOf(evidence: WarningRule['evidence']): fc.Arbitrary<WarningRule> {
  return fc.record({
    evidence: fc.constant(evidence),
    allClearMinutes: evidence === 'alert' ? fc.constantFrom(0, 30) : fc.constantFrom(10, 30),
    reAlertMinutes: fc.constantFrom(0, 10, 25),
    readingLimitMs: fc.constantFrom(20 * minute, 70 * minute),
  });
}

/**
 * Minutes by which evidence is older than the moment it is handed in: mostly little, now and then late, now
 * and then stamped in the future.
 */
const age = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 3 }) },
  { weight: 3, arbitrary: fc.integer({ min: 4, max: 90 }) },
  { weight: 1, arbitrary: fc.integer({ min: -20, max: -1 }) },
);

const pause = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 0, max: 12 }) },
  { weight: 1, arbitrary: fc.integer({ min: 13, max: 80 }) },
);

const value = fc.integer({ min: 1, max: 100 });

function inputOf(evidence: WarningRule['evidence']): fc.Arbitrary<(now: number) => WarningInput> {
  const seen = (kind: 'exceeded' | 'under') =>
    fc.record({ age, value }).map(
      (seen) =>
        (now: number): WarningInput => ({ kind, at: now - seen.age * minute, value: seen.value }),
    );
  const plain = fc.constantFrom(...asides).map((kind) => (): WarningInput => ({ kind }));
  const lost = fc.constant((): WarningInput => ({ kind: 'lost' }));
  if (evidence === 'reading') {
    return fc.oneof(
      { weight: 5, arbitrary: seen('exceeded') },
      { weight: 14, arbitrary: seen('under') },
      { weight: 2, arbitrary: lost },
      { weight: 1, arbitrary: plain },
    );
  }
  const clear = age.map(
    (minutes) =>
      (now: number): WarningInput => ({ kind: 'clear', at: now - minutes * minute }),
  );
  const observing = age.map(
    (minutes) =>
      (now: number): WarningInput => ({ kind: 'observing', clearAt: now + minutes * minute }),
  );
  const lostWithStrike = fc.record({ age, value }).map(
    (strike) =>
      (now: number): WarningInput => ({
        kind: 'lost',
        strike: { at: now - strike.age * minute, value: strike.value },
      }),
  );
  return fc.oneof(
    { weight: 8, arbitrary: seen('exceeded') },
    { weight: 4, arbitrary: clear },
    { weight: 2, arbitrary: observing },
    { weight: 1, arbitrary: evidence === 'lightning' ? fc.oneof(lost, lostWithStrike) : lost },
    { weight: 1, arbitrary: plain },
  );
}

/** Facts in any order, late, stale, in the future; every other one may be handed in again later. */
export function life(evidence: WarningRule['evidence']): fc.Arbitrary<Life> {
  const entry = fc.record({ make: inputOf(evidence), pause, again: fc.integer({ min: 0, max: 5 }) });
  return fc
    .tuple(ruleOf(evidence), fc.array(entry, { minLength: 1, maxLength: 40 }))
    .map(([rule, entries]) => {
      const steps: Step[] = [];
      let now = epoch;
      for (const { make, pause, again } of entries) {
        now += pause * minute;
        const earlier = again > 0 ? steps.at(-again)?.fact : undefined;
        steps.push({ fact: make(now), now });
        if (earlier && again % 2 === 1) steps.push({ fact: earlier, now });
      }
      return { rule, steps };
    });
}

/** Readings as a station sends them: in order, each once, at most as far apart as the limit lets them. */
export const orderlyReadings: fc.Arbitrary<Life> = fc
  .tuple(
    ruleOf('reading'),
    fc.array(fc.record({ pause: fc.integer({ min: 1, max: 19 }), isExceeded: fc.boolean(), value }), {
      minLength: 1,
      maxLength: 40,
    }),
  )
  .map(([rule, entries]) => {
    let now = epoch;
    const steps = entries.map(({ pause, isExceeded, value }, index): Step => {
      now += pause * minute;
      return { fact: { kind: isExceeded && index % 4 < 2 ? 'exceeded' : 'under', at: now, value }, now };
    });
    return { rule, steps };
  });

/** What the product does, step by step. */
export function live({ rule, steps }: Life): { state: WarningState; effects: readonly WarningEffect[] }[] {
  let state: WarningState = { kind: 'none' };
  return steps.map(({ fact, now }) => {
    const step = nextWarning(rule, state, fact, now);
    state = step.state;
    return step;
  });
}

export function wordsOf(effects: readonly WarningEffect[]): string[] {
  return effects.map((effect) => (effect.kind === 'notify' ? effect.notice : `ended: ${effect.reason}`));
}

/** What the model says should be told, step by step. */
export function retell({ rule, steps }: Life): string[][] {
  const notified: string[][] = [];
  for (const [index, step] of steps.entries()) {
    const ended = notified.findLastIndex((words) => words.some((word) => word.startsWith('ended')));
    const begin = notified.findLastIndex((words) => words.includes('started'));
    notified.push(
      begin > ended ? inside(rule, steps.slice(begin, index + 1), notified.slice(begin)) : before(rule, step),
    );
  }
  return notified;
}

function before(rule: WarningRule, { fact, now }: Step): string[] {
  if (fact.kind === 'exceeded')
    return rule.evidence === 'reading' && now - fact.at > rule.readingLimitMs ? [] : ['started'];
  const isRecentStrike =
    rule.evidence === 'lightning' &&
    fact.kind === 'lost' &&
    fact.strike &&
    now - fact.strike.at < rule.allClearMinutes * minute;
  return isRecentStrike ? ['started'] : [];
}

/**
 * `steps` are those since the warning began, the last is the one to answer; `told` is what was told for those
 * before it.
 */
function inside(rule: WarningRule, steps: readonly Step[], notified: readonly string[][]): string[] {
  const { fact, now } = steps.at(-1)!;
  const quietMs = rule.allClearMinutes * minute;
  switch (fact.kind) {
    case 'policy-deleted':
    case 'location-moved':
    case 'location-removed':
      return ['withdrawn', `ended: ${fact.kind}`];
    case 'hours-opened':
      return ['in-effect'];
    case 'lost':
    case 'observing':
      return isHeld(rule, steps.slice(0, -1)) ? [] : ['held'];
    case 'clear': {
      const newest = Math.max(...steps.map(evidenceAt).filter((at) => at !== null));
      const isQuiet = now - newest >= quietMs;
      if (
        rule.evidence === 'lightning' ? isQuiet : rule.evidence === 'alert' && (isQuiet || fact.at >= newest)
      )
        return ['all-clear', 'ended: all-clear'];
      return [];
    }
    case 'exceeded':
    case 'under': {
      if (!isDataBack(rule, steps, steps.length - 1)) return [];
      const since = rule.evidence === 'reading' ? quietSince(rule, steps) : null;
      if (since !== null && fact.at - since >= quietMs) return ['all-clear', 'ended: all-clear'];
      if (isHeld(rule, steps.slice(0, -1))) return ['resumed'];
      return fact.kind === 'exceeded' && isReminderDue(rule, steps, notified) ? ['reminder'] : [];
    }
    default:
      return [];
  }
}

/**
 * The instant of a step's evidence; what is stamped in the future counts as of now when it warns, and not at
 * all when it is well.
 */
function evidenceAt({ fact, now }: Step): number | null {
  if (fact.kind === 'exceeded') return Math.min(fact.at, now);
  if (fact.kind === 'under') return fact.at > now ? null : fact.at;
  return fact.kind === 'lost' && fact.strike ? Math.min(fact.strike.at, now) : null;
}

/** Whether the evidence of step `index` is as new as any before it. */
function isNewest(steps: readonly Step[], index: number): boolean {
  const at = evidenceAt(steps[index]!);
  return at !== null && steps.slice(0, index).every((earlier) => (evidenceAt(earlier) ?? at) <= at);
}

/** Whether step `index` shows that current data come (again). */
function isDataBack(rule: WarningRule, steps: readonly Step[], index: number): boolean {
  const { fact, now } = steps[index]!;
  if (rule.evidence !== 'reading') return fact.kind === 'exceeded';
  const at = evidenceAt(steps[index]!);
  return (
    (fact.kind === 'exceeded' || fact.kind === 'under') &&
    isNewest(steps, index) &&
    at !== null &&
    now - at <= rule.readingLimitMs
  );
}

function isHeld(rule: WarningRule, steps: readonly Step[]): boolean {
  // The first step is the one that began the warning; even when it was a loss (with a strike), that was told
  // as a start.
  const lost = steps.findLastIndex(
    ({ fact }, index) => index > 0 && (fact.kind === 'lost' || fact.kind === 'observing'),
  );
  return lost > 0 && !steps.some((_, index) => index > lost && isDataBack(rule, steps, index));
}

function isReminderDue(rule: WarningRule, steps: readonly Step[], notified: readonly string[][]): boolean {
  const isAlert = (words: readonly string[], index: number) =>
    words.includes('started') ||
    words.includes('reminder') ||
    (words.includes('resumed') && steps[index]!.fact.kind === 'exceeded');
  const alertedAt = steps[notified.findLastIndex(isAlert)]!.now;
  if (rule.reAlertMinutes === 0 || steps.at(-1)!.now - alertedAt < rule.reAlertMinutes * minute) return false;
  const isNewer = (index: number) =>
    isNewest(steps, index) &&
    steps.slice(0, index).every((earlier) => evidenceAt(earlier) !== evidenceAt(steps[index]!));
  return rule.evidence !== 'lightning' || steps.some(({ now }, index) => now > alertedAt && isNewer(index));
}

/**
 * The earliest reading from which on everything that is known is under, seen without a break and judged by
 * the present policy.
 */
function quietSince(rule: WarningRule, steps: readonly Step[]): number | null {
  const newest = steps
    .map((step, index) => ({ ...step, index, at: evidenceAt(step) ?? 0 }))
    .filter(({ index, fact }) => isReading(fact) && isNewest(steps, index));
  const breaks = steps
    .map((step, index) => ({ fact: step.fact, index, at: evidenceAt(step) ?? 0 }))
    .filter(({ fact, index }) => fact.kind === 'exceeded' && !isNewest(steps, index))
    .filter(({ at, index }) => (quietSince(rule, steps.slice(0, index)) ?? Number.POSITIVE_INFINITY) <= at);
  const starts = newest.filter((start) => {
    const onward = newest.filter(({ index }) => index >= start.index);
    const isUnder = onward.every(({ fact }) => fact.kind === 'under');
    const isUnbroken = onward.every(
      ({ at }, place) => place === 0 || at - onward[place - 1]!.at <= rule.readingLimitMs,
    );
    const isPresentPolicy = !steps.some(
      ({ fact }, index) => index > start.index && fact.kind === 'policy-edited',
    );
    const isAfterBreaks = breaks.every(
      ({ index }) =>
        index < start.index || newest.every((other) => other.index > index || other.at <= start.at),
    );
    return isUnder && isUnbroken && isPresentPolicy && isAfterBreaks;
  });
  return starts.length > 0 ? Math.min(...starts.map(({ at }) => at)) : null;
}

function isReading(fact: WarningInput): boolean {
  return fact.kind === 'exceeded' || fact.kind === 'under';
}
